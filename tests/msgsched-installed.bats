# msgsched-installed.bats: libmsgsched as a program finds it that has only what is
# installed: header, pkg-config file, manual page, examples.
# SPDX-License-Identifier: BSD-3-Clause

setup_file() {
    . "$top_srcdir/tests/installed.bash"
    as_installed msgsched
}

setup() {
    . "$top_srcdir/tests/installed.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

@test "the header stands by itself, in C and C++" {
    header_alone msgsched c11
}

@test "what the header declares is exported, and nothing else" {
    exports_what_it_declares msgsched
}

@test "examples/halo.c: the same results as plain MPI, whatever the ranks" {
    examples_make halo
    halo 1 n=30 fields=5 steps=7
    alone=$checksum
    for n in 2 3 4; do
        halo $n n=30 fields=5 steps=7
        [ "$checksum" = "$alone" ]
    done
    halo 4 n=30 fields=5 steps=8
    [ "$checksum" != "$alone" ]
}

@test "the manual page's program runs" {
    page_example msgsched >msgsched.c
    compile msgsched
    ranks 3 ./msgsched
    [ "$status" -eq 0 ]
    [ "$(grep '^rank ' <<<"$output" | sort | xargs)" = \
        "rank 0 has 1001 rank 1 has 999 rank 2 has 1000" ]
}
