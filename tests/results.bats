# results.bats: the campaigns of results/: steps over several sittings, and what
# their evaluations make of records by hand. Needs no MPI.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154,SC2030,SC2031 # variables of the build; subshells
# shellcheck disable=SC2016 # programs of others in quotes

bats_require_minimum_version 1.5.0

setup() {
    . "$top_srcdir/tests/results.bash"
    copied lib.sh lib.awk run-all trust waitpattern
}

# fake SECONDS-OF-THE-STEP [NAME]: a campaign, two tables of a step on each MPI; a
# file `broken` makes those of mpich fail.
fake() {
    local name=${2:-fake}
    mkdir "$name"
    echo '<!-- @steps -->
<!-- @ -->' >"$name/README.md"
    cat >"$name/command" <<END
#!/bin/bash
cd "\$(dirname "\$0")" || exit 1
. ../lib.sh
steps() {
    local m t
    for m in "\${mpis[@]}"; do
        for t in 1 2; do echo "\$t 1 \$m \$m-\$t"; done
    done
}
step() {
    [ "\$mpi" = openmpi ] || [ ! -e broken ] || return 1
    run sleep $1
    echo '{"type":"fake"}' >"\$work/records"
}
evaluate() { echo @steps && all_records | jq -r .step; }
campaign "\$@"
END
    chmod +x "$name/command"
}

@test "a campaign goes on where it ended; a step that failed is done again" {
    fake 0
    touch fake/broken
    run fake/command --for=1
    [ "$status" -eq 1 ]
    [[ $output == *"mpich-1: failed"*"mpich: 2 steps left"* ]]
    [ "$(jq -r .step fake/records.jsonl)" = $'openmpi-1\nopenmpi-2' ]
    rm fake/broken
    run fake/command --for=1
    [[ $output == *"nothing is left" ]]
    [[ $output != *openmpi* ]]
    run jq -r '.step + .type' fake/records.jsonl
    [ "${lines[*]}" = "openmpi-1fake openmpi-2fake mpich-1fake mpich-2fake" ]
    run cat fake/README.md
    [ "${lines[1]}" = openmpi-1 ] && [ "${#lines[@]}" -eq 6 ]
    [ -z "$(ls tmp)" ]
}

@test "a campaign takes no step that does not fit, and says what is left" {
    fake 0
    run fake/command --for=0
    [ "$output" = $'openmpi: 2 steps left, 0 min\nmpich: 2 steps left, 0 min' ] ||
        [ "$output" = $'mpich: 2 steps left, 0 min\nopenmpi: 2 steps left, 0 min' ]
    [ ! -e fake/records.jsonl ]
    run -2 fake/command --for=ever
    run -2 ./run-all
    run -2 ./run-all --for=ever
}

@test "three failures in a row end a campaign, with the figures of what is there" {
    fake 0
    fake/command --for=1
    sed -i 's/for t in 1 2;/for t in 1 2 3 4 5 6;/' fake/command
    touch fake/broken
    MPIS=mpich run fake/command --for=1
    [ "$status" -eq 1 ]
    [ "$(grep -c ': failed' <<<"$output")" -eq 3 ]
    [[ $output == *"three steps in a row failed"*"mpich: 4 steps left"* ]]
    [ "$(grep -c openmpi fake/README.md)" -eq 2 ]
}

@test "large records of a complete campaign are packed, and it can go on" {
    fake 0
    sed -i "s/^    echo '{.*/    jq -nc '{type: (400000 * \"x\")}' >\"\$work\/records\"/" fake/command
    fake/command --for=1
    [ ! -e fake/records.jsonl ]
    [ "$(gzip -dc fake/records.jsonl.gz | jq -r '.step, (.type | length)' | sort -u |
        xargs)" = "400000 mpich-1 mpich-2 openmpi-1 openmpi-2" ]
    run fake/command --figures
    [ "$output" = "nothing is left" ]
    sed -i 's/for t in 1 2;/for t in 1 2 3;/' fake/command
    fake/command --for=1
    [ "$(jq -r .step fake/records.jsonl | xargs)" = "openmpi-3 mpich-3" ] ||
        [ "$(jq -r .step fake/records.jsonl | xargs)" = "mpich-3 openmpi-3" ]
    [ "$(grep -c -e '^openmpi-[123]$' -e '^mpich-[123]$' fake/README.md)" -eq 6 ]
}

