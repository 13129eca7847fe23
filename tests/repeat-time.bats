# repeat-time.bats: whole commands: their records and their table.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2154,SC2030,SC2031 # jq; the build; run

. "$top_srcdir/tests/records.bash"

setup() {
    records_setup
}

# times COMMAND SECONDS...: runs of "sort -o COMMAND.txt in" that took so long, a minute each.
# MORE: what jq changes of each record.
times() {
    jq -nc --argjson command "$1" '$ARGS.positional[1:] | to_entries[] |
        (.value | tonumber) as $s | .key as $i | ["sort", "-o", "\($command).txt", "in"] as $words |
        ({type: "run", mpiperf: "1.0.0", format: 1, time: (1700000000 + 60 * $i + 9 * $command | todate),
            id: "00000000000\(10000 + 100 * $command + $i)", command: $words,
            program: {build: null, size: 1, time: 1}, hosts: ["here"], machine: {cpu: "An EPYC"},
            repeat: {launch: ($i + 1), command: $command, order: ($i + 1), seed: 1, seconds: $s,
                words: $words}},
        {type: "time", op: "seconds", algo: "command", estimate: $s, mismatches: null},
        {type: "end", status: "complete", seconds: $s}) | '"${MORE:-.}" --args "$@"
}

# Twelve values that differ by some percent, the same in both halves of a table.
some=(10 10.1 10.2 10.3 10.4 10.5 10 10.1 10.2 10.3 10.4 10.5)
slower=(12 12.12 12.24 12.36 12.48 12.6 12 12.12 12.24 12.36 12.48 12.6)

@test "the table of records made by hand, in all formats" {
    times 1 "${some[@]}" >a.jsonl
    times 2 "${slower[@]}" >b.jsonl
    cat a.jsonl b.jsonl >both.jsonl
    exits 0 compare both.jsonl -o table.jsonl
    diff - <(echo "$output") <<'END'
seconds of whole commands, An EPYC; 12 runs of each in 271 s
fastest: A
s: typical run; x: A's time / this; +-%, lo-hi: expected of the next table; +
faster, - slower, = same within 3 %, ? undecided
command lines: A 1.txt, B 2.txt

  value    A +-%    B +-%     x     lo-hi
seconds 10.2   4 12.3   4 0.833 0.83-0.83 -
END
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
    has 'this format has no whole commands$'
    if command -v gnuplot >/dev/null; then
        PATH=$top_builddir:$PATH run "$top_srcdir/scripts/mpiperf-plot" --ascii both.jsonl
        [ "$status" -eq 1 ]
        [ "$output" = "mpiperf-plot: whole commands are not drawn: mpiperf-report makes a page of their table" ]
    fi
    run "$top_builddir/mpiperf-report" both.jsonl -o page.html
    [ "$status" -eq 0 ]
    grep -q '<title>B against A: seconds</title>' page.html
    grep -q "<th scope='row' data-v='seconds'>seconds</th><td class='figure'>10.2</td>" page.html
    grep -q 'Time in s <span>(lower is better)' page.html
    grep -q '<title>B, seconds: 12.3 s, ' page.html
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
}
