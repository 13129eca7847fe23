# run.bats: whole runs of the program: figures, records, options, both MPIs.

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
}

# Every record parses, the first is `run`, the last `end`, N cases between.
records() {
    jq -es --argjson n "$2" '.[0].type == "run" and
        .[-1].type == "end" and .[-1].status == "complete" and
        (map(select(.type == "case")) | length) == $n' "$1"
}

# Each case has figures, or a reason why it has none.
figures_or_reason() {
    jq -es 'map(select(.type == "case")) | all(
        if .valid > 0 then .mean != null and .median != null and
            (.valid < 30 or (.ci | type) == "array")
        else .mean == null and (.reason | type) == "string" end)' "$1"
}

verified_run() {
    mpiperf "$1" bcast:native,shmbcast,shmbcast-auto allreduce barrier \
        waitpattern-null waitpattern-up waitpattern-down null \
        -m 0,1,1000,8Ki,40000 --verify --preset quick --max-time 0.05 \
        -o r.jsonl -o r.csv
    [ "$status" -eq 0 ]
    records r.jsonl 25 # 5 sizes x (3 algorithms + 1) + 5 without data
    figures_or_reason r.jsonl
    jq -es 'map(select(.type == "case")) | all(.mismatches == 0)' r.jsonl
    [ "$(wc -l <r.csv)" -eq 26 ]
}

@test "1 rank: every operation, verified" { verified_run 1; }
@test "2 ranks: every operation, verified" { verified_run 2; }
@test "3 ranks: every operation, verified" { verified_run 3; }
@test "8 ranks: every operation, verified" { verified_run 8; }

@test "with a core for each rank every row has figures, interval and ratio" {
    [ "$(nproc)" -ge 2 ] || skip "one core"
    mpiperf 2 bcast:native,shmbcast -m 0:8Ki --preset quick -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case")) | all(.valid > 0 and .ci != null and
        .ci[0] <= .mean and .mean <= .ci[1] and
        .min <= .median and .median <= .max)' r.jsonl
    jq -es 'map(select(.type == "case" and .algo == "shmbcast")) | all(
        .vs.algo == "native" and .vs.ci != null and .vs.ratio != null and .vs.ci[0] <= .vs.ratio and
        .vs.ratio <= .vs.ci[1])' r.jsonl
}

# What was read between the rounds of FILE's cases.
watched() {
    jq -es '.[0].watch as $watch |
        ($watch | keys) == ["oneway", "spin"] and
        ($watch | all(.[]; .factor > 1 and .low != .high)) and
        (map(select(.type == "case" or .type == "visit")) | all(.[];
            (.stays | keys) == (["at", "estimate", "rounds"] +
                ($watch | keys) | sort) and
            (.stays | map(length) | unique | length) == 1 and
            (.stays.at | . == sort) and .mixed_rounds >= 0)) and
        (map(select(.type == "case")) | all(.[]; .watch_seconds > 0 and
            .watch_seconds < .seconds)) and
        # rivals have the same stretches
        (map(select(.type == "case")) | group_by(.bytes) | all(.[];
            map(.stays | del(.estimate)) | unique | length == 1)) and
        (.[-1] | has("states"))' "$1"
}

@test "gauges are read between rounds where ranks have cores and neighbours" {
    [ "$(nproc)" -ge 2 ] || skip "one core"
    mpiperf 2 bcast:native,shmbcast -m 8,64Ki --max-time 0.2 -o r.jsonl -o r.csv
    [ "$status" -eq 0 ]
    watched r.jsonl
    # cases of 8 B: as many stretches in the table of fields as in the record
    jq -rs 'map(select(.type == "case"))[] |
        [(.stays.at | length), .mixed_rounds] | join(",")' r.jsonl >stays
    /usr/bin/python3 -c 'import csv, sys
for r in csv.DictReader(open("r.csv")):
    print(r["stays"] + "," + r["mixed_rounds"])' | diff stays -
}

# Neither run nor rows know of any readings.
unwatched() {
    jq -es '(.[0].watch == null or $cases) and
        (map(select(.type == "case")) | length > 0 and all(.[];
            .stays == null and .mixed_rounds == null and
            (has("watch_seconds") | not)))' --argjson cases "${2:-false}" "$1"
}

