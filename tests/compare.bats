# compare.bats: mpiperf-compare on records made by hand: table, gate, exit status.
# SPDX-License-Identifier: BSD-3-Clause
# bats file_tags=sanitize
# shellcheck disable=SC2016,SC2154,SC2046,SC2086,SC2030,SC2031 # jq; the build; words; run

. "$top_srcdir/tests/records.bash"

setup() {
    records_setup
}

# Twelve values that differ by some percent, the same in both halves of a table.
some=(10 10.1 10.2 10.3 10.4 10.5 10 10.1 10.2 10.3 10.4 10.5)
twice=(20 20.2 20.4 20.6 20.8 21 20 20.2 20.4 20.6 20.8 21)

# later FILE: as if its runs had been other ones.
later() {
    sed 's/"null_overhead":[^,]*/"null_overhead":1/' "$1"
}

@test "-o: a file that is there, or cannot be written, stays as it was" {
    runs 1 10 11 12 13 14 >a.jsonl
    SINCE=30 runs 1 10 11 12 13 14 >b.jsonl
    sed 's/"bcast"/"reduce"/' b.jsonl >c.jsonl
    for type in jsonl csv; do
        echo precious >out.$type
        exits 2 compare a.jsonl -o out.$type
        [ "$output" = "mpiperf-compare: --output: out.$type exists: --overwrite replaces it" ]
        short_of_disk 1 mpiperf-compare a.jsonl c.jsonl --merge --overwrite -o out.$type
        [ "$status" -eq 1 ]
        [[ $output == *"--output: cannot write out.$type: File too large"* ]]
        grep -qx precious out.$type
        exits 0 compare a.jsonl --overwrite -o out.$type
        [ "$(grep -c precious out.$type)" -eq 0 ]
        mkfifo pipe.$type
        run timeout 20 "$top_builddir/mpiperf-compare" a.jsonl -o pipe.$type
        [ "$status" -eq 2 ]
        [[ $output == *"cannot write pipe.$type: No such device or address" ]]
    done
    # a gate that nobody can read has judged nothing
    short_of_disk 1 mpiperf-compare a.jsonl b.jsonl -o new.jsonl --fail-above=5%
    ends 5 "ERROR: --output: cannot write new.jsonl: File too large"
    [ ! -e new.jsonl ]
    # the table itself
    GCOV_PREFIX=$BATS_FILE_TMPDIR run bash -c 'ulimit -f 0 && exec "$@" 2>&1 >table' bash \
        "$top_builddir/mpiperf-compare" a.jsonl
    [ "$status" -eq 1 ]
    [ "$output" = "mpiperf-compare: cannot write the table" ]
}

