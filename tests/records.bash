# records.bash: helpers for bats files that make records without measuring, and
# programs that replace mpiperf.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034,SC2053,SC2154,SC2016,SC1003,SC2013 # patterns; variables; jq; words

. "$top_srcdir/tests/golden.bash"

golden=$top_srcdir/src/mpiperf/report/test/golden/algos.jsonl

records_setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

compare() {
    run "$top_builddir/mpiperf-compare" "$@"
    echo "$status: $output"
}

# ends STATUS PATTERN [COMMAND...]: its exit status, and its last line.
ends() {
    local wanted=$1 line=$2
    shift 2
    "$@"
    [ "$status" -eq "$wanted" ]
    [[ ${lines[-1]} == $line ]]
}

# exits STATUS COMMAND...: it ends with this exit status.
exits() {
    "${@:2}"
    [ "$status" -eq "$1" ]
}

# helps_as_manual PROGRAM: its manual page has the options of --help.
helps_as_manual() {
    local option
    exits 0 run "$top_builddir/$1" --help
    tr -d '\\' <"$top_srcdir/doc/$1.1" | sed 's/f[BIR]//g' >manual
    for option in $(grep -o -- '--[a-z][a-z-]*' <<<"$output" | sort -u); do
        grep -q -- "$option" manual
    done
}

# short_of_disk KIB PROGRAM ARGUMENT...: it cannot write more to a file.
short_of_disk() {
    GCOV_PREFIX=$BATS_FILE_TMPDIR run bash -c 'ulimit -f "$1" && shift && exec "$@"' bash "$1" \
        "$top_builddir/$2" "${@:3}"
    echo "$status: $output"
}

# gate STATUS PATTERN [ARGUMENT...]: how the gate on a.jsonl and b.jsonl ends.
gate() {
    ends "$1" "$2" compare a.jsonl b.jsonl --fail-above=5% "${@:3}"
}

# has REGEX: the output has a matching line.
has() {
    grep -Eq -- "$1" <<<"$output"
}

# runs FACTOR MICROSECONDS...: prints a run for each time, one per minute from
# second SINCE on. Its case of 8 bytes takes that time (null: has no figures),
# its case of 64 bytes FACTOR times as long. COMMAND: number of the command
# line. MORE: a jq filter that changes each record of run $i.
runs() {
    jq -nc --slurpfile golden "$golden" --argjson factor "$1" \
        --argjson command "${COMMAND:-0}" --argjson since "${SINCE:-$((${COMMAND:-0} * 9))}" '
        $ARGS.positional[1:] | to_entries[] | (.value | fromjson) as $us | .key as $i |
        ($golden[0] | .time = (1700000000 + $since + 60 * $i | todate) |
            if $command > 0 then .repeat = {launch: ($i + 1), command: $command,
                order: ($i + 1), seed: 1, seconds: 1} else . end),
        ((8, 64) as $bytes | $golden[1] | .bytes = $bytes |
            .estimate = (if $us then $us * 1e-6 * (if $bytes == 64 then $factor else 1 end)
                else null end) | .median = .estimate |
            .passes[0].estimate = .estimate),
        {type: "end", status: "complete"} | '"${MORE:-.}" --args "$@"
}

# records MPI OP SIZES ALGORITHM:FACTORS...: prints eight runs on RANKS ranks.
# SIZES and FACTORS (of native's time, one for each size) are comma-separated.
records() {
    jq -nc --slurpfile golden "$golden" --arg mpi "$1" --arg op "$2" --arg sizes "$3" \
        --argjson procs "${RANKS:-2}" '
        ($sizes / "," | map(tonumber)) as $sizes |
        ("native:" + ($sizes | map("1") | join(","))) as $native |
        range(8) as $i |
        ($golden[0] | .mpi = $mpi | .command = ["mpiperf", $op] | .time = (1700000000 + 60 * $i | todate)),
        ($sizes | keys[]) as $s |
        ([$native] + $ARGS.positional)[] | (. / ":") as [$name, $factors, $params] |
        ($golden[1] | .op = $op | .bytes = $sizes[$s] | .algo = $name | .procs = $procs |
            .given = {} | .estimate = 1e-5 * ($factors / "," | .[$s] | tonumber) *
                (1 + 0.001 * (($i * 3) % 5)) | .median = .estimate |
            if $params then .params = ($params | gsub("\\+"; ":") | fromjson) else . end |
            .passes[0].estimate = .estimate),
        {type: "end", status: "complete"}' --args "${@:4}"
}

# texts PAGE: the texts of the page, without style, script and tags, a line each.
texts() {
    sed -e '/^<style>/,/^<\/style>/d' -e '/^<script>/,/^<\/script>/d' \
        -e 's/<[^>]*>/\n/g' "$1" | sed -e "s/&#39;/'/g; s/&quot;/\"/g; s/&lt;/</g; s/&gt;/>/g" \
        -e 's/&nbsp;/ /g; s/&amp;/\&/g' | grep .
}

