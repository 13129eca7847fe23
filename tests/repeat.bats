# repeat.bats: mpiperf-repeat: runs, their order, the table, and what is left of
# runs that fail or are interrupted.

setup() {
    command -v jq >/dev/null || skip "jq is not installed"
    cd "$BATS_TEST_TMPDIR" || return
    export MPIRUN_TIMEOUT=60
    mpiperf=$top_builddir/mpiperf
    mpirun=$top_srcdir/tests/mpirun
    tiny=(-m 8 -c 1 -R 1 --allow-na)
}

repeat() {
    run "$top_builddir/mpiperf-repeat" "$@"
    echo "$status: $output"
}

# nothing_left FILE...: only these are here.
nothing_left() {
    [ "$(ls -A | sort | tr '\n' ' ')" = "$*${1:+ }" ]
}

# A command that writes the records of a run without MPI.
fake() {
    cat >fake <<END
#!/bin/sh
while [ \$# -gt 1 ]; do shift; done
cp "$top_srcdir/src/mpiperf/report/test/golden/algos.jsonl" "\$1"
END
    chmod +x fake
}

@test "runs of two command lines, interleaved, in one file" {
    repeat -r 3 --seed 5 -o r.jsonl \
        -- "$mpirun" 2 "$mpiperf" bcast "${tiny[@]}" \
        -- "$mpirun" 2 "$mpiperf" bcast "${tiny[@]}" -o own.csv
    [ "$status" -eq 0 ]
    nothing_left own.csv r.jsonl
    jq -es 'map(.type) ==
        [(range(6) | "run", "case", "end"), "merged", "merged"]' r.jsonl
    jq -es 'map(.repeat | objects) | map(.order) == [1, 2, 3, 4, 5, 6] and
        map(.launch) == [1, 1, 2, 2, 3, 3] and
        (map([.launch, .command]) | unique | length) == 6 and
        all(.of == 3 and .seed == 5)' r.jsonl
    # what was added to the command line is not in the record
    jq -es 'map(.command | arrays) | all(index("-R") != null) and
        map(select(index("-o"))) == (map(select(.[-1] == "own.csv")))' r.jsonl
    # the second has no more settings in its environment than the first
    jq -es 'map(.environment | objects) | length == 6 and unique == [.[0]]' \
        r.jsonl
    jq -es 'all(.[].repeat | objects; .seconds > 0)' r.jsonl
    [[ $output == *" of 6 runs"* ]]
    [[ $output == *"ratio [interval]"*"verdict"* ]]
}

@test "the table: rivals of a run, command lines, at most 80 columns" {
    fake
    repeat -r 6 -- ./fake
    [ "$status" -eq 0 ]
    grep -q '^# op  *algo  *bytes  *time_us  *+-% ratio \[interval\]' <<<"$output"
    # all runs alike: known to half a step of 1 ns, and the ratio to two of them
    grep -q '^bcast native  *8  *0.7500 0.1' <<<"$output"
    grep -q '^bcast fast  *8  *0.5000 .* 0.6667 \[0.6656, 0.6678\]' <<<"$output"
    grep -q '^# fast against native: faster at all sizes' <<<"$output"
    # five rows' intervals at once take 8 runs
    repeat -r 8 -- ./fake -- ./fake
    grep -q '^bcast fast  *8  *2  *0.5000 .* 1.0000 \[0.9980, 1.0020\] *same' \
        <<<"$output"
    grep -q 'fast, command line 2 against 1: same at all sizes' <<<"$output"
    ! sed -n 's/  # .*//; /^bcast/p' <<<"$output" | grep -q '.\{81\}'
    repeat -r 8 --name old --name new -- ./fake -- ./fake 'an x'
    grep -qx '# old: ./fake' <<<"$output"
    grep -qx "# new: ./fake 'an x'" <<<"$output"
    grep -qx "# differ in: old: -; new: 'an x'" <<<"$output"
    grep -q '^bcast fast  *8 new  *0.5000 .* same' <<<"$output"
    grep -q '^# fast, new against old: same at all sizes; 8 runs of each' <<<"$output"
    [[ $output == *"# machine speed, the same in all runs:
# copy of 64 KiB 6.12 us, cache line"* ]]
    [[ $output == *"# 8 runs of each; "* ]]
}

# A run ends its cases in an order of its own.
@test "rows come by size, whatever case a run ended first" {
    fake
    cat >>fake <<'END'
jq -c 'if .type == "case" then ., .bytes = 64, .bytes = 1 else . end' "$1" |
    jq -sc 'map(select(.type == "run")) + (map(select(.type == "case")) |
        sort_by(.bytes) | reverse) + map(select(.type == "end")) | .[]' >sorted
mv sorted "$1"
END
    repeat -r 6 -o r.jsonl -- ./fake
    jq -es 'map(select(.type == "merged").bytes) | length > 4 and . == sort' r.jsonl
    run "$top_builddir/mpiperf-compare" --merge r.jsonl -o again.jsonl
    jq -es 'map(select(.type == "merged").bytes) | . == sort' again.jsonl
}

@test "columns: of an operation what it needs, those asked for, all there are" {
    # overlap is no contest with native; of a pair of ranks the rate counts
    cat >fake <<END
#!/bin/sh
while [ \$# -gt 1 ]; do shift; done
jq -c 'if .type == "case" and .algo == "fast" then
    .algo = "overlap" | .overlap = {hidden: -0.05}
elif .type == "case" and .algo == "native" then
    .bandwidth = 2.5e6 | .parts = {wait: {median: 1e-6, ci: null}}
else . end' "$top_srcdir/src/mpiperf/report/test/golden/algos.jsonl" >"\$1"
END
    chmod +x fake
    repeat -r 6 -o r.jsonl -o r.csv -- ./fake
    grep -q 'time_us +-% hidden_% *ratio \[interval\]' <<<"$output"
    grep -q '^bcast overlap  *8  *0.5000 0.1 -5.0[^a-z]*$' <<<"$output"
    # the rest is more than 80 columns have room for
    grep -qx '# columns not shown: parts, figures, MB/s (--columns, --full)' \
        <<<"$output"
    ! grep '^bcast' <<<"$output" | sed 's/  # .*//' | grep -q '.\{81\}'
    jq -es 'map(select(.type == "merged")) | (.[1] | .vs == null and
        (.hidden + 0.05 | fabs) < 1e-9) and (.[0] |
        (.bandwidth / 2.5e6 - 1 | fabs) < 1e-9 and
        (.parts.wait.median / 1e-6 - 1 | fabs) < 1e-9 and
        .relative.estimate * 6.123724e-6 / 7.5e-7 - 1 < 1e-6)' r.jsonl
    ! grep -q overlap.*against <<<"$output"
    repeat -r 6 --columns=algo,time_us,MB/s -- ./fake
    grep -qx '# algo  *time_us  *MB/s' <<<"$output"
    grep -q '^# MB/s: ' <<<"$output"
    grep -qx 'native  *0.7500 2.50[0-9]*' <<<"$output"
    repeat -r 6 --columns=bytes,ratio,variance -- ./fake
    grep -qx '# bytes  *ratio \[interval\]  *variance' <<<"$output"
    repeat -r 6 --full -- ./fake
    grep -qx '# root: 0' <<<"$output"
    grep -q '^# op .*time_us.*MB/s.*wait_us.*relative' <<<"$output"
    ! grep '^# op ' <<<"$output" | grep -q root
    # the table as CSV: a header, as many cells in every row
    /usr/bin/python3 - <<'END'
import csv
rows = list(csv.DictReader(open("r.csv")))
assert len(rows) == 6 and all(None not in r and None not in r.values()
                              for r in rows)
r = rows[0]
assert (r["type"], r["op"], r["algo"], r["bytes"]) == \
    ("merged", "bcast", "native", "8")
assert abs(float(r["estimate"]) / 7.5e-7 - 1) < 1e-9 and r["ci_lo"]
assert r["mpi"].startswith("A  Library") and r["time"] and "node1" in r["hosts"]
assert r["side_number"] == "1" and r["side_name"] == "" and r["vs_algo"] == ""
assert abs(float(r["parts_wait_median"]) / 1e-6 - 1) < 1e-9
assert rows[2]["vs_algo"] == "native" and rows[2]["vs_verdict"] == "faster"
END
    rm r.csv
    run "$top_builddir/mpiperf-compare" --merge r.jsonl -o r.csv
    [ "$(wc -l <r.csv)" -eq 7 ]
}

@test "a setting in the environment is of the run, and shown" {
    repeat -r 1 -o r.jsonl -- "$mpirun" 2 "$mpiperf" bcast "${tiny[@]}" \
        -- env UCX_TLS=sm,self "$mpirun" 2 "$mpiperf" bcast "${tiny[@]}"
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "run")) | sort_by(.repeat.command) |
        .[1].environment.UCX_TLS == "sm,self" and
        (.[1].environment | del(.UCX_TLS)) == .[0].environment' r.jsonl
    grep -qx '# environment: command line 1: .*; command line 2: UCX_TLS=sm,self' \
        <<<"$output"
}

