# states.bats: a machine that changes (tests/states): passes say what it was like.
# Nothing of the machine itself is asserted: the double hides it behind readings that
# are longer. Tables of several runs: src/print/test.
# SPDX-License-Identifier: BSD-3-Clause

bats_require_minimum_version 1.5.0

. "$top_srcdir/tests/states/states.bash"

setup() {
    states_setup
}

@test "a pass has what the gauges showed, and the times of that state" {
    measured "${waits[@]}" null -e 0 -R 1000000 --passes 20 --max-time 1
    of r.jsonl '.[0].watch | .oneway.low == "near" and .oneway.high == "far" and
        .oneway.factor == 1.5 and .spin.low == "fast"'
    # Readings are no shorter than what the double shows.
    of r.jsonl "map(select(.type == \"case\").passes[].gauge.oneway[] | values) |
        all(. > 0.249e-6 * $near) and any(. < 0.249e-6 * $far) and
        any(. > 0.249e-6 * $far)"
    # A wait takes what was asked for on average: a single pass may be shorter, half
    # of them are not.
    of r.jsonl 'map(select(.type == "case" and .op == "waits")) | length == 2 and
        all({a: 10.5, b: 23}[.algo] as $t | .passes | map(.estimate | values) |
            sort | length > 0 and .[length / 2 | floor] > 0.95e-6 * $t)'
}

@test "with --no-watch nothing is watched" {
    changing "${waits[@]}" --no-watch --max-time 0.1 -o r.jsonl
    [ "$status" -eq 0 ]
    of r.jsonl '.[0].watch == null and (map(select(.type == "case")) |
        length == 2 and all(.valid > 0 and (.passes | all(.gauge == null))))'
}

@test "--check says whether there were two states, and how much of the time" {
    checked() {
        for _ in 1 2 3; do # too few readings where other programs have the cores
            changing --check -t tsc
            ! grep -q "^$1" <<<"$output" || return 0
        done
        return 1
    }
    checked 'warning  *gauge oneway  *a cache line to the next rank takes 60[0-9] ns '
    grep -Eq ' takes 60[0-9] ns \(near\) for [0-9]+ % of the time, 1\.5[0-9]* us \(far\) for [0-9]+ %: ' \
        <<<"$output"
    STATES_COUNT=1 checked 'ok  *gauge oneway  *a cache line to the next rank takes 60[0-9] ns, steady over '
    grep -q '^ok  *gauge spin  *a fixed computation takes 2\.4[0-9]* us, steady over ' <<<"$output"
}
