# repeat-time.bats: mpiperf-repeat --time: whole commands, their records, their table, and
# what they print.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2154,SC2030,SC2031 # jq; the build; run

. "$top_srcdir/tests/records.bash"

setup() {
    records_setup
    export MPIRUN_TIMEOUT=60
}

# nothing_left FILE...: only these are here.
nothing_left() {
    [ "$(ls -A | sort | tr '\n' ' ')" = "$*${1:+ }" ]
}

@test "runs of two commands: records, rows and table; nothing else is left" {
    exits 0 repeat --time -r 4 --seed 5 -o r.jsonl -- sleep 0.01 -- sh -c 'sleep "$@"' sh 0.01
    nothing_left r.jsonl
    jq -es 'map(.type) == [(range(8) | "run", "time", "end"), "table", "merged", "merged"]' r.jsonl
    jq -es 'map(select(.type == "run")) | map(.command == .repeat.words) + map(.program.size > 0) +
        [(map(.id) | unique | length) == 8] | all' r.jsonl
    jq -es 'map(select(.type == "run") | .repeat) | map(.order) == [range(1; 9)] and
        map(.launch) == [1, 1, 2, 2, 3, 3, 4, 4] and
        (map([.launch, .command]) | unique | length) == 8' r.jsonl
    # the value is the duration of the command
    jq -es '[.[] | select(.type == "run") | .repeat.seconds] as $run |
        [.[] | select(.type == "time")] | map(.estimate) == $run and all(.estimate > 0.01 and
        .op == "seconds" and .algo == "command" and .mismatches == null)' r.jsonl
    rows r.jsonl 'map([.op, .algo, .procs, .bytes, .side.name, .runs]) ==
        [["seconds", "command", null, null, "A", 4], ["seconds", "command", null, null, "B", 4]]'
    has '^seconds of whole commands.*; 4 runs of each'
    has "^command lines: A sleep, B sh -c 'sleep \"\\\$@\"' sh$"
    has '^  value +A \+-% +B \+-% +x +lo-hi *$'
    has '^seconds +0\.[0-9]+ +[0-9.]+ '
}

@test "the table of records made by hand, in all formats" {
    times 1 "${some[@]}" >a.jsonl
    times 2 "${slower[@]}" >b.jsonl
    cat a.jsonl b.jsonl >both.jsonl
    exits 0 compare both.jsonl -o table.jsonl
    golden repeat-time-table
    rows table.jsonl 'length == 2 and (.[1].vs | .side == 1 and .algo == "command" and
        .sign == "slower" and (.speedup * 1.2 - 1 | fabs) < 1e-9)'
    # of two files, of one command, with names
    exits 0 compare a.jsonl b.jsonl --name=old --name=new
    has '^  value  old \+-%  new \+-%     x     lo-hi *$'
    exits 0 compare a.jsonl
    has '^sort -o 1.txt in: seconds of the whole command, An EPYC; 12 runs in 123 s$'
    has '^seconds 10\.2   4$'
    exits 0 compare both.jsonl --format=md
    has '^\| +seconds \| +10\.2 \| +4 \| +12\.3 \| +4 \| +0\.833 \| +0\.83-0\.83 \| +- \|$'
    exits 0 compare both.jsonl --format=full
    has '^seconds  command +1  A +12 +0 +1\.025e\+07 '
    exits 0 compare both.jsonl --format=csv
    grep -q '^seconds,command,,,' <<<"$output"
    exits 0 compare both.jsonl --format=osu
    has 'this format cannot show whole commands$'
    run "$top_builddir/mpiperf-report" both.jsonl -o page.html
    [ "$status" -eq 0 ]
    grep -q '<title>B against A: seconds</title>' page.html
    grep -q "<th scope='row' data-v='seconds'>seconds</th><td class='figure'>10.2</td>" page.html
}

