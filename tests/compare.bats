# compare.bats: mpiperf-compare on records made by hand: verdicts, exit status.

setup() {
    command -v jq >/dev/null || skip "jq is not installed"
    cd "$BATS_TEST_TMPDIR" || return
    golden=$top_srcdir/src/mpiperf/report/test/golden/algos.jsonl
}

compare() {
    run "$top_builddir/mpiperf-compare" "$@"
    echo "$status: $output"
}

# runs FACTOR MICROSECONDS...: a run for each, with a case of that
# median, and one of 64 bytes that takes FACTOR as long. COMMAND is the command
# line's number.
runs() {
    jq -nc --slurpfile golden "$golden" --argjson factor "$1" \
        --argjson command "${COMMAND:-0}" '$ARGS.positional[1:] | length as $n |
        to_entries[] | (.value | tonumber) as $us | .key as $i |
        ($golden[0] | if $command > 0 then .repeat = {launch: ($i + 1), of: $n,
            command: $command, order: ($i + 1), seed: 1} else . end),
        ((8, 64) as $bytes | $golden[1] | .bytes = $bytes |
            .median = $us * 1e-6 * (if $bytes == 64 then $factor else 1 end) |
            .estimate = .median |
            .median_ci = [.median * 0.99, .median * 1.01]),
        {type: "end", status: "complete"}' --args "$@"
}

# rows FILTER: of the records in out.jsonl.
rows() {
    jq -es "$1" out.jsonl
}

@test "-o: a file that cannot be written stays as it was, and nothing hangs" {
    runs 1 10 11 12 13 14 >a.jsonl
    for type in jsonl csv; do
        echo precious >out.$type
        run bash -c 'ulimit -f 1 && exec timeout 20 "$@"' bash \
            "$top_builddir/mpiperf-compare" --merge a.jsonl -o out.$type
        echo "$output"
        [ "$status" -eq 1 ]
        [[ $output == *"--output: cannot write out.$type: File too large"* ]]
        grep -qx precious out.$type
        mkfifo pipe.$type
        run timeout 20 "$top_builddir/mpiperf-compare" a.jsonl a.jsonl \
            -o pipe.$type
        [ "$status" -eq 1 ]
        [[ $output == *"cannot write pipe.$type: No such device or address"* ]]
    done
    # the table itself
    run bash -c 'ulimit -f 0 && exec "$@" 2>&1 >table' bash \
        "$top_builddir/mpiperf-compare" a.jsonl a.jsonl
    [ "$status" -eq 1 ]
    [ "$output" = "mpiperf-compare: cannot write the table" ]
}

@test "slower, and cannot tell: figures by hand" {
    runs 1 10 11 12 13 14 >a.jsonl
    runs 0.5 20 22 24 26 28 >b.jsonl
    compare a.jsonl b.jsonl -o out.jsonl
    [ "$status" -eq 0 ]
    rows 'length == 2 and all(.type == "comparison" and .launches_a == 5 and
        .launches_b == 5 and .alpha == 0.05 and .within_launch == false)'
    # 2 of 252 ways, twice that for two cases
    rows '.[0] | .bytes == 8 and .verdict == "slower" and
        (.p * 126 - 1 | fabs) < 1e-6 and (.p_adjusted * 63 - 1 | fabs) < 1e-6'
    rows '.[0] | (.ratio - 2 | fabs) < 1e-6 and .ci_lo > 1.5 and .ci_hi < 2.6'
    rows '.[1] | .bytes == 64 and .verdict == "cannot tell" and .p == 1 and
        (.ratio - 1 | fabs) < 1e-6'
    [[ $output == *"12.0"*"24.0"*"slower"* ]]
}

@test "faster, by the same amount" {
    runs 1 20 22 24 26 28 >a.jsonl
    runs 1 10 11 12 13 14 >b.jsonl
    compare a.jsonl b.jsonl -o out.jsonl
    [ "$status" -eq 0 ]
    rows 'all(.verdict == "faster" and (.ratio - 0.5 | fabs) < 1e-6)'
}

@test "what could be detected, and runs for it" {
    runs 1 10 11 12 13 14 >a.jsonl
    runs 0.5 20 22 24 26 28 >b.jsonl
    compare a.jsonl b.jsonl --correction none -o out.jsonl
    # share of pairs: 2.8016 sqrt(10 / 75) above 1, so nothing is sure
    rows 'all(.detectable == null)'
    runs 1 9.99 10.1 10.2 10.3 10.4 10.5 10.6 10.7 >a.jsonl
    cp a.jsonl b.jsonl
    compare a.jsonl b.jsonl --correction none -o out.jsonl
    # 0.809 of 56 pairs, so the 46th: 10.7 / 10.2 = 1.049, the nearest of
    # those five steps apart
    rows '.[0] | (.detectable - 0.5 / 10.2 | fabs) < 1e-9'
    # nearer than 5 % are 24 of 28: 2/3 (2.8016 * 28/24)^2 = 7.1, upwards
    rows 'all(.needed == 8)'
}

