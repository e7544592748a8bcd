"""The API's description as it is published, and what generates the SDK from it."""