@test "runs that are not comparable make tables of their own" {
    fake
    repeat -r 8 -o a.jsonl -- ./fake
    jq -c 'if .type == "run" then .environment = {UCX_TLS: "tcp"} |
        .repeat.words = ["./fake", "-x"] else . end' a.jsonl >b.jsonl
    run "$top_builddir/mpiperf-compare" --merge a.jsonl b.jsonl -o c.jsonl
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"# table 1 of 2:"*"# this table: environment: UCX_TLS=sm"* ]]
    [[ $output == *"# table 2 of 2:"*"# this table: environment: UCX_TLS=tcp"* ]]
    [ "$(grep -c '^# fast against native: faster at all sizes; 8 runs' \
        <<<"$output")" -eq 2 ]
    jq -es 'map(.table) | sort == [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]' c.jsonl
    # of two command lines the difference is what was asked for
    jq -c 'if .type == "run" then .repeat.command = 2 else . end' b.jsonl |
        cat a.jsonl - >d.jsonl
    run "$top_builddir/mpiperf-compare" --merge d.jsonl
    echo "$output"
    [[ $output == *"# environment: command line 1: UCX_TLS=sm; command line 2: \
UCX_TLS=tcp"* ]]
    [[ $output == *"fast, command line 2 against 1: same at all sizes; 8 runs"* ]]
    [[ $output != *"# table "* ]]
}

