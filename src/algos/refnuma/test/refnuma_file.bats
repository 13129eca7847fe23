# refnuma_file.bats: arrays to files and back.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

files() {
    run "$top_srcdir/tests/mpirun" "$1" \
        "$top_builddir/src/algos/refnuma/test/refnuma_file" "$BATS_TEST_TMPDIR"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "refnuma: files, 1 rank" {
    files 1
}

@test "refnuma: files, 2 ranks" {
    files 2
}

@test "refnuma: files, 4 ranks" {
    files 4
}
