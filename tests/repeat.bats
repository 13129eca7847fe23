# repeat.bats: mpiperf-repeat: runs, their order, the table, and what is left of runs
# that fail or are interrupted.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2154,SC2046,SC2086,SC2030,SC2031 # jq; the build; words; run

. "$top_srcdir/tests/records.bash"

setup() {
    records_setup
    export MPIRUN_TIMEOUT=60
    mpiperf=$top_builddir/mpiperf
    mpirun=$top_srcdir/tests/mpirun
    tiny=(-m 8 -c 1 -R 1 --allow-na)
}

# nothing_left FILE...: only these are here.
nothing_left() {
    [ "$(ls -A | sort | tr '\n' ' ')" = "$*${1:+ }" ]
}

# runs_in FILE N: so many runs.
runs_in() {
    [ "$(grep -c '"type":"run"' "$1")" -eq "$2" ]
}

@test "runs of two command lines, interleaved, in one file" {
    repeat -r 3 --seed 5 -o r.jsonl \
        -- "$mpirun" 2 "$mpiperf" bcast "${tiny[@]}" \
        -- env UCX_TLS=sm,self "$mpirun" 2 "$mpiperf" bcast "${tiny[@]}" --overwrite -o own.csv
    [ "$status" -eq 0 ]
    nothing_left own.csv r.jsonl
    jq -es 'map(.type) == [(range(6) | "run", "case", "end"), "table", "merged", "merged"]' \
        r.jsonl
    jq -es 'map(.repeat | objects) | map(.order) == [1, 2, 3, 4, 5, 6] and
        map(.launch) == [1, 1, 2, 2, 3, 3] and (map([.launch, .command]) | unique |
        length) == 6 and all(.of == 3 and .seed == 5 and .seconds > 0)' r.jsonl
    # what was added to the command line is not in the record
    jq -es 'map(.command | arrays) | all(index("-R") != null) and
        map(select(index("-o"))) == (map(select(.[-1] == "own.csv")))' r.jsonl
    # the second has one more setting in its environment than the first: the command line
    # says it, and nothing else
    jq -es 'map(select(.type == "run") | [.repeat.command, .environment]) | unique |
        map(.[1]) | length == 2 and .[1].UCX_TLS == "sm,self" and
        (.[1] | del(.UCX_TLS)) == .[0]' r.jsonl
    grep -qx 'command lines: A -, B env UCX_TLS=sm,self' <<<"$output"
    [[ $output != *environment:* ]]
    [[ $output == *" of 6 runs"* && $output == *"bytes "*" A +-% "*" B +-% "* ]]
}

@test "one table: of a run, in the file, as CSV, made again by mpiperf-compare" {
    stand_in fake
    exits 0 repeat -r 8 -o r.jsonl -o r.csv -- ./fake
    grep -q '^  bytes native +-%  *fast +-%    x     lo-hi   very-slow +-%    x     lo-hi' <<<"$output"
    # all runs alike, and launches begin between two steps of the clock
    grep -q '^      8  0.750 0.0 0.500 0.0 1.50 1.50-1.50 +     0.250 0.0 3.00 3.00-3.00 +$' <<<"$output"
    grep -qx -- '-: needs one node, shared (1 MiB)' <<<"$output"
    grep -qx 'fastest: very-slow at 8 B, 3.00 times as fast as native; fast at 1 MiB' <<<"$output"
    [ "$(grep -v mpiperf-repeat <<<"$output" | grep -c '.\{81\}')" -eq 0 ]
    rows r.jsonl 'length == 6 and (.[0] | .algo == "native" and .vs == null and .runs == 8 and
        (.estimate / 7.5e-7 - 1 | fabs) < 1e-9) and (.[1].vs | .algo == "native" and
        .side == 1 and .sign == "faster" and (.speedup - 1.5 | fabs) < 1e-9)'
    [ "$(wc -l <r.csv)" -eq 7 ]
    grep -q '^bcast,fast,4,8,.*,native,1.5,.*,faster,' r.csv
    "$top_builddir/mpiperf-compare" r.jsonl -o again.csv >again
    cmp r.csv again.csv
    grep -q '^fastest: very-slow at 8 B, 3.00 times as fast as native; fast at 1 MiB$' again
    repeat -r 6 --name old --name new --format=full -- ./fake -- ./fake 'an x'
    grep -q '^bcast  fast .* 2  new .* same  ' <<<"$output"
    repeat -r 6 --name old --name new -- ./fake -- ./fake 'an x'
    grep -qx "command lines: old -, new 'an x'" <<<"$output"
}

