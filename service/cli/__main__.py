"""`python -m service.cli` is `almagest`."""

import sys

from service.cli.main import main

# Not where a thinker of the worker is started anew: that imports the main module under another name.
if __name__ == "__main__":
    sys.exit(main())