@test "two files: what B is against A, as table and as rows" {
    runs 1 "${some[@]}" >a.jsonl
    SINCE=30 runs 0.25 "${twice[@]}" >b.jsonl
    compare a.jsonl b.jsonl -o out.jsonl
    [[ ${lines[0]} == "MPI_Bcast, 4 ranks on 2 nodes, A Library 1.2, "*"; 12 runs of each" ]]
    # 10, 10.1 | 10.2, 10.3 | ...: twice the deviation of six parts' means is 3.5 %
    has '^    8 10\.2   4 20\.5   4 0\.500 0\.50-0\.50 -$'
    has '^   64 10\.2   4 5\.12   4  2\.00 2\.00-2\.00 \+$'
    has '^fastest: A at 8 B; B at 64 B$'
    rows out.jsonl 'length == 4 and all(.runs == 12 and .empty == 0 and .state == null) and
        (map(.vs.sign) == [null, "slower", null, "faster"]) and
        (.[1].vs | (.speedup * 2 - 1 | fabs) < 1e-9 and .side == 1 and .interleaved) and
        (.[0] | .side == {number: 1, name: "A"} and .vs == null and
            (.estimate * 1e6 - 10.2486 | fabs) < 1e-4)'
    compare a.jsonl b.jsonl --name=old --name=new --same=50%
    has '^bytes  old \+-%  new \+-%'
    compare a.jsonl --name=x --name=y b.jsonl --format=full
    has '^bcast  native  .* 2  y  .* slower'
    compare a.jsonl b.jsonl --format=csv
    [ "$(wc -l <<<"${output#*: }")" -eq 5 ]
    compare a.jsonl --format=osu
    has '^8 +0\.56$'
    has '; mean over the ranks, over all valid launches, none dropped$'
    compare a.jsonl --format=imb
    has '^# Benchmarking Bcast'
}

@test "few runs: an interval without a sign, or none; one run: its passes" {
    runs 1 10 11 12 13 14 >a.jsonl
    SINCE=30 runs 1 20 22 24 26 28 >b.jsonl
    compare a.jsonl b.jsonl --fail-above=5% -o out.jsonl
    rows out.jsonl '.[1].vs | .sign == "not told" and .range != null'
    ends 4 "CANNOT TELL: 5 blocks of runs, 12 are needed"
    has '^to decide: mpiperf-repeat --fail-above=5% -r 24 -- mpiexec -n 4 mpiperf .* -- mpiexec '
    head -n 12 b.jsonl >c.jsonl
    compare a.jsonl c.jsonl
    has "^    8 11\.9  30 21\.9 n=3 0\.543     - \?$"
    MORE='if .type == "case" then .passes = [range(6) as $k |
        .passes[0] | .pass = $k + 1 | .estimate *= 1 + $k / 100] else . end' \
        runs 1 10 >a.jsonl
    compare a.jsonl
    has '^us: typical run, slowest rank; \+-%: of the passes of this run$'
    has '^    8 10\.2   4$'
}

@test "a gate passes, fails, cannot tell or is in error: last line and status" {
    runs 1 "${some[@]}" >a.jsonl
    SINCE=30 runs 1 "${some[@]}" >b.jsonl
    gate 0 "PASS: no more than 0.0 % slower in any of 2 rows, limit 1.05"
    SINCE=30 runs 1.1 "${some[@]}" >b.jsonl
    ends 1 "FAIL: bcast 64 B 1.10 times slower \[1.10, 1.10], limit 1.05" compare a.jsonl b.jsonl --fail-above=1.05 --junit=j.xml
    grep -q '<testsuite name="mpiperf" tests="3" failures="2" errors="0" skipped="0">' j.xml
    # the mean of both is slower by 4.9 %
    gate 0 "PASS: no more than 4.9 % slower in any of 1 row, limit 1.05" --gate=geomean
    # scattering by much more than the limit
    SINCE=30 runs 1 8 8 13 13 8 8 13 13 8 8 13 13 >b.jsonl
    GITHUB_STEP_SUMMARY=s.md compare a.jsonl b.jsonl --fail-above=5% --github
    ends 4 "::warning title=mpiperf::CANNOT TELL: bcast * times slower *; and 1 more"
    grep -q '^\*\*CANNOT TELL: ' s.md
    grep -q '^| *bytes *|' s.md
    GITHUB_STEP_SUMMARY=/dev/full exits 5 compare a.jsonl b.jsonl --fail-above=5% --github
    [[ $output == *"mpiperf-compare: cannot write /dev/full: No space left on device"* ]]
    ends 5 "ERROR: one side: there is nothing to compare with" compare a.jsonl --fail-above=5%
}

@test "a gate in error: unreadable, empty, old files, and no figures at all" {
    runs 1 "${some[@]}" >a.jsonl
    : >empty.jsonl
    ends 5 "ERROR: empty.jsonl: no case records of mpiperf" compare a.jsonl empty.jsonl --fail-above=5% --junit=j.xml
    grep -q 'errors="1"' j.xml
    ends 5 "ERROR: cannot read missing.jsonl: No such file or directory" compare missing.jsonl a.jsonl --fail-above=5%
    jq -c 'del(.program)' a.jsonl >old.jsonl
    ends 5 "ERROR: old.jsonl:1: written by a version before 1.0: measure again" compare a.jsonl old.jsonl --fail-above=5%
    MORE='if .type == "case" then .reason = "no shared memory" else . end' \
        runs 1 null null null null null null null null null null null null >n.jsonl
    later n.jsonl >m.jsonl
    ends 5 "ERROR: no run has figures" compare n.jsonl m.jsonl --fail-above=5%
    has '^-: no shared memory \(8 B, 64 B\)$'
    # what neither side can do is no row of the gate, what one alone can do is one
    jq -c 'if .bytes == 64 then .estimate = null | .passes[0].estimate = null |
        .reason = "x" else . end' a.jsonl >x.jsonl
    later x.jsonl >y.jsonl
    ends 0 "PASS: * of 1 row, limit 1.05" compare x.jsonl y.jsonl --fail-above=5%
    later a.jsonl >y.jsonl
    ends 4 "CANNOT TELL: bcast 64 B: too few runs have figures" compare x.jsonl y.jsonl --fail-above=5%
}

@test "slow now and then, wrong results: no PASS" {
    runs 1 "${some[@]}" >a.jsonl
    # ten times slower in every sixth run
    SINCE=30 runs 1 10 10.1 10.2 10.3 10.4 105 10 10.1 10.2 10.3 10.4 105 >b.jsonl
    gate 4 "CANNOT TELL: bcast 8 B is far slower in 2 of 12 runs of the second side, in 0 of the first"
    [[ $output != *"two groups"* ]]
    # in every fourth run
    SINCE=30 runs 1 $(for i in {1..12}; do echo 10 10.1 105 10.2; done) >b.jsonl
    runs 1 $(for i in {1..12}; do echo 10 10.1 10.2 10.2; done) >c.jsonl
    ends 1 "FAIL: bcast 8 B 1.79 times slower *" compare c.jsonl b.jsonl --fail-above=5%
    has '^note: two groups of values: more than a fifth of the runs are outliers: B at$'
    MORE='if .type == "case" then .mismatches = 1 else . end' SINCE=30 \
        runs 1 "${some[@]}" >b.jsonl
    gate 1 "FAIL: bcast 8 B has wrong results in 12 runs of B"
    has '^note: B at 8 B: WRONG RESULTS in 12 runs$'
    ends 4 "CANNOT TELL: bcast 8 B has wrong results in 12 runs of A" \
        compare b.jsonl a.jsonl --fail-above=5%
    # neither side's row has a ratio then
    exits 3 compare a.jsonl b.jsonl
    has '^ *8 +10.2 +[0-9.]+ +10.2 +WRONG +- +- *$'
    exits 3 compare b.jsonl a.jsonl
    has '^ *8 +10.2 +WRONG +10.2 +[0-9.]+ +- +- *$'
}

@test "a run counts once, and is not of both sides" {
    runs 1 10 11 12 13 14 15 16 >a.jsonl
    compare a.jsonl
    alone=$output
    cat a.jsonl a.jsonl >b.jsonl
    for files in b.jsonl "--merge a.jsonl a.jsonl"; do
        compare $files
        has '^note: 7 runs are in the files twice: each counts once$'
        [ "$(grep -v '^note: 7 runs' <<<"$output")" = "$alone" ]
    done
    head -n 4 a.jsonl >c.jsonl
    compare --merge a.jsonl c.jsonl
    has '^note: 1 run is in the files twice: each counts once$'
    cp a.jsonl copy.jsonl
    exits 2 compare a.jsonl copy.jsonl --fail-above=5%
    [ "$output" = "mpiperf-compare: copy.jsonl:1: its run is also on the other side: a run cannot be compared with itself" ]
}

@test "slow first calls change no sign, slow calls fail" {
    # A run of eight passes of 500 calls, of which the first CALLS take 200 us.
    with() {
        MORE='if .type == "case" then .passes = [range(8) as $k | .passes[0] |
            .pass = $k + 1 | ([([('"$1"' - 500 * $k), 500] | min), 0] | max / 500) as $slow |
            .estimate = (((.estimate | log) * (1 - $slow) + (200e-6 | log) * $slow) | exp)]
            else . end' SINCE=${2-30} runs 1 "${some[@]}"
    }
    with 0 0 >a.jsonl
    compare a.jsonl -o a.rows
    for calls in 20 50 150 500; do
        with $calls >b.jsonl
        compare a.jsonl b.jsonl --fail-above=5% -o out.jsonl --overwrite
        ends 0 "PASS: *"
        rows out.jsonl 'all(.vs == null or .vs.sign == "same") and
            (.[0].range as $range | all(.estimate >= $range[0] and .estimate <= $range[1]))'
    done
    with 4000 >b.jsonl
    gate 1 "FAIL: bcast 8 B 19.5* times slower *"
}

