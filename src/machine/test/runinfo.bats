#!/usr/bin/env bats
# runinfo.bats: what runinfo_collect() finds at start is the same on all ranks.

setup() {
    prog=$top_builddir/src/machine/test/collect
    mpirun=$top_srcdir/tests/mpirun
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

collected() {
    run "$mpirun" "$@"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"collected: "* ]]
}

@test "ranks agree on what was found" {
    for n in 1 2 3 5; do
        collected $n "$prog" auto auto
    done
}

@test "every clock synchronization can be used" {
    for sync in linear ring hca3 none; do
        collected 3 "$prog" $sync monotonic
        [[ "$output" == *"timer monotonic, clocksync $sync"* ]]
    done
}

@test "a timer that does not work here is refused with the reason" {
    case $(uname -m) in
    aarch64) timer=tsc ;;
    *) timer=cntvct ;;
    esac
    run "$mpirun" 2 "$prog" auto $timer
    echo "$output"
    [ "$status" -ne 0 ]
    [[ "$output" == *"--timer: $timer cannot be used here: this is not "* ]]
}

# Simulates two hosts: a time namespace has its own CLOCK_MONOTONIC, so that the
# true offset is known to the nanosecond.
@test "ranks with different clocks on one node are found out" {
    unshare --time --monotonic 1000 true 2>/dev/null ||
        skip "no time namespaces here (they take root)"
    collected 2 sh -c '[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 0 ] ||
        set -- unshare --time --monotonic 1000 --fork "$@"
        exec "$@"' sh "$prog" auto monotonic
    [[ "$output" == *"clocksync hca3, largest offset 1000.000"* ]]
}
