"""The server: rules, tables, store, API, browser table, and what starts them. A room each, and nothing beside them."""
