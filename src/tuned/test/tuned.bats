# tuned.bats: unchanged programs with libmpiperf-tuned.so, which carries out a profile.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154,SC2034 # the build; what preload.bash wants

. "$top_srcdir/src/algos/test/preload.bash"
. "$top_srcdir/tests/shm.bash"

setup() {
    so=$top_builddir/.libs/libmpiperf-tuned.so
    bcasts=$top_builddir/src/algos/shmbcast/preload/test/preload_test
    reductions=$top_builddir/src/tuned/test/tuned_test
    preload_setup
    export MPIRUN_TIMEOUT=120 MPIRUN_YIELD=1
    export MPIPERF_TUNED=$PWD/profile MPIPERF_TUNED_VERBOSE=1 SHMBCAST_VERBOSE=1
}

# good N PROGRAM CASE...: runs the cases on N ranks; the program must find no error.
good() {
    preload "$@"
    [ "$status" -eq 0 ]
}

# went LINE: rank 0 reports that.
went() {
    grep -qx "mpiperf-tuned: $1" <<<"$output"
}

@test "tuned: broadcasts of the profile's sizes through shared memory" {
    printf 'bcast 2 %s shmbcast-auto\n' '64 32767' >profile
    good 2 "$bcasts" sizes
    calls=$(sed -n 's/^mpiperf-tuned: bcast, 2 ranks, 64 to 32767 bytes: shmbcast-auto in \(.*\) calls$/\1/p' <<<"$output")
    [ "$calls" -gt 9 ]
    went "bcast, 2 ranks, 64 to 32767 bytes: shmbcast-auto in $calls calls"
    grep -q "^shmbcast-preload: rank 0: shared memory: 1 communicator, $((calls - 9)) calls, " <<<"$output"
    good 3 "$bcasts" sizes
    went "bcast, 2 ranks, 64 to 32767 bytes: shmbcast-auto in 0 calls"
    echo 'bcast 3 64 32767 shm' >profile
    good 3 "$bcasts" sizes
    went "bcast, 3 ranks, 64 to 32767 bytes: shm in [1-9][0-9]* calls"
}

@test "tuned: what a broadcast can be: types, threads, groups, errors" {
    printf 'bcast %s 0 999999999 shmbcast-auto\n' 1 2 3 >profile
    good 2 "$bcasts" types absolute threads
    good 3 "$bcasts" subcomms inter arguments handler
}

@test "tuned: reductions and barriers by mock-ups" {
    printf '%s\n' 'allreduce 3 0 800 mock/reduce+bcast' \
        'allreduce 3 801 9999 mock/reduce_scatter_block+allgather' \
        'allreduce 2 0 9999 mock/reduce_scatter+allgatherv' \
        'reduce_scatter_block 3 0 8 mock/allreduce' 'barrier 3 0 0 mock/allreduce' >profile
    good 3 "$reductions" sizes blocks types comms threads
    # in place is left to the MPI library; a half has two ranks
    went "allreduce, 3 ranks, 0 to 800 bytes: mock/reduce+bcast in [1-9][0-9]* calls"
    went "allreduce, 3 ranks, 801 to 9999 bytes: mock/reduce_scatter_block+allgather in 8 calls"
    went "allreduce, 2 ranks, 0 to 9999 bytes: mock/reduce_scatter+allgatherv in 1 calls"
    went "reduce_scatter_block, 3 ranks, 0 to 8 bytes: mock/allreduce in 3 calls"
    went "barrier, 3 ranks, 0 to 0 bytes: mock/allreduce in 10 calls"
    good 2 "$reductions" sizes types comms threads
    went "allreduce, 2 ranks, 0 to 9999 bytes: mock/reduce_scatter+allgatherv in [1-9][0-9]* calls"
}

# taken N: shared memory took so many calls, all but the first nine.
taken() {
    [ "$(sed -n 's/^shmbcast-preload: rank 0: shared memory: .* communicators*, \(.*\) calls, .*/\1/p' \
        <<<"$output")" -eq "$1" ]
}

@test "tuned: reductions, allgathers and barriers through shared memory" {
    printf '%s\n' 'allreduce 3 0 800 shm' 'reduce 3 52 9999 shm' 'allgather 3 52 9999 shm' \
        'barrier 3 0 0 shm' 'allreduce 2 0 9999 shm' >profile
    good 3 "$reductions" sizes rooted
    # with the program's last call, which sums failures
    went "allreduce, 3 ranks, 0 to 800 bytes: shm in 17 calls"
    went "reduce, 3 ranks, 52 to 9999 bytes: shm in 90 calls"
    went "allgather, 3 ranks, 52 to 9999 bytes: shm in 30 calls"
    went "barrier, 3 ranks, 0 to 0 bytes: shm in 10 calls"
    taken $((17 + 90 + 30 + 10 - 9))
    good 3 "$reductions" types comms threads dying
    went "allreduce, 2 ranks, 0 to 9999 bytes: shm in [1-9][0-9]* calls"
    good 2 "$reductions" sizes rooted types comms threads dying
    went "reduce, 3 ranks, 52 to 9999 bytes: shm in 0 calls"
}

