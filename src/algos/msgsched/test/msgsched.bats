# msgsched.bats: exchanges in MPI programs, also with more ranks than cores.
# SPDX-License-Identifier: BSD-3-Clause

everything="random types sizes idle oneway refused several updated threads
    many neighbors broken info auto"

nodes="node node-rounds node-late node-counted node-machines"

setup() {
    export MPIRUN_TIMEOUT=600 # enough for a busy machine
    export MPIRUN_YIELD=1 # nothing is timed, so other programs may use the cores
    # Open MPI 5.0 hangs with this many synchronous messages (open-mpi/ompi#12816).
    export OMPI_MCA_btl_sm_free_list_max=-1 OMPI_MCA_btl_sm_segment_size=268435456
}

run_cases() {
    n=$1
    shift
    run "$top_srcdir/tests/mpirun" "$n" \
        "$top_builddir/src/algos/msgsched/test/msgsched_mpi" "$@"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "msgsched: 1 and 2 ranks" {
    run_cases 1 $everything
    run_cases 2 $everything
}

# Fewer cases: planning takes a dozen MPI collectives, which are slow when ranks
# outnumber cores.
@test "msgsched: 3, 4 and 7 ranks" {
    run_cases 3 several oneway random types refused updated neighbors
    run_cases 4 idle several weigh info auto
    run_cases 7 random refused weigh
}

@test "msgsched: scope node, 4 and 7 ranks" {
    run_cases 4 $nodes
    run_cases 7 node-rounds node-late node-counted node-machines
}
