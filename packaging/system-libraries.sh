#!/bin/sh
# Make sure that Qt finds its system libraries. On Debian as root the missing ones are installed;
# elsewhere they are named and nothing else happens. `system-libraries.sh blas` looks for a fast
# BLAS instead.
set -u

[ "$(uname)" = Linux ] || exit 0

missing=""
need() { # a shared library, and the Debian package that has it
    if ! ldconfig -p 2>/dev/null | grep -q "$1" && [ ! -e "/usr/lib/$1" ]; then
        missing="$missing $2"
    fi
}

if [ "${1:-}" = blas ]; then
    purpose="A fast BLAS"
    need libopenblas.so.0 libopenblas0
else
    purpose="The window"
    need libGL.so.1 libgl1
    need libEGL.so.1 libegl1
    need libglib-2.0.so.0 libglib2.0-0
    need libdbus-1.so.3 libdbus-1-3
    need libfontconfig.so.1 libfontconfig1
    need libxkbcommon.so.0 libxkbcommon0
    need libxkbcommon-x11.so.0 libxkbcommon-x11-0
    need libxcb-cursor.so.0 libxcb-cursor0
    need libxcb-icccm.so.4 libxcb-icccm4
    need libxcb-image.so.0 libxcb-image0
    need libxcb-keysyms.so.1 libxcb-keysyms1
    need libxcb-randr.so.0 libxcb-randr0
    need libxcb-render-util.so.0 libxcb-render-util0
    need libxcb-shape.so.0 libxcb-shape0
    need libxcb-xkb.so.1 libxcb-xkb1
    if ! ls /usr/share/fonts/*/* >/dev/null 2>&1 && ! ls /usr/local/share/fonts/* >/dev/null 2>&1; then
        missing="$missing fonts-dejavu-core"
    fi
fi

[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "$purpose needs system libraries; installing$missing" >&2
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # the list is meant to be split
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing; } >/dev/null
else
    echo "$purpose needs system libraries that are missing here. On Debian or Ubuntu:" >&2
    echo "    sudo apt-get install$missing" >&2
fi
