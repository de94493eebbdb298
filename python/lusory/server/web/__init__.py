"""The table over HTTP: pages, a JSON interface with its description, streams."""

from .app import application

__all__ = ["application"]