@test "the table is in the file, and --merge makes it of several" {
    fake
    repeat -r 6 -o r.jsonl -- ./fake
    jq -es 'map(select(.type == "merged")) | length == 6 and
        (.[0] | .algo == "native" and .vs == null and .runs == 6 and
            (.estimate / 7.5e-7 - 1 | fabs) < 1e-9) and
        (.[1].vs | .algo == "native" and .side == 1 and .verdict == "faster" and
            (.ratio * 3 - 2 | fabs) < 1e-9 and .p < 0.05 and
            .p <= .p_adjusted and .p_adjusted < 0.1 and .cause == null and .odd == 0)' r.jsonl
    repeat -r 6 -o s.jsonl -- ./fake
    run "$top_builddir/mpiperf-compare" --merge r.jsonl s.jsonl -o both.jsonl
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"# 12 runs; "* ]]
    grep -q 'fast against native: faster at all sizes; 12 runs' <<<"$output"
    jq -es 'length == 6 and all(.type == "merged" and .runs + .empty == 12)' \
        both.jsonl
    run "$top_builddir/mpiperf-compare" --merge --spread r.jsonl
    [ "$status" -eq 2 ]
}

@test "--append goes on with the file, --precision ends it early" {
    fake
    repeat -r 4 -o r.jsonl -- ./fake
    repeat -r 3 --append -o r.jsonl -- ./fake
    [ "$status" -eq 0 ]
    [[ $output == *"# 7 runs;"* ]]
    jq -es 'map(.repeat | objects | [.launch, .order]) ==
        [range(1; 8) | [., .]]' r.jsonl
    # the table of the four is gone
    jq -es 'map(select(.type == "merged")) | length == 6 and
        all(.runs + .empty == 7)' r.jsonl
    repeat --budget=100 --precision=1% -o r.jsonl -- ./fake
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "run")) | length == 6' r.jsonl
}

