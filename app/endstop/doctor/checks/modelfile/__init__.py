"""Checks of Ollama's Modelfile."""
