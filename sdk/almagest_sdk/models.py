"""Every class of the API that all games share, and the unions of what each game has of its own. Written by hand."""

from almagest_sdk._generated.models import *  # noqa: F403 - all of them, whichever the server's description has
