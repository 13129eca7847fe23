# transport.bats: messages between ranks, more ranks than cores too.
# SPDX-License-Identifier: BSD-3-Clause

program=$top_builddir/src/algos/refnuma/test/transport_mpi

setup() {
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

run_cases() {
    local n=$1
    shift
    run "$top_srcdir/tests/mpirun" "$n" "$program" "$@"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "transport: 1 to 3 ranks" {
    for n in 1 2 3; do
        run_cases "$n" random long several memory ring self
    done
}

@test "transport: 4 and 7 ranks" {
    run_cases 4 random ring
    run_cases 7 random ring
}
