# results.bash: what tests of results/ share.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2154 # variables of the build

# copied NAME...: those of results/, without their records, as the current folder.
copied() {
    local f
    for f; do
        cp -R "$top_srcdir/results/$f" "$BATS_TEST_TMPDIR"
    done
    chmod -R u+w "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR" || return
    rm -f ./*/*.jsonl ./*/*.gz # each test has records of its own
    mkdir tmp
    export TMPDIR=$PWD/tmp MPIPERF=/nowhere
}

# has LINE...: of README.md in this order.
has() {
    local at=0 line n
    for line; do
        n=$(grep -nxF -- "$line" README.md | cut -d: -f1 | head -n 1)
        [ -n "$n" ] || { echo "not there: $line" && cat README.md && return 1; }
        [ "$n" -gt "$at" ] || return 1
        at=$n
    done
}