@test "nothing is read with the paper's preset, on one rank, on fewer ranks" {
    mpiperf 2 bcast -m 8 --preset paper --max-time 0.1 -o r.jsonl
    unwatched r.jsonl
    mpiperf 1 bcast -m 8 --max-time 0.1 -o one.jsonl
    unwatched one.jsonl
    mpiperf 2 bcast -m 8 -n 1 --max-time 0.1 -o fewer.jsonl
    unwatched fewer.jsonl true
}

@test "more ranks than cores: warns, and no time slice is a result" {
    n=$(($(nproc) * 2))
    export MPIRUN_YIELD=0
    mpiperf $n bcast:native,shmbcast barrier -m 8,64Ki --max-time 0.4 \
        -o r.jsonl
    [ "$status" -eq 0 ]
    [[ "$output" == *"# warning:"* ]]
    jq -es '.[0].warnings | any(test("more ranks|oversubscri"))' r.jsonl
    figures_or_reason r.jsonl
    # a slice is milliseconds; a row that shows one would be a lie
    jq -es 'map(select(.type == "case" and .valid > 0)) |
        all(.median < 1e-3)' r.jsonl
}

@test "the faulty build is caught: exit 3; native is not blamed" {
    run "$top_srcdir/tests/mpirun" 2 "$top_builddir/tests/mpiperf-fault" \
        bcast:native,shmbcast -m 1,8Ki,100000 --verify --preset quick \
        -o r.jsonl
    echo "$output"
    [ "$status" -eq 3 ]
    jq -es 'map(select(.type == "case")) | all(
        if .algo == "shmbcast" then .mismatches > 0 else .mismatches == 0 end)
        ' r.jsonl
    run "$top_srcdir/tests/mpirun" 2 "$top_builddir/tests/mpiperf-fault" \
        bcast:native,shmbcast -m 1,8Ki,100000 --preset quick
    [ "$status" -eq 0 ] # unasked, nobody looks
}

@test "sub-communicators, roots, rotation" {
    mpiperf 3 bcast:native,shmbcast -n 1:3:+1 -m 8 --verify --preset quick \
        --max-time 0.05 -o n.jsonl
    [ "$status" -eq 0 ]
    records n.jsonl 6
    jq -es '[.[] | select(.type == "case") | .procs] | unique == [1, 2, 3]' \
        n.jsonl
    mpiperf 3 bcast:native,shmbcast -r all -m 8,100Ki --verify \
        --preset quick --max-time 0.05 -o all.jsonl
    [ "$status" -eq 0 ]
    jq -es '[.[] | select(.type == "case") | .root] | unique == [0, 1, 2]' \
        all.jsonl
    mpiperf 3 bcast:native,shmbcast -r rotate -m 8,100Ki --verify \
        --preset quick --max-time 0.05 -o rotate.jsonl
    [ "$status" -eq 0 ]
    jq -es '[.[] | select(.type == "case") | .rotate] | all' rotate.jsonl
}

@test "data types: the bytes in the record are whole elements" {
    for d in vector indexed; do
        mpiperf 2 bcast:native,shmbcast,shmbcast-auto -d $d \
            -m 0,1,100,30000 --verify --preset quick --max-time 0.1 -o $d.jsonl
        [ "$status" -eq 0 ]
        jq -es --arg d $d 'map(select(.type == "case")) |
            all(.datatype == $d and .mismatches == 0)' $d.jsonl
    done
    jq -es '[.[] | select(.type == "case") | .bytes] | unique ==
        [0, 64, 128, 30016]' vector.jsonl
    jq -es '[.[] | select(.type == "case") | .bytes] | unique ==
        [0, 32, 128, 30016]' indexed.jsonl
}

