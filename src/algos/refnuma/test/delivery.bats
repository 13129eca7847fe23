# delivery.bats: the first read of a page gets what its owner has.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    export MPIRUN_TIMEOUT=60
    program=$top_builddir/src/algos/refnuma/test/delivery_mpi
}

# delivers RANKS HOW
delivers() {
    run "$top_srcdir/tests/mpirun" "$1" "$program" "$2"
    echo "$*: $status: $output"
    [ "$status" -eq 0 ] || [ "$status" -eq 77 ]
}

@test "delivery: from memory of owners on the node" {
    for n in 1 2 5; do
        delivers $n twin
        delivers $n uffd
    done
}

@test "delivery: by MPI_Rget" {
    for n in 1 2 4; do
        delivers $n remote
    done
}

@test "delivery: across nodes" {
    run "$top_srcdir/tests/cluster" --hosts 3 "$MPI_FLAVOUR" -- "$program" remote
    echo "$status: $output"
    [ "$status" -ne 77 ] || skip "${lines[${#lines[@]} - 1]}"
    [ "$status" -eq 0 ]
}
