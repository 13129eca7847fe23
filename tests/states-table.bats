# states-table.bats: a machine that changes (tests/states): what --check says of its
# states, and tables of several runs, with the figures of each.
# SPDX-License-Identifier: BSD-3-Clause

bats_require_minimum_version 1.5.0

. "$top_srcdir/tests/states/states.bash"

setup() {
    states_setup
}

@test "--check says whether there were two states, and how much of the time" {
    checked() {
        for _ in 1 2 3; do # too few readings where other programs have the cores
            changing --check -t tsc
            ! grep -q "^$1" <<<"$output" || return 0
        done
        return 1
    }
    checked 'warning  *states  *2 in [0-9.]* s:'
    grep -Eq '^warning  *state near  *oneway 60[0-9] ns, [0-9]+ % of the time$' <<<"$output"
    grep -Eq '^warning  *state far  *oneway 1\.5[0-9]* us, [0-9]+ % of the time$' <<<"$output"
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
        ([.. | objects | .ratio | numbers] | all(. > 0.9 and . < 1.1))'
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
