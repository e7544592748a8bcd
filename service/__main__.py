"""`python -m service` is `almagest`."""

import sys

from service.cli import main

sys.exit(main())