@test "what differs between the sides stands in the head" {
    runs 1 "${some[@]}" >a.jsonl
    MORE='if .type == "run" then .mpi = "MPICH Version: 4.0.2" | .environment = {UCX_TLS:
        "tcp"} | .parameters.btl = "tcp" | .binding = ["0-1", "0-1", "0-1", "0-1"] |
        .command[1] = "bcast:native" else . end' SINCE=30 runs 1 "${some[@]}" >b.jsonl
    exits 0 compare a.jsonl b.jsonl
    [[ ${lines[0]} == *", different MPIs, "* ]]
    has '^command lines: A bcast:native,fast,very-slow, B bcast:native$'
    has '^MPI: A A Library 1\.2, package: x, B MPICH Version: 4\.0\.2$'
    has '^environment: A UCX_TLS=sm, B UCX_TLS=tcp$'
    has '^settings in files: A btl=\^tcp, B btl=tcp$'
    has '^binding: A 0,1,0,1, B 0-1,0-1,0-1,0-1$'
    compare --merge a.jsonl b.jsonl
    has '^note: the runs differ in MPI, binding, environment, settings in files$'
    # two command lines of one file
    { COMMAND=1 runs 1 "${some[@]}"; COMMAND=2 runs 1 "${twice[@]}"; } >c.jsonl
    compare c.jsonl -o out.jsonl
    rows out.jsonl 'map(.vs.sign) == [null, "slower", null, "slower"]'
    compare c.jsonl --commands=2,1 -o out.jsonl --overwrite
    rows out.jsonl 'map(.vs.sign) == [null, "faster", null, "faster"]'
    exits 2 compare c.jsonl --commands=1,3
    [ "$output" = "mpiperf-compare: --commands: there is no run of command line 3" ]
    # with another algorithm each: compared; with other sizes: not
    COMMAND=2 runs 1 "${twice[@]}" >d.jsonl
    { COMMAND=1 runs 1 "${some[@]}"; sed 's/"algo":"native"/"algo":"shmbcast"/' d.jsonl; } >c.jsonl
    compare c.jsonl
    has '^bytes A:native \+-% B:shmbcast \+-%     x     lo-hi$'
    has '^fastest: A:native at all sizes$'
    { COMMAND=1 runs 1 "${some[@]}"; sed 's/"bytes":\(8\|64\)/"bytes":1\1/' d.jsonl; } >c.jsonl
    compare c.jsonl
    has '^note: the sides have no case in common: nothing is compared$'
}

