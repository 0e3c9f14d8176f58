"""The page of a document as the model sees it."""