@test "Holm's correction can be turned off" {
    runs 1 1 2 3 4 >a.jsonl
    runs 1 5 6 7 8 >b.jsonl
    compare a.jsonl b.jsonl -o out.jsonl
    rows 'all(.verdict == "cannot tell" and .correction == "holm")'
    compare a.jsonl b.jsonl --correction=none -o out.jsonl
    rows 'all(.verdict == "slower" and .p == .p_adjusted)'
    compare a.jsonl b.jsonl --correction=none --alpha 0.01 -o out.jsonl
    rows 'all(.verdict == "cannot tell" and .ci_lo == null)'
}

@test "--fail-above: slower, and by more than that" {
    runs 1 10 10.1 10.2 10.3 10.4 10.5 >a.jsonl
    runs 1 11 11.1 11.2 11.3 11.4 11.5 >b.jsonl
    compare a.jsonl b.jsonl --fail-above 5%
    [ "$status" -eq 1 ]
    [[ $output == *"mpiperf-compare: bcast:native, 4 ranks, 8 bytes: slower by 9."*"more than 5 %"* ]]
    [[ $output == *"n_for_5%"* ]]
    [ "${lines[-1]}" = "FAIL: 2 of 2 cases; 6 runs a side" ]
    compare b.jsonl a.jsonl --fail-above 0%
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = "PASS: no case of 2 is slower by 0 % or more; 6 runs a side" ]
}

@test "--fail-above: PASS only where the upper limits of all cases say so" {
    runs 1 10 10.1 10.2 10.3 10.4 10.5 >a.jsonl
    runs 1 10 10.1 10.2 10.3 10.4 10.5 >b.jsonl
    compare a.jsonl b.jsonl --fail-above=10
    [ "$status" -eq 0 ]
    [[ $output == *"n_for_10%"* ]]
    [ "${lines[-1]}" = "PASS: no case of 2 is slower by 10 % or more; 6 runs a side" ]
    # they scatter by 2 %: nobody can say that it is not 1 %
    compare a.jsonl b.jsonl --fail-above=1
    [ "$status" -eq 4 ]
    [[ $output == *"8 bytes: cannot tell: may be slower by up to "*" %"* ]]
    [[ ${lines[-1]} == "CANNOT TELL: 2 of 2 cases; 6 runs a side; "*" may tell"* ]]
    # much slower in one run of six: nobody can tell
    runs 1 10 10.1 10.2 10.3 10.4 99 >c.jsonl
    compare a.jsonl c.jsonl --fail-above 5%
    [ "$status" -eq 4 ]
    # slower by 9 %, but perhaps by 11
    runs 1 11 11.1 11.2 11.3 11.4 11.5 >b.jsonl
    compare a.jsonl b.jsonl --fail-above=10
    [ "$status" -eq 4 ]
}

@test "--fail-above: too few runs, or a case that is gone: CANNOT TELL" {
    runs 1 10 >a.jsonl
    runs 1 99 >b.jsonl
    compare a.jsonl b.jsonl --fail-above 5%
    [ "$status" -eq 4 ]
    [[ $output == *"8 bytes: cannot tell: too few runs"* ]]
    [ "${lines[-1]}" = "CANNOT TELL: 2 of 2 cases; 1 run a side" ]
    runs 1 10 10.1 10.2 10.3 10.4 10.5 >a.jsonl
    sed '/"bytes":64/d' a.jsonl >b.jsonl
    compare a.jsonl b.jsonl --fail-above 20%
    [ "$status" -eq 4 ]
    [[ $output == *"64 bytes: cannot tell: only A has it"* ]]
    [ "${lines[-1]}" = "CANNOT TELL: 1 of 2 cases; 6 runs a side" ]
}

# gates CAUSE: what makes the runs of B unfit, in b.jsonl, is no PASS.
gates() {
    compare a.jsonl b.jsonl --fail-above 20%
    [ "$status" -eq 4 ]
    [[ $output == *"$1"* ]]
    [[ ${lines[-1]} == "CANNOT TELL: "* ]]
}

