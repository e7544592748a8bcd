# Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
