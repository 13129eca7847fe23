# help.sh: the option --help of scripts.
# Sourced by sh.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh

# help_asked FILE [ARGUMENT...]: if the first argument is --help, prints the
# comment at the head of FILE and exits.
help_asked() {
    case ${2-} in
    -h | --help)
        sed -n '1d; /^#/!q; /^# SPDX/d; s/^# \{0,1\}//p' "$1"
        exit 0
        ;;
    esac
}