@test "run-all goes from one campaign to the next, and tells of failures" {
    fake 0 one
    fake 0 two
    export CAMPAIGNS="one two"
    run ./run-all --for=2
    [ "$status" -eq 0 ]
    [[ $output == *"one:"*"two:"* ]]
    [ "$(wc -l <one/records.jsonl)" -eq 4 ] && [ "$(wc -l <two/records.jsonl)" -eq 4 ]
    # What is complete has no turn.
    rm one/records.jsonl
    touch one/broken
    run ./run-all --for=2
    [ "$status" -eq 1 ]
    [[ $output != *"two:"* ]]
    [ "$(wc -l <one/records.jsonl)" -eq 2 ]
}

@test "records say what other programs took of the cores" {
    fake 1
    sed -i 's/^evaluate() .*/evaluate() { machine_block; }/' fake/command
    sed -i 's/@steps/@machine/' fake/README.md
    while :; do :; done 3>&- &
    local busy=$!
    MPIS=openmpi fake/command --for=1
    kill $busy
    jq -es --argjson cores "$(getconf _NPROCESSORS_ONLN)" 'length == 2 and
        all(.others > 0.2 / $cores and .others <= 1.1)' fake/records.jsonl
    grep -Eq "^- other programs took at most [0-9.]+ % of the cores' time in a step, \
over 1 % in 2 of 2 steps" fake/README.md
}

@test "a campaign that is ended ends its step, and leaves nothing" {
    fake 987654
    fake/command --for=100000000 3>&- &
    for _ in $(seq 600); do
        child=$(pgrep -P $! -x sleep) && break
        sleep 0.1
    done
    [ -n "$child" ]
    kill -TERM $!
    wait $! || [ $? -eq 130 ]
    run kill -0 "$child"
    [ "$status" -ne 0 ]
    [ -z "$(ls tmp)" ]
    [ ! -e fake/records.jsonl ]
}

# kept STEP TABLE: the records on standard input, as a step keeps them.
kept() {
    cat >records
    bash -c '. ../lib.sh
        mpi=${1%%-*}
        cp records "$work" && keep "$1" "$2" 30' kept "$@"
}

# others STEP...: steps whose records say nothing.
others() {
    local step
    for step; do
        kept "$step" 1 <<<'{"type":"nothing"}'
    done
}

# A program of the library openmpi.
program() {
    mkdir -p openmpi/bin
    { echo '#!/bin/bash' && cat; } >"openmpi/bin/$1"
    chmod +x "openmpi/bin/$1"
    export MPIPERF=$PWD
}

# row SET ALGO BYTES SPEEDUP LO HI SIGN [STATE]: of a table, as the tools write it, or
# with SET night-KIND of a night.
row() {
    jq -nc --arg set "$1" --arg algo "$2" --argjson bytes "$3" --argjson speedup "$4" \
        --argjson lo "$5" --argjson hi "$6" --arg sign "$7" --arg state "${8-}" '
        {type: "merged", $set, kind: $set, op: "bcast", $algo, procs: 2, $bytes,
            state: (if $state == "" then null else $state end), runs: 40, odd: 0,
            estimate: 1e-6, range: [9e-7, 1.1e-6], rank_mean: 2e-6,
            vs: {side: 1, algo: "zero", $speedup, $sign,
                range: (if $lo then [$lo, $hi] else null end)}} |
        if $set | startswith("night") then .type = "against" else . end'
}

# answers KIND ANSWER...: of gates or nights, of 10 runs and a second, 20 and two, ...
answers() {
    local kind=$1 answer i=0
    shift
    for answer; do
        jq -nc --arg kind "$kind" --arg answer "$answer" --argjson i $((++i)) \
            '{type: "answer", $kind, $answer, runs: (10 * $i), seconds: $i}'
    done
}