@test "--append goes on where a killed session left half a run" {
    fake
    repeat -r 3 -o r.jsonl -- ./fake
    # two runs, the beginning of the third, and half a line
    awk '/"type":"run"/ { n++ } n < 3 || /"type":"run"/' r.jsonl >torn.jsonl
    grep -m 1 '"type":"case"' r.jsonl >>torn.jsonl
    printf '{"type":"ca' >>torn.jsonl
    repeat -r 2 --append -o torn.jsonl -- ./fake
    [ "$status" -eq 0 ]
    [[ $output == *"# 4 runs;"* ]]
    jq -es 'map(.repeat | objects | .launch) == [1, 2, 3, 4] and
        (map(select(.type == "merged")) | length == 6 and
        all(.runs + .empty == 4))' torn.jsonl
}

@test "a full disk: --append leaves the table, what is new is not there" {
    fake
    repeat -r 3 -o r.jsonl -- ./fake
    cp r.jsonl before
    kib=$((($(stat -c %s r.jsonl) + 1023) / 1024))
    run bash -c 'ulimit -f "$1" && shift && exec "$@"' bash "$kib" \
        "$top_builddir/mpiperf-repeat" -r 3 --append -o r.jsonl -- ./fake
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == *"cannot write r.jsonl: File too large"* ]]
    cmp before r.jsonl
    # a CSV that cannot be written whole
    echo precious >r.csv
    sed -i "s|^cp|ulimit -Sf unlimited; cp|" fake # not of the runs
    run bash -c 'ulimit -Sf 1 && exec "$@"' bash "$top_builddir/mpiperf-repeat" \
        -r 3 -o r.csv -- ./fake
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == *"cannot write r.csv: File too large"* ]]
    grep -qx precious r.csv
}

@test "--append refuses a file that is of something else, and leaves it alone" {
    fake
    cp fake other
    repeat -r 2 -o r.jsonl -- ./fake
    cp r.jsonl before.jsonl
    repeat -r 2 --append -o r.jsonl -- ./other
    [ "$status" -eq 2 ]
    [[ $output == *"cannot go on with r.jsonl: its run 1 is of another command line" ]]
    cmp r.jsonl before.jsonl
    echo '{"type":"run"' >torn.jsonl
    cp torn.jsonl before.jsonl
    repeat -r 2 --append -o torn.jsonl -- ./fake
    [ "$status" -eq 2 ]
    cmp torn.jsonl before.jsonl
    nothing_left before.jsonl fake other r.jsonl torn.jsonl
}

# A command whose times are FACTOR as long, and differ by up to 3 % from run to
# run; ./sides FACTOR...
sides() {
    cat >sides <<END
#!/bin/sh
factor=\$1
while [ \$# -gt 1 ]; do shift; done
awk -v f="\$factor" -v n="\$(date +%N)" '/"type":"case"/ {
        if (!match(\$0, /"estimate":[0-9.e-]+/)) next
        from = RSTART + 11
        t = substr(\$0, from, RLENGTH - 11) * f * (1 + n % 31 / 1000)
        \$0 = substr(\$0, 1, from - 1) sprintf("%.9g", t) substr(\$0, RSTART + RLENGTH)
    }
    { print }' "$top_srcdir/src/mpiperf/report/test/golden/algos.jsonl" >"\$1"
END
    chmod +x sides
}

