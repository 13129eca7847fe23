# refnuma.bats: traffic, memory, races, failures and files of shared arrays; random
# programs in each configuration, compared with a model.
# SPDX-License-Identifier: BSD-3-Clause
# ORACLE_STEPS=1000 makes 1000 random steps in each configuration, which takes minutes.
# With REFNUMA_NEEDS_UFFD=1 the tests fail if the kernel does not support userfaultfd.

setup() {
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, so other programs may use the cores
}

run_cases() {
    n=$1
    shift
    run "$top_srcdir/tests/mpirun" "$n" \
        "$top_builddir/src/algos/refnuma/test/refnuma_mpi" "$@"
    echo "$output"
    sort -u <<<"$output" | grep '^# skipped' >&3 || true
    [ "$status" -eq 0 ]
}

@test "refnuma: 1 rank" {
    run_cases 1 traffic memory races order excess refused contexts files
}

@test "refnuma: 2 ranks" {
    run_cases 2 traffic memory order excess refused contexts failures files
}

@test "refnuma: 3 ranks" {
    run_cases 3 traffic memory order excess refused contexts failures files
}

# A rank's bytes and messages do not depend on the number of ranks.
@test "refnuma: traffic, 4 to 8 ranks" {
    for n in 4 5 8; do
        run_cases "$n" traffic
    done
}

@test "refnuma: races are told, with their ranks" {
    run_cases 3 races
    [[ $output == *"refnuma: array 0: element 5 was written by ranks 0 and 1 before barrier 1"* ]]
    # one line for each element, with any number of ranks, and no other line
    told=$(grep -c 'was written by ranks' <<<"$output")
    element=$(grep -c 'element 5 was written by ranks 0 and 1 before' <<<"$output")
    [ "$told" = "$element" ]
}

# If this machine or MPI library does not support remote pages, the case says so.
skip_if_told() {
    ! reason=$(grep -m 1 '^skip: ' <<<"$output") || skip "${reason#skip: }"
}

@test "refnuma: pages of other nodes, by MPI_Rget on one" {
    for n in 1 2 4; do
        run_cases $n remote
    done
    skip_if_told
}

@test "refnuma: pages of other nodes" {
    run "$top_srcdir/tests/cluster" --hosts 3 "$MPI_FLAVOUR" -- \
        "$top_builddir/src/algos/refnuma/test/refnuma_mpi" remote
    echo "$status: $output"
    [ "$status" -ne 77 ] || skip "${lines[${#lines[@]} - 1]}"
    [ "$status" -eq 0 ]
    skip_if_told
}

# oracle RANKS STEPS...: runs random programs with these numbers of steps.
oracle() {
    export MPIRUN_TIMEOUT=${ORACLE_TIMEOUT:-300}
    while [ $# -gt 0 ]; do
        ORACLE_STEPS=${ORACLE_STEPS:-$2} run_cases "$1" oracle
        shift 2
    done
}

@test "refnuma: random programs, 1 to 4 ranks" {
    oracle 1 20 2 50 3 40 4 25
}

@test "refnuma: random programs, 7 and 8 ranks" {
    oracle 7 8 8 4
}
