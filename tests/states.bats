# states.bats: a machine that changes (tests/states): states are told apart, and
# figures are those of each. Nothing of the machine itself is asserted: the double
# hides it behind readings that are longer.
# SPDX-License-Identifier: BSD-3-Clause

bats_require_minimum_version 1.5.0

# What gauges of a machine show that is in state near or far, us: the default of
# STATES_GAUGE. Oneway is a quarter of it: two trips, there and back.
near=3 far=7.5

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    objects=$top_builddir/tests/states/.libs
    [ "$(nproc)" -ge 2 ] || skip "one core"
    [ -e "$objects/gauges.so" ] || skip "no shared objects in this build"
    ! nm "$objects/gauges.so" | grep -q __asan ||
        skip "LD_PRELOAD does not go with the address sanitizer"
    export STATES_DWELL=0.1 STATES_SEED=3
    ranks=("$top_srcdir/tests/mpirun" 2 env LD_PRELOAD="$objects/gauges.so"
        "$top_builddir/mpiperf" --allow-na)
    waits=(waits:a,b --plugin "$objects/waits.so")
}

# changing ARGUMENT...: mpiperf on two ranks of such a machine.
changing() {
    run "${ranks[@]}" "$@"
    echo "$output"
}

# of FILE FILTER [ARGUMENT...]: true of all its records.
of() {
    jq -es "${@:3}" "$2" "$1"
}

@test "a row has its stretches: levels of the state, times of the state" {
    changing "${waits[@]}" null --max-time 2 -o r.jsonl -o r.csv
    [ "$status" -eq 0 ]
    of r.jsonl '.[0].watch | .oneway.low == "near" and .oneway.high == "far" and
        .oneway.factor == 1.5 and .spin.low == "fast"'
    of r.jsonl 'map(select(.type == "case")) | length == 3 and all(
        .mixed_rounds >= 0 and (.stays | map(length) | unique | length) == 1 and
        (.stays.at | length > 1 and . == sort) and
        ([.stays.oneway, .stays.spin][] | all(. > 0)))'
    # Readings are no shorter than what the double shows.
    of r.jsonl "map(select(.type == \"case\").stays.oneway[]) |
        all(. > 0.249e-6 * $near) and any(. < 0.249e-6 * $far) and
        any(. > 0.249e-6 * $far)"
    # Rivals have the same stretches.
    of r.jsonl 'map(select(.op == "waits").stays | del(.estimate)) |
        length == 2 and .[0] == .[1]'
    # No wait is shorter than what it is in the state near.
    of r.jsonl 'map(select(.op == "waits")) | all({a: 10.5, b: 23}[.algo] as $t |
        .stays.estimate | all(. == null or . > 0.98e-6 * $t))'
    of r.jsonl '.[-1].states | map(.name) == ["near-fast", "far-slow"] and
        (map(.share) | add > 0.5 and add < 1.000001) and all(.stays >= 1)'
    head -n 1 r.csv | grep -q mixed_rounds
}

@test "a machine that shows one state has one" {
    STATES_GAUGE=7.5/7.5 changing "${waits[@]}" --max-time 0.5 -o r.jsonl
    [ "$status" -eq 0 ]
    of r.jsonl '.[-1].states == null or (.[-1].states | length) == 1'
    of r.jsonl 'map(select(.type == "case")) | all(.mixed_rounds == 0)'
}

@test "--check says how many states there were, and how long they lasted" {
    changing --check -t tsc
    grep -q '^warning  *states  *2 in 2.0 s:' <<<"$output"
    grep -Eq '^warning  *state near-fast  *oneway 7[5-9][0-9] ns, spin 3(\.[0-9]*)? us; [0-9]+ % of the time, [0-9]+ stays? of [0-9.e-]+ s$' <<<"$output"
    grep -Eq '^warning  *state far-slow  *oneway 1\.[89][0-9]* us, spin 7\.[5-9][0-9]* us; ' <<<"$output"
    STATES_COUNT=3 STATES_GAUGE=2.8/4.6/7.6 changing --check -t tsc
    grep -q '^warning  *states  *3 in 2.0 s:' <<<"$output"
    grep -q '^warning  *state middle-middle  *oneway' <<<"$output"
    STATES_COUNT=1 changing --check -t tsc
    grep -Eq '^ok  *states  *one: oneway 7[5-9][0-9] ns, spin 3' <<<"$output"
}
