# refnuma-installed.bats: librefnuma and libmicroshmem as a program finds them that has
# only what is installed: headers, pkg-config files, manual pages, examples.
# SPDX-License-Identifier: BSD-3-Clause

setup_file() {
    . "$top_srcdir/tests/installed.bash"
    as_installed refnuma
}

setup() {
    . "$top_srcdir/tests/installed.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

@test "the headers stand by themselves, in C and C++" {
    for name in refnuma microshmem; do
        echo "#include <$name.h>" >alone.c
        echo 'int main(void) { return 0; }' >>alone.c
        cflags=$($PKG_CONFIG --cflags $name)
        [[ "$cflags" == *"-I$prefix/include"* ]]
        $CC $cflags -std=c99 -Wall -Wextra -Werror -pedantic -c alone.c
        $CC $cflags -DMICROSHMEM_NAMES -std=c11 -Wall -Wextra -Werror \
            -pedantic -c alone.c
        ! command -v g++ >/dev/null ||
            $CC $cflags -x c++ -std=c++11 -DOMPI_SKIP_MPICXX \
                -DMPICH_SKIP_MPICXX -Wall -Wextra -Werror -c alone.c
    done
}

@test "what the headers declare is exported, and nothing else" {
    for name in refnuma microshmem; do
        nm -D --defined-only "$prefix/lib/lib$name.so" | awk '{ print $3 }' |
            sort >exported
        # A type of a function has its name in brackets of its own or behind typedef.
        sed '/^typedef/d; /^#define/d; s:/\*.*\*/::; /\/\*/,/\*\//d' \
            "$prefix/include/$name.h" | grep -o "${name}_[a-z0-9_]*(" |
            tr -d '(' | sort -u >declared
        diff exported declared
    done
}

# What they all compute: examples.bats.
@test "the examples compile, and a solver has the bits of its twin" {
    examples_make
    ranks 2 examples/jacobi-mpi n=96 sweeps=9
    [ "$status" -eq 0 ]
    want=$(sed -n 's/^jacobi-mpi: \(result [0-9a-f]\{16\} \).*/\1/p' <<<"$output")
    [ -n "$want" ]
    for way in detect=twin transport=rma first_read=deliver; do
        ranks 3 examples/jacobi n=96 sweeps=9 $way
        [ "$status" -eq 0 ]
        grep -q "^jacobi: $want" <<<"$output"
    done
}

# page_example NAME: what NAME(3) has between .EX and .EE.
page_example() {
    sed -n '/^\.EX$/,/^\.EE$/p' "$(find "$prefix" -name "$1.3")" |
        sed '/^\.E[XE]$/d; s/\\e/\\/g; s/\\-/-/g'
}

@test "the manual pages' programs run" {
    page_example refnuma >refnuma.c
    { # whose example is what stands in main()
        printf '#include <microshmem.h>\n#include <stdio.h>\n'
        printf 'int main(void)\n{\n'
        page_example microshmem
        printf 'return 0;\n}\n'
    } >microshmem.c
    for name in refnuma microshmem; do
        $CC $($PKG_CONFIG --cflags $name) -std=c11 -Wall -Wextra -Werror \
            $name.c -o $name $($PKG_CONFIG --libs $name)
    done
    ranks 3 ./refnuma
    [ "$status" -eq 0 ]
    [ "$(grep -c '^rank ' <<<"$output")" -eq 3 ]
    ranks 3 ./microshmem
    [ "$status" -eq 0 ]
    [ "$(grep ': from ' <<<"$output" | sort | xargs)" = \
        "0: from 2 1: from 0 2: from 1" ]
}
