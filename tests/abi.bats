# abi.bats: one build for all MPI libraries with the MPI ABI. MPI_ABI: their prefixes, in which
# bin has mpicc_abi and mpiexec; without it, that of the mpicc_abi in PATH.
# SPDX-License-Identifier: BSD-3-Clause
bats_require_minimum_version 1.5.0

setup_file() {
    local wrapper
    wrapper=$(command -v mpicc_abi) || wrapper=
    export MPI_ABI=${MPI_ABI-${wrapper%/bin/mpicc_abi}}
    [ -n "$MPI_ABI" ] || return 0
    mkdir "$BATS_FILE_TMPDIR/build"
    cd "$BATS_FILE_TMPDIR/build"
    "$top_srcdir/configure" CC="${MPI_ABI%% *}/bin/mpicc_abi" --enable-werror CFLAGS=-O1 >configured
    make -s -j"$(nproc)"
}

setup() {
    [ -n "$MPI_ABI" ] || skip "no mpicc_abi"
    build=$BATS_FILE_TMPDIR/build
    cd "$BATS_TEST_TMPDIR"
}

# each FUNCTION: calls it with the launcher of each library, which the program then loads.
each() {
    local prefix
    for prefix in $MPI_ABI; do
        LD_LIBRARY_PATH=$build/.libs:$prefix/lib MPIEXEC=$prefix/bin/mpiexec "$1"
    done
}

# Runs two ranks of the build for the ABI.
ranks() {
    local flavour=openmpi
    [[ $("$MPIEXEC" --version) != *HYDRA* ]] || flavour=mpich
    top_builddir=$build MPI_FLAVOUR=$flavour "$top_srcdir/tests/mpirun" 2 "$@"
}

@test "ABI: configure says what it leaves out" {
    grep -x "checking which MPI this is... abi" "$build/configured"
    grep "the preload libraries will not see calls of Fortran programs" "$build/configured"
}

verified() {
    ranks "$build/mpiperf" bcast:native,shmbcast-auto allreduce:native,shm put_fence -m 8,64Ki -c 3 \
        -R 3 --verify -o r.jsonl --overwrite
    jq -es '[.[] | select(.type == "case") | .reason == null] | length == 10 and all' r.jsonl
    jq -r 'select(.type == "run") | .mpi' r.jsonl | sed 's/[ ,v:].*//' >>libraries
}

@test "ABI: results are right, and the record names the library in use" {
    each verified
    run -0 sort -u libraries
    [ "${#lines[@]}" -eq "$(wc -w <<<"$MPI_ABI")" ]
}

profiled() {
    rm -f p.jsonl
    ranks env LD_PRELOAD="$build/.libs/libmpiperf-profile.so" MPIPERF_PROFILE=p.jsonl \
        "$build/mpiperf" bcast -m 8 -c 3 -R 3
    jq -es 'any(.type == "calls" and .op == "bcast" and .bytes == 8)' p.jsonl
    jq -r 'select(.type == "program").mpi' p.jsonl | sed 's/[ ,v:].*//' >>libraries
}

@test "ABI: the preload libraries see the calls of a program for the ABI" {
    each profiled
    run -0 sort -u libraries
    [ "${#lines[@]}" -eq "$(wc -w <<<"$MPI_ABI")" ]
}
