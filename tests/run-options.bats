# run-options.bats: runs that nobody times: options and parameters do what they say,
# whatever the MPI.

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # others may want the cores
}

@test "timers, clock syncs, presets, buffers: each can be chosen" {
    while IFS='|' read -r arguments record; do
        # shellcheck disable=SC2086 # words
        mpiperf 2 bcast:native,shmbcast -m 8,16Ki --max-time 0.1 $arguments \
            --overwrite -o r.jsonl
        echo "$arguments: $output"
        [ "$status" -eq 0 ]
        records r.jsonl 4
        figures_or_reason r.jsonl
        jq -es "$record" r.jsonl
        [[ $arguments =~ ^-t\ ([a-z]*) ]] || continue
        jq -es --arg timer "${BASH_REMATCH[1]}" '.[0].timer.name == $timer and
            (.[0].timers | map(.name)) == [$timer]' r.jsonl
    done <<'EOF'
-t tsc -s linear --trim 0 -P window.k=1 --memory private | .[0].clocksync.name == "linear" and .[0].settings.trim == 0 and (.[1].memory | has("memory") | not)
-t wtime -s ring --align 1 --confidence 0.99 | .[0].clocksync.name == "ring" and .[1].memory.align == 1 and .[1].confidence == 0.99
-t gettimeofday -s none --align 65536 --numa 0 --preset thorough | .[0].clocksync.name == "none" and .[0].settings.numa_node == 0 and .[0].settings.preset == "thorough"
-t monotonic --hugepages --numa interleave --preset paper -e 0.05 | .[1].memory.hugepages and .[1].memory.numa == "interleave" and .[0].settings.preset == "paper" and .[0].settings.max_rse == 0.05
EOF
}

# --verify checks the communicators and windows that the calls have made; ranks of every
# color are counted.
@test "start-up costs: communicators and windows; MPI_Init of each rank" {
    record 4 comm_dup comm_split win_allocate -m 0,1000 --verify -c 1 -R 3 \
        -P comm_split.colors=3
    [ "$status" -eq 0 ]
    cases '.mismatches == 0 and .launches > 0 and .reason == null' 4
    cases 'if .op == "comm_split" then .param == {colors: 3} else true end'
    jq -es '.[0].mpi_init | (.ranks | length) == 4 and
        .slowest == (.ranks | max) and .least == (.ranks | min) and .least > 0' r.jsonl
    [[ $output == *"# mpi_init: slowest="*" least="*" ranks="* ]]
}

# An all-to-all would fail, or be wrong, with ranks of another group in it.
# bats test_tags=sanitize
@test "groups: the operation in each, roots and rates of all" {
    format=table record 4 bcast:native,shmbcast,shmbcast-auto alltoall neighbor_alltoall barrier pingpong \
        put_fence win_allocate -m 1000 --groups=2 -r all --verify -c 1 -R 3 -M free
    [ "$status" -eq 0 ]
    cases '.groups == 2 and .procs == 4 and .root < 2' 12
    cases '.launches > 0 and .mismatches == (if .op == "barrier" then null else 0 end) or
        (.reason | startswith("this MPI gets it wrong: windows"))'
    cases 'if .op == "pingpong" then .traffic_messages == 2 else true end'
    [[ $output == *"MPI_Bcast, 4 ranks on 1 node in 2 groups, "* ]]
    record 4 bcast -n 2,4 --groups=2 --allow-one-rank -m 8 --verify -c 1 -R 2 --samples
    [ "$status" -eq 0 ]
    cases '.mismatches == 0 and .groups == 2 and
        all(.samples[]; .times | length == 4 or length == 2)' 2
}

# A launch takes as long as the slowest rank of the group. --resume measures the missing cases.
@test "rows: each group has its own, with the times of its ranks" {
    groups() { # [OPTION]...
        mpiperf 4 allreduce bandwidth -m 8,1000 --groups=2 --rows=group --verify -c 1 -R 1 \
            --passes=1 -M barrier --samples -P bandwidth.window=4 -o r.jsonl "$@"
        [ "$status" -eq 0 ]
        cases '.mismatches == 0 and .groups == 2 and .median > 0 and
            (.samples | length) == 1 and .median == (.samples[0].times | max) and
            (.samples[0].times | length) == 2 and (has("last_rank") | not)' 8
        cases 'if .op == "bandwidth" then .traffic_messages == 4 else true end'
        jq -es 'map(select(.type == "case")) | group_by([.op, .bytes]) |
            all(map(.group) | sort == [0, 1])' r.jsonl
    }
    groups
    mv r.jsonl whole.jsonl
    head -n 5 whole.jsonl >r.jsonl # the run and 4 rows
    groups --resume
    run -0 "$top_builddir/mpiperf-compare" --merge r.jsonl whole.jsonl
    [ "$(grep -cE '^ +[02]-[13] +[^ ]+ +[0-9.]+ ' <<<"$output")" -eq 8 ]
    [ "$(grep -cE '^(slowest group|no group is slow): ' <<<"$output")" -eq 4 ]
    [ "$(grep -cE '^median of all groups: .* \(2 groups\)$' <<<"$output")" -eq 4 ]
    mpiperf 2 bcast --rows=group
    [ "$status" -eq 2 ]
    [[ $output == *"mpiperf: --rows=group: needs --groups=K"* ]]
    mpiperf 4 pingpong --groups=2 --pairs=each
    [ "$status" -eq 2 ]
    [[ $output == *"mpiperf: --groups: cannot be combined with --pairs=each, "* ]]
}

