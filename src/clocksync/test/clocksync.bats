#!/usr/bin/env bats
# clocksync.bats: checks all methods on clocks with known offsets, with several
# numbers of ranks. One mpiexec per number runs all methods.

setup() {
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

# found N [METHOD:CLOCK]...: offsets of linear, ring, hca3 and auto are within
# their uncertainty, and slopes of the first three if clocks drift; none claims
# no uncertainty, and its residual is the true offset. Checks the named ones
# too. auto chooses none for a shared clock.
found() {
    local n=$1
    shift
    run "$top_srcdir/tests/mpirun" "$n" \
        "$top_builddir/src/clocksync/test/sync_truth" \
        {linear,ring,hca3,auto,none}:apart {linear,ring,hca3}:drift \
        auto:shared "$@"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -c ': chosen ' <<<"$output")" -eq $((9 + $#)) ]
    chosen shared none
}

# chosen CLOCK METHOD: auto chose this method for this clock.
chosen() {
    [[ "$output" == *"auto, $1: chosen $2"* ]]
}

@test "1 rank: every method is right about known clocks" {
    found 1
}

# auto does not take a timer of a single process, such as MPI_Wtime, as shared
@test "2 ranks: every method is right about known clocks" {
    found 2 auto:private auto:wtime
    chosen apart hca3
    chosen private hca3
    chosen wtime hca3
}

@test "3 and 7 ranks: every method is right about known clocks" {
    for n in 3 7; do
        found $n
        chosen apart hca3
    done
}
