"""The version of lusory that is installed."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("lusory")
except PackageNotFoundError:  # run from a source folder that nobody installed
    __version__ = "0"
