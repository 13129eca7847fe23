# compare-states.bats: records of a machine of several states, made by hand:
# tables, comparisons, gates and the end of a session, state by state.

setup() {
    command -v jq >/dev/null || skip "jq is not installed"
    cd "$BATS_TEST_TMPDIR" || return
    golden=$top_srcdir/src/mpiperf/report/test/golden/algos.jsonl
}

compare() {
    run "$top_builddir/mpiperf-compare" "$@"
    echo "$status: $output"
}

# runs STATES FACTOR N: N runs of command line COMMAND, FACTOR as slow, with a
# stretch of 12 rounds for each letter of STATES, n or f. Near a message takes
# native 20 and mine 10 us, far 20 and 40, of 64 bytes as of 8. Nothing is said
# of states where OLD is set.
runs() {
    jq -nc --slurpfile golden "$golden" --arg states "$1" \
        --argjson factor "$2" --argjson n "$3" --argjson command "${COMMAND:-1}" \
        --argjson first "${FIRST:-0}" '
        {native: {n: 20, f: 20}, mine: {n: 10, f: 40}} as $us |
        range($first; $first + $n) as $i | ($golden[0] |
            .watch = {oneway: {factor: 1.5, low: "near", high: "far"}} |
            .repeat = {launch: ($i + 1), command: $command,
                order: (2 * $i + $command), seed: 1, seconds: 1} |
            .time = (1700000000 + $i | todate)),
        ((8, 64) as $bytes | ("native", "mine") as $algo | $golden[1] |
            .algo = $algo | .bytes = $bytes | .procs = 2 |
            .stays = {
                at: [range($states | length)],
                rounds: [range($states | length) | 12],
                estimate: [$states | explode[] | [.] | implode |
                    $us[$algo][.] * 1e-6 * $factor *
                    (1 + ($i * $i * (if $algo == "mine" then 3 else 7 end) +
                        $bytes) % 5 * 0.01)],
                oneway: [$states | explode[] | [.] | implode |
                    {n: 60e-9, f: 240e-9}[.]]} |
            .mixed_rounds = 0 |
            .estimate = .stays.estimate[0] | .median = .estimate |
            .median_ci = [.median * 0.99, .median * 1.01] |
            .vs = if $algo == "mine" then {algo: "native", ratio: 1, ci: null}
                else null end),
        {type: "end", status: "complete"}'
}

# rows FILTER: of the records in out.jsonl.
rows() {
    jq -es "$1" out.jsonl
}

# has LINE: the output has a line like that.
has() {
    grep -Eq -- "$1" <<<"$output"
}

# lacks LINE: it has none.
lacks() {
    if has "$1"; then
        return 1
    fi
}

@test "--merge: a line a state and one for all, in 80 columns" {
    runs nnfn 1 12 >a.jsonl
    compare --merge a.jsonl -o out.jsonl
    [ "$status" -eq 0 ]
    has '^# machine states: near 60\.0 ns 75 %, 13 stays; far 240 ns 25 %, 12 stays$'
    has '^# state all: geometric mean of the states'
    has '^# op +algo +bytes time_us \+-% ratio \[interval\] +verdict +state share_% stays$'
    has '^bcast native +8 +20\.[0-9]+ [0-9.]+ +near +75 +13$'
    has '^bcast mine +8 +10\.[0-9]+ [0-9.]+ +0\.50. \[.*\] faster +near +75 +13$'
    has '^ +40\.[0-9]+ [0-9.]+ +2\.0.. \[.*\] slower +far +25 +12$'
    has '^ +1\.00. \[.*\] by state all$'
    has '^# mine against native, state near: faster at all sizes; 12 observations$'
    has '^# mine against native, state far: slower at all sizes; 12 observations$'
    lacks '.{81}'
    rows 'length == 4 and all(.type == "merged" and .state == "near" and
        (.states | map(.name)) == ["near", "far"] and .runs == 12)'
    rows 'map(select(.algo == "mine")) | all(.vs.verdict == "by state" and
        (.by_state.ratio - 1 | fabs) < 0.03 and .vs.ratio == .by_state.ratio and
        (.states | map(.vs.verdict)) == ["faster", "slower"] and
        (.states | map(.vs.ratio) | .[0] < 0.52 and .[1] > 1.9) and
        .unexplained < 0.01 and .states[0].stays == 13)'
    rows 'map(select(.algo == "native")) | all(.by_state == null and .vs == null)'
}