@test "sides of several algorithms: each against its own native, nothing is said twice" {
    # native twice as long on B, and fast by chance: the same code on both sides
    both() {
        MORE='if .type == "case" then ., (.algo = "fast" | .estimate = (1e-6 * (1 + 0.03 * ($i * (5 + 2 * '$1') % 11))) |
            .passes[0].estimate = .estimate) elif .type == "run" then .environment = {OMPI_MCA_coll: "'$3'"} |
            .repeat.words = ["mpiexec", "--mca", "coll", "'$3'", "mpiperf", "bcast"] else . end' \
            COMMAND=$1 runs 1 $2
    }
    { both 1 "${some[*]}" xhc; both 2 "${twice[*]}" tuned; } >c.jsonl
    compare c.jsonl -o out.jsonl
    rows out.jsonl 'map(select(.algo == "fast") | .vs | [.side, .algo]) | unique == [[1, "fast"], [1, "native"]]'
    has '^command lines: A xhc, B tuned$'
    [[ $output != *environment:* && $output != *"to decide the rows"* ]]
    compare c.jsonl --baseline=own -o own.jsonl
    has "; x: its own side's native's time / this; "
    rows own.jsonl 'map(select(.algo == "fast") | .vs | [.side, .algo]) | unique == [[1, "native"], [2, "native"]]'
    rows own.jsonl 'map(select(.algo == "native") | .vs) == [null, null, null, null]'
    # what the command line does not set stands there
    sed 's/"--mca","coll"/"--tune","x"/' c.jsonl >d.jsonl
    compare d.jsonl
    has '^environment: A OMPI_MCA_coll=xhc, B OMPI_MCA_coll=tuned$'
    exits 2 compare c.jsonl --baseline=own --fail-above=5%
    [ "$output" = "mpiperf-compare: --baseline=own compares nothing between the sides, which --fail-above judges: leave one of them out" ]
}

# notes N: so many stand above the table.
notes() {
    [ "$(grep -c '^note: ' <<<"$output")" -eq "$1" ]
}

