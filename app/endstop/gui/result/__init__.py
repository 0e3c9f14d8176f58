"""What the model wrote of a document: fields, JSON, tokens."""