@test "trust: what is apart, what holds, what is found" {
    cd trust
    export ROUNDS=3 NIGHTS=5 MPIS=mpich
    # shellcheck disable=SC2086 # words
    while IFS=: read -r i shmbcast again five; do
        {
            row rivals shmbcast 8 $shmbcast
            row rivals native 8 1 0.9 1.1 same | jq -c '.vs = null'
            [ "$i" = 2 ] ||
                jq -nc '{type: "theirs", tool: "OSU", bytes: 8, seconds: (1e-6, 4e-6)}'
        } | kept "mpich-rivals-$i" $((2 * i))
        {
            row equal zero 1024 1 0.9 1.1 same | jq -c '.vs = null'
            row equal again 1024 $again
            row equal 5pc 1024 0.95 0.94 0.96 slower
            row equal 5pc 65536 0.95 0.9 1.02 "$five"
        } | kept "mpich-equal-$i" $((2 * i))
    done <<'END'
1:0.95 0.90 1.00 slower:1.00 0.99 1.01 same:not told
2:1.05 1.01 1.10 faster:1.02 1.01 1.03 faster:slower
3:1.00 0.95 1.05 same:1.00 null null same:slower
END
    ./command --figures
    has '- not complete (6 of 17 steps): pairs of ratio intervals apart: 1 of 3, 33.3 % (target: at most 3 %)' \
        '- not known yet: gates, 10 % slower, PASS: 0 of 0 (target: none)' \
        '| shmbcast | mpich | 8 B | 3 | 0.999 | 5.0 % | 5.0 % | 1 of 3 | 1 of 3 | 1, 1, 1, 0 |' \
        '| mpich | 8 B | 2.000 | 0.0 % | 2.500 | 0.0 % | - | - |'
    answers gate-slower FAIL FAIL PASS | kept mpich-gate-slower-1 2
    answers gate-equal PASS PASS PASS 'CANNOT TELL' | kept mpich-gate-equal-1 2
    others mpich-gate-{slower,equal}-{2,3} mpich-night-{1,2,3,4}
    {
        row night-slower native 1024 0.8 0.76 0.84 slower
        row night-slower native 65536 0.85 0.80 0.90 slower
        answers night-slower FAIL
        answers night-equal 'CANNOT TELL'
    } | kept mpich-night-5 9
    ./command --figures
    has '- **missed**: pairs of ratio intervals apart: 1 of 3, 33.3 % (target: at most 3 %)' \
        '- **missed**: intervals that hold the mean of the others: 1 of 3, 33.3 % (target: at least 88 %)' \
        '- met: half width of ratios, median: 5.0 % (target: at most 6 %)' \
        '- met: half width of ratios of equal rivals, median: 1.0 % (target: at most 2 %)' \
        '- **missed**: equal rivals called different: 1 of 3, 33.3 % (target: at most 5 % of rows)' \
        '- **missed**: tables that find 5 % at 1 and at 64 KiB: 2 of 3, 66.7 % (target: at least 80 %)' \
        '- **missed**: gates, 10 % slower, PASS: 1 of 3 (target: none)' \
        '- **missed**: gates, 10 % slower, FAIL: 2 of 3 (target: at least 18 of 20)' \
        '- met: gates, equal, FAIL: 0 of 4 (target: none)' \
        '- **missed**: gates, equal, PASS: 3 of 4 (target: at least 16 of 20)' \
        '- met: nights, 20 % slower, FAIL: 1 of 1 (target: all)' \
        '- met: nights, equal, FAIL: 0 of 1 (target: none)' \
        '- ratios that have no interval, of a state seen in too few parts of a table: 1; without them 1 of 3, 33.3 % hold the mean of the others, the half width'"'"'s median is 5.0 %, and 2 of 3, 66.7 % tables find 5 %' \
        '| again | mpich | 1 KiB | 3 | 1.007 | 1.1 % | 1.0 % | 0 of 1 | 1 of 3 | 1, 2, 0, 0 |' \
        '| 10 % slower | mpich | 3 | 2 | 1 | 0 | 0 | 20, 30 | 2, 3 |' \
        '| equal | mpich | 4 | 0 | 3 | 1 | 0 | 25, 40 | 2, 4 |' \
        '| 20 % slower | mpich | 1 | 1 | 0 | 0 | 0 | 0.800 to 0.850 | 5.4 % |'
    # A state that one table saw, of the other MPI
    row rivals shmbcast 8 2 1.9 2.1 faster far | kept openmpi-rivals-1 2
    ./command --figures
    has '- rows that no other table has, and which nothing is compared with: 1' \
        '| shmbcast | openmpi | 8 B, far | 1 | 2.000 | - | 5.0 % | 0 of 0 | 0 of 0 | 1, 0, 0, 0 |'
}