@test "--fail-above: a gate that cannot see all runs does not pass" {
    runs 1 10 10.1 10.2 10.3 10.4 10.5 10.1 10.2 10.3 10.4 10.2 10.3 >a.jsonl
    compare a.jsonl a.jsonl --fail-above 20%
    [ "$status" -eq 0 ]
    # 5 of 12 runs have no figures, or lack the case
    awk '/"bytes":64/ && k++ < 5 { next } { print }' a.jsonl >b.jsonl
    gates "64 bytes: cannot tell: figures in 7 of 12 runs of B, 12 of 12 of A"
    awk '/"bytes":64/ && k++ < 5 { sub(/"estimate":[^,}]*/, "\"estimate\":null")
        sub(/"median":[^,}]*/, "\"median\":null") } { print }' a.jsonl >b.jsonl
    gates "64 bytes: cannot tell: figures in 7 of 12 runs of B, 12 of 12 of A"
    # a run that failed, one that is torn, one with another setting
    { cat a.jsonl; echo '{"type":"lost","command":1,"block":13,"cause":"x"}'; } >b.jsonl
    gates "1 of 13 runs of B failed"
    head -n -1 a.jsonl >b.jsonl
    gates "1 of 12 runs of B did not end as they should"
    jq -c 'if .type == "run" and input_line_number > 20 then
        .machine.kernel = "other" else . end' a.jsonl >b.jsonl
    gates "the runs of B differ in kernel"
    # of A as well
    cp a.jsonl good.jsonl
    cp b.jsonl a.jsonl
    cp good.jsonl b.jsonl
    gates "the runs of A differ in kernel"
}

@test "--fail-above: wrong results of B fail, of A alone cannot be told" {
    runs 1 10 10.1 10.2 10.3 10.4 10.5 >a.jsonl
    jq -c 'if .type == "case" then .mismatches = 1 else . end' a.jsonl >b.jsonl
    for gate in case geomean; do
        compare b.jsonl b.jsonl --fail-above 20% --gate=$gate
        [ "$status" -eq 1 ]
        [[ $output == *": B has wrong results"* ]]
        compare b.jsonl a.jsonl --fail-above 20% --gate=$gate
        [ "$status" -eq 4 ]
        [[ $output == *": cannot tell: A has wrong results"* ]]
    done
}

@test "one run a side: an interval from within, no p, no verdict" {
    runs 1 10 >a.jsonl
    runs 1 20 >b.jsonl
    compare a.jsonl b.jsonl -o out.jsonl
    [ "$status" -eq 0 ]
    [[ $output == *"does not cover the spread between runs"* ]]
    # half widths of 1 % each, on logarithms: sqrt(2) %
    rows 'all(.p == null and .verdict == "n/a" and .within_launch and
        (.ratio - 2 | fabs) < 1e-9 and (.ci_lo / 2 - 0.98590 | fabs) < 2e-4 and
        (.ci_hi / 2 - 1.01417 | fabs) < 2e-4)'
}

@test "cases of one side alone are named, and none in common is an error" {
    runs 1 1 2 3 4 >a.jsonl
    sed 's/"bytes":64/"bytes":4096/' a.jsonl >b.jsonl
    compare a.jsonl b.jsonl
    [ "$status" -eq 0 ]
    [[ $output == *"# only in A: bcast:native, 4 ranks, 64 bytes"* ]]
    [[ $output == *"# only in B: bcast:native, 4 ranks, 4096 bytes"* ]]
    sed 's/"op":"bcast"/"op":"reduce"/' a.jsonl >b.jsonl
    compare a.jsonl b.jsonl
    [ "$status" -eq 1 ]
    [[ $output == *"no case is in both"* ]]
}

@test "another method is another case, and has a column" {
    runs 1 1 2 3 4 >a.jsonl
    sed '/"bytes":64/s/"method":"window"/"method":"barrier"/' a.jsonl >b.jsonl
    compare a.jsonl b.jsonl
    [[ $output == *"# only in B: bcast:native, 4 ranks, 64 bytes"* ]]
    compare b.jsonl b.jsonl
    [[ $output == *" method "*" window "*" barrier "* ]]
}

@test "runs without figures, with wrong results, or torn are warned of" {
    runs 1 1 2 3 4 >a.jsonl
    jq -c 'if .bytes == 8 and .median == 2e-6 then (.median, .estimate) = null |
        .reason = "x" elif .bytes == 64 then .mismatches = 1 else . end' \
        a.jsonl >b.jsonl
    compare a.jsonl b.jsonl -o out.jsonl
    [ "$status" -eq 0 ]
    [[ $output == *"no figures in 1 run of B"* ]]
    [[ $output == *"wrong results in 4 runs of B"* ]]
    rows '.[0].launches_b == 3 and .[0].empty_b == 1'
    jq -c 'if .bytes == 8 then (.median, .estimate) = null else . end' a.jsonl >b.jsonl
    compare a.jsonl b.jsonl -o out.jsonl
    rows '.[0].verdict == "n/a" and .[0].ratio == null'
    head -n -1 a.jsonl >b.jsonl
    printf '{"type":"ca' >>b.jsonl
    compare a.jsonl b.jsonl
    [ "$status" -eq 0 ]
    [[ $output == *"1 of the 4 runs of B did not end"* ]]
}

