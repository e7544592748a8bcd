# Generated from openapi/openapi.json by `make sdk`. Do not edit: the next run overwrites it.
