"""What the user chose: model, schema, limits, colours, places."""