@test "--fail-above: PASS, FAIL, CANNOT TELL in the last line, and the status" {
    sides
    repeat -r 12 --fail-above 5% -- ./sides 1 -- ./sides 1
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = "PASS: no case of 5 is slower by 5 % or more; 12 runs a side" ]
    repeat -r 12 --fail-above 5% -- ./sides 1 -- ./sides 1.1
    [ "$status" -eq 1 ]
    [[ $output == *"mpiperf-repeat: bcast:native, 4 ranks, 8 bytes: slower by "* ]]
    [ "${lines[-1]}" = "FAIL: 5 of 5 cases; 12 runs a side" ]
    repeat -r 5 --fail-above 5% -- ./sides 1 -- ./sides 1.1
    [ "$status" -eq 4 ]
    [[ ${lines[-1]} == "CANNOT TELL: 5 of 5 cases; 5 runs a side; "*" may tell"* ]]
    # the records give the same answer
    repeat -r 12 -o r.jsonl -- ./sides 1 -- ./sides 1.1
    run "$top_builddir/mpiperf-compare" r.jsonl --fail-above 5%
    [ "$status" -eq 1 ]
    [ "${lines[-1]}" = "FAIL: 5 of 5 cases; 12 runs a side" ]
}

@test "--gate=geomean: an operation by the mean of its cases" {
    sides
    repeat -r 8 --fail-above 5% --gate=geomean -- ./sides 1 -- ./sides 1
    [ "$status" -eq 0 ]
    [[ $output == *"# bcast, geomean of 5 cases: "*" ["* ]]
    [ "${lines[-1]}" = "PASS: no operation of 1 is slower by 5 % or more; 8 runs a side" ]
    repeat -r 8 --fail-above 5% --gate=geomean -- ./sides 1 -- ./sides 1.1
    [ "$status" -eq 1 ]
    [ "${lines[-1]}" = "FAIL: 1 of 1 operations; 8 runs a side" ]
}

@test "a gate of runs that fail is not passed" {
    sides
    printf '#!/bin/sh\nmkdir been 2>/dev/null && exit 1\nexec ./sides 1 "$@"\n' >flaky
    chmod +x flaky
    repeat -r 12 --fail-above 5% -- ./sides 1 -- ./flaky
    [ "$status" -eq 1 ]
    # the first one is the last block
    [[ $output == *"the gate cannot pass: stopped"* ]]
    [ "${lines[-1]}" = "FAIL: 1 of 2 runs failed" ]
}

@test "a gate answers in the last line whatever happened" {
    sides
    repeat -r 3 --fail-above 5% -- false -- false
    [ "$status" -eq 1 ]
    [ "${lines[-1]}" = "FAIL: 2 of 2 runs failed" ]
    repeat -r 3 --fail-above 5% -- ./sides 1 -- sh -c 'exit 2' sh
    [ "$status" -eq 2 ]
    [ "${lines[-1]}" = "FAIL: a command line is used wrongly" ]
    (ulimit -f 40 && trap '' XFSZ &&
        "$top_builddir/mpiperf-repeat" -r 20 --fail-above 5% -o r.jsonl \
            -- ./sides 1 -- ./sides 1) >out 2>err && status=0 || status=$?
    cat out err
    [ "$status" -eq 1 ]
    [ "$(tail -n 1 out)" = "FAIL: the output cannot be written" ]
}

@test "runs that fail are in the file, and no gate of it passes" {
    sides
    cat >flaky <<'END'
#!/bin/sh
echo >>count
[ "$(wc -l <count)" -ne 3 ] || exit 1
exec ./sides 1 "$@"
END
    chmod +x flaky
    repeat -r 12 -o r.jsonl -- ./sides 1 -- ./flaky
    [ "$status" -eq 1 ]
    jq -es 'map(select(.type == "lost")) ==
        [{type: "lost", command: 2, block: 3, cause: "exit status 1"}]' r.jsonl
    run "$top_builddir/mpiperf-compare" r.jsonl --fail-above 5%
    echo "$output"
    [ "$status" -eq 4 ]
    [[ $output == *"warning: 1 of 12 runs of B failed"* ]]
    [ "${lines[-1]}" = "CANNOT TELL: 1 of 12 runs of B failed; 11 runs a side" ]
    # --append keeps it
    repeat -r 1 --append -o r.jsonl -- ./sides 1 -- ./flaky
    jq -es 'map(select(.type == "lost")) | length == 1' r.jsonl
    jq -es 'map(.repeat | objects | .launch) | max == 13' r.jsonl
}

