# alone.bats: the library builds without other files of this project.
# SPDX-License-Identifier: BSD-3-Clause

strict="-std=c99 -pedantic -O2 -Wall -Wextra -Wshadow -Wstrict-prototypes
    -Wmissing-prototypes -Werror"

setup() {
    cp "$top_srcdir"/src/algos/microshmem/*.[ch] \
        "$top_srcdir/src/algos/microshmem/test/alone.c" "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, so other programs may use the cores
}

@test "microshmem compiles by itself as C99, with a program in OpenSHMEM's names" {
    $CC $strict -I. alone.c exchange.c microshmem.c world.c -o alone
    run "$top_srcdir/tests/mpirun" 3 ./alone
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$output" = "2 60" ]
}

@test "microshmem calls nothing but MPI-1" {
    $CC $strict -c exchange.c microshmem.c world.c
    nm -u exchange.o microshmem.o world.o | grep -o 'MPI_[A-Z].*' | sort -u >called
    [ -s called ]
    printf 'MPI_%s\n' Abort Allreduce Bcast Comm_dup Comm_free Comm_rank \
        Comm_size Error_string Finalize Get_count Init Initialized Isend \
        Probe Recv Reduce_scatter Wait | sort >known
    run comm -23 called known
    echo "$output"
    [ -z "$output" ]
}

@test "microshmem.h works in C++" {
    command -v g++ >/dev/null || skip "g++ is missing"
    printf '#define MICROSHMEM_NAMES\n#include "microshmem.h"\n
        int main() { shmem_init(); shmem_finalize(); }\n' >a.cc
    $CC -x c++ -std=c++11 -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -Wall -Wextra \
        -Werror -c a.cc
}