# What is asked for is what is done; several options in each start.
@test "timers, clock syncs, presets, buffers: each can be chosen" {
    while IFS='|' read -r arguments record; do
        # shellcheck disable=SC2086 # words
        mpiperf 2 bcast:native,shmbcast -m 8,16Ki --max-time 0.1 $arguments \
            -o r.jsonl
        echo "$arguments: $output"
        [ "$status" -eq 0 ]
        records r.jsonl 4
        figures_or_reason r.jsonl
        jq -es "$record" r.jsonl
        [[ $arguments =~ ^-t\ ([a-z]*) ]] || continue
        jq -es --arg timer "${BASH_REMATCH[1]}" '.[0].timer.name == $timer and
            (.[0].timers | map(.name)) == [$timer]' r.jsonl
    done <<'EOF'
-t tsc -s linear --trim 0 -P window.k=1 | .[0].clocksync.name == "linear" and .[0].settings.trim == 0
-t wtime -s ring --align 1 --confidence 0.99 | .[0].clocksync.name == "ring" and .[1].memory.align == 1 and .[1].confidence == 0.99
-t gettimeofday -s none --align 65536 --numa 0 | .[0].clocksync.name == "none" and .[0].settings.numa_node == 0
-t monotonic -s auto --hugepages --numa interleave | .[1].memory.hugepages and .[1].memory.numa == "interleave"
-P window.gamma=1.5 --memory private | .[1].memory | has("memory") | not
--preset paper | .[0].settings.preset == "paper"
--preset paper -e 0.05 | .[0].settings.max_rse == 0.05
--preset thorough | .[0].settings.preset == "thorough"
EOF
}

@test "--memory=shared: buffers in a window, results right, copied directly" {
    shared=(--memory shared --verify --preset quick --max-time 0.05 -o r.jsonl)
    mpiperf 3 bcast:native,shmbcast,shmbcast-auto allgatherv alltoall reduce \
        sendrecv put_fence -m 0,1000,100Ki "${shared[@]}"
    [ "$status" -eq 0 ]
    figures_or_reason r.jsonl
    # as many slots as the cache holds take seconds to fill: one case
    mpiperf 2 bcast:native,shmbcast,shmbcast-auto -m 1000 -b cold \
        "${shared[@]}" --resume
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case")) | length == 27 and
        all(.mismatches == 0 and .memory.memory == "shared")' r.jsonl
    mpiperf 2 bcast -m 8 --preset quick -o r2.jsonl
    jq -es '.[1].memory | has("memory") | not' r2.jsonl
}

@test "shmbcast-auto: parameters, calibration and its file" {
    auto="bcast:shmbcast-auto -m 100Ki --verify --preset quick -o r.jsonl"
    mpiperf 2 $auto -P shmbcast-auto.ring=128Ki -P shmbcast-auto.pull=never \
        -P shmbcast-auto.slot=100 -P shmbcast-auto.report=1
    [ "$status" -eq 0 ]
    jq -es '.[1].params | .ring == 131072 and .pull == null and .slot == 100 and
        .calibrated == false and (.pages_local | length) == 2' r.jsonl
    [[ "$output" == *"slot up to 100 bytes, "*"ring of 131072 bytes"* ]]
    mpiperf 2 $auto -P shmbcast-auto.calibrate=1 -P shmbcast-auto.file=thresholds
    [ "$status" -eq 0 ]
    jq -es '.[1].params | .calibrated' r.jsonl
    ring=$(jq -s '.[1].params.ring' r.jsonl)
    pull=$(jq -s '.[1].params.pull // "never"' r.jsonl | tr -d '"')
    grep -qx "ring=$ring" thresholds
    grep -qx "pull=$pull" thresholds
    mpiperf 2 $auto -P shmbcast-auto.file=thresholds -P shmbcast-auto.slot=9
    [ "$status" -eq 0 ]
    jq -es --argjson ring "$ring" '.[1].params | .ring == $ring and .slot == 9 and
        .calibrated == false' r.jsonl
    mpiperf 2 $auto -P shmbcast-auto.file=none/such -P shmbcast-auto.calibrate=1
    [[ "$output" == *"cannot write 'none/such': No such file"* ]]
}

@test "shmbcast parameters are used and recorded" {
    mpiperf 2 bcast:shmbcast -m 100Ki --verify --preset quick -o r.jsonl \
        -P shmbcast.f=4096 -P shmbcast.s=6 -P shmbcast.q=3 \
        -P shmbcast.tree=3-ary -P shmbcast.report=1
    [ "$status" -eq 0 ]
    jq -es '.[1].params | .f == 4096 and .s == 6 and .q == 3 and
        .tree == "3-ary" and (.pages_local | length) == 2' r.jsonl
    [[ "$output" == *"pages of each rank's queue"* ]]
    mpiperf 2 bcast:shmbcast -m 1 --preset quick -P shmbcast.report=table1
    [[ "$output" == *"# "*"f\\k"*"65536"*"8388608"* ]]
}