# params ALGORITHM CONDITION: of what this variant of r.jsonl is set to.
params() {
    jq -es --arg algo "$1" "map(select(.type == \"case\" and .algo == \$algo)) |
        length == 1 and all(.params | $2)" r.jsonl
}

# One start has a row for each set of parameters.
# bats test_tags=sanitize
@test "shmbcast-auto: parameters, calibration and its file" {
    auto=(-m 100Ki --verify --preset quick -M free)
    record 2 "bcast:shmbcast-auto@ring=128Ki@pull=never@slot=100@report=1,$(:
        )shmbcast-auto@calibrate=off,shmbcast-auto@file=measured@report=1,$(:
        )shmbcast-auto@dense=queue@gaps=ring,shmbcast-auto@file=none/such" "${auto[@]}"
    [ "$status" -eq 0 ]
    params shmbcast-auto@ring=128Ki@pull=never@slot=100@report=1 '.ring == 131072 and
        .pull == null and .slot == 100 and .calibrated == false and (.pages_local | length) == 2'
    [[ "$output" == *"slot up to 100 bytes, "*"ring of 131072 bytes"* ]]
    params shmbcast-auto@calibrate=off '.calibrated == false and (has("dense") | not) and
        .direct == 8192'
    params shmbcast-auto@file=measured@report=1 '.calibrated and .slot == null and .pull == null'
    params shmbcast-auto@dense=queue@gaps=ring '.dense == "queue" and .gaps == "ring" and
        .calibrated == false'
    for table in dense gaps; do
        line=$table=$(jq -rs "map(select(.algo // \"\" | test(\"file=measured\")))[0].params.$table" r.jsonl)
        grep -qxF "# shmbcast-auto: $line" <<<"$output"
        grep -qxF "$line" measured
    done
    [[ "$output" == *"cannot write 'none/such': No such file"* ]]
    mpiperf 2 bcast:shmbcast-auto@file=none/such@calibrate=off
    [[ "$output" == *"'none/such': no such file; calibrate=on would create it"* ]]
    # the file that there is now
    record 2 bcast:shmbcast-auto,shmbcast-auto@slot=9 -P shmbcast-auto.file=measured "${auto[@]}"
    [ "$status" -eq 0 ]
    params shmbcast-auto ".dense == \"$(sed -n 's/^dense=//p' measured)\" and .calibrated == false"
    params shmbcast-auto@slot=9 '.slot == 9 and (has("dense") | not)'
}

# bats test_tags=sanitize
@test "shmbcast: parameters and the model are used and recorded" {
    given=shmbcast@f=4096@s=6@q=3@tree=3-ary model=shmbcast@s=16@preset=model
    record 2 bcast:$given,$model -P shmbcast.report=1 -m 100Ki --verify --preset quick -M free
    [ "$status" -eq 0 ]
    params $given '.f == 4096 and .s == 6 and .q == 3 and .tree == "3-ary" and
        (.pages_local | length) == 2'
    [[ "$output" == *"pages of each rank's queue"* ]]
    params $model '.s == 16 and .q == 1 and .tree == "2-ary" and
        (.f % 4096 == 0) and (.f >= .model.best_f or
            (.f + 8192) * 16 > .model.budget) and
        (.model | .t > 0 and .tw > 0 and .two > 0 and .ta > 0 and
            (.best_f * .best_s / .budget - 1 | fabs) < 1e-6)'
    [[ "$output" == *"local remote"*"model of this machine"*"used: f="*"s=16"* ]]
    record 2 bcast:shmbcast@report=table1,shmbcast@report=model -m 1 --preset quick -M free
    [[ "$output" == *"# "*"f\\k"*"65536"*"8388608"* ]]
    [[ "$output" != *"local remote"* && "$output" == *"f* "*"used: f=8192 s=64"* ]]
}

