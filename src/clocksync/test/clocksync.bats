#!/usr/bin/env bats
# clocksync.bats: each method against clocks whose offsets are known, at every
# number of ranks, also odd ones and one. All methods in one start each.

# found N [METHOD:CLOCK]...: linear, ring, hca3 and auto are within their
# uncertainty, where clocks drift the first three with the slopes; none claims
# nothing, and its residual is the truth; so are those named. What auto chooses
# for a clock that is shared is none.
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

# chosen CLOCK METHOD: it is what auto took for it.
chosen() {
    [[ "$output" == *"auto, $1: chosen $2"* ]]
}

@test "1 rank: every method is right about known clocks" {
    found 1
}

# auto does not share a timer of one process, such as MPI_Wtime
@test "2 ranks: every method is right about known clocks" {
    found 2 auto:private auto:wtime
    chosen apart hca3
    chosen private hca3
    chosen wtime hca3
}

@test "3 ranks: every method is right about known clocks" {
    found 3
    chosen apart hca3
}

@test "4 ranks: every method is right about known clocks" {
    found 4
    chosen apart hca3
}

@test "5 ranks: every method is right about known clocks" {
    found 5
    chosen apart hca3
}

@test "7 ranks: every method is right about known clocks" {
    found 7
    chosen apart hca3
}