@test "a run that is ended leaves nobody behind, in whatever session" {
    cat >fake <<'END'
#!/bin/sh
setsid sh -c 'echo $$ >>ranks; exec sleep 1000' &
setsid sh -c 'trap "" TERM; echo $$ >>ranks; sleep 1000 & wait; sleep 1000' &
exec sleep 1000
END
    chmod +x fake
    repeat -r 1 --timeout 2 -- ./fake
    [ "$status" -eq 1 ]
    [ "$(wc -l <ranks)" -eq 2 ]
    while read -r pid; do
        ! kill -0 "$pid"
    done <ranks
}

@test "one command line that always fails does not use up the budget" {
    fake
    repeat -r 100 -- ./fake -- false
    [ "$status" -eq 1 ]
    [[ $output == *"no run of command line 2 in 3 blocks was complete: stopped"* ]]
}

@test "--min-runs=auto: until the gate can tell; --min-runs=N: at least" {
    sides
    repeat --budget=100 --min-runs=auto --fail-above 5% -- ./sides 1 -- ./sides 1
    [ "$status" -eq 0 ]
    [[ $output == *"a run of each takes "*" fit into 100 s"* ]]
    [[ ${lines[-1]} =~ PASS:.*\;\ ([0-9]+)\ runs ]]
    # five upper limits at once take 8; ten times as many are not needed
    [ "${BASH_REMATCH[1]}" -ge 8 ]
    [ "${BASH_REMATCH[1]}" -le 80 ]
    [[ $output == *"mpiperf-repeat: $((2 * BASH_REMATCH[1])) runs in "* ]]
    repeat --budget=0.01 --min-runs=3 -o r.jsonl -- ./sides 1
    [ "$status" -eq 0 ]
    [[ $output == *"6 runs, the fewest that give an interval, take --budget="* ]]
    jq -es 'map(select(.type == "run")) | length == 3' r.jsonl
}

@test "--every and --for: blocks with time between" {
    fake
    SECONDS=0
    repeat --every=1s --for=2.9s -o r.jsonl -- ./fake -- ./fake
    [ "$status" -eq 0 ]
    [ "$SECONDS" -ge 2 ]
    jq -es 'map(select(.type == "run")) | length == 6' r.jsonl
}

@test "runs that fail again and again are not made for the whole budget" {
    repeat --budget=100 -- false
    [ "$status" -eq 1 ]
    [[ $output == *"no run of 3 blocks was complete: stopped"* ]]
    [ "$(grep -c 'failed: exit status 1' <<<"$output")" -eq 3 ]
}

@test "files put together are more blocks, not the same ones" {
    fake
    repeat -r 4 -o a.jsonl -- ./fake
    cat a.jsonl a.jsonl >b.jsonl
    run "$top_builddir/mpiperf-compare" --merge b.jsonl
    echo "$output"
    [[ $output == *"# 8 runs; "*"fast against native: "*"; 8 runs"* ]]
    # cases without a run of their own are not another file's
    jq -c 'select(.type == "case")' a.jsonl >c.jsonl
    run "$top_builddir/mpiperf-compare" --merge a.jsonl c.jsonl
    [ "$status" -eq 1 ]
}

@test "the budget is kept: one block at least" {
    fake
    printf '#!/bin/sh\nsleep 0.3\nexec ./fake "$@"\n' >slow
    chmod +x slow
    repeat --budget=0.1 -o r.jsonl -- ./slow -- ./slow
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "run")) | length == 2' r.jsonl
    [[ $output == *"fewer than 6 runs"* ]]
}

# untimed FILE: without what depends on how long runs took.
untimed() {
    jq -c 'del(.repeat.seconds, .variance.advice)' "$1"
}