@test "wrong results: which, status 3, and the runs are kept" {
    stand_in fake '/"type":"case"/ && /"algo":"fast"/ { sub(/"mismatches":[^,]*/, "\"mismatches\":2") }'
    echo 'exit 3' >>fake
    exits 3 repeat -r 2 -o r.jsonl -- ./fake
    runs_in r.jsonl 2
    grep -qx 'mpiperf-repeat: run 1 of command line 1: wrong results: bcast:fast, 8 B' <<<"$output"
    grep -q '^note: fast at 8 B: WRONG RESULTS in 2 runs$' <<<"$output"
    [[ $output != *"not the quotient"* ]] # it has none
    rows r.jsonl 'map(select(.algo == "fast")) | length > 0 and all(.wrong == 2 and .vs.speedup == null)'
}

@test "--append goes on with the file, also where a session was killed" {
    stand_in fake
    repeat -r 4 -o r.jsonl -- ./fake
    cp r.jsonl before.jsonl
    exits 2 repeat -r 3 -o r.jsonl -- ./fake
    [ "$output" = "mpiperf-repeat: --output: r.jsonl exists: --append continues it, --overwrite replaces it" ]
    cmp r.jsonl before.jsonl
    exits 0 repeat -r 3 --append -o r.jsonl -- ./fake
    jq -es 'map(.repeat | objects | [.launch, .order]) == [range(1; 8) | [., .]]' r.jsonl
    # the table of the four is gone
    rows r.jsonl 'length == 6 and all(.runs + .empty == 7)'
    # two runs, the beginning of the third, and half a line
    awk '/"type":"run"/ { n++ } n < 3 || /"type":"run"/ && n == 3' r.jsonl >torn.jsonl
    printf '{"type":"ca' >>torn.jsonl
    exits 0 repeat -r 2 --append -o torn.jsonl -- ./fake
    jq -es 'map(.repeat | objects | .launch) == [1, 2, 3, 4]' torn.jsonl
    rows torn.jsonl 'length == 6 and all(.runs + .empty == 4)'
    exits 0 repeat --budget=100 --precision=1% -o r.jsonl --overwrite -- ./fake
    runs_in r.jsonl 6
}

@test "--append refuses a file that is of something else, and leaves it alone" {
    stand_in fake
    cp fake other
    repeat -r 2 -o r.jsonl -- ./fake
    cp r.jsonl before.jsonl
    exits 2 repeat -r 2 --append -o r.jsonl -- ./other
    [[ $output == *"cannot continue r.jsonl: its run 1 is of another command line" ]]
    # another program of the same name: by its build id, else by size and time
    local no_build='sub(/"build":"0123abcd",/, "");' other
    for other in 'sub(/0123abcd/, "4567ef")' "$no_build"' sub(/12345/, "12346")'; do
        if [[ $other == "$no_build"* ]]; then
            stand_in fake "{ $no_build }"
            repeat -r 2 --overwrite -o r.jsonl -- ./fake
            cp r.jsonl before.jsonl
        fi
        stand_in fake "{ $other }"
        exits 2 repeat -r 2 --append -o r.jsonl -- ./fake
        [[ $output == *"command line 1 now runs another program, built or installed since: --overwrite starts over"* ]]
        cmp <(grep -v '^{"type":"\(table\|merged\)' r.jsonl) \
            <(grep -v '^{"type":"\(table\|merged\)' before.jsonl)
    done
    echo '{"type":"run"' >torn.jsonl
    cp torn.jsonl before.jsonl
    exits 2 repeat -r 2 --append -o torn.jsonl -- ./fake
    cmp torn.jsonl before.jsonl
    nothing_left before.jsonl fake other r.jsonl torn.jsonl
}

@test "a full disk: what was there stays" {
    stand_in fake
    repeat -r 3 -o r.jsonl -- ./fake
    cp r.jsonl before
    kib=$((($(stat -c %s r.jsonl) + 1023) / 1024))
    short_of_disk "$kib" mpiperf-repeat -r 3 --append -o r.jsonl -- ./fake
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == *"cannot write r.jsonl: File too large"* ]]
    [[ $output != *"4 of 6 runs"* ]]
    cmp before r.jsonl
    echo precious >r.csv
    sed -i "s|^awk|ulimit -Sf unlimited; awk|" fake # not of the runs
    run bash -c 'ulimit -Sf 1 && exec "$@"' bash "$top_builddir/mpiperf-repeat" \
        -r 3 --overwrite -o r.csv -- ./fake -- ./fake
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == *"cannot write r.csv: File too large"* ]]
    grep -qx precious r.csv
}

