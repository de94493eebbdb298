"""Addresses that the host has blocked: single ones and networks."""

from __future__ import annotations

import ipaddress
import time

from ..errors import LusoryError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def network(text: str) -> Network:
    """An address or a network, as `203.0.113.7` or `203.0.113.0/24`. An address of IPv6 means its network of 64 bits,
    since a guest has one to himself. Raises LusoryError."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        pass
    else:
        return ipaddress.ip_network((address, 32 if address.version == 4 else 64), strict=False)
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        said = "expected an IP address or a network, as 203.0.113.7 or 203.0.113.0/24"
        raise LusoryError(f"{text[:60]}: {said}") from None


class Blocks:
    """All of them, in memory. until: milliseconds since 1970, None without end."""

    def __init__(self) -> None:
        self._networks: dict[Network, int | None] = {}

    def put(self, address: str, until: int | None) -> None:
        """Block an address. Raises LusoryError for what is none."""
        self._networks[network(address)] = until

    def drop(self, address: str) -> None:
        """Block it no longer."""
        self._networks.pop(network(address), None)

    def blocked(self, address: str) -> bool:
        """Is this address blocked now?"""
        if not self._networks:
            return False
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        moment = time.time() * 1000
        return any(found in net for net, until in self._networks.items() if until is None or until > moment)
