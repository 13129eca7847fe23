# preload.bash: runs programs with $so preloaded, in a folder of the test.
# SPDX-License-Identifier: BSD-3-Clause

preload_setup() {
    [ -e "$so" ] || skip "no shared objects in this build"
    ! grep -qs __asan_init "$so" ||
        skip "LD_PRELOAD does not go with the address sanitizer"
    case $MPI_FLAVOUR in
    openmpi | mpich) ;;
    *) skip "not tried with this MPI" ;;
    esac
    cd "$BATS_TEST_TMPDIR" || return
}

# preload N PROGRAM [ARG...]: sets $status, and $output, which includes the report.
preload() {
    local n=$1
    shift
    run "$top_srcdir/tests/mpirun" "$n" sh -c \
        'LD_PRELOAD=$0${LD_PRELOAD:+:$LD_PRELOAD} exec "$@"' "$so" "$@"
    echo "$output"
}

# preload_one RANK N PROGRAM [ARG...]: like preload, but only rank RANK preloads $so; the
# others preload $so_others, if that is set.
preload_one() {
    local one=$1 n=$2
    shift 2
    run "$top_srcdir/tests/mpirun" "$n" sh -c \
        'so=$1
         [ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" = "$0" ] || so=$2
         shift 2
         preload=$so${LD_PRELOAD:+:$LD_PRELOAD}
         LD_PRELOAD=${preload#:} exec "$@"' "$one" "$so" "$so_others" "$@"
    echo "$output"
}

# aside N TEXT: a program of N ranks must have run without the library. One line must say
# why (TEXT), on which host, and what follows.
aside() {
    [ "$status" -eq 0 ]
    [ "$(grep -cE '^(shmbcast-preload|mpiperf-(tuned|profile)|msgsched-record): ' <<<"$output")" -eq "$1" ]
    [ "$(grep -cE "^[a-z-]+: $(uname -n): .*$2.*: (broadcasts|all calls|nothing)" <<<"$output")" -eq "$1" ]
}

# fortran_build INTERFACE SOURCE PROGRAM: builds the program with that Fortran interface.
fortran_build() {
    local fc=mpifort word
    for word in $CC; do
        [[ $word != *mpicc* ]] || fc=${word/mpicc/mpifort} # in the folder of the C wrapper
    done
    # there may be a wrapper without its compiler, or without MPI's module
    printf 'use mpi\nend\n' >none.f90
    "$fc" none.f90 -o none 2>/dev/null || skip "no Fortran compiler for this MPI"
    # mpif.h declares no interfaces: calls may differ in types (legacy)
    "$fc" -D"$1" -O2 -std=legacy "$2" -o "$3"
}
