# flat.bats: what is measured, broadcast or made coherent for FLAT_SECONDS (default 20) takes
# no more memory, descriptors, threads, mappings and segments at the end than before. An hour:
# FLAT_SECONDS=3600, by this file alone. FLAT_TABLES: a folder for the tables.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154 # variables of the build

bats_require_minimum_version 1.5.0

setup() {
    [ "$MPI_FLAVOUR" = openmpi ] || [ "$MPI_FLAVOUR" = mpich ] || skip "not tried with this MPI"
    cd "$BATS_TEST_TMPDIR"
    export TEST_SECONDS=${FLAT_SECONDS:-20} MPIRUN_YIELD=1
    export MPIRUN_TIMEOUT=$((TEST_SECONDS * 2 + 300))
    cases=$top_builddir/src/algos
}

# flat NAME N PROGRAM...: its table is shown, and kept.
flat() {
    run "$top_srcdir/tests/flat/flat" "$TEST_SECONDS" samples.tsv "${@:2}"
    echo "$output" | tee "${FLAT_TABLES:-.}/$1-$MPI_FLAVOUR.txt"
    [ "$status" -ne 77 ] || skip "unshare -m is not permitted"
    [ "$status" -eq 0 ]
}

@test "flat: measuring, many passes, with records" {
    flat measuring 2 "$top_builddir/mpiperf" bcast:native,shmbcast,shmbcast-auto \
        exchange:merge dsm-barrier:refnuma put_fence -m 64Ki --passes=1000000 \
        --max-time=10000 --budget="$TEST_SECONDS" --max-rse=0 -R 1000000000 --allow-na --stuck-after=0 --progress=never -o r.jsonl -o r.csv
}

# Communicators are made and freed all the time, and roots and sizes change.
@test "flat: broadcasts under the preload library" {
    so=$top_builddir/.libs/libshmbcast-preload.so
    [ -e "$so" ] || skip "no shared objects in this build"
    # shellcheck disable=SC2016 # of that shell
    flat broadcasts 3 sh -c 'LD_PRELOAD=$0${LD_PRELOAD:+:$LD_PRELOAD} exec "$@"' "$so" \
        "$cases/shmbcast/preload/test/preload_test" subcomms many pending sizes types
}

@test "flat: barriers of shared arrays" {
    flat barriers 2 "$cases/refnuma/test/refnuma_mpi" oracle
}

@test "flat: puts and exchanges" {
    flat puts 2 "$cases/microshmem/test/microshmem_mpi" \
        random exchange broadcast worlds watched ring
}

@test "flat: communicators that are never freed are told" {
    so=$top_builddir/.libs/libshmbcast-preload.so
    [ -e "$so" ] || skip "no shared objects in this build"
    TEST_SECONDS=3
    # shellcheck disable=SC2016 # of that shell
    run "$top_srcdir/tests/flat/flat" 3 samples.tsv 2 sh -c \
        'LD_PRELOAD=$0${LD_PRELOAD:+:$LD_PRELOAD} exec "$@"' "$so" \
        "$cases/shmbcast/preload/test/preload_test" leak
    echo "$output"
    [ "$status" -ne 77 ] || skip "unshare -m is not permitted"
    [ "$status" -eq 1 ]
    grep -E '^0 +segments .* GREW' <<<"$output"
    grep -E '^0 +shm-KiB .* GREW' <<<"$output"
}