@test "a picture of whole commands: bars of seconds" {
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
    times 1 "${some[@]}" >a.jsonl
    times 2 "${slower[@]}" | jq -c 'if .type == "time" then .mismatches = 1 else . end' >b.jsonl
    cat a.jsonl b.jsonl >both.jsonl
    run "$top_builddir/mpiperf-plot" --ascii both.jsonl
    echo "$output"
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = seconds ]
    [ "${lines[1]}" = "An EPYC | 2023-11-14" ]
    has '^ +time \(s\), typical run$'
    [ "${lines[-1]}" = "A command" ]
    run "$top_builddir/mpiperf-plot" --svg both.jsonl
    has '>WRONG RESULTS, not drawn: seconds:command B; '
    times 2 "${slower[@]}" >>a.jsonl
    run "$top_builddir/mpiperf-plot" --svg a.jsonl
    has '>command A<'
    has '>command B<'
    has '>times as fast as A<'
}

@test "with the profile of a program: rows of its seconds in MPI, and of its work" {
    MORE='if .type == "time" then ., (.op = "mpi" | .estimate /= 4), (.op = "work" | .estimate /= 10)
        else . end' times 1 "${some[@]}" >a.jsonl
    # as long, but for half of the work
    MORE='if .type == "time" then ., (.op = "mpi" | .estimate *= 0.2), (.op = "work" | .estimate /= 20)
        else . end' times 2 "${some[@]}" >b.jsonl
    cat a.jsonl b.jsonl >both.jsonl
    exits 0 compare both.jsonl
    golden repeat-time-profile
    ends 0 "PASS: no more than 0.0 % slower in any of 3 rows, limit 1.05" compare both.jsonl \
        --fail-above=5% --junit=j.xml
    grep -q '<testcase classname="mpiperf" name="work"/>' j.xml
    "$top_builddir/mpiperf-report" both.jsonl -o page.html
    grep -q "<th scope='row' data-v='work'>work</th>" page.html
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
    grep -o 'svg+xml;base64,[^'\'']*' page.html | sed 's/.*,//' | base64 -d >page.svg
    for value in seconds mpi work; do
        [ "$(grep -c ">$value<" page.svg)" -eq 2 ] # seconds, and ratios
    done
}

@test "libmpiperf-profile in front: its profile gives the rows, and is removed" {
    local so=$top_builddir/.libs/libmpiperf-profile.so
    . "$top_srcdir/src/algos/test/preload.bash"
    preload_setup
    exits 0 repeat --time -r 2 -o r.jsonl -- "$top_srcdir/tests/mpirun" 2 env LD_PRELOAD="$so" \
        "$top_builddir/mpiperf" allreduce -m 8 -c 1 -R 1 --allow-na
    nothing_left r.jsonl
    jq -es '[.[] | select(.type == "time")] | [.[0:3], .[3:6]] | all(map(.op) == ["seconds", "mpi", "work"] and
        .[2].estimate > 0 and .[2].estimate <= .[1].estimate and .[1].estimate < .[0].estimate)' r.jsonl
    rows r.jsonl 'map(.op) == ["seconds", "mpi", "work"] and all(.runs == 2)'
    exits 0 repeat --time -r 2 --keep-output=kept -- env LD_PRELOAD="$so" true
    [ "$(grep -c 'run 1 of command line 1: libmpiperf-profile has written no profile' <<<"$output")" -eq 1 ]
    [[ $output != *"run 2 of command line 1"* ]]
}

