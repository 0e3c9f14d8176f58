"""The use-case: a request goes in, events come out, the last one holds the result."""
