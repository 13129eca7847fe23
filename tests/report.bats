# report.bats: mpiperf-report: one page with all that it needs, which says what the table
# says. Browsers were tried by hand; here the structure is checked. Most pages are made
# without a PATH, as pictures cost time.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2154,SC2030,SC2031 # jq; the build; run

bats_require_minimum_version 1.5.0
. "$top_srcdir/tests/records.bash"

setup() {
    records_setup
}

report() {
    run env PATH= "$top_builddir/mpiperf-report" "$@"
    echo "$status: $output"
}

# drawn ARGUMENT...: makes a page with pictures.
drawn() {
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
    run "$top_builddir/mpiperf-report" "$@"
    echo "$status: $output"
}

# pictures PAGE: makes its pictures files, 1.svg and so on; prints their number.
pictures() {
    local n=0 line
    rm -f ./*.svg
    while read -r line; do
        n=$((n + 1))
        base64 -d <<<"$line" >$n.svg
    done < <(grep -o "src='data:image/svg+xml;base64,[^']*" "$1" | sed 's/.*,//')
    echo $n
}

# refuses STATUS LINE ARGUMENT...: that is all it says, and no page is left.
refuses() {
    exits "$1" report "${@:3}"
    [ "$output" = "mpiperf-report: $2" ]
}

@test "a page: the sentences, figures and warnings of the table, and the file" {
    runs 2 10 10.1 10.2 10.3 10.4 10.5 >a.jsonl
    exits 0 report a.jsonl -o a.html
    [ -z "$output" ]
    valid_page a.html
    exits 0 compare a.jsonl
    texts a.html >text
    for line in "rank 3 shares its CPU" "one state: cores 50.0 ns apart" \
        "native: 10.2 us at 8 B, 20.5 us at 64 B"; do
        grep -qF "$line" text
    done
    # each figure of the table is a cell of the page
    for word in $(grep -E '^ +(8|64) ' <<<"$output"); do
        [ "$word" = 8 ] || [ "$word" = 64 ] || grep -qxF -- "$word" text
    done
    grep -oE "base64,[^']*" a.html | cut -c 8- | base64 -d | cmp - a.jsonl
    grep -q '>a.jsonl</a> ([0-9.]* kB)' a.html
    jq -c 'if .type == "run" then .transport = {pml: "ob<1>", within_node: "vader",
            between_nodes: "tcp"} else . end' a.jsonl >b.jsonl
    exits 0 report b.jsonl --no-records --title='A <b> & C' -o b.html
    valid_page b.html
    grep -q '; transport: pml ob<1>; within a node vader; between nodes tcp$' <(texts b.html)
    [ "$(grep -c 'base64,' b.html)" -eq 0 ]
    grep -qx 'A <b> & C' <(texts b.html)
}

@test "two files: what B is against A, packed or not" {
    runs 1 10 10.1 10.2 10.3 10.4 10.5 10 10.1 10.2 10.3 10.4 10.5 >a.jsonl
    SINCE=30 runs 0.25 20 20.2 20.4 20.6 20.8 21 20 20.2 20.4 20.6 20.8 21 >b.jsonl
    exits 0 compare a.jsonl b.jsonl
    command -v xz >/dev/null || skip "xz is not installed"
    xz -k a.jsonl
    gzip -k b.jsonl
    plain=$output
    exits 0 compare a.jsonl.xz b.jsonl.gz
    [ "$output" = "$plain" ]
    exits 0 run "$top_builddir/mpiperf-report" a.jsonl.xz b.jsonl.gz -o page.html
    valid_page page.html
    grep -qF 'fastest: A at 8 B; B at 64 B' <(texts page.html)
    grep -oE "data:;base64,[^']*" page.html | head -n 1 | cut -c 14- | base64 -d | cmp - a.jsonl.xz
    # what cannot be unpacked
    echo wrong >c.jsonl.xz
    refuses 1 "cannot read c.jsonl.xz: xz cannot unpack it" c.jsonl.xz -o c.html
    head -c 100 b.jsonl.gz >c.jsonl.gz
    exits 1 report c.jsonl.gz -o c.html
    [ ! -e c.html ]
    # what cannot be read again is not put into the page
    exits 0 report <(cat a.jsonl) -o c.html
    grep -q 'not in this page' c.html
}

# drawn_as_plotted FILE...: the picture of page.html is the one that mpiperf-plot draws of the
# table: the same points and names.
drawn_as_plotted() {
    "$top_builddir/mpiperf-compare" "$@" --overwrite -o table.jsonl >/dev/null
    { cat "$@" | grep '^{"type":"run"'; cat table.jsonl; } >plotted.jsonl
    [ "$(pictures page.html)" -eq 1 ]
    "$top_builddir/mpiperf-plot" plotted.jsonl --svg | diff - 1.svg
}

@test "each operation has a picture: the one that mpiperf-plot draws of its rows" {
    runs 2 10 10.1 10.2 10.3 10.4 10.5 | jq -c '., (select(.type == "case") | .algo = "fast" |
        .estimate /= 2 | .passes[0].estimate /= 2)' >a.jsonl
    exits 0 drawn a.jsonl -o page.html
    valid_page page.html
    drawn_as_plotted a.jsonl
    grep -qF "<img alt='MPI_Bcast, 4 ranks on 2 nodes: figures and ratios as lines or bars; the table \
has all values' src=" page.html
    grep -qF '>bcast:fast<' 1.svg
    grep -qF '>times as fast as native<' 1.svg
    # two sides; two operations, each drawn by itself
    SINCE=30 runs 0.25 20 20.2 20.4 20.6 20.8 21 >b.jsonl
    exits 0 drawn --overwrite a.jsonl b.jsonl -o page.html
    [ "$(pictures page.html)" -eq 1 ]
    grep -qF '>bcast:native B<' 1.svg
    jq -c '., (select(.type == "case") | .op = "reduce")' a.jsonl >two.jsonl
    exits 0 drawn --overwrite two.jsonl -o page.html
    valid_page page.html
    [ "$(pictures page.html)" -eq 2 ]
    [ "$(grep -c '>bcast:' 1.svg) $(grep -c '>bcast:' 2.svg)" = "2 0" ]
    [ "$(grep -c '>reduce:' 1.svg) $(grep -c '>reduce:' 2.svg)" = "0 2" ]
}

@test "bars of a page of one run are those of its passes; pairs of ranks are a map" {
    runs 2 10 | jq -c 'if .passes then .passes = [range(8) as $i | .passes[0] |
        .pass = $i + 1 | .estimate *= 1 + $i % 3 / 100] else . end' >a.jsonl
    exits 0 drawn a.jsonl -o page.html
    [ "$(pictures page.html)" -eq 1 ]
    grep -qF 'error bars: of the passes of the run' 1.svg
    runs 2 10 10.1 | jq -c 'if .type == "case" then .pairs = "each" | .op = "pingpong" |
        (.origin = 0 | .target = 1), (.origin = 1 | .target = 3) else . end' >b.jsonl
    exits 0 drawn b.jsonl -o pairs.html
    valid_page pairs.html
    [ "$(pictures pairs.html)" -eq 1 ]
    grep -qF "<figure class='map' tabindex='0'><img alt='pingpong, 4 ranks on 2 nodes: heat map of \
pairs; the table has all values' src=" pairs.html
    grep -qF '>pingpong 64 B: time (us)' 1.svg
}

@test "without gnuplot or mpiperf-plot a page has tables, and says so once" {
    runs 2 10 10.1 10.2 10.3 10.4 10.5 | jq -c '., (select(.type == "case") | .op = "reduce")' >a.jsonl
    mkdir -p bin moved
    ln -s "$(command -v jq)" "$(command -v sh)" bin
    exits 0 run env PATH="$PWD/bin" "$top_builddir/mpiperf-report" a.jsonl -o page.html
    valid_page page.html
    [ "$(grep -c '<table>' page.html)" -eq 2 ]
    [ "$(pictures page.html)" -eq 0 ]
    [ "$(grep 'No picture' page.html)" = \
        "<p class='lines'>No picture: gnuplot is missing: please install it</p>" ]
    cp "$top_builddir/mpiperf-report" moved
    exits 0 run env PATH="$PWD/bin" moved/mpiperf-report a.jsonl --overwrite -o page.html
    [ "$(grep 'No picture' page.html)" = \
        "<p class='lines'>No picture: cannot run mpiperf-plot: No such file or directory</p>" ]
    # it belongs to the page's program, wherever that was moved
    cp "$top_srcdir/scripts/mpiperf-plot" moved
    exits 0 run env PATH="$PWD/bin" moved/mpiperf-report a.jsonl --overwrite -o page.html
    grep -q 'No picture: gnuplot' page.html
}

@test "a picture that would make a page of more than 2 MB is left out" {
    runs 2 10 10.1 10.2 10.3 10.4 10.5 | jq -c '., (select(.type == "case") | .op = "reduce")' >a.jsonl
    cp "$top_builddir/mpiperf-report" .
    printf '#!/bin/sh\nhead -c 1000000 /dev/zero\n' >mpiperf-plot
    chmod +x mpiperf-plot
    exits 0 run ./mpiperf-report a.jsonl -o page.html
    valid_page page.html
    [ "$(pictures page.html)" -eq 1 ]
    [ "$(wc -c <1.svg)" -eq 1000000 ]
    [ "$(grep 'No picture' page.html)" = "<p class='lines'>No picture: it is too large for this \
page; mpiperf-plot draws it</p>" ]
    [ "$(wc -c <page.html)" -le 2000000 ]
}

@test "what is not there is not called compared, and has no bold sign" {
    runs 1 10 10.1 10.2 10.3 10.4 10.5 | jq -c '., (select(.type == "case") |
        (.algo = "fast"), (.algo = "none" | .estimate = null | .passes = []))' >a.jsonl
    SINCE=30 MORE='if .op then .op = "reduce" else . end' runs 1 20 21 22 23 24 25 >b.jsonl
    exits 0 report a.jsonl b.jsonl -o page.html
    valid_page page.html
    grep -qx '<h1>MPI_Bcast, MPI_Reduce</h1>' page.html
    grep -q '>none' <(texts page.html | sed 's/^/>/') # it is in the table
    run ! grep "class='ratio'>-<" page.html
}

@test "nothing from a file is taken for HTML" {
    evil='"</title><script>alert(1)</script><b onload=\"x\">'"'"'&amp;\u202e\u0007"'
    runs 2 10 10.1 10.2 10.3 10.4 10.5 >plain.jsonl
    pages=0
    for field in mpi cpu hosts binding warnings algo op datatype time reason UCX_TLS command; do
        jq -c --arg field $field --argjson evil "$evil" '
            walk(if type == "object" and has($field) then .[$field] |=
                (if type == "array" then map($evil) else $evil end) else . end)' \
            plain.jsonl >a.jsonl
        SINCE=30 runs 1 20 21 22 23 24 25 >b.jsonl
        for files in a.jsonl "a.jsonl b.jsonl"; do
            # shellcheck disable=SC2086 # a list
            report $files -o x.html --overwrite --title="<script>t</script>'\""
            [ "$status" -eq 0 ] || continue
            valid_page x.html
            pages=$((pages + 1))
            [ "$(grep -c '<script>' x.html)" -eq 1 ]
            [ "$(grep -cE '<b[ >]|<[^>]* onload' x.html)" -eq 0 ]
            [ "$(tr -d '\n' <x.html | LC_ALL=C tr -d ' -~\200-\377' | wc -c)" -eq 0 ]
        done
    done
    [ "$pages" -ge 16 ]
    cp plain.jsonl "'><b>.jsonl"
    exits 0 report "'><b>.jsonl" -o y.html
    valid_page y.html
    [ "$(grep -c '<b>' y.html)" -eq 0 ]
}

@test "colours of texts stand out from what is behind them" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    runs 2 10 10.1 10.2 10.3 >a.jsonl
    exits 0 report a.jsonl -o a.html
    python3 - a.html <<'END_PY'
import re, sys

def light(c):
    v = [int(c[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    v = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in v]
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]

def contrast(a, b):
    a, b = sorted((light(a), light(b)))
    return (b + 0.05) / (a + 0.05)

blocks = re.findall(r":root \{(.*?)\}", open(sys.argv[1]).read(), re.S)
assert len(blocks) == 3, "light, dark, paper"
for block in blocks:
    c = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    pairs = [(t, b) for t in ("ink", "muted", "link", "good", "bad") for b in ("bg", "raised")]
    for text, behind in pairs + [("note-ink", "note"), ("bg", "ink")]:
        assert contrast(c[text], c[behind]) >= 4.5, (text, behind)
END_PY
}

@test "200 cases: a page of at most 2 MB with its records, or links to them" {
    cases='[., {type: "case"}] | .[0] | if .type == "case" then . as $c |
        range(100) as $k | $c | .op = "op\($k / 10 | floor)" | .bytes *= ($k % 10 + 1) |
        .algo = ("native", "other") else . end'
    for i in 1 2 3 4; do
        SINCE=$((i * 60)) runs 1 1$i
    done | jq -c "$cases" | sed 's/"samples":\[\]/"samples":null/' >a.jsonl
    # a name that would be a script, or end an attribute
    { SINCE=600 runs 1 15; printf '{"type":"other"%2000000s}\n' ''; } >"javascript:'large.jsonl"
    exits 0 report --merge a.jsonl "javascript:'large.jsonl" -o a.html
    valid_page a.html
    [ "$(grep -c '<section class=.family' a.html)" -eq 11 ]
    [ "$(wc -c <a.html)" -le 2000000 ]
    grep -qF "<a href='./javascript%3A%27large.jsonl'>javascript:&#39;large.jsonl</a> (" a.html
}

@test "usage, and files that are there or cannot be written" {
    runs 1 10 11 12 13 >a.jsonl
    echo precious >page.html
    answers report-wrong
    short_of_disk 1 mpiperf-report a.jsonl --overwrite -o page.html
    [ "$status" -eq 1 ]
    has ': cannot write a temporary file in /tmp: File too large$'
    grep -qx precious page.html
    exits 0 report a.jsonl --overwrite -o page.html
    [ "$(grep -c precious page.html)" -eq 0 ]
}

@test "--help names the options of the manual page" {
    helps_as_manual mpiperf-report
}

@test "the page of the profile of a program: what mpiperf-compare prints" {
    cp "$top_srcdir/tests/fuzz/program/1" a.profile.jsonl
    exits 0 report a.profile.jsonl -o a.html
    valid_page a.html
    "$top_builddir/mpiperf-compare" a.profile.jsonl >answer
    # its words, in their order
    diff <(tr -s ' \n' '\n' <answer) <(texts a.html | sed -n '/^Answer$/,/^How to read/p' |
        sed '/^Answer$/d; /^Warnings$/d; /^What differs$/d; /^Calls$/,/time\.$/d; /^How to/d' |
        tr -s ' \n' '\n')
    head -n 2 a.profile.jsonl >cut.jsonl
    refuses 1 "cut.jsonl:2: the file ends in the middle of a profile: profile the program again" \
        cut.jsonl -o b.html
    [ ! -e b.html ]
}