@test "one state: not a word of it, whatever is watched" {
    runs nnnn 1 12 >a.jsonl
    compare --merge a.jsonl -o out.jsonl
    [ "$status" -eq 0 ]
    [[ $output != *state* ]]
    cp out.jsonl watched.jsonl
    cp a.jsonl b.jsonl
    compare a.jsonl b.jsonl
    [[ $output != *state* ]]
    rows 'all(.state == null and .states == null and .by_state == null and
        .unexplained == null)'
    # as if nobody had watched
    jq -c 'del(.watch, .stays)' b.jsonl >a.jsonl
    compare --merge a.jsonl -o out.jsonl
    cmp out.jsonl watched.jsonl
}

@test "--state: one of them, by name or number; of one machine state none" {
    local name
    runs nnfn 1 12 >a.jsonl
    for name in far 2; do
        compare --merge a.jsonl --state=$name -o out.jsonl
        [ "$status" -eq 0 ]
        has '^# figures are of state far alone$'
        has '^bcast mine +8 +40\.[0-9]+ [0-9.]+ +2\.0.. \[.*\] slower$'
        rows 'all(.state == "far" and (.states | length) == 1)'
    done
    compare --merge a.jsonl --state=slow
    [ "$status" -eq 4 ]
    has "^mpiperf-compare: --state: no state 'slow' \(there are: near, far\)$"
    runs nnnn 1 12 >a.jsonl
    compare --merge a.jsonl --state=near
    [ "$status" -eq 4 ]
    has "one state all the time, and nothing says which"
    compare --merge a.jsonl --state=1
    [ "$status" -eq 0 ]
    compare --spread a.jsonl --state=1
    [ "$status" -eq 2 ]
}

@test "--columns and --full: states keep their lines; what they do not explain" {
    runs nnfn 1 12 >a.jsonl
    compare --merge a.jsonl --columns=algo,time_us,stays
    has '^# algo +time_us stays state$'
    has '^mine +10\.[0-9]+ +13 near$'
    compare --merge a.jsonl --columns=algo,unexplained
    has '^# unexplained: share of the variance'
    has '^mine +0 near$'
    lacks ' all$' # nothing would stand there
    compare --merge a.jsonl --full
    [ "$status" -eq 0 ]
    has 'state share_% stays .*unexplained_%$'
    compare --merge a.jsonl -o out.csv
    [ "$(wc -l <out.csv)" -eq 5 ]
    head -n 1 out.csv | grep -Eq ',state,states_1_name,.*,states_3_vs_verdict,by_state_ratio,by_state_ci_lo,by_state_ci_hi,unexplained$'
}

@test "few stays: three have an interval, fewer have none" {
    runs nnnn 1 9 >a.jsonl
    for FIRST in 9 12 15; do
        FIRST=$FIRST runs ffnn 1 3 >>a.jsonl
    done
    compare --merge a.jsonl -o out.jsonl
    # near is one stay of nine runs, and nine of half a run
    has '^# mine against native, state near: faster at all sizes; 10 observations$'
    runs nnff 1 4 >a.jsonl
    compare --merge a.jsonl -o out.jsonl
    has '^bcast mine .* faster +near +50 +4$'
    rows 'all(.ci != null and .cause == null and all(.states[]; .ci != null)) and
        (map(select(.vs != null)) | all(.by_state.ci != null))'
    # far for two runs and more, three times
    runs nnnn 1 3 >a.jsonl
    FIRST=3 runs ffff 1 3 >>a.jsonl
    compare --merge a.jsonl -o out.jsonl
    has 'far +50 +1  # no interval: holds within 1 stay$'
    rows 'all(.ci == null and .cause == "too few stays in each state")'
}

@test "sides in different states: said, and no difference by itself" {
    COMMAND=1 runs nnnf 1 12 >a.jsonl
    COMMAND=2 runs nfff 1 12 >>a.jsonl
    compare a.jsonl -o out.jsonl --fail-above=5
    [ "$status" -eq 0 ]
    has '^# machine states: near 60\.0 ns: A 75 %, B 25 %; far 240 ns: A 25 %, B 75 %$'
    has '^# A and B were measured in different states$'
    has '^# state near:$'
    has '^PASS: no case of 4 is slower by 5 % or more; 12 runs a side$'
    rows 'length == 8 and (map(.state) | unique) == ["far", "near"] and
        all(.verdict == "same")'
}

