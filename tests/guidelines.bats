# guidelines.bats: mock-ups, and which calls are slower than these.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2053,SC2154 # jq; patterns; the build

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR" || return
    export MPIRUN_YIELD=1 # nothing is timed but by a clock of the test
}

few=(-c 1 -R 4 -e 0 -M free --max-time 0.1 --verify)

@test "mock-ups of all collectives give what these give, bit by bit" {
    # 104 bytes are no multiple of what 3 ranks share, 0 no bytes at all
    record 3 '*:native,mock/*' -m 0,8,104,4Ki "${few[@]}" --root rotate
    [ "$status" -eq 0 ]
    cases '(.mismatches // 0) == 0 and .reason == null' # nothing tells of a barrier
    jq -es 'map(select(.type == "case" and .algo != "native")) |
        (map(.op + ":" + .algo) | unique | length == 26) and
        (map(.op) | unique == ["allgather", "allreduce", "alltoall", "barrier", "bcast",
            "gather", "reduce", "reduce_scatter", "reduce_scatter_block", "scan", "scatter"])' r.jsonl
    # memory: two arrays of ints; 104 bytes are 13 doubles, padded to 15, and a part of 5
    memory() {
        jq -es --arg op "$1" --arg algo "mock/$2" --argjson bytes "$3" \
            'map(select(.type == "case" and .op == $op and .algo == $algo and
                .bytes == 104)) | length == 1 and all(.figures.extra_memory == $bytes)' r.jsonl
    }
    memory bcast allgatherv 24
    memory bcast scatter+allgather 105
    memory allgather alltoall 312
    memory reduce reduce_scatter_block+gather 160
    memory allreduce reduce_scatter+allgatherv 64
    record 4 'a*:native,mock/*' '*sca*:native,mock/*' -m 8,4000 "${few[@]}" --counts linear
    [ "$status" -eq 0 ]
    cases '.mismatches == 0 and .reason == null'
    # memory of its own is in slots, as buffers are
    record 4 'allreduce:native,mock/*' -m 4000 "${few[@]}" -b cold
    [ "$status" -eq 0 ]
    cases '.mismatches == 0 and .reason == null'
}

@test "a mock-up that does not fit the call says why" {
    reasons() {
        record 2 "$@" -R 2 -c 1 --max-time 0.1
        cases '.algo == "native" or .reason == $ENV.why'
    }
    export why="a mock-up with its own memory needs a data type without gaps"
    reasons gather:native,mock/reduce scatter:native,mock/bcast -m 64 -d vector
    why="mock-ups do not support MPI_IN_PLACE"
    reasons 'all*:native,mock/*' -m 64 --in-place
    why="this mock-up needs a commutative reduction"
    reasons 'scan:native,mock/*' -m 64 -d int32 --op user-affine
    why="this mock-up needs 134217728 bytes of memory on each rank, more than 100000000"
    reasons 'allgather:native,mock/allreduce' -m 64Mi
}

@test "a library that is slow in one operation is found, and only that operation" {
    object=$top_builddir/tests/.libs/slowcoll.so
    nm "$object" | grep -q __asan && skip "the address sanitizer wants to be loaded first"
    # by the library's clock: 10 us a collective, and 1 ms a slow one
    measured() {
        local file=$1
        shift
        run "$top_builddir/mpiperf-repeat" -r 6 -o "$file" -- "$top_srcdir/tests/mpirun" 2 \
            env LD_PRELOAD="$object" "$@" "$top_builddir/mpiperf" 'bcast:native,mock/*' \
            allgather:native,mock/gather+bcast -M barrier -t wtime -m 256,1Ki,4Ki,16Ki \
            -c 6 -R 6 -e 0 --allow-na
        [ "$status" -eq 0 ] || { echo "$output" && return 1; }
        # a clock of the test tells nothing of how far apart the cores were
        jq -c 'del(.passes[]?.gauge)' "$file" >without && mv without "$file"
    }
    # guidelines STATUS LINE FILE...: its first line is like that
    guidelines() {
        run "$top_builddir/mpiperf-compare" --guidelines "${@:3}"
        echo "$output"
        [ "$status" -eq "$1" ]
        [[ ${lines[0]} == $2 ]]
    }
    measured slow.jsonl SLOWCOLL=1
    measured plain.jsonl
    guidelines 1 "FAIL: violations in 6 of 24 comparisons: bcast" slow.jsonl --junit=j.xml
    [ "$(sed -E '1d; s/ \([^)]*\)//' <<<"$output")" = "\
bcast: MPI_Bcast of 1 KiB takes 25.0 times as long as 4 calls of 256 B, 2 ranks
bcast: allgatherv is up to 100 times as fast as MPI_Bcast, 1 KiB to 4 KiB, 2 ranks
bcast: scatter+allgather is up to 50.0 times as fast as MPI_Bcast, 1 KiB to 4 KiB, 2 ranks
bcast: MPI_Bcast of 4 KiB takes 100 times as long as 1 call of 16 KiB, 2 ranks" ]
    grep -q 'name="bcast 1 KiB against allgatherv"><failure message="100.* times slower' j.xml
    guidelines 0 "PASS: violations in 0 of 24 comparisons" plain.jsonl
    # what one of two files says does not count, nor what is within the limit
    guidelines 4 "CANNOT TELL: violations in 0 of 24 comparisons; 6 undecided" slow.jsonl \
        plain.jsonl
    guidelines 1 "FAIL: violations in 3 of 24 comparisons: bcast" slow.jsonl --fail-above=6000%
    guidelines 5 "ERROR: *" none.jsonl
}