@test "at most three notes, one a cause, in the counts of the head" {
    # four clock warnings with other numbers; ranks share CPUs, which is said once
    MORE='if .type == "run" then .warnings = ["rank 3 shares its CPU", "the clock drifts by \($i % 4).5 ppm"] |
        .shared_cpu = true elif .type == "case" then .marks += ["disturbed"] else . end' \
        runs 1 "${some[@]}" >a.jsonl
    compare a.jsonl
    notes 2
    has '^note: the clock drifts by 0\.5 ppm$'
    # not of all runs: of those that the head counts
    jq -c 'if .type == "run" and (.time | fromdate) > 1700000100 then .warnings = [] else . end' a.jsonl >b.jsonl
    compare b.jsonl
    [[ ${lines[0]} == *"; 12 runs"* ]]
    has '^note: the clock drifts by 0\.5 ppm \(2 of 12 runs\)$'
    # without crowded ranks the marks are told; everywhere is not a list of sizes
    MORE='if .type == "run" then .warnings = ["a", "b", "c", "d"] | .shared_cpu = false |
        .oversubscribed = false elif .type == "case" then .marks += ["disturbed", "fell-back"] else . end' \
        runs 1 "${some[@]}" >a.jsonl
    compare a.jsonl
    notes 3
    output=$(tr -s '\n ' ' ' <<<"$output")
    has 'note: disturbed, as ranks lost their core in many launches: [^:]*: all rows note: '
    [[ $output != *"by method barrier"* ]]
}

# marked MARK N: of the case of 8 bytes, in the first N runs.
marked() {
    MORE='if .type == "case" and .bytes == 8 and $i < '"$2"' then .marks += ["'"$1"'"] else . end' \
        runs 1 "${some[@]}" >a.jsonl
    compare a.jsonl
    output=$(tr -s '\n ' ' ' <<<"$output")
}

@test "runs that do not count, and disturbances, are told with their rows" {
    marked fell-back 2
    has 'note: not counted: too few launches began on time, so these runs used another method than most: native at 8 B \(2 of [0-9]+ runs\)'
    marked fell-back 100
    has 'note: by method barrier, as too few launches began on time in windows: native at 8 B '
    [[ $output != *"not counted"* ]]
    marked disturbed 100
    has 'note: disturbed, as ranks lost their core in many launches: [^:]*: native at 8 B '
    marked throttled 100
    has 'note: throttled: a CPU quota stopped ranks [^:]*: native at 8 B '
    marked own-threads 100
    has 'note: ranks lost their core in many launches to other threads [^:]*: native at 8 B '
    marked disturbed 1
    [[ $output != *disturbed* ]]
    # a side all of whose runs are of the other method
    SINCE=86400 runs 1 "${some[@]}" "${some[@]}" >b.jsonl
    marked fell-back 100
    compare b.jsonl a.jsonl
    has '^-: measured by another method than on the other side: '
}

@test "a baseline of five nights has a sign tonight, with a reference a better one" {
    # native drifts from night to night, and `other` with it
    night() {
        MORE='if .type == "case" then ., (.algo = "other" | .estimate = '"$3"' * .estimate |
            .passes[0].estimate = .estimate) else . end' SINCE=$((86400 * $1)) \
            runs 1 $(for i in 0 1 2 3 4 5; do echo "$2.$i"; done)
    }
    for n in "0 10" "1 12" "2 11" "3 14" "4 13"; do night $n 0.5; done >a.jsonl
    night 5 14 0.4 >b.jsonl
    ends 4 "CANNOT TELL: *" compare a.jsonl b.jsonl --fail-above=10%
    has '^to decide, interleave the two: mpiperf-repeat --fail-above=10% --min-runs=auto -- mpiexec .* -- mpiexec -n 4 mpiperf '
    ends 1 "FAIL: bcast:native 8 B 1.25 times slower *" compare a.jsonl b.jsonl --reference=other --fail-above=10%
    # one night behind says nothing of the next one
    night 0 10 0.5 >one.jsonl
    ends 4 "CANNOT TELL: the first side has runs of one sitting: *" compare one.jsonl b.jsonl --fail-above=5%
    # another machine, MPI, placement: not judged without a reference, which is said
    for other in '.machine.cpu = "Intel X"' '.mpi = "MPICH Version: 4.0.2"' '.binding = ["7"]'; do
        jq -c "if .type == \"run\" then $other else . end" a.jsonl >other.jsonl
        ends 5 "ERROR: the runs were made under different conditions (*: A *, B *): *" compare other.jsonl b.jsonl --fail-above=10%
        ends 1 "FAIL: bcast:native 8 B 1.25 times slower *; relative to other, because of differences in *: A *, B *" \
            compare other.jsonl b.jsonl --reference=other --fail-above=10%
    done
    ends 5 "ERROR: *" compare other.jsonl b.jsonl --reference=none --fail-above=10%
    # a pause is from the end of a run: runs of 59 minutes are one sitting
    MORE='if .type == "run" then .time = (1800000000 + 4000 * $i | todate) |
        .repeat = {launch: ($i + 1), command: 1, order: 1, seed: 1, seconds: 3500} else . end' \
        runs 1 "${some[@]}" >long.jsonl
    ends 4 "CANNOT TELL: the first side has runs of one sitting: *" compare long.jsonl one.jsonl --fail-above=5%
}