@test "times of 0, below the clock's step, are no figures" {
    runs 1 0 0 0 0 0 >a.jsonl
    runs 1 1 2 3 4 5 >b.jsonl
    compare a.jsonl b.jsonl --fail-above 5% -o out.jsonl
    [ "$status" -eq 4 ]
    [[ $output == *"64 bytes: A has no figures"* ]]
    [ "${lines[-1]}" = "CANNOT TELL: 2 of 2 cases; 0 runs a side" ]
    rows 'all(.verdict == "n/a" and .ratio == null and .detectable == null)'
}

# differs FILTER TEXT: runs changed so are warned of.
differs() {
    jq -c "if .type == \"run\" then $1 else . end" a.jsonl >b.jsonl
    compare a.jsonl b.jsonl
    [ "$status" -eq 0 ]
    [[ $output == *"# warning: A and B differ in $2"* ]]
}

@test "what differs between A's and B's runs is said" {
    runs 1 1 2 3 4 >a.jsonl
    differs '.mpi = "Other 1.0"' 'MPI library: "A  Library'
    differs '.machine.cpu = "B"' 'processor'
    differs '.binding = ["0", "1", "1", "0"]' 'binding'
    differs '.timer.name = "tsc"' 'timer: "fine", "tsc"'
    differs '.settings.trim = 0.1' 'settings'
    differs '.oneway.median = 9e-8' 'one-way latency between cores: 50 ns, 90 ns'
    differs 'del(.clocksync)' 'clock synchronization'
    differs '.settings = .settings | .oneway.median = 9e-8' 'one-way'
    [ "$(grep -c '# warning' <<<"$output")" -eq 1 ]
    compare a.jsonl a.jsonl
    [[ $output != *warning* ]]
}

@test "one file: the spread between runs beside one run's own" {
    runs 1 10 12 14 >a.jsonl
    compare a.jsonl -o out.jsonl
    [ "$status" -eq 0 ]
    # mean 12, deviation 2; t(2) 4.3027 * 2 / sqrt(3) = 4.968;
    # 12 exp(-4.968 / 12)
    rows '.[0] | .type == "spread" and .launches == 3 and
        (.mean * 1e6 - 12 | fabs) < 1e-6 and (.spread - 1/6 | fabs) < 1e-9 and
        (.ci_lo * 1e6 - 7.932 | fabs) < 1e-3 and
        (.single - 0.01 | fabs) < 1e-9 and .held == 1 and .with_interval == 3'
    [[ $output == *"spread_%"*"1/3"* ]]
}

@test "two command lines in one file" {
    COMMAND=1 runs 1 10 13 11 14 12 15 >a.jsonl
    COMMAND=2 runs 1 20 23 21 24 22 25 >>a.jsonl
    compare a.jsonl -o out.jsonl
    [ "$status" -eq 0 ]
    rows 'all(.verdict == "slower" and .launches_a == 6 and .correction == "maxT" and
        (.p * 32 - 1 | fabs) < 1e-9)'
    compare a.jsonl --commands 2,1 -o out.jsonl
    rows 'all(.verdict == "faster")'
    compare --spread a.jsonl -o out.jsonl
    rows 'map(.command) == [1, 1, 2, 2]'
    compare a.jsonl a.jsonl
    [ "$status" -eq 2 ]
    [[ $output == *"a.jsonl has 2 command lines: which one, say --commands"* ]]
    compare a.jsonl a.jsonl --commands 2,2 -o out.jsonl
    rows 'all(.verdict == "cannot tell")'
    head -n -4 a.jsonl >b.jsonl
    compare b.jsonl
    [[ $output == *"B: 5 of 6 runs are there"* ]]
}

# later SECONDS FILE: the runs of FILE, one every minute from then on; rivals:
# another algorithm that takes half as long stands in each run.
later() {
    jq -nc --argjson since "$1" 'reduce inputs as $r ({n: -1, out: []};
        if $r.type == "run" then .n += 1 | .n as $n |
            .out += [$r | .time = (1700000000 + $since + 60 * $n | todate)]
        else .out += [$r] end) | .out[]' "$2"
}

rivals() {
    jq -c --argjson f "$1" 'if .type == "case" then ., (.algo = "mine" |
        .estimate = .estimate * $f | .vs = {algo: "native", ratio: $f, ci: null})
        else . end' "$2"
}

@test "not interleaved: no verdict on times, and the command that interleaves" {
    runs 1 10 10.1 10.3 10.2 10.4 10.2 >x.jsonl
    later 0 x.jsonl >a.jsonl
    runs 1 20 20.1 20.3 20.2 20.4 20.2 >x.jsonl
    later 86400 x.jsonl >b.jsonl
    compare a.jsonl b.jsonl --fail-above 5% -o out.jsonl
    [ "$status" -eq 4 ]
    [[ $output == *"warning: A's and B's runs were not interleaved"* ]]
    [[ $output == *"# interleaved: mpiperf-repeat -- mpiperf "*" -- mpiperf "* ]]
    rows 'all(.verdict == "cannot tell" and .interleaved == false and
        .p == null and (.ratio - 2 | fabs) < 0.05)'
    # the same times, turn by turn
    later 30 x.jsonl >b.jsonl
    compare a.jsonl b.jsonl --fail-above 5% -o out.jsonl
    [ "$status" -eq 1 ]
    rows 'all(.verdict == "slower" and .interleaved)'
}