@test "a gate: PASS, FAIL, CANNOT TELL in the last line, and the status" {
    sides
    ends 0 "PASS: no more than * % slower in any of 5 rows, limit 1.05" repeat -r 12 --fail-above 5% -- ./sides 1 -- ./sides 1
    # a suspect of the first half is confirmed by the second
    ends 1 "FAIL: bcast:* times slower [[]*], limit 1.05; and 4 more" repeat -r 12 --fail-above 5% -o r.jsonl -- ./sides 1 -- ./sides 1.1
    runs_in r.jsonl 24
    ends 4 "CANNOT TELL: 5 blocks of runs, 12 are needed" repeat -r 5 --fail-above 5% -- ./sides 1 -- ./sides 1.1
    has '^to decide: mpiperf-repeat --fail-above=5% --min-runs=auto --budget=[0-9]+ -- ./sides 1 -- ./sides 1.1$'
    # the records give the same answer
    compare r.jsonl --fail-above 5%
    ends 1 "FAIL: bcast:* times slower [[]*], limit 1.05; and 4 more"
    ends 0 "PASS: no more than * % slower in any of 3 rows, limit 1.05" repeat -r 12 --fail-above 5% --gate=geomean -- ./sides 1 -- ./sides 1
    ends 0 "PASS: *" repeat --budget=100 --min-runs=auto --seed 5 --fail-above 5% -o a.jsonl -- ./sides 1 -- ./sides 1
    [[ $output == *"a run of each takes "*" fit into 100 s"* ]]
    runs_in a.jsonl 24
}

@test "a gate answers in the last line whatever happened, a failed run does not stop it" {
    sides
    ends 5 "ERROR: no run was complete" repeat -r 3 --fail-above 5% --junit=j.xml -- false -- false
    grep -q '<error message="no run was complete"' j.xml
    ends 5 "ERROR: a run was refused" repeat -r 3 --fail-above 5% -- ./sides 1 -- sh -c 'exit 2' sh
    ends 5 "ERROR: command line 2: cannot run './nothing'" repeat -r 3 --fail-above 5% -- ./sides 1 -- ./nothing
    short_of_disk 60 mpiperf-repeat -r 20 --fail-above 5% -o r.jsonl -- ./sides 1 -- ./sides 1
    ends 5 "ERROR: the output cannot be written"
    # one of 13 that failed, twice: no more than a tenth
    printf '#!/bin/sh\nmkdir 1st 2>/dev/null && exit 1\nmkdir 2nd 2>/dev/null && exit 1\nexec ./sides "$@"\n' >flaky
    chmod +x flaky
    ends 0 "PASS: *" repeat -r 13 --fail-above 5% -o f.jsonl -- ./sides 1 -- ./flaky 1
    [[ $output == *"note: 1 of 26 runs failed"* ]]
    jq -es 'map(select(.type == "lost")) ==
        [{type: "lost", command: 2, block: 1, cause: "exit status 1"}]' f.jsonl
    # --append keeps it
    repeat -r 1 --append -o f.jsonl -- ./sides 1 -- ./flaky 1
    jq -es '(map(select(.type == "lost")) | length == 1) and
        (map(.repeat | objects | .launch) | max == 14)' f.jsonl
}

@test "a run that is ended leaves nobody behind, in whatever session" {
    cat >fake <<'END'
#!/bin/sh
setsid sh -c 'echo $$ >>ranks; exec sleep 1000' &
setsid sh -c 'trap "" TERM; echo $$ >>ranks; sleep 1000 & wait; sleep 1000' &
exec sleep 1000
END
    chmod +x fake
    for limit in 2 8 32; do # a busy machine may not have started all within 2 s
        : >ranks
        exits 1 repeat -r 1 --timeout $limit -- ./fake
        [[ $output == *"run 1 of command line 1 failed: not done within $limit s"* ]]
        [ "$(wc -l <ranks)" -ne 2 ] || break
    done
    [ "$(wc -l <ranks)" -eq 2 ]
    while read -r pid; do
        [ ! -e "/proc/$pid" ]
    done <ranks
}

@test "runs that always fail do not use up the budget" {
    stand_in fake
    exits 1 repeat -r 100 -- ./fake -- false
    [[ $output == *"no run of command line 2 in 3 blocks was complete: stopped"* ]]
    exits 1 repeat --budget=100 -- false
    [[ $output == *"no run of 3 blocks was complete: stopped"* ]]
    [ "$(grep -c 'failed: exit status 1' <<<"$output")" -eq 3 ]
}

