# run.bats: whole runs of the program that want the machine for themselves: times,
# readings, more ranks than cores. Those that nobody times: run-untimed.bats.

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
}

@test "with a core for each rank every row has figures and an interval" {
    [ "$(nproc)" -ge 2 ] || skip "one core"
    every_row() { jq -es 'map(select(.type == "case")) | all(.valid > 0)' r.jsonl; }
    for _ in 1 2 3; do # on a loaded machine all launches of a row may be late
        rm -f r.jsonl
        mpiperf 2 bcast:native,shmbcast -m 0:8Ki --preset quick -o r.jsonl
        [ "$status" -eq 0 ]
        ! every_row || break
    done
    # (quick: 10 launches are enough)
    jq -es 'map(select(.type == "case" and .valid >= 10)) | length > 0 and
        all(.ci != null and .ci[0] <= .mean and .mean <= .ci[1] and
            .min <= .median and .median <= .max)' r.jsonl
    # what is told of ranks' own times and of the passes
    jq -es 'map(select(.type == "case" and .valid > 0)) | all(
        0 < .rank_min and .rank_min <= .rank_mean and .rank_mean <= .rank_max and
        .rank_max <= .max and (.passes | length) == 1 and
        (.estimate / .passes[0].estimate - 1 | fabs) < 1e-6)' r.jsonl
    every_row || skip "rows without a valid launch, three times"
}

@test "the rank that ends last: the one that starts a broadcast last" {
    [ "$(nproc)" -ge 2 ] || skip "one core"
    for _ in 1 2 3; do # on a loaded machine all launches may be late
        rm -f r.jsonl
        mpiperf 2 bcast -m 8 --arrival=last:100 -R 400 --allow-na -o r.jsonl
        [ "$status" -eq 0 ]
        ! jq -es 'any(.type == "case" and .valid > 0)' r.jsonl || break
    done
    jq -es 'map(select(.type == "case" and .valid > 0)) | all(.last_rank == 1 and
        .last_share > 0.5 and .last_share <= 1 and .last_by > 5e-5)' r.jsonl
    jq -es 'any(.type == "case" and .valid > 0)' r.jsonl ||
        skip "no valid launch, three times"
}

# watched FILE: its cases and passes have readings of both watched gauges.
watched() {
    jq -es '.[0].watch as $watch |
        ($watch | keys) == ["oneway", "spin"] and
        ($watch | all(.[]; .factor > 1 and .low != .high)) and
        ([.[] | select(.type == "case").passes[]] + map(select(.type == "pass")) |
            length > 0 and
            all(.[].gauge; keys == ($watch | keys) and
                all(.[]; length == 2 and all(. == null or . > 0))) and
            any(.[].gauge; .oneway | all)) and
        # what rivals have of a pass is the same
        (map(select(.type == "case")) |
            all(.[].passes; map(.time) | . == sort and .[0] >= 0) and
            (map(.bytes as $bytes | .passes[] | {$bytes, pass, of: [.time, .gauge]}) |
                group_by([.bytes, .pass]) | all(.[]; map(.of) | unique | length == 1)))' "$1"
}

@test "gauges are read around passes where ranks have cores and neighbours" {
    [ "$(nproc)" -ge 2 ] || skip "one core"
    for _ in 1 2 3; do # where the other rank has no core there is no reading
        rm -f r.jsonl r.csv
        mpiperf 2 bcast:native,shmbcast -m 8,64Ki --max-time 0.2 -o r.jsonl -o r.csv
        [ "$status" -eq 0 ]
        ! jq -es '.[0].watch != null' r.jsonl || break
    done
    jq -es '.[0].watch != null' r.jsonl || skip "no reading, three times"
    watched r.jsonl
    # as many passes in the table of fields as in the record
    jq -rs 'map(select(.type == "case"))[].passes | length' r.jsonl >passes
    command -v python3 >/dev/null || skip "python3 is not installed, for the CSV"
    python3 -c 'import csv, sys
for r in csv.DictReader(open("r.csv")):
    print(r["passes"])' | diff passes -
}

# Neither run nor rows know of any readings.
unwatched() {
    jq -es '(.[0].watch == null or $cases) and
        (map(select(.type == "case")) | length > 0 and all(.[];
            .passes | length > 0 and all(.gauge == null)))' --argjson cases "${2:-false}" "$1"
}

@test "nothing is read with the paper's preset, on one rank, on fewer ranks" {
    mpiperf 2 bcast -m 8 --preset paper --max-time 0.1 -o r.jsonl
    unwatched r.jsonl
    mpiperf 1 bcast --allow-one-rank -m 8 --max-time 0.1 -o one.jsonl
    unwatched one.jsonl
    mpiperf 2 bcast --allow-one-rank -m 8 -n 1 --max-time 0.1 -o fewer.jsonl
    unwatched fewer.jsonl true
}