@test "not interleaved: ratios within runs are compared" {
    runs 1 10 10.1 10.3 10.2 10.4 10.2 >x.jsonl
    rivals 0.5 x.jsonl >y.jsonl
    later 0 y.jsonl >a.jsonl
    # the machine is twice as slow, and `mine` still half of native
    runs 1 20 21.1 20.3 20.8 20.4 20.2 >x.jsonl
    rivals 0.501 x.jsonl >y.jsonl
    later 86400 y.jsonl >b.jsonl
    compare a.jsonl b.jsonl --fail-above 5% -o out.jsonl
    # nobody knows whether native became slower
    [ "$status" -eq 4 ]
    [[ $output == *"bcast:native, 4 ranks, 8 bytes: cannot tell: not interleaved"* ]]
    [[ ${lines[-1]} == "CANNOT TELL: 2 of 4 cases, against rivals of their runs; 6 runs a side" ]]
    compare a.jsonl b.jsonl --fail-above 5% --gate=geomean
    [ "$status" -eq 4 ]
    [[ $output == *"# bcast, geomean of 2 cases, against rivals: 1.00"* ]]
    [ "${lines[-1]}" = "CANNOT TELL: 1 of 2 operations, against rivals of their runs; 6 runs a side" ]
    compare a.jsonl b.jsonl -o out.jsonl
    rows 'map(select(.algo == "mine")) | all(.rival == "native" and
        (.ratio - 1.002 | fabs) < 1e-3)'
    rows 'map(select(.algo == "native")) | all(.verdict == "cannot tell")'
    # `mine` became slower, the machine faster
    runs 1 5 5.1 5.3 5.2 5.4 5.2 >x.jsonl
    rivals 0.6 x.jsonl >y.jsonl
    later 86400 y.jsonl >b.jsonl
    compare a.jsonl b.jsonl --fail-above 5%
    [ "$status" -eq 1 ]
    [[ $output == *"bcast:mine, 4 ranks, 8 bytes: slower by 20."* ]]
}

@test "not interleaved: times by how far sittings differ, where that is known" {
    # 24 runs, a minute each: five sittings; 20 % slower half an hour later
    runs 1 $(for i in {1..24}; do echo 10.$((i * 7 % 5)); done) >x.jsonl
    later 0 x.jsonl >a.jsonl
    runs 1 $(for i in {1..24}; do echo 12.$((i * 7 % 5)); done) >x.jsonl
    later 1800 x.jsonl >b.jsonl
    compare a.jsonl b.jsonl --fail-above 5% -o out.jsonl
    [ "$status" -eq 1 ]
    [[ $output == *"times are compared by how much sittings"* ]]
    [[ $output == *"; p: t-test of sittings"* ]]
    rows 'all(.verdict == "slower")'
    # a day later: farther than the drift was watched
    later 86400 x.jsonl >b.jsonl
    compare a.jsonl b.jsonl --fail-above 5%
    [ "$status" -eq 4 ]
    [[ $output == *"farther apart than either lasted"* ]]
    # sittings that differ by as much as the sides do
    runs 1 $(for i in {1..24}; do echo $((10 + (i - 1) / 5)); done) >x.jsonl
    later 0 x.jsonl >a.jsonl
    runs 1 $(for i in {1..24}; do echo $((12 + (i - 1) / 5)); done) >x.jsonl
    later 1800 x.jsonl >b.jsonl
    compare a.jsonl b.jsonl --fail-above 5%
    [ "$status" -eq 4 ]
}

@test "how far the gauges moved is said, and makes no verdict" {
    runs 1 10 10.1 10.3 10.2 10.4 10.2 >a.jsonl
    jq -c 'if .type == "run" then .gauges.copy.start *= 1.5 |
        .gauges.copy.end *= 1.5 else . end' a.jsonl >b.jsonl
    compare a.jsonl b.jsonl
    [ "$status" -eq 0 ]
    [[ $output == *"# gauges, B/A: copy 1.500, oneway 1.000"* ]]
    [[ $output != *slower* ]]
}

