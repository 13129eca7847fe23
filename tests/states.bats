# states.bats: a machine that changes (tests/states): a run tells its states apart.
# Nothing of the machine itself is asserted: the double hides it behind readings that
# are longer. Tables of several runs, and --check: states-table.bats.
# SPDX-License-Identifier: BSD-3-Clause

bats_require_minimum_version 1.5.0

. "$top_srcdir/tests/states/states.bash"

setup() {
    states_setup
}

@test "a row has its stretches: levels of the state, times of the state" {
    measured "${waits[@]}" null -e 0 -R 1000000 --max-time 1 -o r.csv
    of r.jsonl '.[0].watch | .oneway.low == "near" and .oneway.high == "far" and
        .oneway.factor == 1.5 and .spin.low == "fast"'
    of r.jsonl 'map(select(.type == "case")) | length == 3 and all(
        .mixed_rounds >= 0 and (.stays | map(length) | unique | length) == 1 and
        (.stays.at | . == sort) and
        (.op == "null" or (.stays.at | length) > 1))'
    # Readings are no shorter than what the double shows.
    of r.jsonl "map(select(.type == \"case\").stays.oneway[]) |
        all(. > 0.249e-6 * $near) and any(. < 0.249e-6 * $far) and
        any(. > 0.249e-6 * $far)"
    # Rivals have the same stretches.
    of r.jsonl 'map(select(.type == "case" and .op == "waits").stays |
        del(.estimate)) | length == 2 and .[0] == .[1]'
    # A wait takes what was asked for on average: a single stretch may be shorter,
    # half of them are not.
    of r.jsonl 'map(select(.type == "case" and .op == "waits")) | all({a: 10.5, b: 23}[.algo] as $t |
        .stays.estimate | map(values) | sort | length > 0 and
            .[length / 2 | floor] > 0.95e-6 * $t)'
    of r.jsonl '.[-1].states | map(.name) == ["near-fast", "far-slow"] and
        (map(.share) | add > 0.5 and add < 1.000001) and all(.stays >= 1)'
    head -n 1 r.csv | grep -q mixed_rounds
}

@test "a machine that shows one state has one" {
    STATES_GAUGE=6/6 measured "${waits[@]}" --max-time 0.5
    of r.jsonl '.[-1].states == null or (.[-1].states | length) == 1'
    of r.jsonl 'map(select(.type == "case").stays.oneway[]) | length > 0 and
        all(. > 1.49e-6)'
}

@test "with --no-watch nothing is watched, and there is one state" {
    changing "${waits[@]}" --no-watch --max-time 0.1 -o r.jsonl
    [ "$status" -eq 0 ]
    of r.jsonl '.[0].watch == null and .[-1].states == null and
        (map(select(.type == "case")) | length == 2 and
            all(.valid > 0 and .stays == null and .mixed_rounds == null))'
}

@test "a run that was killed keeps its stretches" {
    measured "${waits[@]}" -e 0 --max-time 1 --passes 10
    # up to the last visit: as if it had been killed then
    cut=$(grep -n '"type":"visit"' r.jsonl | tail -n 1 | cut -d: -f1)
    head -n "$cut" r.jsonl >killed.jsonl
    ! grep -q '"type":"case"' killed.jsonl
    jq -es '[.[] | select(.type == "visit").stays.at | length] | add > 0' \
        killed.jsonl
    cp killed.jsonl k.jsonl
    changing "${waits[@]}" -R 8 -c 1 --passes 10 --resume -o k.jsonl
    [ "$status" -eq 0 ]
    of k.jsonl 'map(select(.type == "case")) | length == 2 and
        all(.from_visits and (.stays.at | length > 0))'
    # those of its visits
    jq -es --slurpfile v killed.jsonl '
        [$v[] | select(.type == "visit").stays.at[]] as $at |
        [.[] | select(.type == "case").stays.at[]] - $at == []' k.jsonl
}