# valid_page PAGE: HTML that a browser need not repair, which loads nothing.
valid_page() {
    grep -qE '<(link|iframe|object|embed|base|form)|url\(|@import' "$1" && return 1
    grep -oE '(href|src)=.([^#d.]|\.[^/])' "$1" && return 1
    [ "$(grep -o '<img' "$1" | wc -l)" -eq \
        "$(grep -oE "<img alt='[^']+' src='data:image/svg[+]xml;base64,[^']+'>" "$1" | wc -l)" ]
    [ "$(grep -c "content=\"default-src 'none'; img-src data:; style-src 'sha256-" "$1")" -eq 1 ]
    ! command -v tidy >/dev/null || tidy -q -e --drop-empty-elements no "$1"
    ! command -v python3 >/dev/null || python3 - "$1" <<'END_PY'
import base64, hashlib, html.parser, re, sys

text = open(sys.argv[1], encoding="utf-8").read()
void, stack, heads, ids, links = {"meta", "img", "!doctype"}, [], [], [], []

class Page(html.parser.HTMLParser):
    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in void:
            stack.append(tag)
        assert not any(a.startswith("on") or a == "style" for a in attrs), attrs
        if re.fullmatch("h[1-6]", tag):
            heads.append(int(tag[1]))
        ids.extend([attrs["id"]] if "id" in attrs else [])
        links.extend(attrs[a].lstrip("#") for a in ("href", "aria-labelledby")
                     if a in attrs and not attrs[a].startswith(("data:", "./")))
    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        stack.pop()
    def handle_endtag(self, tag):
        while stack[-1] != tag and stack[-1] in ("tbody",):
            stack.pop()
        assert stack.pop() == tag, tag

Page().feed(text)
assert stack == [], stack
assert heads[0] == 1 and heads.count(1) == 1
assert all(b <= a + 1 for a, b in zip(heads, heads[1:])), heads
assert len(ids) == len(set(ids)) and set(links) <= set(ids), (ids, links)
assert '<html lang="en">' in text and "<title>" in text

# what the policy allows is what is there
for tag in "style", "script":
    (body,) = re.findall("<%s>(.*?)</%s>" % (tag, tag), text, re.S)
    digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
    assert "%s-src 'sha256-%s'" % (tag, digest) in text, tag
END_PY
}

# rows FILE FILTER: the filter is true of the rows of tables in FILE.
rows() {
    jq -es "map(select(.type == \"merged\")) | $2" "$1"
}

repeat() {
    run "$top_builddir/mpiperf-repeat" "$@"
    echo "$status: $output"
}

# stand_in NAME [AWK]: makes a program that writes a run's records (new ones each
# time, changed by AWK) to the file in its last argument; f is its first one.
stand_in() {
    local count=${BATS_FILE_TMPDIR:-.}/runs-of-$BATS_TEST_NUMBER
    cat >"$1" <<END
#!/bin/sh
f=\$1
while [ \$# -gt 1 ]; do shift; done
echo >>'$count'
awk -v f="\$f" -v n="\$((1000000 + \$(wc -l <'$count')))" '{ sub(/"null_overhead":[^,]*/, "\"null_overhead\":" n) }
    ${2-} { print }' "$golden" >"\$1"
END
    chmod +x "$1"
}

# stopped SIGNAL SECONDS COMMAND...: sends the command a signal while it runs `sleep SECONDS`, which
# ends with it. Its output is in the file out.
stopped() {
    local n=0 job
    # a shell starts what is in the background deaf to INT: env cures that
    env --default-signal=INT "${@:3}" >out 2>&1 3>&- &
    job=$!
    until pgrep -f "^sleep $2" >/dev/null; do
        sleep 0.1
        n=$((n + 1))
        [ $n -lt 300 ] || { cat out; kill $job; return 1; }
    done
    kill -"$1" $job
    status=0
    wait $job || status=$?
    # of SIGKILL its other process gets to know, and goes on to the end
    while pgrep -f "^sleep $2" >/dev/null && [ $n -lt 300 ]; do
        sleep 0.1
        n=$((n + 1))
    done
    cat out
    [ $n -lt 300 ]
}

# sides: makes ./sides FACTOR...: a program whose times are FACTOR as long, and
# differ by up to 3 % between runs.
sides() {
    stand_in sides '/"type":"case"/ { line = ""
        while (match($0, /"estimate":[0-9.e-]+/)) {
            t = substr($0, RSTART + 11, RLENGTH - 11) * f * (1 + n * 7 % 31 / 1000)
            line = line substr($0, 1, RSTART + 10) sprintf("%.9g", t)
            $0 = substr($0, RSTART + RLENGTH)
        }
        $0 = line $0 }'
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
