"""What an extraction gives: the words that extraction, export and archive share."""