@test "the file is valid, and the seed repeats the order" {
    fake
    repeat -r 5 --seed 9 -o a.jsonl -- ./fake -- ./fake -- ./fake
    [ "$status" -eq 0 ]
    repeat -r 5 --seed 9 -o b.jsonl -- ./fake -- ./fake -- ./fake
    cmp <(untimed a.jsonl) <(untimed b.jsonl)
    repeat -r 5 --seed 10 -o c.jsonl -- ./fake -- ./fake -- ./fake
    [ "$(jq -c .repeat.command c.jsonl)" != "$(jq -c .repeat.command a.jsonl)" ]
    jq -es 'map(.repeat | objects) | group_by(.launch) |
        all(map(.command) | sort == [1, 2, 3])' c.jsonl
    nothing_left a.jsonl b.jsonl c.jsonl fake
}

@test "without -o the table is all that is left" {
    fake
    repeat --repeat=2 -- ./fake
    [ "$status" -eq 0 ]
    [[ $output == *"# op "*"time_us"* ]]
    nothing_left fake
}

@test "a run that fails is said, counted, and not kept" {
    fake
    cat >flaky <<'END'
#!/bin/sh
if mkdir been 2>/dev/null; then
    ./fake "$@"
    echo "mpiperf: it broke" >&2
    exit 1
fi
exec ./fake "$@"
END
    chmod +x flaky
    repeat -r 3 -o r.jsonl -- ./flaky
    [ "$status" -eq 1 ]
    [[ $output == *"run 1 of command line 1 failed: exit status 1: mpiperf: it broke"* ]]
    [[ $output == *"mpiperf-repeat: 1 of 3 runs failed"* ]]
    jq -es 'map(.repeat | objects | .launch) == [2, 3]' r.jsonl
}

# A launcher may end with 0 although a rank was killed (pmodels/mpich#7057): what tells is
# the record's end.
@test "a run that measures nothing, or is torn, is not kept, whatever its exit status" {
    printf '#!/bin/sh\nexit 0\n' >idle
    chmod +x idle
    repeat -r 2 -o r.jsonl -- ./idle
    [ "$status" -eq 1 ]
    [[ $output == *"no complete records"*"no run was complete"* ]]
    [ ! -e r.jsonl ]
    fake
    sed -i 's/^cp \(.*\) /head -n 3 \1 >/' fake
    repeat -r 1 -o r.jsonl -- ./fake
    [ "$status" -eq 1 ]
    nothing_left fake idle
    cat >launcher <<'END'
#!/bin/sh
"$@" &
until grep -qs '"visit"' "$(eval echo "\$$#")"; do sleep 0.1; done
kill -KILL $!
wait $!
exit 0
END
    chmod +x launcher
    repeat -r 1 --timeout 60 -o r.jsonl -- ./launcher "$mpiperf" bcast -m 1:100000:+1 -e 0
    [ "$status" -eq 1 ]
    [[ $output == *"run 1 of command line 1 failed: no complete records"* ]]
    nothing_left fake idle launcher
}

@test "an old file stays until a run is complete" {
    echo precious >old.jsonl
    ln -s old.jsonl link.jsonl
    repeat -r 2 -o old.jsonl -- false
    [ "$status" -eq 1 ]
    [ "$(cat old.jsonl)" = precious ]
    repeat -r 2 -o link.jsonl -- sh -c 'exit 2' sh
    [ "$status" -eq 2 ]
    repeat -r 1 --timeout 1 -o old.jsonl -- sh -c 'sleep 60' sh
    [ "$status" -eq 1 ]
    [ "$(cat old.jsonl)" = precious ]
    fake
    repeat -r 2 -o link.jsonl -- ./fake
    [ "$status" -eq 0 ]
    [ -L link.jsonl ]
    jq -es 'map(.repeat | objects | .launch) == [1, 2]' old.jsonl
    nothing_left fake link.jsonl old.jsonl
    mkdir folder.jsonl
    repeat -o folder.jsonl -- ./fake
    [ "$output" = "mpiperf-repeat: --output: cannot write folder.jsonl: Is a directory" ]
    [ "$status" -eq 2 ]
}

@test "a run that is used wrongly is the last one" {
    repeat -r 3 -o r.jsonl -- "$mpirun" 2 "$mpiperf" nonesuch
    [ "$status" -eq 2 ]
    [[ $output == *"mpiperf: "*"nonesuch"*"command line 1 is used wrongly: stopped"* ]]
    [ "$(grep -c failed <<<"$output")" -eq 1 ]
    nothing_left
}

