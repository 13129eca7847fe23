# delivery.bats: the first read of a page gets what its owner has.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    export MPIRUN_TIMEOUT=60
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
    lacked=
    program=$top_builddir/src/algos/refnuma/test/delivery_mpi
}

# delivers RANKS HOW: 77 is that this machine, or this MPI, cannot do it; only the
# MPI may be why where userfaultfd has to be there.
delivers() {
    run "$top_srcdir/tests/mpirun" "$1" "$program" "$2"
    echo "$*: $status: $output"
    [ "$status" -ne 0 ] || return 0
    [ "$status" -eq 77 ] || return 1
    lacked=$(echo "$output" | grep -m 1 '^no ')
    case $lacked in
    "no userfaultfd") [ -z "$REFNUMA_NEEDS_UFFD" ] ;;
    esac
}
lacking() {
    [ -z "$lacked" ] || skip "$lacked; the rest passed"
}

@test "delivery: from memory of owners on the node" {
    for n in 1 2 5; do
        delivers $n twin
        delivers $n uffd
    done
    lacking
}

@test "delivery: by MPI_Rget" {
    for n in 1 2 4; do
        delivers $n remote
    done
    lacking
}

@test "delivery: across nodes" {
    run "$top_srcdir/tests/cluster" --hosts 3 "$MPI_FLAVOUR" -- "$program" remote
    echo "$status: $output"
    [ "$status" -ne 77 ] || skip "${lines[${#lines[@]} - 1]}"
    [ "$status" -eq 0 ]
}
