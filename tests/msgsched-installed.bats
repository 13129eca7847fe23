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
    echo '#include <msgsched.h>' >alone.c
    echo 'int main(void) { return msgsched_options_check(0, 0) == 1; }' >>alone.c
    cflags=$($PKG_CONFIG --cflags msgsched)
    [[ "$cflags" == *"-I$prefix/include"* ]]
    $CC $cflags -std=c11 -Wall -Wextra -Werror -pedantic -c alone.c
    echo 'int main() { return MSGSCHED_BOTH == 0; }' |
        cat <(head -n 1 alone.c) - >alone.cc
    ! command -v g++ >/dev/null ||
        $CC $cflags -x c++ -std=c++11 -DOMPI_SKIP_MPICXX \
            -DMPICH_SKIP_MPICXX -Wall -Wextra -Werror -c alone.cc
}

@test "what the header declares is exported, and nothing else" {
    nm -D --defined-only "$prefix/lib/libmsgsched.so" | awk '{ print $3 }' |
        sort >exported
    grep -o 'msgsched_[a-z_]*(' "$prefix/include/msgsched.h" | tr -d '(' |
        sort -u >declared
    diff exported declared
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
    sed -n '/^\.EX$/,/^\.EE$/p' "$(find "$prefix" -name msgsched.3)" |
        sed '/^\.E[XE]$/d; s/\\e/\\/g; s/\\-/-/g' >example.c
    $CC $($PKG_CONFIG --cflags msgsched) -std=c11 -Wall -Wextra -Werror \
        example.c -o example $($PKG_CONFIG --libs msgsched)
    ranks 3 ./example
    [ "$status" -eq 0 ]
    [ "$(grep '^rank ' <<<"$output" | sort | xargs)" = \
        "rank 0 has 1001 rank 1 has 999 rank 2 has 1000" ]
}
