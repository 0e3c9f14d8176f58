"""What several tests share: folders of models, and an engine that replays tokens."""