@test "more ranks than cores: warns, and a time slice is marked" {
    n=$(($(nproc) + 1))
    export MPIRUN_YIELD=0
    mpiperf $n bcast:native,shmbcast barrier -m 8,64Ki --max-time 0.15 \
        -o r.jsonl
    [ "$status" -eq 0 ]
    [[ "$output" == *"# warning:"* ]]
    jq -es '.[0].warnings | any(test("more ranks|oversubscri"))' r.jsonl
    figures_or_reason r.jsonl
    # a slice is milliseconds; a row that shows one says how it was measured
    jq -es 'map(select(.type == "case" and .valid > 0)) |
        all(.median < 1e-3 or (.marks | index("fell-back") != null))' r.jsonl
}

@test "--preset paper: linear clocks before each case, figures of what is kept" {
    mpiperf 2 bcast barrier -m 8,1Ki --preset paper --samples -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es '.[0] | .clocksync.name == "linear" and
        (.settings | .preset == "paper" and .paper and .window.paper and
            .min_valid == 30 and .max_launches == 100 and .max_time == null)' \
        r.jsonl
    jq -es '[.[] | select(.type == "case")] | length == 3 and
        all(.renewals == 1 and .clocksync.name == "linear" and
            (.clocksync.slope | all(. == 0)) and
            (.valid > 30 and .stop == "converged" or
             .launches > 100 and .stop == "max-launches") and
            .launches % 8 == 0)' r.jsonl
    jq -es '[.[] | select(.type == "case" and .valid > 0) |
        ([.samples[] | select(.status == "valid") | .times | max] | sort) as $t |
        (.valid / 4 | floor) as $cut | (.valid - 1 - $cut) as $last |
        .valid == ($t | length) and .used == .valid - 2 * $cut and
            .min == $t[$cut] and .max == $t[$last]] as $right |
        ($right | all) and (($right | length) > 0 or
            all(.[] | select(.type == "case"); .late == .launches))' r.jsonl
}

# messages OPERATION N: rate times time is N, bandwidth N blocks in that time;
# without a time there is neither.
messages() {
    jq -es --arg op "$1" --argjson n "$2" '
        def near($x): . > 0.9999 * $x and . < 1.0001 * $x;
        map(select(.type == "case" and .op == $op)) | length == 1 and all(.bytes as $bytes |
            if .valid > 0 then
                (.message_rate * .median | near($n)) and
                (.bandwidth * .median | near($n * $bytes))
            else .message_rate == null and .bandwidth == null end)' r.jsonl
}

@test "message rate and bandwidth are of the messages that there are" {
    [ "$(nproc)" -ge 2 ] || skip "one core"
    record 2 send pingpong pingping sendrecv exchange bandwidth bibandwidth \
        -P pingpong.rounds=3 -P bandwidth.window=7 -m 100 --max-time 0.1
    [ "$status" -eq 0 ]
    messages send 1
    messages pingpong 1
    messages pingping 2
    messages sendrecv 2
    messages exchange 4
    messages bandwidth 7
    messages bibandwidth 14
    jq -es 'map(select(.type == "case" and .op == "pingpong")) | all(.param == {"rounds": 3})' \
        r.jsonl
}

@test "passes: every case is measured in each, its row comes once, in order" {
    mpiperf 2 bcast allreduce -m 8,64,1Ki -e 0 -R 48 --passes 4 --max-time 100 \
        -o r.jsonl -o r.csv
    [ "$status" -eq 0 ]
    jq -es '[.[] | select(.type == "pass") | [.pass, .op, .bytes]] as $v |
        ($v | length) == 24 and ($v | unique | length) == 24 and
        ([.[] | select(.type == "case" and .valid > 0)] |
            all((.passes | length) == 4 and .launches == 48 and .stop == "max-launches" and
                ([.passes[] | select(.estimate)] | length < 3) ==
                    (.marks | any(. == "few-passes")))) and
        ([.[] | select(.type == "run").settings.passes] == [4])' r.jsonl
    # the order of the passes is not that of the sweep; the table's is
    jq -es '[.[] | select(.type == "pass") | [.op, .bytes]] |
        [range(0; 24; 6) as $i | .[$i:$i + 6] | tostring] | (unique | length) > 1' r.jsonl
    [ "$(grep -Eo '^(bcast|allreduce) .*' <<<"$output" |
        awk '{print $1 $4}' | tr '\n' ' ')" = \
        "bcast8 bcast64 bcast1024 allreduce8 allreduce64 allreduce1024 " ]
    [ "$(wc -l <r.csv)" -eq 7 ]
}