@test "shmbcast: f and s by the model are used and recorded" {
    mpiperf 2 bcast:shmbcast -m 100Ki --verify --preset quick -o r.jsonl \
        -P shmbcast.s=16 -P shmbcast.preset=model -P shmbcast.report=1
    [ "$status" -eq 0 ]
    jq -es '.[1].params | .s == 16 and .q == 1 and .tree == "2-ary" and
        (.f % 4096 == 0) and (.f >= .model.best_f or
            (.f + 8192) * 16 > .model.budget) and
        (.model | .t > 0 and .tw > 0 and .two > 0 and .ta > 0 and
            (.best_f * .best_s / .budget - 1 | fabs) < 1e-6)' r.jsonl
    [[ "$output" == *"local remote"*"model of this machine"*"used: f="*"s=16"* ]]
    mpiperf 2 bcast:shmbcast -m 1 --preset quick -P shmbcast.report=model
    [[ "$output" != *"local remote"* && "$output" == *"f* "*"used: f=8192 s=64"* ]]
}

@test "samples: every launch of every rank, the largest is its time" {
    mpiperf 2 bcast -m 8 --samples --preset quick -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es '.[1] | (.samples | length) == .launches and
        (.samples | all((.times | length) == 2)) and
        ([.samples[] | select(.status != "late")] | length) == .valid and
        ([.samples[] | select(.status != "late") | .times | max] |
            [min, max]) == [.min, .max]' r.jsonl
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
            .min == $t[$cut] and .max == $t[$last]] | length > 0 and all' r.jsonl
}

@test "passes: every case is visited in each, its row comes once, in order" {
    mpiperf 2 bcast allreduce -m 8,64,1Ki -e 0 -R 48 --passes 4 -o r.jsonl \
        -o r.csv
    [ "$status" -eq 0 ]
    jq -es '[.[] | select(.type == "visit") | [.pass, .op, .bytes]] as $v |
        ($v | length) == 24 and ($v | unique | length) == 24 and
        ([.[] | select(.type == "case" and .valid > 0)] |
            all(.visits <= 4 and .launches == 48 and .stop == "max-launches" and
                (.visits < 3) == (.marks | any(. == "few-visits")))) and
        ([.[] | select(.type == "run").settings.passes] == [4])' r.jsonl
    # the order of the passes is not that of the sweep; the table's is
    jq -es '[.[] | select(.type == "visit") | [.op, .bytes]] |
        [range(0; 24; 6) as $i | .[$i:$i + 6] | tostring] | (unique | length) > 1' r.jsonl
    [ "$(grep -Eo '^(bcast|allreduce) .*' <<<"$output" |
        awk '{print $1 $4}' | tr '\n' ' ')" = \
        "bcast8 bcast64 bcast1024 allreduce8 allreduce64 allreduce1024 " ]
    [ "$(wc -l <r.csv)" -eq 7 ]
}

@test "one pass where few launches are asked for, or another would mean less" {
    for few in "-R 100" "--preset quick" "--preset paper" "--max-time 0.1" \
        "--verify -R 200" "--samples -R 200" "--passes=1 -e 0 -R 200"; do
        mpiperf 1 bcast -m 8 $few -o r.jsonl
        jq -es 'any(.type == "visit") | not' r.jsonl
        jq -es '.[0].settings.passes == 1' r.jsonl
    done
}

@test "a budget ends the sweep, with a visit to every case at least" {
    mpiperf 1 bcast -m 8,64 -e 0 -R 1000000 --max-time 100 --budget 0.3 \
        -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es '.[0].settings.budget == 0.3 and .[0].settings.passes == null and
        ([.[] | select(.type == "case") | .stop] == ["budget", "budget"])' \
        r.jsonl
    mpiperf 1 bcast -m 8,64 -e 0 --budget 1e-9 -o r.jsonl
    [ "$status" -eq 0 ]
    grep -q '^# budget: one visit to each case took ' <<<"$output"
    jq -es '[.[] | select(.type == "visit")] | length == 2' r.jsonl
}

