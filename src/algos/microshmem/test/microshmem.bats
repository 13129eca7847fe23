# microshmem.bats: puts in MPI programs, also with more ranks than cores.
# SPDX-License-Identifier: BSD-3-Clause

everything="random single big watched exchange bits broadcast worlds init
    ring quiet"
program=$top_builddir/src/algos/microshmem/test/microshmem_mpi

setup() {
    export MPIRUN_YIELD=1 # nothing is timed, so other programs may use the cores
}

run_cases() {
    n=$1
    shift
    run "$top_srcdir/tests/mpirun" "$n" "$program" "$@"
    echo "$output"
    [ "$status" -eq 0 ]
}

# dies N CASE TEXT: CASE on N ranks must end the program with a message that contains TEXT.
dies() {
    run "$top_srcdir/tests/mpirun" "$1" "$program" "$2"
    echo "$output"
    # MPICH 4.2.1 may return 0 although a rank failed (pmodels/mpich#7057)
    [ "$status" -ne 0 ] || [ "$MPI_FLAVOUR" = mpich ]
    [[ "$output" == *"microshmem: "$3* ]]
    [[ "$output" != *"case(s)"* ]]
}

@test "microshmem: 1 rank" {
    run_cases 1 $everything
}

@test "microshmem: 2 ranks" {
    run_cases 2 $everything
}

@test "microshmem: 3 ranks" {
    run_cases 3 $everything
}

@test "microshmem: 4 ranks" {
    run_cases 4 random exchange worlds ring quiet
}

@test "microshmem: 7 ranks" {
    run_cases 7 random single watched worlds ring quiet
}

@test "microshmem: messages in many parts" {
    program=${program%mpi}parts
    for n in 1 2 3; do
        run_cases $n random single watched exchange
    done
}

@test "microshmem: what is wrong ends the program with the reason" {
    dies 1 stray "PE 0: an address is not in symmetric memory"
    dies 1 beyond "PE 0: put: beyond the end of symmetric memory"
    dies 1 no-pe "PE 0: put: no such PE"
    dies 2 stranger "PE [01]: exchange: a put to a PE that is not a neighbour yet"
    dies 1 worldless "no current world: call microshmem_init"
    dies 1 huge "PE 0: malloc: more than 2^40 bytes"
    for wrong in unequal unfreed; do
        dies 2 $wrong "PE [01]: malloc and free: PEs made different calls or passed different sizes"
    done
}