@test "--gate=geomean: nothing in two cases, one that is slower, one missing" {
    COMMAND=1 runs 1 10 10.1 10.3 10.2 10.4 10.2 10.1 10 >a.jsonl
    COMMAND=2 runs 1.2 10 10.2 10.3 10.1 10.2 10.4 10.1 10 >>a.jsonl
    compare a.jsonl --fail-above 15%
    [ "$status" -eq 1 ]
    # sqrt(1.2) is less than 1.15
    compare a.jsonl --fail-above 15% --gate=geomean
    [ "$status" -eq 0 ]
    [[ $output == *"# bcast, geomean of 2 cases: 1.095 ["*"slower"* ]]
    [ "${lines[-1]}" = "PASS: no operation of 1 is slower by 15 % or more; 8 runs a side" ]
    compare a.jsonl --fail-above 5% --gate=geomean
    [ "$status" -eq 1 ]
    head -n 24 a.jsonl >b.jsonl
    tail -n +25 a.jsonl | sed 's/"bytes":64/"bytes":65/' >>b.jsonl
    compare b.jsonl --fail-above 15% --gate=geomean
    [ "$status" -eq 4 ]
    [[ $output == *"64 bytes: cannot tell: only A has it"* ]]
}

@test "CSV has the same rows" {
    runs 1 10 11 12 13 14 >a.jsonl
    compare a.jsonl a.jsonl -o out.csv
    [ "$status" -eq 0 ]
    [ "$(wc -l <out.csv)" -eq 3 ]
    head -n 1 out.csv | grep -q '^type,op,algo,procs,bytes,.*,needed,verdict,most,interleaved,rival,state$'
    sed -n 2p out.csv | grep -q '^comparison,bcast,native,4,8,.*,cannot tell,[^,]*,[^,]*,,$'
}

@test "--merge: a row says why it has no interval, and of how many runs it is" {
    # 8 bytes: slower and slower; 64 bytes: one run is odd, one has no figures
    runs 1 10 14 18 22 26 30 34 38 42 46 50 54 | jq -c 'if .bytes == 64 then
        .estimate |= (if . < 12e-6 then null elif . < 16e-6 then 90e-6
            else 20e-6 + (. * 1e8 | round % 7) * 1e-8 end) |
        .median = .estimate else . end' >a.jsonl
    compare --merge a.jsonl -o out.jsonl
    [ "$status" -eq 0 ]
    grep -q '^bcast native  *8 .* n/a  # no interval of the time: runs depend' \
        <<<"$output"
    grep -q '^bcast native  *64 .*  # figures in 11 of 12 runs; 1 odd run$' \
        <<<"$output"
    rows '(.[0] | .ci == null and .cause == "runs depend on the ones before them"
        and .confidence == 0.95) and
        (.[1] | .runs == 11 and .empty == 1 and .odd == 1 and .cause == null)'
    # the ratio of two command lines says so by itself
    COMMAND=1 runs 1 10 14 18 22 26 30 34 38 42 46 50 54 >b.jsonl
    COMMAND=2 runs 1 20.5 28 37 43 53 60 67 77 84 94 98 108 >>b.jsonl
    compare --merge b.jsonl -o out.jsonl
    [[ $output == "# 12 runs of each; "* ]]
    rows '.[1] | .ci == null and .cause != null and .vs.ci != null and
        .vs.cause == null and .vs.odd == 0 and .vs.p <= .vs.p_adjusted'
    compare --merge --alpha=0.01 b.jsonl -o strict.jsonl
    [[ $output == *" 99 % interval"*"[99 % interval]"* ]]
    jq -es --slurpfile usual out.jsonl 'all(.confidence == 0.99) and
        .[1].vs.ci[0] < $usual[1].vs.ci[0]' strict.jsonl
}

# refuses STATUS MESSAGE ARGUMENT...: one line.
refuses() {
    local expected=$1 message=$2
    shift 2
    compare "$@"
    [ "$status" -eq "$expected" ]
    [ "${#lines[@]}" -eq 1 ]
    [[ $output == "mpiperf-compare: $message"* ]]
}

@test "usage errors: a line, exit 2" {
    runs 1 1 2 >a.jsonl
    refuses 2 "no FILE"
    refuses 2 "unknown option '--colour'" --colour a.jsonl
    refuses 2 "unknown option '--alhpa' (did you mean '--alpha'?)" --alhpa=1
    refuses 2 "unknown option '-x'" -xh a.jsonl
    refuses 2 "option '--c' is ambiguous: --correction, --commands, --columns" --c=1
    refuses 2 "--spread: '1': takes no value" --spread=1 a.jsonl
    refuses 2 "--alpha: needs a value" --alpha
    refuses 2 "--alpha: '1': a share is typed 1% or 0.01" --alpha 1 a.jsonl
    refuses 2 "--correction: unknown correction 'x' (one of holm, none)" --correction x a.jsonl
    refuses 2 "--fail-above: '-1': must be at least 0" --fail-above=-1 a.jsonl
    refuses 2 "--fail-above: one FILE" --fail-above 5% a.jsonl
    refuses 2 "--commands: '1': not two numbers" --commands 1 a.jsonl
    refuses 2 "--commands: a.jsonl has 1" --commands 1,2 a.jsonl
    refuses 2 "--output: 'x.txt': must end in .jsonl or .csv" -o x.txt a.jsonl
    refuses 2 "--spread: of one FILE" --spread a.jsonl a.jsonl
    refuses 2 "'c': a third file" a b c
    cp a.jsonl b.jsonl
    refuses 2 "--output: ./a.jsonl is compared" -o ./a.jsonl a.jsonl b.jsonl
    ln -s b.jsonl link.jsonl
    refuses 2 "--output: link.jsonl is compared" -o link.jsonl a.jsonl b.jsonl
    cmp a.jsonl b.jsonl
    # whatever is given, the message is a line that can be read
    refuses 2 "--alpha: '2\\n\\x1b[2J': not a number" --alpha $'2\n\e[2J' a.jsonl
    refuses 2 "unknown option '--\\n\\x1b'" $'--\n\e' a.jsonl
    refuses 2 "'\\xff\\n': a third file" a b $'\xff\n'
    refuses 2 "--output: 'xxx" -o "$(printf %0100000d 0 | tr 0 x)" a.jsonl
    [ "${#output}" -lt 200 ]
}