@test "a gate on seconds: verdict, JUnit, and the command that decides" {
    times 1 "${some[@]}" >a.jsonl
    MORE='if .type == "time" then .estimate *= 2 else . end' times 2 "${some[@]}" >b.jsonl
    cat a.jsonl b.jsonl >both.jsonl
    ends 1 "FAIL: seconds 2.00 times slower [[]2.00, 2.00], limit 1.05" \
        compare both.jsonl --fail-above=5% --junit=j.xml
    grep -q '<testcase classname="mpiperf" name="seconds"><failure message="2.000 times slower' j.xml
    # -o is of the commands: sort's own
    times 2 8 8 13 13 8 8 13 13 8 8 13 13 >b.jsonl
    cat a.jsonl b.jsonl >both.jsonl
    ends 4 "CANNOT TELL: seconds *" compare both.jsonl --fail-above=5%
    has '^to decide: mpiperf-repeat --time --fail-above=5% .* -- sort -o 1.txt in -- sort -o 2.txt in$'
    for slow in 0.15 0.5 2; do # a busy machine may take as long to start it
        repeat --time -r 12 --fail-above=5% --junit=live.xml -- sleep 0.05 -- sleep $slow
        [ "$status" -eq 4 ] || break
    done
    [ "$status" -eq 1 ]
    [[ ${lines[-1]} == "FAIL: seconds "*" times slower ["*"], limit 1.05" ]]
    grep -q '<testcase classname="mpiperf" name="seconds"><failure ' live.xml
}

@test "any command: a program of MPI, --append, and records of the other kind" {
    exits 0 repeat --time -r 1 -o r.jsonl -- "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" \
        null -m 8 -c 1 -R 1 --allow-na
    exits 0 repeat --time -r 1 --append -o r.jsonl -- "$top_srcdir/tests/mpirun" 2 \
        "$top_builddir/mpiperf" null -m 8 -c 1 -R 1 --allow-na
    jq -es 'map(.repeat | objects | .launch) == [1, 2]' r.jsonl
    rows r.jsonl 'length == 1 and .[0].op == "seconds" and .[0].runs == 2'
    stand_in fake
    exits 0 repeat -r 1 -o of-mpiperf.jsonl -- ./fake
    cp of-mpiperf.jsonl before
    exits 2 repeat --time -r 1 --append -o of-mpiperf.jsonl -- ./fake
    [[ $output == *"cannot continue of-mpiperf.jsonl: its run 1 was made without --time" ]]
    exits 2 repeat -r 1 --append -o r.jsonl -- "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" \
        null -m 8 -c 1 -R 1 --allow-na
    [[ $output == *"its run 1 was made with --time" ]]
    cmp of-mpiperf.jsonl before
}

@test "a command that fails is the last one: its last lines, its files, what is complete" {
    cat >fails <<'END'
#!/bin/sh
mkdir been 2>/dev/null && exit 0
seq 30
printf 'it\033[2J broke' >&2
exit 3
END
    chmod +x fails
    exits 1 repeat --time -r 5 -o r.jsonl -- ./fails
    has '^mpiperf-repeat: run 2 of command line 1 failed: exit status 3$'
    [[ $output == *"/1-2.out:"$'\n  21\n  22\n'*$'\n  30\nmpiperf-repeat: the end of '* ]]
    [[ $output != *$'\n  20\n'* ]]
    [[ $output == *"/1-2.err:"$'\n  it\\x1b[2J broke\n'* ]]
    [[ $output == *"mpiperf-repeat: 1 of 2 runs failed"* ]]
    jq -es 'map(.type) == ["run", "time", "end", "lost", "table", "merged"] and
        .[3].cause == "exit status 3"' r.jsonl
    # the files that were named, and no others
    [ "$(cd .mpiperf-repeat.* && echo *)" = "1-2.err 1-2.out" ]
    [ "$(tail -n 1 .mpiperf-repeat.*/1-2.out)" = 30 ]
    rm -r .mpiperf-repeat.*
    ends 5 "ERROR: a run failed" repeat --time -r 12 --fail-above=5% -- true -- ./fails
    [ "$(grep -c failed: <<<"$output")" -eq 1 ]
    rm -r .mpiperf-repeat.*
    exits 1 repeat --time -r 2 --timeout=0.2 -- sleep 1000
    has '^mpiperf-repeat: run 1 of command line 1 failed: not done within 0.2 s$'
    has '^mpiperf-repeat: no run was complete$'
    exits 1 repeat --time -r 1 -- env LD_PRELOAD=/nowhere/slow.so true
    has 'failed: LD_PRELOAD: /nowhere/slow.so is not there$'
    rm -r .mpiperf-repeat.*
    nothing_left been fails r.jsonl
}

