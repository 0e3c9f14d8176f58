"""Will this model stop, in which runtimes, why not, and the mending of it."""
