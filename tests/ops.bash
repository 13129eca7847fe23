# ops.bash: helpers for bats files that try many operations without timing them.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034,SC2154

# Two launches, because persistent requests must be started twice. Method free
# has no time slots, so no launch can be late.
few=(--verify -c 1 -R 2 -M free --max-time 5)

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    # nothing is timed, and other tests may need the cores
    export MPIRUN_YIELD=1 MPIRUN_TIMEOUT=400
}

# rows CONDITION: prints the rows of r.jsonl that meet a condition in jq.
rows() {
    jq -r "select(.type == \"case\" and ($1)) |
        \"\\(.op) \\(.algo) \\(.bytes) B: \\(.mismatches) wrong, \\(.reason)\"" r.jsonl
}

# Nothing was wrong; each row was measured, or is known not to work with this
# MPI library, or its array is too small for a second section.
lacks='(.reason // "" | test("^(not in this MPI: |this MPI gets it wrong: |an array of )"))'
verified() {
    rows ".mismatches > 0 or ($lacks | not) and .valid == 0" | tee bad
    [ ! -s bad ]
    [ "$status" -eq 0 ]
    [ -n "$(rows ".mismatches == 0 and ($lacks | not)")" ]
}

# ops CONDITION: prints the operations whose records meet a condition in jq.
setup_file() {
    cd "$BATS_FILE_TMPDIR"
    "$top_srcdir/tests/mpirun" 1 "$top_builddir/mpiperf" '*' -m 8 \
        --allow-one-rank -c 1 -R 1 --max-time 0.001 --allow-na -o ops.jsonl >/dev/null
}
ops() {
    jq -r "select(.type == \"case\" and ($1)) | .op" \
        "$BATS_FILE_TMPDIR/ops.jsonl"
}