@test "files that cannot be read, or have no cases: a line, exit 1" {
    : >empty.jsonl
    echo hello >notes.jsonl
    head -n 1 "$golden" >run.jsonl
    sed -n 2p "$golden" >headless.jsonl
    refuses 1 "cannot read missing.jsonl" missing.jsonl
    refuses 1 "cannot read .: Is a directory" .
    refuses 1 "empty.jsonl: no case records" empty.jsonl
    refuses 1 "run.jsonl: no case records" run.jsonl
    refuses 1 "notes.jsonl:1: no record of mpiperf" notes.jsonl
    refuses 1 "headless.jsonl:1: no record of mpiperf's run stands before it" \
        headless.jsonl
    refuses 1 "cannot read \\x1b\\n: No such file" $'\e\n'
    runs 1 1 2 >a.jsonl
    compare a.jsonl -o nowhere/x.csv
    [ "$status" -eq 1 ]
    [[ $output == *"--output: cannot write nowhere/x.csv: No such file"* ]]
}

# changed FILTER MESSAGE: the fifth record, changed so, is refused in a line.
changed() {
    jq -c --argjson n 5 "if input_line_number == \$n then $1 else . end" \
        a.jsonl >b.jsonl
    refuses 1 "b.jsonl:5: $2" b.jsonl
    refuses 1 "b.jsonl:5: $2" a.jsonl b.jsonl
}

# becomes TEXT MESSAGE: the fifth line is that.
becomes() {
    sed "5s/.*/$1/" a.jsonl >b.jsonl
    refuses 1 "b.jsonl:5: no record of mpiperf$2" b.jsonl
}

@test "records that are none: the file, the line, what is wrong with it" {
    COMMAND=1 runs 1 1 2 >a.jsonl
    changed '.command = "mpiperf"' 'command: must be a list of texts'
    changed '.command[0] = 1' 'command: must be a list of texts'
    changed '.repeat = 1' 'repeat: must be an object'
    for number in 0 -1 1.5 '"1"' 9999999999; do
        changed ".repeat.command = $number" 'repeat.command: must be a whole number from 1'
        changed ".repeat.of = $number" 'repeat.of: must be a whole number from 1'
    done
    changed '.machine = 1' 'machine: must be an object'
    changed '.oneway.median = "x"' 'oneway.median: must be a number from 0'
    changed '.type = 1' 'no record of mpiperf'
    becomes '[]'
    becomes '{"type":"run"'
    becomes '{"type":"run","ranks":1e999}'
    becomes '{"type":"run","ranks":9999999999999999999}'
    becomes '{"type":"run","mpi":"\\u0000"}'
    becomes '\x00'
    becomes '{"type":"\x1b\xff"}'
    becomes "$(printf %05000d 0 | tr 0 '[')"
    jq -c 'if .type == "end" then empty else . end' a.jsonl | sed 3d >c.jsonl
    cat c.jsonl >a.jsonl
    sed -n 2p c.jsonl >>a.jsonl
    sed -n 2p c.jsonl >>a.jsonl
    changed '.op = 1' 'op: must be a text'
    changed 'del(.algo)' 'algo: must be a text'
    changed '.procs = 0' 'procs: must be a whole number from 1'
    changed '.bytes = -1' 'bytes: must be a whole number from 0'
    changed '.bytes = 8.5' 'bytes: must be a whole number from 0'
    changed '.median = "1"' 'median: must be a number from 0'
    changed '.median = -1e-6' 'median: must be a number from 0'
    changed '.median_ci = [1]' 'median_ci: must be two numbers'
    changed '.median_ci = [1, "2"]' 'median_ci: must be two numbers'
    changed '.mismatches = "1"' 'mismatches: must be a whole number from 0'
}

