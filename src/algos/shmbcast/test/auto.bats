# auto.bats: shmbcast_auto in MPI programs, also with more ranks than cores.
# SPDX-License-Identifier: BSD-3-Clause

program=shmbcast_auto_mpi
. "$BATS_TEST_DIRNAME/cases.bash"

data="sizes small backtoback late types bigelements named"
ways="slot ring pull table refused closed unpackable"
lives="many subcomms single fork threads badargs differ pages calibrated
    kept thresholds"
mismatches="empty owed cut"
regions="window badwindow manyregions"

setup() {
    cases_setup
    # AddressSanitizer: malloc() returns NULL instead of ending the program
    export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
}

@test "shmbcast-auto: 1 rank" {
    run_cases 1 $data $ways $lives $mismatches $regions
}

@test "shmbcast-auto: data and ways, 2 ranks" {
    run_cases 2 $data $ways
}

@test "shmbcast-auto: handles and errors, 2 ranks" {
    run_cases 2 $lives
}

@test "shmbcast-auto: no bytes, messages cut short, shared memory, 2 ranks" {
    run_cases 2 $mismatches $regions
}

# Collectives of MPI are slow if ranks outnumber cores, so each number of ranks
# runs some cases only.
@test "shmbcast-auto: 3 ranks" {
    run_cases 3 groups small types named subcomms $ways empty owed cut pages kept thresholds
}

@test "shmbcast-auto: 5 ranks" {
    run_cases 5 calibrated backtoback late threads unpackable cut empty window
}

@test "shmbcast-auto: 8 ranks" {
    run_cases 8 groups pull cut empty
}

@test "shmbcast-auto: MPI messages progress while ranks wait, 5 ranks" {
    run_cases 5 progress
}

@test "shmbcast-auto: MPI out of communicators is an error, 2 ranks" {
    run_cases 2 nocomms
    skip_if_said
}

# The delay is long enough to exceed the disturbances of a busy machine.
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
    [[ $output == *test_same* ]]
    skipped=$(grep -c '^skip: ' <<<"$output" || :)
    for way in slot ring pull window table; do
        grep -q "case $way: [1-9]" <<<"$output" || skipped=$((skipped - 1))
    done
    [ "$skipped" -eq 0 ]
}

@test "shmbcast-auto: /dev/shm too small is an error on all ranks" {
    in_small_shm 2M 3 "$dir/$program" full fullregion
    [ "$status" -eq 0 ]
    case $output in
    *"cannot reserve pages in /dev/shm on rank"*) ;;
    *) false ;;
    esac
}

@test "shmbcast-auto: killed ranks leave nothing in /dev/shm" {
    in_small_shm 100M 2 "$dir/$program" killed
    [ "$status" -ne 0 ]
    nothing_left
}

@test "shmbcast-auto: nobody waits for a killed rank, and nothing is left" {
    for way in ring pull; do
        in_small_shm 100M 3 "$dir/$program" orphan-$way
        [ "$status" -ne 0 ] && [ "$status" -ne 124 ]
        nothing_left
    done
}

@test "shmbcast-auto: ranks of several machines are refused" {
    [ "$MPI_FLAVOUR" = mpich ] || skip "only MPICH can pretend that"
    MPIR_CVAR_NOLOCAL=1 run_cases 2 apart
}