@test "the budget is kept: one block at least, --min-runs=N; --every and --for" {
    stand_in fake
    printf '#!/bin/sh\nsleep 0.3\nexec ./fake "$@"\n' >slow
    chmod +x slow
    exits 0 repeat --budget=0.1 -o r.jsonl -- ./slow -- ./slow
    runs_in r.jsonl 2
    # without a budget, too: what -r costs is said from the first run on
    exits 0 repeat -r 5 -- ./slow
    has '^(0: )?mpiperf-repeat: a run takes [0-9.]+ s: 5 take [0-9.]+ s$'
    has '^mpiperf-repeat: 1 of 5 runs, [0-9]+ s left$'
    exits 0 repeat --budget=0.01 --min-runs=3 -o m.jsonl -- ./fake
    [[ $output == *"4 runs, the fewest that give an interval, take --budget="* ]]
    runs_in m.jsonl 3
    for every in 1 4 16; do # on a busy machine a block may take longer
        SECONDS=0
        exits 0 repeat --every=${every}s --for=$((29 * every))e-1s -o e.jsonl --overwrite -- ./fake -- ./fake
        [ "$SECONDS" -ge $((2 * every)) ]
        ! runs_in e.jsonl 6 || break
    done
    runs_in e.jsonl 6
}

# order FILE: of command lines and blocks.
order() {
    jq -c '.repeat | objects | del(.seconds)' "$1"
}

@test "the seed repeats the order; without -o the table is all that is left" {
    stand_in fake
    exits 0 repeat -r 5 --seed 9 -o a.jsonl -- ./fake -- ./fake -- ./fake
    repeat -r 5 --seed 9 -o b.jsonl -- ./fake -- ./fake -- ./fake
    cmp <(order a.jsonl) <(order b.jsonl)
    repeat -r 5 --seed 10 -o c.jsonl -- ./fake -- ./fake -- ./fake
    [ "$(jq -c .repeat.command c.jsonl)" != "$(jq -c .repeat.command a.jsonl)" ]
    jq -es 'map(.repeat | objects) | group_by(.launch) |
        all(map(.command) | sort == [1, 2, 3])' c.jsonl
    exits 0 repeat --repeat=2 -- ./fake
    grep -q '^  bytes native' <<<"$output"
    nothing_left a.jsonl b.jsonl c.jsonl fake
}

@test "a run that fails is said, counted, and not kept" {
    stand_in fake
    printf '#!/bin/sh\nmkdir been 2>/dev/null || exec ./fake "$@"\n%s\n' \
        './fake "$@"; echo "mpiperf: it broke" >&2; exit 1' >flaky
    chmod +x flaky
    exits 1 repeat -r 3 -o r.jsonl -- ./flaky
    [[ $output == *"run 1 of command line 1 failed: exit status 1: mpiperf: it broke"* ]]
    [[ $output == *"mpiperf-repeat: 1 of 3 runs failed"* ]]
    jq -es 'map(.repeat | objects | .launch) == [2, 3]' r.jsonl
}

# A launcher may end with 0 although a rank was killed (pmodels/mpich#7057): what tells is
# the record's end.
@test "a run that measures nothing, or is torn, is not kept, whatever its exit status" {
    exits 1 repeat -r 2 -o r.jsonl -- true
    [[ $output == *"no complete records (the command line must end with mpiperf"*"no run was complete"* ]]
    exits 1 repeat -r 1 -- sleep 1
    [[ $output == *"option"*" (the command line must end with mpiperf and its options; --time takes any command)"* ]]
    stand_in fake
    exits 1 repeat -r 1 -- env LD_PRELOAD=/nowhere/slow.so ./fake
    [[ $output == *"run 1 of command line 1 failed: LD_PRELOAD: /nowhere/slow.so is not there"* ]]
    # of a library that the command line does not name nothing is expected
    LD_PRELOAD=/nowhere/other.so exits 0 repeat -r 1 -- ./fake
    stand_in fake 'NR > 3 { exit }'
    exits 1 repeat -r 1 -o r.jsonl -- ./fake
    cat >launcher <<'END'
#!/bin/sh
"$@" &
until grep -qs '"pass"' "$(eval echo "\$$#")"; do sleep 0.1; done
kill -KILL $!
wait $!
exit 0
END
    chmod +x launcher
    exits 1 repeat -r 1 --timeout 60 -o r.jsonl -- ./launcher "$mpiperf" bcast --allow-one-rank -m 1:100000:+1 -e 0
    [[ $output == *"run 1 of command line 1 failed: no complete records"* ]]
    nothing_left fake launcher
}