@test "usage errors: a line, exit 2" {
    runs 1 1 2 >a.jsonl
    ln -s a.jsonl link.jsonl
    answers compare-usage
}

@test "files that cannot be read, or have no cases: a line, exit 1" {
    echo hello >notes.jsonl
    head -n 1 "$golden" >run.jsonl
    sed -n 2p "$golden" >headless.jsonl
    printf '{"type":"case","op":"bc' | cat run.jsonl - >cut.jsonl
    answers compare-files
    grep -q __asan_init "$top_builddir/mpiperf-compare" || answers compare-memory
}

@test "a run that was killed ends in half a line: the cases that it has count" {
    runs 1 1 2 3 >a.jsonl
    head -n -2 a.jsonl >b.jsonl
    printf '{"type":"ca' >>b.jsonl
    compare b.jsonl
    has '^note: 1 of 3 runs are incomplete: their finished cases count$'
    has '^    8 1\.82 n=3$'
}

@test "records that are none: the file, the line, what is wrong with it" {
    COMMAND=1 runs 1 1 2 >a.jsonl
    # becomes TEXT: the fifth line is that
    becomes() {
        sed "5s/.*/$1/" a.jsonl >b.jsonl
    }
    answers compare-records
}

@test "text of records is shown in lines, whatever it is" {
    MORE='if .type == "run" then .command = ["a\nb", "\u001b[2J"] | .mpi = "\u0085x" |
        .warnings = ["w\n\u001b"] elif .type == "case" then .op = "b\nc" | .algo = "\u001bx" |
        .method = "\u001b\(.bytes)" else . end' runs 1 1 2 3 4 >b.jsonl
    for format in table full md osu imb; do
        exits 0 compare b.jsonl --format=$format
        [ $format = md ] || [[ $output == *'b\nc'* ]]
        [ $format != md ] || [[ $output == *'b\\nc'* ]]
        [ -z "$(tr -d '[:print:]\n' <<<"$output")" ]
    done
}

@test "text of records and names is no Markdown, HTML or command of a log" {
    runs 1 1 2 3 4 1 2 3 4 >a.jsonl
    SINCE=30 MORE='if .type == "case" then .op = "::error::<b>|[x](y) 5%" | .algo = "##[error]<i>" elif .type == "run" then
        .warnings = ["::warning::w"] else . end' runs 1 1 2 3 4 1 2 3 4 >b.jsonl
    jq -c 'if .op then .op = "::error::<b>|[x](y) 5%" else . end' a.jsonl >c.jsonl
    for format in table full csv osu imb md; do
        exits 0 compare b.jsonl --format=$format
        [ -z "$(grep -E '^ *::|^ *##\[' <<<"$output")" ]
    done
    [ -z "$(grep -E '[^\]<[bi]>|[^\]\[x]' <<<"$output")" ]
    GITHUB_STEP_SUMMARY=s.md compare c.jsonl b.jsonl --fail-above=5% --github --name='A|<u>' --name=new
    [ "$(grep -c '^::' <<<"$output")" -eq 1 ]
    grep '^::[a-z]* title=mpiperf::' <<<"$output" >commands
    [ -z "$(grep '%[^2]' commands)" ]
    [ -z "$(grep -E '[^\]<[biu]>|[^\]\[x]' s.md)" ]
    for name in $'a\n::error::b' ::error::c $'\e[31m' $'\u202e'; do
        ends 2 "mpiperf-compare: --name: '*': must be plain text in one line" compare a.jsonl --name="$name"
        [ "${#lines[@]}" -eq 1 ]
    done
}

@test "--help names the options of the manual page" {
    helps_as_manual mpiperf-compare
}

@test "--version is one line" {
    compare --version
    [[ $output == "mpiperf-compare "[0-9]* ]]
}

@test "the profile of a program: its answer, or one line" {
    cp "$top_srcdir/tests/fuzz/program/1" a.profile.jsonl
    # it is no run, and b.jsonl no profile
    runs 1 10 11 12 13 14 >b.jsonl
    answers compare-profile
}
