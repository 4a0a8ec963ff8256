"""The REST API: routes, and the schema of every body and answer."""
