#!/usr/bin/env bats
# clocksync.bats: each method against clocks whose offsets are known.

setup() {
    prog=$top_builddir/src/clocksync/test/sync_truth
    mpirun=$top_srcdir/tests/mpirun
}

# all METHOD CLOCK: at every number of ranks, also odd ones and one.
all() {
    for n in 1 2 3 4 5 7; do
        run "$mpirun" $n "$prog" "$1" "$2"
        echo "$n ranks: $output"
        [ "$status" -eq 0 ]
    done
}

@test "linear finds known offsets within its uncertainty" {
    all linear apart
}

@test "linear finds the offsets of clocks that drift" {
    all linear drift
}

@test "ring finds known offsets within its uncertainty" {
    all ring apart
}

@test "ring finds the offsets of clocks that drift" {
    all ring drift
}

@test "hca3 finds known offsets within its uncertainty" {
    all hca3 apart
}

@test "hca3 finds offsets and slopes of clocks that drift" {
    all hca3 drift
}

@test "auto finds known offsets within its uncertainty" {
    all auto apart
}

@test "none claims nothing, and its residual is the truth" {
    all none apart
}

@test "auto uses a shared clock as it is" {
    for n in 1 2 4; do
        run "$mpirun" $n "$prog" auto shared
        echo "$output"
        [ "$status" -eq 0 ]
        [[ "$output" == *"auto, shared: chosen none"* ]]
    done
}

@test "auto finds out that a clock is not shared" {
    for n in 2 3; do
        run "$mpirun" $n "$prog" auto apart
        echo "$output"
        [ "$status" -eq 0 ]
        [[ "$output" == *"auto, apart: chosen hca3"* ]]
    done
}

@test "auto does not share a timer of one process, such as MPI_Wtime" {
    for clock in private wtime; do
        run "$mpirun" 2 "$prog" auto $clock
        echo "$output"
        [ "$status" -eq 0 ]
        [[ "$output" == *"auto, $clock: chosen hca3"* ]]
    done
}
