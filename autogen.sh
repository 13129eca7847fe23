#!/bin/sh
# autogen.sh: make configure from a checkout (autoconf, automake, libtool, pkg-config).
cd "$(dirname "$0")" && exec autoreconf --install --force
