# accept.bats: bounds on what an accepted machine takes, and whether it is as it was.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154,SC2030,SC2031 # the build; run

. "$top_srcdir/tests/records.bash"

# sweep.jsonl, of one run of the sweep, and b.json, of ten that are like it.
setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" --accept=none -o sweep.jsonl
}

setup() {
    records_setup
    golden=$BATS_FILE_TMPDIR/sweep.jsonl
    jq -es 'map(select(.type == "case")) | length == 9 and all(.estimate != null)' "$golden" ||
        skip "cases without figures"
}

bounds_make() {
    stand_in fake
    exits 0 repeat --accept-write=b.json -- ./fake
}

# judge N FILE: $status and $output of that many ranks, judged by FILE.
judge() {
    run "$top_srcdir/tests/mpirun" "$1" "$top_builddir/mpiperf" --accept="$2"
    echo "$output"
}

# says STATUS LINE: it ended so, and one line says so.
says() {
    [ "$status" -eq "$1" ]
    [ "$(grep -c '^PASS: \|^FAIL: \|^ERROR: ' <<<"$output")" -eq 1 ]
    grep -qx -- "$2" <<<"$output"
}

# changed JQ: c.json, b.json with its bounds changed.
changed() {
    jq -c "if .type == \"bound\" then $1 else . end" b.json >c.json
}

@test "ten runs make a file with one bound a line, and what it was made on" {
    bounds_make
    [ "$(wc -l <b.json)" -eq 10 ]
    jq -es '.[0] as $head | ($head | .type == "accepted" and .format == 1 and .ranks == 2 and
        .nodes == 1 and .runs == 10 and (.mpi, .processor, .mpiperf, .time | type == "string")) and
        (.[1:] | all(.type == "bound" and .worst <= .bound and
            (.bound / .typical - 1.1 | fabs) < 0.001)) and
        (.[1:] | map(.case) | sort == ["allreduce 64 KiB", "allreduce 8 B",
            "alltoall 64 KiB", "alltoall 8 B", "barrier 0 B", "bcast 64 KiB", "bcast 8 B",
            "pingpong 64 KiB", "pingpong 8 B"])' b.json
    # what is there stays, unless it is to be replaced
    cp b.json before.json
    exits 2 repeat --accept-write=b.json -- ./fake
    cmp b.json before.json
    exits 0 repeat --accept-write=b.json --overwrite -r 11 -- ./fake
    jq -es '.[0].runs == 11' b.json
}

@test "no bounds of fewer runs, of none, of cases without figures" {
    stand_in fake
    exits 1 repeat --accept-write=b.json -r 9 -- ./fake
    [[ $output == *"no bounds: 9 runs have figures of "*": bounds need 10"* ]]
    exits 2 repeat --accept-write=b.json -- ./fake -- ./fake
    printf '#!/bin/sh\nexit 1\n' >broken
    chmod +x broken
    exits 1 repeat --accept-write=b.json -- ./broken
    [ ! -e b.json ]
    grep -q 'run 1 of command line 1 failed: exit status 1: once more' <<<"$output"
    stand_in fake '{ gsub(/"estimate":[0-9.e-]+/, "\"estimate\":null") }'
    exits 1 repeat --accept-write=b.json -- ./fake
    [[ $output == *"no bounds: 0 runs have figures of "* ]]
    [ ! -e b.json ]
}

# src/verdict/test/test_bounds.c tests the other errors of files and jobs.
@test "made on another machine, or no such file: it cannot be judged, one line, exit 5" {
    bounds_make
    judge 3 b.json
    says 5 'ERROR: the bounds are for ranks 2, and this job has 3'
    judge 2 nowhere.json
    says 5 'ERROR: nowhere.json: No such file or directory'
}

@test "the machine is judged: PASS, exit 0; FAIL, exit 1, with the bound or what is UNFIT" {
    bounds_make
    changed '.bound = 1e-12'
    judge 2 c.json
    says 1 'FAIL: \(--check: UNFIT: .*\|[a-z]* .*B took .*, and its bound is .*\)'
    ! grep -q UNFIT <<<"$output" || skip "the machine is not fit to measure on"
    changed '.bound = 1e3'
    judge 2 c.json
    ! grep -q UNFIT <<<"$output" || skip "the machine is not fit to measure on"
    says 0 'PASS: 9 times are within their bounds'
}
