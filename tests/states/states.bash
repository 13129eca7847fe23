# states.bash: for bats files with a machine that changes: gauges.c and waits.c, both
# of one schedule.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034,SC2154 # variables of bats files and the build

# Default of STATES_GAUGE: time of a gauge in state near and far, in us. The
# one-way time is a quarter of it, since a reading has two round trips.
near=2.4 far=6

states_setup() {
    cd "$BATS_TEST_TMPDIR" || return
    objects=$top_builddir/tests/states/.libs
    [ "$(nproc)" -ge 2 ] || skip "one core"
    [ -e "$objects/gauges.so" ] || skip "no shared objects in this build"
    ! nm "$objects/gauges.so" | grep -q __asan ||
        skip "LD_PRELOAD does not go with the address sanitizer"
    # stays do not keep step with passes of 50 ms
    export STATES_DWELL=0.07 MPIRUN_BIND=1
    ranks=("$top_srcdir/tests/mpirun" 2 env LD_PRELOAD="$objects/gauges.so"
        "$top_builddir/mpiperf" --allow-na --format=full)
    waits=(waits:a,b --plugin "$objects/waits.so")
}

# changing ARGUMENT...: mpiperf on two ranks of such a machine.
changing() {
    run "${ranks[@]}" "$@"
    echo "$output"
}

# of FILE FILTER [ARGUMENT...]: true of all its records.
of() {
    jq -es "${@:3}" "$2" "$1"
}

# measured ARGUMENT...: changing, with records in r.jsonl of a run that watched: its
# ranks came in time.
measured() {
    for _ in 1 2 3; do
        rm -f r.jsonl r.csv
        changing "$@" -o r.jsonl
        [ "$status" -eq 0 ]
        ! of r.jsonl '.[0].watch != null' || return 0
    done
    skip "the machine is too busy: runs without readings"
}