@test "text of records is shown in a line, whatever it is" {
    runs 1 1 2 3 4 >a.jsonl
    jq -c 'if .type == "run" then .command = ["a\nb", "\u001b[2J"] |
        .mpi = "\u0085x" elif .type == "case" then .op = "b\nc" |
        .method = "\u001b\(.bytes)" else . end' a.jsonl >b.jsonl
    compare b.jsonl
    [ "$status" -eq 0 ]
    [[ $output == *"b.jsonl: 4 runs: \$'a\\nb' \$'\\x1b[2J'"* ]]
    [[ $output == *$'\n'"b\\nc "*" \\x1b64 "* ]]
    compare a.jsonl b.jsonl --fail-above 5
    [ "$status" -eq 4 ]
    [ "${lines[-1]}" = "CANNOT TELL: no case is in both; 0 runs a side" ]
    [[ $output == *"differ in MPI library: "*"\\xc2\\x85x"* ]]
    [[ $output == *"# only in B: b\\nc:native, 4 ranks, 8 bytes"* ]]
    [ -z "$(tr -d '[:print:]\n' <<<"$output")" ]
}

@test "cases that differ in everything have a column each" {
    jq -nc --slurpfile golden "$golden" '(1, 2) as $command | range(3) |
        ($golden[0] | .repeat = {launch: 1, of: 3, command: $command, order: 1,
            seed: 1}), ((1, 2) as $i | {type: "case", op: "o\($i)",
            algo: "a\($i)", procs: $i, bytes: $i, median: 1e-6} +
            (("root rotate datatype reduction counts in_place pairs topology " +
            "buffer method timer param given memory arrival harness") |
            split(" ") | map({key: ., value: "\(.)\($i)"}) | from_entries)),
        {type: "end", status: "complete"}' >a.jsonl
    compare a.jsonl -o out.jsonl
    [ "$status" -eq 0 ]
    rows 'length == 2'
    [[ $output == *" rotate "*" harness "*" n_A "*" verdict"* ]]
    [[ $output == *" rotate2 "*" harness2 "*" n/a "* ]]
    compare --spread a.jsonl
    [ "$status" -eq 0 ]
    [[ $output == *"# command  op "*" rotate "*" harness "*" covered"* ]]
    [[ $output == *" rotate2 "*" harness2 "*" 0/0"* ]]
}

@test "numbers of commands may be far apart" {
    COMMAND=3 runs 1 10 11 12 >a.jsonl
    COMMAND=2147483647 runs 1 20 21 22 >>a.jsonl
    compare --spread a.jsonl -o out.jsonl
    [ "$status" -eq 0 ]
    rows 'map(.command) == [3, 3, 2147483647, 2147483647]'
    compare --commands 3,2147483647 a.jsonl -o out.jsonl
    rows 'length == 2 and all(.launches_a == 3 and .launches_b == 3)'
}

# limited COMMAND...: in half a gigabyte of memory.
limited() {
    run bash -c 'ulimit -v 500000; exec "$@"' bash "$@"
    echo "$status: $output"
}
limits_hold() {
    ! grep -q __asan_init "$top_builddir/mpiperf-compare" ||
        skip "the address sanitizer takes more memory"
}

@test "20,000 runs a side" {
    limits_hold
    # as many pairs of runs are 3 GB
    run=$(head -n 1 "$golden") awk 'BEGIN { for (i = 0; i < 20000; i++)
        printf "%s\n{%s,\"median\":%d}\n%s\n", ENVIRON["run"], "\"type\":\"case\"," \
            "\"op\":\"bcast\",\"algo\":\"native\",\"procs\":4,\"bytes\":8",
            i % 100 + 1000, "{\"type\":\"end\",\"status\":\"complete\"}" }' >a.jsonl
    sed 's/"median":10/"median":11/' a.jsonl >b.jsonl
    limited "$top_builddir/mpiperf-compare" a.jsonl b.jsonl -o out.jsonl
    [ "$status" -eq 0 ]
    rows 'length == 1 and all(.launches_a == 20000 and .launches_b == 20000 and
        .verdict == "slower" and .p < 1e-300 and
        (.ratio - 1149.5 / 1049.5 | fabs) < 1e-3)'
}

@test "a line that does not fit in memory is no end of the file" {
    limits_hold
    limited "$top_builddir/mpiperf-compare" /dev/zero
    [ "$status" -eq 1 ]
    [ "$output" = "mpiperf-compare: cannot read /dev/zero: Cannot allocate memory" ]
}

@test "--help names the options of the manual page, --version the version" {
    compare --help
    [ "$status" -eq 0 ]
    for option in alpha correction fail-above gate commands spread output; do
        [[ $output == *"--$option"* ]]
        tr -d '\\' <"$top_srcdir/doc/mpiperf-compare.1" | grep -q -- "--$option"
    done
    compare --version
    [[ $output == "mpiperf-compare "[0-9]* ]]
}
