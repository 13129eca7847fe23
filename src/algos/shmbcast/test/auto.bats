# auto.bats: shmbcast_auto in MPI programs, also with more ranks than cores.
# SPDX-License-Identifier: BSD-3-Clause

program=shmbcast_auto_mpi
. "$BATS_TEST_DIRNAME/cases.bash"

setup() {
    cases_setup
    # AddressSanitizer: let malloc() return NULL instead of ending the program
    export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
}

cases="sizes small backtoback late types bigelements named slot ring pull table refused
    closed unpackable many subcomms fork threads badargs differ pages calibrated compared
    coll cost kept won thresholds empty owed cut truncate window badwindow manyregions progress nocomms"

@test "shmbcast-auto: 1 rank" {
    run_cases 1 $cases
}

@test "shmbcast-auto: 2 ranks" {
    run_cases 2 $cases
}

# MPI's collectives are slow if ranks outnumber cores, so each number of ranks
# runs only some of the cases.
@test "shmbcast-auto: 3 to 8 ranks" {
    run_cases 3 groups small types named subcomms slot ring pull table refused closed \
        coll unpackable empty owed cut pages kept thresholds
    run_cases 5 calibrated backtoback late threads unpackable cut empty window progress
    run_cases 8 groups pull cut empty
}

# The delay is long enough to exceed what a busy machine causes.
# bats test_tags=once
@test "shmbcast-auto: what is slow as a handle is made is not chosen" {
    local slow so=$top_builddir/tests/.libs/preload-pull.so
    [ -e "$so" ] || skip "no shared objects in this build"
    ! nm "$so" | grep -q __asan ||
        skip "LD_PRELOAD does not go with the address sanitizer"
    for slow in PULL RING; do
        run "$mpirun" 2 env LD_PRELOAD="$so" DOUBLE_$slow=15000000 \
            "$dir/$program" slow
        echo "$output"
        [ "$status" -eq 0 ]
    done
}

@test "shmbcast-auto: the tests notice one wrong byte, whichever way" {
    local way skipped
    run "$mpirun" 2 "$dir/${program}_fault" slot ring pull window table
    echo "$output"
    [ "$status" -ne 0 ]
    skipped=$(grep -c '^skip: ' <<<"$output" || :)
    for way in slot ring pull window table; do
        grep -q "case $way: [1-9]" <<<"$output" || skipped=$((skipped - 1))
    done
    [ "$skipped" -eq 0 ]
}

@test "shmbcast-auto: /dev/shm too small is an error on all ranks" {
    in_small_shm 2M 3 "$dir/$program" full fullregion
    [ "$status" -eq 0 ]
    [[ $output == *"cannot reserve pages in /dev/shm on rank"* ]]
}

@test "shmbcast-auto: nobody waits for a killed rank, and nothing is left" {
    orphaned orphan-ring
    orphaned orphan-pull
}

@test "shmbcast-auto: ranks of several machines are refused" {
    [ "$MPI_FLAVOUR" = mpich ] || skip "only MPICH can pretend that"
    MPIR_CVAR_NOLOCAL=1 run_cases 2 apart
}
