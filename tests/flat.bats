# flat.bats: what is measured, broadcast or made coherent for FLAT_SECONDS (default 20) takes
# no more memory, descriptors, threads, mappings and segments at the end than before. An hour:
# FLAT_SECONDS=3600, by this file alone. FLAT_TABLES: a folder for the tables.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154 # variables of the build

setup() {
    [ "$MPI_FLAVOUR" = openmpi ] || [ "$MPI_FLAVOUR" = mpich ] || skip "not tried with this MPI"
    cd "$BATS_TEST_TMPDIR"
    export TEST_SECONDS=${FLAT_SECONDS:-20} MPIRUN_YIELD=1
    export MPIRUN_TIMEOUT=$((TEST_SECONDS * 2 + 300))
    cases=$top_builddir/src/algos
}

# flat NAME N PROGRAM...: its table is shown, and kept. A quarter of the time is warm-up only
# if the work is done many times: on a crowded machine it may not be.
flat() {
    local times
    run "$top_srcdir/tests/flat/flat" "$TEST_SECONDS" samples.tsv "${@:2}"
    echo "$output" | tee "${FLAT_TABLES:-.}/$1-$MPI_FLAVOUR.txt"
    [ "$status" -ne 77 ] || skip "unshare -m is not permitted"
    [ "$status" -ne 2 ]
    times=$(sed -n 's/.* 0 failure(s), \([0-9]*\) time(s)/\1/p' <<<"$output")
    [ ! -e r.jsonl ] || times=$(jq -s 'map(select(.type == "pass").pass) | max' r.jsonl)
    [ "$times" -ge 20 ] || skip "too slow: the work was done $times times"
    [ "$status" -eq 0 ]
}

@test "flat: measuring, many passes, with records" {
    flat measuring 2 "$top_builddir/mpiperf" bcast:native,shmbcast,shmbcast-auto \
        exchange:merge dsm-barrier:refnuma put_fence -m 64Ki --passes=1000000 \
        --max-time=10000 --budget="$TEST_SECONDS" --max-rse=0 -R 1000000000 \
        --allow-na --stuck-after=0 --progress=never -o r.jsonl -o r.csv
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

# judged MAPS FDS MEMORY: what was held at second s, as expressions.
judged() {
    run awk -v slack=1280 -f "$top_srcdir/tests/flat/judge.awk" <(awk 'BEGIN {
        print "second rank anon-KiB fds maps records"
        for (s = 0; s <= 100; s++)
            print s, 0, 5000 + s % 7 * 1000 + ('"$3"'), '"$2"', '"$1"', 0 }')
    echo "$output"
}

@test "flat: what grows is told from what comes and goes" {
    judged '40 + s % 10' 20 0
    [ "$status" -eq 0 ]
    judged '40 + s % 10' '20 + int(s / 50)' 0
    [ "$status" -eq 1 ]
    [ "$(grep -c GREW <<<"$output")" -eq 1 ]
    grep -q '^0 fds 20 21 GREW' <<<"$output"
    judged 40 20 '30 * s' # KiB: 1,500 in half of the time
    [ "$status" -eq 1 ]
    grep -q '^0 anon-KiB .* GREW' <<<"$output"
    judged 40 20 '20 * s'
    [ "$status" -eq 0 ]
}