@test "a run that hangs has a time limit" {
    repeat -r 1 --timeout 1 -- sh -c 'sleep 60' sh
    [ "$status" -eq 1 ]
    [[ $output == *"not done within 1 s"* ]]
    nothing_left
}

# interrupt SIGNAL: while the second run is on.
interrupt() {
    local n=0 job
    fake
    printf '#!/bin/sh\nmkdir been 2>/dev/null && exec ./fake "$@"\n%s\n' \
        'exec sleep 77.5' >slow
    chmod +x slow
    # a shell starts what is in the background deaf to INT: env cures that
    env --default-signal=INT "$top_builddir/mpiperf-repeat" -r 3 \
        -o r.jsonl -- ./slow >out 2>&1 3>&- &
    job=$!
    until grep -q '1 of 3 runs' out && pgrep -f '^sleep 77.5' >/dev/null; do
        sleep 0.1
        n=$((n + 1))
        [ $n -lt 300 ] || { cat out; kill $job; return 1; }
    done
    kill -"$1" $job
    status=0
    wait $job || status=$?
    cat out
    [ "$status" -eq 1 ]
    grep -q 'interrupted: 1 complete runs are in r.jsonl' out
    grep -q '^bcast native ' out
    jq -es 'map(select(.type != "merged")) |
        .[0].repeat.launch == 1 and .[-1].status == "complete"' r.jsonl
    ! pgrep -f '^sleep 77.5'
    rmdir been
    nothing_left fake out r.jsonl slow
}

@test "Ctrl-C leaves the complete runs, their table and nothing else" { interrupt INT; }
@test "and so does an end from outside" { interrupt TERM; }

# refuses MESSAGE ARGUMENT...: a line, exit 2, nothing run.
refuses() {
    local message=$1
    shift
    repeat "$@"
    [ "$status" -eq 2 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ $output == "mpiperf-repeat: $message"* ]]
    nothing_left
}

@test "usage errors: a line, exit 2" {
    refuses "no command line"
    refuses "no command line" -r 3
    refuses "command line 2 is empty" -- true --
    refuses "command line 1: cannot run './nothing'" -- ./nothing
    refuses "--repeat: '0': must be at least 1" -r 0 -- true
    refuses "--repeat: 'x': " --repeat=x -- true
    refuses "--seed: '-1': must be at least 0" --seed -1 -- true
    refuses "--budget: '0': must be more than 0" --budget=0 -- true
    refuses "--budget: '5d': " --budget=5d -- true
    refuses "--every: needs --for or --repeat" --every=1m -- true
    refuses "--fail-above: needs two command lines, not 1" --fail-above=5 -- true
    refuses "--min-runs=auto: needs --fail-above" --min-runs=auto -- true -- true
    refuses "--gate: unknown " --gate=x -- true
    refuses "--output: 'r.txt': must end in .jsonl or .csv" -o r.txt -- true
    refuses "--output: 'b.csv': there is one of this kind already" -o a.csv \
        -o b.csv -- true
    refuses "--append: needs --output=FILE.jsonl" --append -o r.csv -- true
    refuses "--columns: unknown column 'x' (there are: op, algo, " \
        --columns=op,x -- true
    refuses "--name: 2 names of 1 command lines" --name a --name b -- true
    refuses "unknown option '--colour'" --colour -- true
    refuses "--output: cannot write nowhere/r.jsonl: " -o nowhere/r.jsonl \
        -- true
}

@test "--help is a page of its own" {
    repeat --help
    [ "$status" -eq 0 ]
    [[ $output == "Usage: mpiperf-repeat "* ]]
    for option in $(grep -o -- '--[a-z]*' <<<"$output" | sort -u); do
        tr -d '\\' <"$top_srcdir/doc/mpiperf-repeat.1" | sed 's/fB//; s/fR//' |
            grep -q -- "$option"
    done
}
