# msgsched.bats: exchanges in MPI programs, also with more ranks than cores.
# SPDX-License-Identifier: BSD-3-Clause

everything="random types sizes idle oneway refused several updated threads
    freed many neighbors broken weigh info auto"

setup() {
    export MPIRUN_TIMEOUT=600 # of a loaded machine too
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
    # Open MPI 5.0 hangs with so many synchronous messages (open-mpi/ompi#12816).
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

@test "msgsched: 1 rank" {
    run_cases 1 $everything
}

@test "msgsched: 2 ranks" {
    run_cases 2 $everything
}

# Fewer cases: planning takes a dozen MPI collectives, which are slow when ranks
# outnumber cores.
@test "msgsched: 3 ranks" {
    run_cases 3 several oneway random types refused updated freed neighbors weigh
}

@test "msgsched: 4 ranks" {
    run_cases 4 idle several info auto
}

@test "msgsched: 7 ranks" {
    run_cases 7 random refused weigh
}

nodes="node node-rounds node-late node-counted node-machines"

@test "msgsched: scope node, 4 ranks" {
    run_cases 4 $nodes
}

@test "msgsched: scope node, 7 ranks" {
    run_cases 7 node-rounds node-late node-counted node-machines
}
