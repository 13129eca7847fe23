# repeat.bats: mpiperf-repeat: runs, their order, the table, and what is left of
# runs that fail or are interrupted.

setup() {
    command -v jq >/dev/null || skip "jq is not installed"
    cd "$BATS_TEST_TMPDIR" || return
    export MPIRUN_TIMEOUT=60
    mpiperf=$top_builddir/mpiperf
    mpirun=$top_srcdir/tests/mpirun
    tiny=(-m 8 -c 1 -R 1)
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
    [[ $output == *" of 6 runs"* ]]
    [[ $output == *"ratio [interval]"*"verdict"* ]]
}

@test "the table: rivals of a run, command lines, at most 80 columns" {
    fake
    repeat -r 6 -- ./fake
    [ "$status" -eq 0 ]
    grep -q '^# op  *algo  *bytes  *time_us  *+-% ratio \[interval\]' <<<"$output"
    grep -q '^bcast native  *8  *0.750 ' <<<"$output"
    grep -q '^bcast fast  *8  *0.500 .* 0.667 \[' <<<"$output"
    grep -q '^# bcast:fast against native: faster at all sizes' <<<"$output"
    repeat -r 6 -- ./fake -- ./fake
    grep -q '^bcast fast  *8  *2  *0.500 .* 1.00 \[1.00, 1.00\] *same' \
        <<<"$output"
    grep -q 'fast, command line 2 against 1: same at all sizes' <<<"$output"
    ! sed -n 's/  # .*//; /^bcast/p' <<<"$output" | grep -q '.\{81\}'
}

@test "the table is in the file, and --merge makes it of several" {
    fake
    repeat -r 6 -o r.jsonl -- ./fake
    jq -es 'map(select(.type == "merged")) | length == 6 and
        (.[0] | .algo == "native" and .vs == null and .runs == 6 and
            (.estimate / 7.5e-7 - 1 | fabs) < 1e-9) and
        (.[1].vs | .algo == "native" and .side == 1 and .verdict == "faster" and
            (.ratio * 3 - 2 | fabs) < 1e-9 and .p < 0.05)' r.jsonl
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

@test "the file is valid, and the seed repeats the order" {
    fake
    repeat -r 5 --seed 9 -o a.jsonl -- ./fake -- ./fake -- ./fake
    [ "$status" -eq 0 ]
    repeat -r 5 --seed 9 -o b.jsonl -- ./fake -- ./fake -- ./fake
    cmp a.jsonl b.jsonl
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

@test "a run that measures nothing, or is torn, is not kept" {
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
    [ "$output" = "mpiperf-repeat: --output: cannot write folder.jsonl: it is \
no regular file" ]
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
    refuses "--output: 'r.csv': must end in .jsonl" -o r.csv -- true
    refuses "--append: needs --output" --append -- true
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
