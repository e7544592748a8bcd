"""`python -m service.cli` is `almagest`."""

import sys

from service.cli.main import main

# Not in a bot process of the worker, which imports the main module under another name.
if __name__ == "__main__":
    sys.exit(main())
