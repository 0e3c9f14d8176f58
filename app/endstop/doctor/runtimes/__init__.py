"""How each runtime puts its stop set together, read from its source."""
