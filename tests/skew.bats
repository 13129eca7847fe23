# skew.bats: whole runs on clocks whose offsets and drifts are known.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    cd "$BATS_TEST_TMPDIR"
    skew=$top_builddir/tests/.libs/skew.so
    [ -e "$skew" ] || skip "no shared objects in this build"
    ! nm "$skew" | grep -q __asan ||
        skip "LD_PRELOAD does not go with the address sanitizer"
}

# skewed N "SECONDS:PPM ..." ARGUMENT...: one item a rank; records in r.jsonl.
skewed() {
    run "$top_srcdir/tests/mpirun" "$1" env LD_PRELOAD="$skew" SKEW="$2" \
        "$top_builddir/mpiperf" -t monotonic --allow-na -o r.jsonl "${@:3}"
    echo "$output"
    [ "$status" -eq 0 ]
}

# truth "SECONDS:PPM ...": offsets and slopes in the run record are those of
# rank 0's clock against each rank's, within the bounds beside them.
truth() {
    jq -ces --arg skew "$1" '
        ($skew | split(" ") | map(split(":") | map(tonumber) |
            {offset: .[0], rate: (1 + .[1] * 1e-6)})) as $law |
        .[0].clocksync as $c |
        [range($law | length) | . as $i | {
            slope: $c.slope[$i],
            true_slope: ($law[0].rate / $law[$i].rate - 1),
            slope_bound: $c.slope_bound[$i],
            offset: $c.offset[$i],
            true_offset: (($c.epoch[$i] - $law[$i].offset) / $law[$i].rate *
                $law[0].rate + $law[0].offset - $c.epoch[$i]),
            uncertainty: $c.uncertainty[$i]}] | ., all(
            (.slope - .true_slope | fabs) <= .slope_bound + 1e-15 and
            (.offset - .true_offset | fabs) <= .uncertainty + 1e-9 and
            .slope_bound < 200e-6 and .uncertainty < 1e-3)' r.jsonl
}

@test "hca3: seconds of valid launches on a clock that drifts" {
    skewed 2 "0:0 1000:20" barrier -s hca3 -e 0 -E 20000 -R 1000000 --max-time 8
    truth "0:0 1000:20"
    jq -es '.[0].clocksync.name == "hca3" and (.[0].clocksync.slope[1] < -19e-6)
        and (.[0].clocksync.slope[1] > -25e-6)' r.jsonl
    jq -es 'map(select(.type == "case")) | length == 1 and
        all(.valid >= 100)' r.jsonl
}

@test "auto finds out that clocks drift, and models it" {
    skewed 3 "5:-10 -50:-30 1000:40" null -s auto -P clocksync.span=0.2 --preset quick
    truth "5:-10 -50:-30 1000:40"
    jq -es '.[0].clocksync.name == "hca3"' r.jsonl
}
