#!/bin/sh
# The interpreters that Endstop runs on and that are installed here: a version and a path a line.
# Those on the PATH are found, and those of pyenv.
set -u

for version in 3.11 3.12 3.13 3.14; do
    for python in "$(command -v "python$version")" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$version".*/bin/python; do
        # pyenv's shims exist for versions that are not switched on: they fail
        if [ -n "$python" ] && "$python" -c pass 2>/dev/null; then
            echo "$version $python"
            break
        fi
    done
done
