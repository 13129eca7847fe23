# ops.bash: for bats files that try many operations, without any time in it.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034,SC2154

# Two launches, so that persistent requests are started twice. Method free has no slots,
# so no launch is late.
few=(--verify -c 1 -R 2 -M free --max-time 5)

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    # nothing is timed, and others may want the cores
    export MPIRUN_YIELD=1 MPIRUN_TIMEOUT=400
}

# The rows of r.jsonl for which a condition of jq holds, one a line.
rows() {
    jq -r "select(.type == \"case\" and ($1)) |
        \"\\(.op) \\(.algo) \\(.bytes) B: \\(.mismatches) wrong, \\(.reason)\"" r.jsonl
}

# Nothing was wrong, and every row was run, or is known not to work with this
# MPI library, or is of an array too small for a second section.
lacks='(.reason // "" | test("^(not in this MPI: |this MPI gets it wrong: |an array of )"))'
verified() {
    rows ".mismatches > 0 or ($lacks | not) and .valid == 0" | tee bad
    [ ! -s bad ]
    [ "$status" -eq 0 ]
    [ -n "$(rows ".mismatches == 0 and ($lacks | not)")" ]
}

# Operations for which a condition holds on their records.
setup_file() {
    cd "$BATS_FILE_TMPDIR"
    "$top_srcdir/tests/mpirun" 1 "$top_builddir/mpiperf" '*' -m 8 \
        --allow-one-rank -c 1 -R 1 --max-time 0.001 --allow-na -o ops.jsonl >/dev/null
}
ops() {
    jq -r "select(.type == \"case\" and ($1)) | .op" \
        "$BATS_FILE_TMPDIR/ops.jsonl"
}