@test "an old file stays until a run is complete" {
    echo precious >old.jsonl
    ln -s old.jsonl link.jsonl
    exits 1 repeat -r 2 --overwrite -o old.jsonl -- false
    exits 2 repeat -r 2 --overwrite -o link.jsonl -- sh -c 'exit 2' sh
    [ "$(cat old.jsonl)" = precious ]
    stand_in fake
    exits 0 repeat -r 2 --overwrite -o link.jsonl -- ./fake
    [ -L link.jsonl ]
    jq -es 'map(.repeat | objects | .launch) == [1, 2]' old.jsonl
    nothing_left fake link.jsonl old.jsonl
    mkdir folder.jsonl
    repeat -o folder.jsonl -- ./fake
    [ "$output" = "mpiperf-repeat: --output: cannot write folder.jsonl: Is a directory" ]
    [ "$status" -eq 2 ]
}

@test "a run that is used wrongly is the last one" {
    exits 2 repeat -r 3 -o r.jsonl -- "$mpirun" 1 "$mpiperf" bcast
    [[ $output == *"mpiperf: bcast needs 2 ranks"*"command line 1 has a usage error: stopped"* ]]
    [ "$(grep -c "needs 2 ranks" <<<"$output")" -eq 1 ]
    [ "$(grep -c failed <<<"$output")" -eq 1 ]
    nothing_left
}

# interrupt SIGNAL STATUS: while the second run is on.
interrupt() {
    stand_in fake
    printf '#!/bin/sh\nmkdir been 2>/dev/null && exec ./fake "$@"\nexec sleep 77.5\n' >slow
    chmod +x slow
    stopped "$1" 77.5 "$top_builddir/mpiperf-repeat" -r 3 -o r.jsonl -- ./slow
    for _ in $(seq 200); do
        [ -e "$(echo .mpiperf-repeat.*)" ] || break
        sleep 0.1
    done
    [ "$status" -eq "$2" ]
    grep -q 'interrupted: 1 complete runs are in r.jsonl' out
    grep -q '^  bytes native' out
    jq -es 'map(select(.type != "merged" and .type != "table")) |
        .[0].repeat.launch == 1 and .[-1].status == "complete"' r.jsonl
    rmdir been
    nothing_left fake out r.jsonl slow
}

@test "Ctrl-C leaves the complete runs, their table and nothing else" { interrupt INT 1; }
@test "SIGTERM leaves the complete runs, their table and nothing else" { interrupt TERM 1; }
@test "SIGKILL leaves the complete runs, their table and nothing else" { interrupt KILL 137; }

@test "signals that are ignored at the start stay ignored, as under nohup" {
    stand_in fake
    # each run sends them to the whole program, and goes on
    printf '#!/bin/sh\nkill -HUP $(cat pids)\nkill -INT $(cat pids)\nexec ./fake "$@"\n' >hangs-up
    chmod +x hangs-up
    # CHLD: nothing could be waited for, and the program would not end
    run timeout 60 env --ignore-signal=HUP,INT,CHLD sh -c 'echo $$ >pids
        exec "$0" -r 2 -o r.jsonl -- sh -c "pgrep -P \$(head -1 pids) >>pids; exec ./hangs-up \"\$@\"" sh' \
        "$top_builddir/mpiperf-repeat"
    echo "$status: $output"
    [ "$status" -eq 0 ]
    runs_in r.jsonl 2
}

@test "processes of a launcher that fails are waited for until they end, no longer" {
    # it ends by a signal as a child of mpiperf-repeat, which would wait for 5 s
    printf '#!/bin/sh\n(sleep 1000 &)\nexit 9\n' >fails
    chmod +x fails
    for _ in 1 2 3; do # a busy machine may take as long
        run timeout 4 "$top_builddir/mpiperf-repeat" -r 1 -o r.jsonl -- ./fails
        echo "$status: $output"
        [ "$status" -eq 124 ] || break
    done
    [ "$status" -eq 1 ]
    [[ $output == *"exit status 9"* ]]
}

@test "where standard output and error are closed, records stay records" {
    stand_in fake
    status=0
    sh -c 'exec "$@" >&- 2>&-' sh "$top_builddir/mpiperf-repeat" -r 2 -o r.jsonl -- ./fake ||
        status=$?
    [ "$status" -eq 1 ] # the table cannot be printed
    rows r.jsonl 'length > 0'
    runs_in r.jsonl 2
}

@test "usage errors: a line, exit 2, nothing is run; options that are gone say what took their place" {
    answers repeat-usage
    nothing_left
}

@test "--help is a page of its own" {
    helps_as_manual mpiperf-repeat
    [[ $output == "Usage: mpiperf-repeat "* ]]
}
