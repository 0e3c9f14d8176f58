"""JSON Schema: the library, loading, checking, and the form a grammar is made from."""
