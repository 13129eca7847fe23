# oracle.bats: random programs in each configuration, compared with a model.
# SPDX-License-Identifier: BSD-3-Clause
# ORACLE_STEPS=1000 makes 1000 steps in each configuration; it takes minutes.
# With REFNUMA_NEEDS_UFFD=1 it fails if the kernel has no userfaultfd.

# oracle RANKS STEPS...
oracle() {
    export MPIRUN_TIMEOUT=${ORACLE_TIMEOUT:-300}
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
    while [ $# -gt 0 ]; do
        run "$top_srcdir/tests/mpirun" "$1" \
            "$top_builddir/src/algos/refnuma/test/refnuma_oracle" \
            "${ORACLE_STEPS:-$2}" "${ORACLE_SEED:-$1}"
        echo "$output"
        grep '^# skipped' <<<"$output" >&3 || true
        [ "$status" -eq 0 ]
        shift 2
    done
}

@test "refnuma: random programs, 1 to 4 ranks" {
    oracle 1 20 2 50 3 40 4 25
}

@test "refnuma: random programs, 7 and 8 ranks" {
    oracle 7 8 8 4
}