@test "--same-output: the first difference, whichever command is the first" {
    exits 0 repeat --time --same-output -r 2 -o r.jsonl -- seq 5 -- sh -c 'seq 5; echo more >&2'
    jq -es 'map(select(.type == "time") | .mismatches) == [0, 0, 0, 0]' r.jsonl
    nothing_left r.jsonl
    local seed orders=
    for seed in 1 2 3 4 5 6; do
        exits 3 repeat --time --same-output -r 5 --seed "$seed" --overwrite -o r.jsonl \
            -- printf '1\n2\n3\n' -- printf '1\n2\n4\n'
        has '^mpiperf-repeat: run 1 of command line 2 prints something else than the first run of command line 1: .*/1-1.out and .*/2-1.out differ in line 3$'
        has '^note: B: WRONG RESULTS in 1 run$'
        has '^seconds +[0-9.]+ n=1 +[0-9.]+ WRONG +- +- *$'
        jq -es 'map(.type) == ["run", "time", "end", "run", "time", "end", "table", "merged", "merged"] and
            ([range(0; 6; 3) as $i | {"\(.[$i].repeat.command)": .[$i + 1].mismatches}] |
            add == {"1": 0, "2": 1})' r.jsonl
        [ "$(cd .mpiperf-repeat.* && echo *)" = "1-1.out 2-1.out" ]
        rm -r .mpiperf-repeat.*
        orders+=$(jq -r '.repeat | objects | .command' r.jsonl | tr -d '\n'),
    done
    [[ $orders == *12,* && $orders == *21,* ]]
    ends 1 "FAIL: seconds has wrong results in 1 run of B" repeat --time --same-output -r 12 \
        --fail-above=5% -- seq 5 -- seq 6
    rm -r .mpiperf-repeat.*
    # one that never prints the same
    exits 3 repeat --time --same-output -r 5 -- sh -c 'echo $$'
    has '/1-1.out and .*/1-2.out differ in line 1$'
}

@test "--keep-output: the output of all runs, which is not replaced in silence" {
    exits 0 repeat --time --keep-output=kept -r 2 -- echo a -- sh -c 'echo b >&2'
    nothing_left kept
    [ "$(cd kept && cat ./*.out)" = $'a\na' ]
    [ "$(cd kept && cat ./*.err)" = $'b\nb' ]
    [ "$(cd kept && echo *)" = "1-1.err 1-1.out 1-2.err 1-2.out 2-1.err 2-1.out 2-2.err 2-2.out" ]
    exits 2 repeat --time --keep-output=kept -r 2 -o r.jsonl -- echo c
    [ "$output" = "mpiperf-repeat: --keep-output: cannot make kept: File exists" ]
    nothing_left kept
    exits 0 repeat --time --keep-output=kept --overwrite -r 1 -- echo c
    [ "$(cat kept/1-1.out)" = c ]
}

@test "Ctrl-C leaves the complete runs, their table and nothing else" {
    printf '#!/bin/sh\nmkdir been 2>/dev/null && exit\nexec sleep 77.25\n' >slow
    chmod +x slow
    stopped INT 77.25 "$top_builddir/mpiperf-repeat" --time -r 3 -o r.jsonl -- ./slow
    [ "$status" -eq 1 ]
    grep -q 'interrupted: 1 complete runs are in r.jsonl' out
    grep -q '^seconds  *[0-9.]* n=1$' out
    rmdir been
    nothing_left out r.jsonl slow
}

@test "usage errors: a line, exit 2, nothing is run" {
    answers repeat-time-usage
    nothing_left
}
