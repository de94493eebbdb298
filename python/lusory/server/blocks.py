"""Addresses that the host has blocked: single ones and networks."""

from __future__ import annotations

import ipaddress
import time

from ..errors import LusoryError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def parse_address(text: str) -> Address | None:
    """An IP address, None where the text is none. A server that listens on IPv6 sees 203.0.113.7 as
    ::ffff:203.0.113.7: both mean the same."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def network_of_guest(address: Address) -> Network:
    """What one guest has to himself: an address of IPv4, or a network of 64 bits of IPv6."""
    return ipaddress.ip_network((address.packed, 32 if address.version == 4 else 64), strict=False)


def network(text: str) -> Network:
    """An address or a network, as `203.0.113.7` or `203.0.113.0/24`. An address of IPv6 means its network of 64 bits.
    Raises LusoryError."""
    address = parse_address(text)
    if address is not None:
        return network_of_guest(address)
    try:
        subnet = ipaddress.ip_network(text, strict=False)
    except ValueError:
        expectation = "expected an IP address or a network, as 203.0.113.7 or 203.0.113.0/24"
        raise LusoryError(f"{text[:60]}: {expectation}") from None
    mapped = getattr(subnet.network_address, "ipv4_mapped", None)
    return ipaddress.ip_network((int(mapped), subnet.prefixlen - 96)) if mapped and subnet.prefixlen >= 96 else subnet


def networks_around(address: str, blocked: list[str]) -> list[str]:
    """The networks of these in which an address or a network lies, itself left out."""
    inner = network(address)
    others = [(text, network(text)) for text in blocked]
    return [text for text, net in others if net != inner and _is_within(inner, net)]


def _is_within(inner: Network, outer: Network) -> bool:
    return inner.version == outer.version and inner.network_address in outer and inner.prefixlen >= outer.prefixlen


def guest(address: str) -> str:
    """An address as guests are counted by it: of IPv6 the network."""
    parsed = parse_address(address)
    if parsed is None:
        return address
    return str(parsed) if parsed.version == 4 else str(network_of_guest(parsed))


class Blocks:
    """All of them, in memory. until: milliseconds since 1970, None without end."""

    def __init__(self) -> None:
        self._networks: dict[Network, int | None] = {}

    def put(self, address: str, until: int | None) -> None:
        """Block an address. Raises LusoryError for what is none."""
        moment = time.time() * 1000
        self._networks = {net: end for net, end in self._networks.items() if end is None or end > moment}
        self._networks[network(address)] = until

    def drop(self, address: str) -> None:
        """Block it no longer."""
        self._networks.pop(network(address), None)

    def blocked(self, address: str) -> bool:
        """Whether this address is blocked now."""
        parsed = parse_address(address) if self._networks else None
        if parsed is None:
            return False
        moment = time.time() * 1000
        return any(parsed in net for net, until in self._networks.items() if until is None or until > moment)