@test "tuned: calls on communicators that are being freed are the library's" {
    echo 'allreduce 2 0 9999 mock/reduce+bcast' >profile
    good 2 "$reductions" dying
    went "allreduce, 2 ranks, 0 to 9999 bytes: mock/reduce+bcast in 6 calls"
}

@test "tuned: without memory for a mock-up the program decides" {
    echo 'allreduce 2 0 9999 mock/reduce_scatter_block+allgather' >profile
    good 2 "$reductions" short
    [ -z "$(nm "$top_builddir/.libs/libmpiperf-tuned-mpi.so" | grep -w out_of_memory)" ]
}

@test "tuned: wrong arguments are reported by the MPI library" {
    [ "$MPI_FLAVOUR" = openmpi ] || skip "this MPI may have no checks"
    echo 'allreduce 2 0 9999 mock/reduce+bcast' >profile
    good 2 "$reductions" wrong
    went "allreduce, 2 ranks, 0 to 9999 bytes: mock/reduce+bcast in 2 calls"
}

@test "tuned: ranks started without the library" {
    [ "$MPI_FLAVOUR" = openmpi ] || skip "this MPI's MPI_Comm_spawn fails"
    echo 'allreduce 3 0 9999 mock/reduce+bcast' >profile
    TUNED_CHILD=$reductions good 2 "$reductions" spawn
    went "allreduce, 3 ranks, 0 to 9999 bytes: mock/reduce+bcast in 0 calls"
}

@test "tuned: without a profile, or with a wrong one, all is the library's" {
    good 2 "$reductions" sizes
    [ "$(grep -c '^mpiperf-tuned: ' <<<"$output")" -eq 1 ]
    went "cannot read the profile that MPIPERF_TUNED names"
    printf '%s\n' '# one' 'allreduce 2 0 9999 mock/reduce+bcast' 'allreduce 2 9 8 mock/reduce+bcast' >profile
    good 2 "$reductions" sizes
    [ "$(grep -c '^mpiperf-tuned: ' <<<"$output")" -eq 1 ]
    went "line 3 of the profile is wrong, so the profile is not used"
    printf '%s\n' 'allreduce 2 0 9999 mock/unheard-of' 'bcast 2 0 9999 mock/allgatherv' >profile
    good 2 "$bcasts" sizes
    went "bcast, 2 ranks, 0 to 9999 bytes: mock/allgatherv in 0 calls"
    good 2 "$reductions" sizes
    went "allreduce, 2 ranks, 0 to 9999 bytes: mock/unheard-of in 0 calls"
}

@test "tuned: Fortran" {
    printf '%s 3 200 999999 shm\n' bcast allreduce reduce allgather >profile
    echo 'barrier 3 0 0 shm' >>profile
    for interface in MPIFH USE_MPI USE_MPI_F08; do
        fortran_build $interface "$top_srcdir/src/algos/shmbcast/preload/test/bcast.F90" ./fortran
        good 3 ./fortran
        went "bcast, 3 ranks, 200 to 999999 bytes: shm in [1-9][0-9]* calls"
        fortran_build $interface "$BATS_TEST_DIRNAME/coll.F90" ./fortran
        good 3 ./fortran
        for op in allreduce reduce allgather; do
            went "$op, 3 ranks, 200 to 999999 bytes: shm in 20 calls"
        done
        went "barrier, 3 ranks, 0 to 0 bytes: shm in 20 calls"
        taken 71
    done
}

@test "tuned: on some ranks only, or without its other half on one, all is the library's" {
    printf '%s 3 0 999999 %s\n' bcast shmbcast-auto allreduce mock/reduce+bcast >profile
    preload_one 0 3 "$bcasts" sizes
    aside 1 "1 of 3 ranks have preloaded this library"
    preload_one 1 3 "$reductions" sizes types
    aside 1 "1 of 3 ranks have preloaded this library"
    cp "$so" .
    so_others=$so
    so=$PWD/${so##*/}
    preload_one 2 3 "$bcasts" sizes
    aside 1 "libmpiperf-tuned-mpi.so: cannot open"
}
