# states.bats: a machine that changes (tests/states): states are told apart, and
# figures are those of each. Nothing of the machine itself is asserted: the double
# hides it behind readings that are longer.
# SPDX-License-Identifier: BSD-3-Clause

bats_require_minimum_version 1.5.0

# What gauges of a machine show that is in state near or far, us: the default of
# STATES_GAUGE. Oneway is a quarter of it: two trips, there and back.
near=2.4 far=6

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    objects=$top_builddir/tests/states/.libs
    command -v jq >/dev/null || skip "jq is not installed"
    [ "$(nproc)" -ge 2 ] || skip "one core"
    [ -e "$objects/gauges.so" ] || skip "no shared objects in this build"
    ! nm "$objects/gauges.so" | grep -q __asan ||
        skip "LD_PRELOAD does not go with the address sanitizer"
    export STATES_DWELL=0.1 STATES_SEED=3 MPIRUN_BIND=1
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

# measured ARGUMENT...: changing, with records in r.jsonl of a run that watched: its
# ranks came in time.
measured() {
    for _ in 1 2 3; do
        rm -f r.jsonl r.csv
        changing "$@" -o r.jsonl
        [ "$status" -eq 0 ]
        ! of r.jsonl '.[0].watch != null' || return 0
    done
    skip "the machine is too busy: runs without readings"
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

@test "--check says how many states there were, and how long they lasted" {
    checked() {
        for _ in 1 2 3; do # too few readings where other programs have the cores
            changing --check -t tsc
            ! grep -q "^$1" <<<"$output" || return 0
        done
        return 1
    }
    checked 'warning  *states  *2 in [0-9.]* s:'
    grep -Eq '^warning  *state near-fast  *oneway 60[0-9] ns, spin 2\.4[0-9]* us; [0-9]+ % of the time, [0-9]+ stays? of [0-9.e-]+ s$' <<<"$output"
    grep -Eq '^warning  *state far-slow  *oneway 1\.5[0-9]* us, spin 6(\.0[0-9]*)? us; ' <<<"$output"
    STATES_COUNT=3 STATES_GAUGE=2.4/4/6.6 checked 'warning  *states  *3 in [0-9.]* s:'
    grep -q '^warning  *state middle-middle  *oneway' <<<"$output"
    STATES_COUNT=1 checked 'ok  *states  *one: oneway 60[0-9] ns, spin 2\.4'
}

# table ARGUMENT...: six runs of such a machine, each long enough for both states.
# Again where a run did not watch it: its ranks did not come in time.
table() {
    for _ in 1 2 3; do
        STATES_DWELL=0.05 run "$top_builddir/mpiperf-repeat" -r 6 \
            -o t.jsonl -o t.csv -- "${ranks[@]}" "${waits[@]}" -e 0 \
            --max-time 0.5
        echo "$output"
        [ "$status" -eq 0 ]
        ! of t.jsonl 'map(select(.type == "run").watch) | all' || return 0
    done
    skip "the machine is too busy: runs without readings"
}

@test "the merged table has a line a state, with the times of the state" {
    table
    grep -Eq '^# machine states: near-fast 60[0-9.]* ns 2\.4[0-9]* us [0-9]+ %, [0-9]+ stays' \
        <<<"$output"
    grep -Eq 'far-slow 1\.5[0-9]* us 6[0-9.]* us [0-9]+ %, [0-9]+ stays$' \
        <<<"$output"
    [ "$(grep -cw '^waits .* near-fast' <<<"$output")" -eq 2 ]
    [ "$(grep -cw '^  .* far-slow' <<<"$output")" -eq 2 ]
    # Waits are on average not shorter than asked for; in state far a short stay in
    # state near may be overlooked.
    of t.jsonl 'map(select(.type == "merged")) | length == 2 and
        all({a: [10.5, 34], b: [23, 24]}[.algo] as $t | .states |
            map(.name) == ["near-fast", "far-slow"] and
            (.[0].estimate > 0.95e-6 * $t[0]) and
            (.[1].estimate > 0.9e-6 * $t[1]) and
            all(.stays >= 6 and .runs <= 6 and .share > 0))'
    of t.jsonl 'map(select(.type == "merged" and .algo == "b"))[0] |
        .states[0].vs.ratio > .states[1].vs.ratio and
        (.by_state.ratio / ([.states[].vs.ratio] | map(log) | add / 2 | exp) - 1 |
            fabs) < 1e-6'
    of t.jsonl "map(select(.type == \"merged\").states[]) |
        all(({\"near-fast\": $near, \"far-slow\": $far}[.name]) as \$us |
            (.spin * 1e6 / \$us - 1 | fabs) < 0.02 and
            (.oneway * 4e6 / \$us - 1 | fabs) < 0.02)"
    grep -q '^merged,.*near-fast.*far-slow' t.csv
    # The same from the file; a table of one state.
    run "$top_builddir/mpiperf-compare" --merge t.jsonl
    [ "$(grep -cw '^  .* far-slow' <<<"$output")" -eq 2 ]
    run "$top_builddir/mpiperf-compare" --merge --state=far-slow t.jsonl
    grep -qx '# figures are of state far-slow alone' <<<"$output"
    if command -v gnuplot; then
        "$top_srcdir/scripts/mpiperf-plot" t.jsonl --state=far-slow -o p.svg
        grep -qF 'waits, 2 ranks, state far-slow' p.svg
    fi
    # What is slower in one state alone: gates of the other don't mind.
    jq -c "if .type == \"case\" and .algo == \"b\" then .stays |= (. as \$s |
        .estimate = [range(.at | length) as \$i | \$s.estimate[\$i] |
            if . and \$s.spin[\$i] > 0.99e-6 * $far then . * 5 else . end])
        elif .type == \"merged\" then empty else . end" t.jsonl >slow.jsonl
    gate() {
        run "$top_builddir/mpiperf-compare" t.jsonl slow.jsonl \
            --fail-above=100% "$@"
        echo "$status: $output"
    }
    gate
    [ "$status" -eq 1 ]
    gate --state=far-slow
    [ "$status" -eq 1 ]
    [[ $output == *"waits:b, 2 ranks, 0 bytes, state far-slow: slower by "* ]]
    gate --state=near-fast
    [ "$status" -ne 1 ]
    gate --state=middle
    [ "$status" -eq 4 ]
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

# sides WORDS-OF-A WORDS-OF-B: six short runs of both command lines, `env` words ahead.
sides() {
    run "$top_builddir/mpiperf-repeat" -r 6 -o t.jsonl -- env $1 "${ranks[@]}" \
        "${waits[@]}" --max-time 0.1 ${3-} -- env $2 "${ranks[@]}" "${waits[@]}" \
        --max-time 0.1
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" != *"nan"* ]]
}

@test "a command line that was not watched is compared with one that was" {
    sides STATES_COUNT=1 STATES_COUNT=1 --no-watch
    # by what gauges show at a run's start and end, which the double does not hide
    of t.jsonl 'map(select(.type == "merged")) | length == 4 and all(.estimate > 0) and
        ([.. | objects | .ratio | numbers] | all(. > 0.5 and . < 2))'
}

@test "command lines that were in different states: none is faster" {
    sides STATES_GAUGE=2.4/2.4 STATES_GAUGE=6/6
    [[ "$output" != *" faster "* && "$output" != *" slower "* ]]
    run "$top_builddir/mpiperf-compare" --merge --state=1 t.jsonl
    echo "$output"
    [ "$status" -eq 0 ]
    of t.jsonl 'map(select(.type == "merged" and .side.number == 2)) |
        length == 2 and all(.vs.ratio == null or .by_state.ratio == null)'
}