@test "trust: its steps fit into two hours" {
    cd trust
    MPIS="openmpi mpich" IMB=here OSU=here run ./command --left
    [ "$(sort <<<"$output")" = "mpich: 49 steps left, 60 min
openmpi: 49 steps left, 60 min" ]
}

@test "trust: a gate counts with its exit status; a baseline grows by the night" {
    cd trust
    export ROUNDS=1 NIGHTS=6 PAUSE=0 MPIS=openmpi
    program mpicc.openmpi <<<'exit 0'
    program pkg-config <<<'exit 0'
    program mpiexec.openmpi <<'END'
while [ "$1" != -o ]; do shift; done
echo '{"type":"case","bytes":8,"median":1e-6}' >"$2"
END
    program mpiperf-repeat <<'END'
echo "$*" >>"$MPIPERF/calls"
[[ $* != *--fail-above* ]] || IFS=: read -r status line <"$MPIPERF/line"
while [ "$1" != -o ]; do shift; done
echo '{"type":"run","machine":{"cpu":"C","kernel":"6.1-x"}}' >>"$2"
echo '{"type":"merged","op":"bcast","algo":"again"}' >>"$2"
echo "$line"
exit "${status:-0}"
END
    program mpiperf-compare <<'END'
echo "$*" >>"$MPIPERF/calls"
while [ "$1" != -o ]; do shift; done
echo '{"type":"merged","algo":"native","bytes":8,"vs":{"speedup":1}}' >"$2"
grep -c '"run"' "$3" >>"$MPIPERF/known"
echo "PASS: nothing"
END
    while IFS=: read -r answers line; do
        rm -f records.jsonl
        echo "$line" >line
        ./command --for=100
        [ "$(jq -r 'select(.type == "answer").answer' records.jsonl | sort |
            uniq -c | xargs)" = "$answers" ]
        NIGHTS=0 # the others are of gates alone
    done <<'END'
6 PASS:0:PASS: no row of 2 is slower
2 FAIL:1:FAIL: bcast 64 KiB 4.4 times slower [4.1, 4.9], limit 1.05
2 CANNOT TELL:4:CANNOT TELL: 1 of 2 rows
2 ERROR:5:ERROR: no figures
2 ERROR:0:FAIL: 1 of 2 cases
2 ERROR:0:
END
    # The fifth night knows four, the sixth five; of both two are judged.
    [ "$(xargs <known)" = "4 4 5 5" ]
    [ "$(gzip -dc openmpi-baseline.jsonl.gz | grep -c '"run"')" -eq 6 ]
    [ "$(grep -c -e --append calls)" -eq 6 ]
    # --append refuses other words.
    [ "$(grep -e --append calls | sed 's/-o [^ ]*//' | sort -u | wc -l)" -eq 1 ]
    grep -q 'RIVALS_5PC=8:50 mpiperf bcast:zero,again,5pc' calls
    [ "$(grep -c -e '--reference=shmbcast' calls)" -eq 4 ]
    has '- C, null cores, kernel 6.1, clock source null' \
        '| equal | openmpi | 1 | 0 | 0 | 0 | 1 | 0, 0 | 0, 0 |'
}

@test "waitpattern: runs that are not there miss" {
    cd waitpattern
    export RUNS=1
    for mpi in openmpi mpich; do
        kept $mpi-tsc-1 1 <<'END'
{"type":"known","timer":"tsc","op":"waitpattern-up","mean":2.03e-6,"net":2.01e-6}
{"type":"timer","timer":"tsc","read_cost":1e-8,"rate_ppm":1}
END
        others $mpi-{monotonic,wtime,gettimeofday}-1
    done
    ./command --figures
    has '| tsc | mpich | - | 2.030 (2.030 to 2.030) | 2.010 (2.010 to 2.010) | - | - | 10.0 | 1.000 |' \
        '- **missed**: waitpattern-up, net: 2 of 6 timers and MPIs are there, 4 have fewer than 1 figures or one further off (target: all within 0.02 us of 2.00 us)'
}