@test "a run that is killed leaves visits; --resume makes rows of them" {
    local args=(bcast:native,shmbcast -m 8,64,1Ki -e 0 -R 1000000 -c 30
        --max-time 1000 --passes 1000) try
    "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" "${args[@]}" \
        -o r.jsonl >/dev/null 2>&1 3>&- &
    for ((try = 0; try < 300; try++)); do
        sleep 0.1
        ! grep -m 12 '"visit"' r.jsonl 2>/dev/null | sed -n 12p | grep -q . ||
            break
    done
    kill -9 $(pgrep -P $!) $! # timeout, and mpiexec under it
    flock -w 20 r.jsonl true
    before=$(grep -c . r.jsonl)
    mpiperf 2 bcast:native,shmbcast -m 8,64,1Ki,4Ki -R 8 -c 1 --resume \
        -o r.jsonl -o r.csv
    [ "$status" -eq 0 ]
    jq -es '[.[] | select(.type == "case")] as $c |
        [$c[] | select(.from_visits)] as $made |
        ($c | length) == 8 and ($c | map([.algo, .bytes]) | unique |
            length) == 8 and ($made | length) >= 2 and
        ($made | all(.valid >= 30 and .mean == null and .visits > 1 and
            .estimate > 0 and .min <= .estimate and
            (.algo == "native" or .vs.ratio > 0)))' r.jsonl
    [ "$(wc -l <r.csv)" -eq 9 ]
    # they stand in the run that they are of
    jq -es '(map(.type == "run") | indices(true)[1]) as $second |
        .[:$second] | any(.from_visits)' r.jsonl
    [ "$before" -ge 13 ]
}

@test "no figures at all are an error, but where one asks for them" {
    na='' # without --allow-na
    mpiperf 2 bcast -m 4096Gi -R 8
    [ "$status" -eq 1 ]
    grep -q '^mpiperf: no case has figures: ' <<<"$output"
    mpiperf 2 bcast -m 4096Gi -R 8 --allow-na
    [ "$status" -eq 0 ]
    mpiperf 2 bcast -m 4096Gi -R 8 --verify
    [ "$status" -eq 0 ]
}

@test "resume measures only what is missing" {
    mpiperf 2 bcast -m 1,2 --preset quick -o r.jsonl
    [ "$status" -eq 0 ]
    mpiperf 2 bcast -m 1,2,4 --preset quick -o r.jsonl --resume
    [ "$status" -eq 0 ]
    jq -es '[.[] | select(.type == "case") | .bytes] == [1, 2, 4]' r.jsonl
}

@test "over 2 GiB: measured where there is a call for it, refused where not" {
    free=$(awk '/^MemAvailable/ {print int($2 / 1048576)}' /proc/meminfo)
    [ "$free" -ge 10 ] || skip "needs 10 GiB of free memory"
    [ -z "$SMALL_MEMORY" ] || skip "told to stay small"
    large=(-m 2100Mi --verify -M free -c 1 -R 1 --max-time 120
        -P window.init=1 -o r.jsonl)
    if ! grep -q 'define HAVE_MPI_LARGE_COUNTS' "$top_builddir/config.h"; then
        mpiperf 2 bcast:native "${large[@]}"
        [ "$status" -eq 0 ]
        jq -es '.[1].reason | test("^no call for")' r.jsonl
        return
    fi
    mpiperf 2 bcast:native,shmbcast "${large[@]}"
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case")) | length == 2 and
        all(.bytes == 2202009600 and .valid > 0 and .mismatches == 0)' r.jsonl
}

@test "buffers that do not fit the memory: n/a with the reason, no OOM kill" {
    mpiperf 2 bcast:native,shmbcast -m 1Ki,4096Gi --preset quick -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case" and .bytes > 1e9)) |
        all(.valid == 0 and (.reason | test("memory|^no call for")))' r.jsonl
}

@test "--check gives a verdict on every timer and an exit status" {
    mpiperf 2 --check
    [ "$status" -le 1 ]
    for t in tsc monotonic wtime gettimeofday; do
        [[ "$output" == *"timer $t"* ]]
    done
    [[ "$output" == *"fit to measure on."* ]]
}

@test "--check says more ranks than cores is unfit: exit 1" {
    export MPIRUN_YIELD=0
    mpiperf $(($(nproc) * 2)) --check -t monotonic
    [ "$status" -eq 1 ]
    [[ "$output" == *"UNFIT"*"oversubscription"* ]]
    [ "$(grep -c ' timer ' <<<"$output")" -eq 1 ] # the one asked for
}
