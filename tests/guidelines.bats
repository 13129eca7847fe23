# guidelines.bats: mock-ups, and which calls are slower than these.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2154 # jq; the build

setup() {
    command -v jq >/dev/null || skip "jq is not installed"
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR" || return
}

few=(-c 1 -R 4 -e 0 --max-time 0.1 --verify)

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
    record 4 'a*:native,mock/*' '*sca*:native,mock/*' -m 8,4000 "${few[@]}" --counts linear \
        -b cold
    [ "$status" -eq 0 ]
    cases '.mismatches == 0 and .reason == null'
}

@test "a mock-up that does not fit the call says why" {
    reasons() {
        record 2 "$@" -R 2 -c 1 --max-time 0.1
        cases '.algo == "native" or .reason == $ENV.why'
    }
    export why="this mock-up copies elements: it needs a data type without gaps"
    reasons gather:native,mock/reduce scatter:native,mock/bcast -m 64 -d vector
    why="a mock-up has no form with MPI_IN_PLACE"
    reasons 'all*:native,mock/*' -m 64 --in-place
    why="this mock-up needs a reduction that commutes"
    reasons 'scan:native,mock/*' -m 64 -d int32 --op user-affine
    why="this mock-up needs 134217728 bytes of memory on each rank, more than 100000000"
    reasons 'allgather:native,mock/allreduce' -m 64Mi
}

@test "a library that is slow in one operation is found, and only that operation" {
    object=$top_builddir/tests/.libs/slowcoll.so
    nm "$object" | grep -q __asan && skip "the address sanitizer wants to be loaded first"
    # eight runs of mpiexec; the preloaded library waits 200 us from 1 KiB to 4 KiB
    measured() {
        local file=$1
        shift
        run "$top_builddir/mpiperf-repeat" -r 8 -o "$file" -- "$top_srcdir/tests/mpirun" 2 \
            env "$@" "$top_builddir/mpiperf" 'bcast:native,mock/*' 'allgather:native,mock/*' \
            -M barrier -m 256,1Ki,4Ki,16Ki -c 40 -R 40 -e 0 --allow-na
        [ "$status" -eq 0 ] || { echo "$output" && return 1; }
    }
    # guidelines STATUS FILE...: violations by a factor above 3
    guidelines() {
        run "$top_builddir/mpiperf-compare" --guidelines --fail-above=200% "${@:2}"
        echo "$output"
        [[ $status == $1 ]]
    }
    measured slow.jsonl LD_PRELOAD="$object"
    measured plain.jsonl SLOWCOLL=
    guidelines 1 slow.jsonl --junit=j.xml
    [[ ${lines[0]} =~ ^FAIL:\ violations\ in\ [0-9]+\ of\ [0-9]+\ comparisons:\ bcast(;.*)?$ ]]
    for mock in allgatherv scatter.allgather; do
        grep -Eq "^bcast: $mock is up to .* times as fast as MPI_Bcast, 1 KiB to 4 KiB, 2 ranks$" \
            <<<"$output"
    done
    grep -Eq '^bcast: MPI_Bcast of 4 KiB takes .* times as long as 1 call of 16 KiB, 2 ranks$' \
        <<<"$output"
    ! grep -v '^bcast: ' <<<"${output#*$'\n'}"
    grep -q 'name="bcast 1 KiB against allgatherv"><failure message=' j.xml
    guidelines '[04]' plain.jsonl
    [ "${#lines[@]}" -eq 1 ]
    # what one of two files says does not count
    guidelines '[04]' slow.jsonl plain.jsonl
    guidelines 1 slow.jsonl --merge
}