@test "a shift in each state: the gate fails, of one state alone as well" {
    COMMAND=1 runs nfff 1 12 >a.jsonl
    COMMAND=2 runs nnnf 1.1 12 >>a.jsonl
    compare a.jsonl --fail-above=5 -o out.jsonl
    [ "$status" -eq 1 ]
    has '2 ranks, 8 bytes: slower by 10\.0 %, more than 5 %'
    [ "${lines[-1]}" = "FAIL: 4 of 4 cases; 12 runs a side" ]
    rows 'all(.verdict == "slower" and (.ratio - 1.1 | fabs) < 0.03)'
    compare a.jsonl --fail-above=5 --state=near
    [ "$status" -eq 1 ]
    [ "${lines[-1]}" = "FAIL: 4 of 4 cases; 12 runs a side" ]
    compare a.jsonl --fail-above=5 --gate=geomean
    [ "$status" -eq 1 ]
    has '^# bcast, geomean of 4 cases: 1\.1'
    compare a.jsonl --fail-above=5 --state=middle
    [ "$status" -eq 4 ]
    [ "${lines[-1]}" = "CANNOT TELL: --state: no state 'middle' (there are: near, far)" ]
}

@test "a gate: states too rare for a line count, and one that is slower fails it" {
    # Two stretches in ten are of states that have no line, in both
    { COMMAND=1 runs nnnnnnnnnf 1 12; COMMAND=2 runs nnnnnnnnnf 1 12; } |
        jq -c 'if .stays then .stays.oneway[8] = 30e-9 |
            .stays.rounds[8:] = [7, 7] else . end' >a.jsonl
    compare a.jsonl --fail-above=5
    [ "$status" -eq 0 ]
    has '^PASS: no case of 4 is slower by 5 % or more; 12 runs a side$'
    # slower in `far` alone, by too little of all rounds for the mean
    { COMMAND=1 runs nnnnnnnnnf 1 12
        COMMAND=2 runs nnnnnnnnnf 1 12 |
            jq -c 'if .stays then .stays.rounds |= (.[9] = 14) |
                .stays.estimate[9] *= 1.3 else . end'; } >b.jsonl
    compare b.jsonl --fail-above=5
    [ "$status" -eq 1 ]
    has '2 ranks, 8 bytes: slower by 30\.0 %, more than 5 %, in state far$'
    [ "${lines[-1]}" = "FAIL: 4 of 4 cases; 12 runs a side" ]
}

@test "no state in common, or one that one side lacks: cannot tell" {
    COMMAND=1 runs nn 1 12 >a.jsonl
    COMMAND=2 runs ff 1 12 >>a.jsonl
    compare a.jsonl --fail-above=5 -o out.jsonl
    [ "$status" -eq 4 ]
    has 'state near: cannot tell: only A was measured in it'
    [[ ${lines[-1]} == "CANNOT TELL: "* ]]
    rows 'all(.verdict == "cannot tell" and .p == null)'
    has '# measured in different states$'
    COMMAND=1 runs nf 1 12 >a.jsonl
    COMMAND=2 runs nn 1 12 >>a.jsonl
    compare a.jsonl --fail-above=5
    [ "$status" -eq 4 ]
    has '^# state far: A alone was in it$'
    has 'state far: cannot tell: only A was measured in it'
    compare a.jsonl --fail-above=5 --state=near
    [ "$status" -eq 0 ]
}

@test "a gate does not pass what no compared state shows" {
    # the same in both: PASS, else nothing below shows anything
    COMMAND=1 runs nfnf 1 12 >a.jsonl
    COMMAND=2 runs nfnf 1 12 >same.jsonl
    cat a.jsonl same.jsonl >ok.jsonl
    compare ok.jsonl --fail-above=5
    [ "$status" -eq 0 ]
    # wrong results in a run that was in no state
    jq -c 'if .type == "case" then .mismatches = 1 |
        .stays |= map_values([]) | .mixed_rounds = 48 else . end' \
        <(FIRST=12 COMMAND=2 runs nfnf 1 1) >wrong.jsonl
    FIRST=12 COMMAND=1 runs nfnf 1 1 | cat ok.jsonl - wrong.jsonl >b.jsonl
    compare b.jsonl --fail-above=5
    [ "$status" -eq 1 ]
    has '8 bytes: B has wrong results$'
    # runs of B that nobody watched
    { cat a.jsonl; COMMAND=2 runs nfnf 1 6; FIRST=6 COMMAND=2 runs nfnf 1 6 |
        jq -c 'del(.watch, .stays, .mixed_rounds)'; } >b.jsonl
    compare b.jsonl --fail-above=5
    [ "$status" -eq 4 ]
    [[ ${lines[-1]} == "CANNOT TELL: 6 of 12 runs of B were not watched"* ]]
    # a state that is rare in both together, and not in B
    { COMMAND=1 runs nnnnnnnnnn 1 12; COMMAND=2 runs nnnnnnnnff 1 12 |
        jq -c 'if .stays then .stays.rounds |= (.[8:] = [8, 8]) else . end'
    } >b.jsonl
    compare b.jsonl --fail-above=5
    [ "$status" -eq 4 ]
    has 'CANNOT TELL: 1[0-9] % of the rounds of B were in states that are not compared'
    # a case that neither was measured in `far` with
    jq -c 'if .bytes == 64 then .stays |= map_values([.[0], .[2]]) else . end' \
        ok.jsonl >b.jsonl
    compare b.jsonl --fail-above=5
    [ "$status" -eq 4 ]
    has '64 bytes, state far: cannot tell: neither was measured in it$'
}

@test "what is no record of states is refused" {
    runs nf 1 1 >a.jsonl
    changed() {
        jq -c "if .type == \"$1\" then $2 else . end" a.jsonl >b.jsonl
        compare b.jsonl
        [ "$status" -eq 1 ]
        [[ $output == *": $3" ]]
    }
    changed case '.stays.rounds += [1]' 'stays: must be lists of numbers, equally long'
    changed case '.stays = []' 'stays: must be lists of numbers, equally long'
    changed case '.stays.at[0] = "x"' 'stays: must be lists of numbers, equally long'
    changed case '.stays.rounds[0] = null' 'stays: must be lists of numbers, equally long'
    changed case 'del(.stays.estimate)' 'stays: must be lists of numbers, equally long'
    changed case '.mixed_rounds = -1' 'mixed_rounds: must be a whole number from 0'
    changed run '.watch.oneway.factor = 1' 'watch: must be gauges with factor, low and high'
    changed run '.watch.oneway.low = 1' 'watch: must be gauges with factor, low and high'
}

# A session whose k-th run is in the states of the k-th word of STATES.
session() {
    local k=0 states
    for states in "$@"; do
        k=$((k + 1))
        FIRST=$k runs "$states" 1 1 | jq -c 'del(.repeat)' >run.$k
    done
    cat >fake <<'END'
#!/bin/sh
while [ $# -gt 1 ]; do shift; done
k=$(ls been.* 2>/dev/null | wc -l)
k=$((k + 1))
: >been.$k
cp run.$k "$1"
END
    chmod +x fake
}

@test "--precision waits for the stays of each state" {
    # far is seen in every other run
    session nn nf nn nf nn nf nn nf nn nf nn nf nn nf nn nf
    run "$top_builddir/mpiperf-repeat" --precision=10% -r 16 -o r.jsonl -- ./fake
    echo "$output"
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "merged")) | all((.states | length) == 2 and
        .states[1].stays == 6)' r.jsonl
    jq -es 'map(select(.type == "run")) | length == 12' r.jsonl
    rm been.*
    session nn nn nn nn nn nn nn nn
    run "$top_builddir/mpiperf-repeat" --precision=10% -r 8 -o r.jsonl -- ./fake
    jq -es 'map(select(.type == "run")) | length == 6' r.jsonl
}

@test "mpiperf-repeat: table and gate of one state" {
    session nf nf nf nf nf nf nf nf nf nf nf nf nf nf nf nf
    run "$top_builddir/mpiperf-repeat" -r 8 --state=far --fail-above=5 \
        -- ./fake -- ./fake
    echo "$output"
    [ "$status" -eq 0 ]
    has '^# figures are of state far alone$'
    has '^PASS: no case of 4 is slower by 5 % or more; 8 runs a side$'
    rm been.*
    session nn nn nn nn nn nn nn nn nn nn nn nn nn nn nn nn
    run "$top_builddir/mpiperf-repeat" -r 8 --state=far --fail-above=5 \
        -- ./fake -- ./fake
    [ "$status" -eq 4 ]
    has '^CANNOT TELL: --state: no state .far.: the machine was in one state'
    rm been.*
    run "$top_builddir/mpiperf-repeat" -r 2 --state=far -- ./fake
    [ "$status" -eq 4 ]
}
