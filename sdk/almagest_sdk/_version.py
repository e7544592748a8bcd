"""The version of the SDK, which is the one in pyproject.toml."""

__version__ = "0.1.0"