# bats test_tags=sanitize
@test "samples: every launch of every rank; percentiles are of the slowest ranks" {
    mpiperf 2 bcast -m 8 --samples -E 30 --percentiles=50,90,99.5 -o r.jsonl -o r.csv
    [ "$status" -eq 0 ]
    [[ $(tr -s " " <<<"$output") == *" p50_us p90_us p99.5_us rank_mean_us rank_min_us "* ]]
    [[ $output == *" first_call_us"* ]]
    jq -es '.[1] | (.samples | length) == .launches and
        (.samples | all((.times | length) == 2)) and
        ([.samples[] | select(.status != "late") | .times | max] | sort) as $t |
        def at(p): (p / 100 * (($t | length) - 1)) as $x | ($x | floor) as $i |
            $t[$i] + ($x - $i) * (($t[$i + 1] // $t[$i]) - $t[$i]);
        def near(x): (. / x - 1 | fabs) < 1e-6;
        ($t | length) == .valid and [$t[0], $t[-1]] == [.min, .max] and
        .valid > 0 and (.percentiles | keys == ["p50", "p90", "p99.5"]) and
        (.percentiles.p50 | near(at(50))) and (.percentiles.p90 | near(at(90))) and
        (.percentiles["p99.5"] | near(at(99.5)))' r.jsonl
    [[ $(head -n 1 r.csv) == *,percentiles_p50,percentiles_p90,percentiles_p99.5,* ]]
    mpiperf 2 bcast -m 8 -R 100 --passes=3 --percentiles=50 --overwrite -o r.jsonl
    jq -es 'map(select(.type == "case")) | all(.valid == 0 or
        (.min <= .percentiles.p50 and .percentiles.p50 <= .max))' r.jsonl
}

@test "one pass where few launches are asked for, or another would mean less" {
    for few in "-R 100" "--preset quick" "--max-time 0.1" "--samples -R 200"; do
        mpiperf 1 bcast --allow-one-rank -m 8 $few --overwrite -o r.jsonl
        jq -es 'any(.type == "pass") | not' r.jsonl
        jq -es '.[0].settings.passes == 1' r.jsonl
    done
}

@test "no figures at all are an error, but where one asks for them" {
    na='' # without --allow-na
    mpiperf 2 bcast -m 4096Gi -R 8
    [ "$status" -eq 1 ]
    grep -q '^mpiperf: no case has figures: ' <<<"$output"
    mpiperf 2 bcast -m 4096Gi -R 8 --verify
    [ "$status" -eq 0 ]
}

# bats test_tags=sanitize
@test "whatever time buffers and warm-up take, there is a launch, and a mark" {
    for limit in "--max-time 1e-4 --passes 1" "--budget 1e-4"; do
        mpiperf 2 alltoall -m 8Mi $limit --overwrite -o r.jsonl
        [ "$status" -eq 0 ]
        cases '(.valid == 1 and .launches <= 3 and .mean > 0) or
            (.valid == 0 and .launches == 3)' 1
        [[ $limit == --budget* ]] || cases '.valid == 0 or
            (.marks | index("over-time") and index("few-launches"))' 1
    done
}

# bats test_tags=sanitize
@test "a budget ends the sweep, with a pass of every case at least" {
    mpiperf 1 bcast --allow-one-rank -m 8,64 -e 0 -R 1000000 --max-time 100 --budget 1 \
        -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es '.[0].settings.budget == 1 and .[0].settings.passes == null and
        ([.[] | select(.type == "case") | .stop] == ["budget", "budget"])' \
        r.jsonl
    mpiperf 1 bcast --allow-one-rank -m 8,64 -e 0 --budget 1e-9 --overwrite -o r.jsonl
    [ "$status" -eq 0 ]
    grep -q '^# budget: one pass took ' <<<"$output"
    jq -es '[.[] | select(.type == "pass")] | length == 2' r.jsonl
}

@test "resume measures only what is missing, and shows the whole file" {
    mpiperf 2 bcast -m 1,2 -M free -c 1 -R 8 -o r.jsonl
    [ "$status" -eq 0 ]
    mpiperf 2 bcast -m 2,4 -M free -c 1 -R 8 -o r.jsonl --resume
    [ "$status" -eq 0 ]
    jq -es '[.[] | select(.type == "case") | .bytes] == [1, 2, 4]' r.jsonl
    [ "$(awk '/^bcast / { print $4 }' <<<"$output" | xargs)" = "2 4 1" ]
    format=table mpiperf 2 bcast -m 8 -M free -c 1 -R 8 -o r.jsonl --resume
    [ "$status" -eq 0 ]
    [ "$(awk '$1 ~ /^[1248]$/ { print $1 }' <<<"$output" | xargs)" = "1 2 4 8" ]
    # figures of other cases are none of this sweep
    na='' mpiperf 2 bcast -m 4096Gi -M free -R 8 -o r.jsonl --resume
    [ "$status" -eq 1 ]
    grep -q '^mpiperf: no case has figures: ' <<<"$output"
}
