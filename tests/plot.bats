# plot.bats: mpiperf-plot draws what there is, or says in a line why not.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2030,SC2031 # run

. "$top_srcdir/tests/records.bash"

bats_require_minimum_version 1.5.0

setup_file() {
    sweep >"$BATS_FILE_TMPDIR/sweep.jsonl"
}

setup() {
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
    cd "$BATS_TEST_TMPDIR" || return
    COLUMNS=80
    cp "$BATS_FILE_TMPDIR/sweep.jsonl" .
}

plot() {
    PATH=$top_builddir:$PATH run "$top_srcdir/scripts/mpiperf-plot" --overwrite "$@"
    echo "$status: $output"
}

# case_record OP ALGO PROCS BYTES MICROSECONDS: of eight passes; its median is another figure.
case_record() {
    jq -nc --slurpfile golden "$golden" --arg op "$1" --arg algo "$2" --argjson procs "$3" \
        --argjson bytes "$4" --argjson t "$5" '
        $golden[1] + {$op, $algo, $procs, $bytes, estimate: ($t / 1e6), median: ($t / 5e5)} |
        .passes = [range(8) as $i | .passes[0] + {pass: ($i + 1),
            estimate: ($t / 1e6 * (1 + $i % 3 / 100))}]'
}
# run_record [N]: that of a run, N minutes later.
run_record() {
    jq -c --argjson n "${1-0}" 'select(.type == "run") | .time = (1700000000 + 60 * $n | todate)' \
        "$golden"
}

# sweep [N]: a run of bcast with two algorithms.
sweep() {
    local bytes
    run_record "$@"
    for bytes in 0 1 64 1024 1048576; do
        case_record bcast native 2 $bytes $((bytes / 1000 + 2))
        case_record bcast fast_one 2 $bytes $((bytes / 1000 + 1))
    done
}

# table FILTER: that of three such runs, with the filter's changes to its rows.
table() {
    cat sweep.jsonl sweep.jsonl sweep.jsonl
    jq -c 'select(.type == "case") | {type: "merged", state: null, side: {number: 1, name: null},
        runs: 3, estimate: (.estimate * 1.4), range: [.estimate * 1.3, .estimate * 1.5],
        figures: {}, figures_range: {},
        vs: (if .algo == "native" then null else {side: 1, algo: "native",
            speedup: 2, range: [1.9, 2.1], sign: "faster"} end)} +
        with_entries(select(.key | IN("op", "algo", "procs", "bytes", "root", "rotate",
            "datatype", "in_place", "buffer", "method", "timer", "given", "memory", "harness"))) | '"$1" sweep.jsonl
}

# is_png FILE, is_svg FILE: whole pictures.
is_png() {
    [ "$(head -c 4 "$1" | tail -c 3)" = PNG ]
    [ "$(tail -c 8 "$1" | head -c 4)" = IEND ]
}
is_svg() {
    grep -q '<svg' "$1"
    [ "$(grep . "$1" | tail -n 1)" = '</svg>' ]
}

# lacks TEXT: p.svg does not have it.
lacks() {
    if grep -F "$1" p.svg; then
        return 1
    fi
}

@test "a sweep becomes a PNG, and nothing else is left" {
    mkdir new
    plot sweep.jsonl -o new/p.png
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    is_png new/p.png
    [ "$(ls -A new)" = p.png ]
    [ "$(stat -c %a new/p.png)" = "$(printf %o $((0666 & ~0$(umask))))" ]
}

@test "an SVG names title, machine, axes, curves and the baseline" {
    table . >table.jsonl
    plot table.jsonl --title "it's 50 % \"faster\" \\ <_x>" -o p.svg
    [ "$status" -eq 0 ]
    is_svg p.svg
    plot table.jsonl --title "it's 50 % \"faster\" \\ <_x>" --svg
    [ "$status" -eq 0 ]
    [ "$output" = "$(cat p.svg)" ]
    grep -qF "it's 50 % \"faster\" \\ &lt;_x" p.svg
    grep -qF 'A Library 1.2 | A CPU' p.svg
    grep -qF '4 ranks on 2 nodes' p.svg
    grep -qF 'bcast:native' p.svg
    grep -qF 'bcast:fast_one' p.svg
    grep -qF 'time (us), typical run' p.svg
    grep -qF 'times as fast as native' p.svg
    grep -qF 'message size (bytes of one block)' p.svg
    grep -qF "error bars: where the next table's figure is expected; small circles: single runs" p.svg
    grep -q '^<title>it.*s 50 % &quot;faster&quot; \\ &lt;_x&gt;</title>$' p.svg
    [ "$(grep -c '<title>' p.svg)" -eq 1 ]
    lacks 'font-family="DejaVu Sans"'
    [ "$(grep -A 1 '^<g ' p.svg | grep -c '^</g>')" -eq 0 ]
    lacks 'have none'
    grep -qE '>( *)1Mi<' p.svg
    # two curves, no third for anything behind them: circles for the runs
    [ "$(grep -c '>bcast:' p.svg)" -eq 2 ]
    grep '"merged"' table.jsonl >rows.jsonl
    plot rows.jsonl -o r.svg
    [ "$(grep -o '<use' p.svg | wc -l)" -eq $(($(grep -o '<use' r.svg | wc -l) + 30)) ]
    lacks WRONG
    jq -c 'if .algo == "fast_one" and .bytes == 1024 then .wrong = 2 else . end' rows.jsonl >wrong.jsonl
    plot wrong.jsonl -o w.svg
    grep -qF 'WRONG RESULTS, not drawn: bcast:fast_one at 1 KiB' w.svg
    # the point of its time, and of its ratio
    [ "$(grep -o '<use' w.svg | wc -l)" -eq $(($(grep -o '<use' r.svg | wc -l) - 2)) ]
    run ! grep 'small circles' r.svg
    # a run without a table
    jq -c 'if .algo == "fast_one" and .bytes == 1024 then .mismatches = 2 else . end' sweep.jsonl >wrong.jsonl
    plot wrong.jsonl -o w.svg
    [ "$status" -eq 0 ]
    grep -qF 'WRONG RESULTS, not drawn: bcast:fast_one at 1 KiB' w.svg
}

@test "points without an interval are told" {
    jq -c 'if .type == "case" and .bytes == 1048576 then .passes |= .[:1] else . end' \
        sweep.jsonl >some.jsonl
    plot some.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF "error bars: of the passes of the run; 2 points have none" p.svg
    jq -c 'if .passes then .passes |= .[:1] else . end' sweep.jsonl >none.jsonl
    plot none.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF '>no intervals<' p.svg
}

# drawn PATTERN FILE...: the numbers that gnuplot gets, of such data files, one in a line.
drawn() {
    mkdir -p bin
    printf '#!/bin/sh\ncat %s\n' "$1" >bin/gnuplot
    chmod +x bin/gnuplot
    PATH=$PWD/bin:$PATH plot "${@:2}" --ascii
    [ "$status" -eq 0 ]
    rm -r bin
    grep -E '^ ?[0-9.e-]+ ' <<<"$output" >numbers
}

# of_table FILTER FILE...: the same numbers as mpiperf-compare's rows have.
of_table() {
    "$top_builddir/mpiperf-compare" --overwrite -o rows.jsonl "${@:2}"
    jq -r "select(.type == \"merged\") | $1 | map(tostring) | join(\" \")" rows.jsonl |
        sort >wanted
    cut -d ' ' -f 2- numbers | sort | diff - wanted
}

@test "one run and two have the table's figures, intervals and ratios, no others" {
    sweep 1 | jq -c 'if .bytes == 64 then .passes[].estimate *= 3 else . end' >other.jsonl
    for files in sweep.jsonl 'sweep.jsonl other.jsonl'; do
        # shellcheck disable=SC2086 # a list of words
        drawn 'data.1.*' $files && of_table '[.estimate, (.range // [.estimate, .estimate])[]] |
            map(. * 1e6)' $files
        # shellcheck disable=SC2086
        drawn 'data.2.*' $files && of_table '.vs | objects |
            [.speedup, (.range // [.speedup, .speedup])[]]' $files
    done
}

@test "in the terminal: size 0, powers of two, both curves, the ratio" {
    table . >table.jsonl
    plot table.jsonl --ascii
    [ "$status" -eq 0 ]
    [[ $output =~ \ 0\ .*\ 1Ki\ .*\ 1Mi ]]
    [[ $output =~ "bcast, 2 ranks" ]]
    [[ $output =~ "times as fast as native" ]]
    [[ ${lines[1]} == "A Library 1.2 | A CPU \"X\" | 4 ranks on 2 nodes | 2023-11-14" ]]
    # a letter is one algorithm in both diagrams
    [[ ${lines[-1]} =~ ^A\ bcast:native\ +B\ bcast:fast_one$ ]]
    sed '/times as fast/,$d' <<<"$output" | grep -q '|.* A '
    sed -n '/times as fast/,$p' <<<"$output" | grep '|' >ratios
    grep -q ' B ' ratios
    run ! grep A ratios
}

@test "several sizes of the communicator: curves against ranks, or one each" {
    { run_record; for n in 2 3 4; do
        case_record barrier native $n 0 $n
    done; } >barrier.jsonl
    plot barrier.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qE '> *ranks<' p.svg
    { run_record; for n in 2 4; do
        case_record bcast native $n 8 $n
        case_record bcast native $n 16 $n
    done; } >both.jsonl
    plot both.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF 'bcast:native 4 ranks' p.svg
    grep -qF 'message size' p.svg
}

@test "the same curve from two files has their names, and a ratio" {
    sweep 1 >other.jsonl
    plot "$PWD/sweep.jsonl" other.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF '>bcast:native sweep<' p.svg
    grep -qF '>bcast:native other<' p.svg
    grep -qF '>times as fast as native (sweep) or as sweep (other)<' p.svg
    # one colour and two dashes: solid has no dasharray
    [ "$(grep -c 'stroke-dasharray' p.svg)" -gt 0 ]
    lacks '#009E73'
}

@test "an operation's own figure; many operations have a panel each" {
    { run_record; for bytes in 64 1024; do
        case_record bandwidth native 2 $bytes 5 |
            jq -c '.main = "bandwidth" | .traffic_bytes = .bytes'
        case_record ibcast native 2 $bytes 5
        case_record ibcast overlap 2 $bytes 5 |
            jq -c '.main = "hidden" | .hidden = 0.5 | .passes[].figures.hidden = 0.5'
    done; } >many.jsonl
    plot many.jsonl -o p.svg
    [ "$status" -eq 0 ]
    [ "$(grep -c '>ibcast<' p.svg)" -eq 2 ]
    grep -qF '>bandwidth (MB/s)<' p.svg
    grep -qF '>hidden (%)<' p.svg
    grep -qF '>time (us), typical run<' p.svg
    [ "$(grep -c '>native<' p.svg)" -eq 1 ]
    plot many.jsonl --ascii
    [[ $output =~ MB/s.*ibcast ]]
    jq -c 'select(.type == "run" or .op == "bandwidth")' many.jsonl >a.jsonl
    jq -c 'if .type == "run" then .time = "2023-11-15T22:13:20Z" else . end' a.jsonl >b.jsonl
    plot a.jsonl b.jsonl -o p.svg
    grep -qF '>times that of a<' p.svg
}

# texts: "Y TEXT" for each text of p.svg.
texts() {
    sed -n '/translate/ { s/.*translate([0-9.]*,\([0-9.]*\)).*/\1/; h; }
        /<text>/ { s/.*<text>\(.*\)<.text>/\1/; H; x; s/\n */ /; p; }' p.svg
}

@test "ten algorithms differ, and their names stand below the axis, in the picture" {
    { run_record; for algo in native tuned/a_rather_long_name_{1..9}; do
        for bytes in 8 128 65536; do
            case_record bcast "$algo" 2 $bytes $((bytes / 1000 + ${#algo} + 1))
        done
    done; } >ten.jsonl
    plot ten.jsonl -o p.svg
    [ "$status" -eq 0 ]
    texts | awk -v high="$(sed -n 's/.*height="\([0-9]*\)".*/\1/p' p.svg | head -n 1)" '
        /message size/ { axis = $1 }
        / bcast:/ { n++; if ($1 < axis + 24 || $1 > high) exit(wrong = 1) }
        / (8|128|64Ki)$/ { sizes++ }
        END { exit wrong || n != 10 || sizes != 6 }'
    [ "$(sed -n "s/.*#\(gpPt[0-9]*\)'.* scale(5.4.*color=/\1 /p" p.svg | sort -u | wc -l)" -eq 10 ]
    # bars whose names have no room have numbers
    jq -c 'select(.type == "run" or .bytes == 65536)' ten.jsonl >bars.jsonl
    plot bars.jsonl -o p.svg
    texts >words
    grep -q ' bcast, 2 ranks, 64 KiB$' words
    grep -q ' 10 bcast:tuned/a_rather_long_name_9$' words
    [ "$(grep -c ' 10$' words)" -eq 2 ]
}

@test "pairs of ranks: a heat map, a panel a size, lines between nodes" {
    run_record >pairs.jsonl # 4 ranks on 2 nodes
    for pair in 0,1 0,2 0,3 1,2 1,3 2,3; do
        for bytes in 8 1024; do
            case_record pingpong native 4 $bytes 5 |
                jq -c ". + ([$pair] | {origin: .[0], target: .[1]})"
        done
    done >>pairs.jsonl
    plot pairs.jsonl -o p.svg
    [ "$status" -eq 0 ]
    is_svg p.svg
    grep -qF '>pingpong 8 B: time (us)' p.svg
    grep -qF '>pingpong 1 KiB: time (us)' p.svg
    [ "$(grep -c '>rank<' p.svg)" -eq 4 ]
    # the title of the lower axis is a line below its numbers, of which 3 is the last
    texts | awk '/ rank$/ && $1 > axis { axis = $1 } / 3$/ && $1 > tics { tics = $1 }
        END { exit axis - tics < 20 }'
    lacks '>0.5<'
    plot pairs.jsonl --ascii
    [ "$status" -eq 2 ]
}

@test "a torn last line and cases without figures are passed over" {
    case_record bcast native 2 2 null | sed 's/"median_ci":[^]]*]/"median_ci":null/' \
        >>sweep.jsonl
    printf '{"type":"case","op":"bca' >>sweep.jsonl
    plot sweep.jsonl -o p.png
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    is_png p.png
}

# refuses STATUS MESSAGE ARGUMENT...: one line, and no picture.
refuses() {
    local expected=$1 message=$2
    shift 2
    plot "$@"
    [ "$status" -eq "$expected" ]
    [ "${#lines[@]}" -eq 1 ]
    [[ $output == "mpiperf-plot: $message"* ]]
    ! ls -A | grep -vE '^(sweep|empty|null|notes)\.jsonl$'
}

@test "usage errors: a line, exit 2" {
    refuses 2 "no FILE"
    refuses 2 "no FILE" -o p.png
    refuses 2 "no -o FILE" sweep.jsonl
    refuses 2 "-o: 'p.pdf': neither .png nor .svg" sweep.jsonl -o p.pdf
    refuses 2 "-o: '.png': neither .png nor .svg" sweep.jsonl -o .png
    refuses 2 "-o: value missing" sweep.jsonl -o
    refuses 2 "unknown option '--colour'" sweep.jsonl --colour -o p.png
    refuses 2 "--ascii prints" sweep.jsonl --ascii -o p.png
    refuses 2 "--svg prints" sweep.jsonl --svg -o p.svg
    refuses 2 "-o: 'svg': neither .png nor .svg" sweep.jsonl -o svg
    refuses 2 "sweep.jsonl:1: its run is also on the other side" sweep.jsonl sweep.jsonl --ascii
}

@test "help, version; a file is there already" {
    plot --version
    [ "$output" = "mpiperf-plot $(sed 's/.* //' <("$top_builddir/mpiperf-compare" --version))" ]
    plot --help
    for option in --output --overwrite --svg --ascii --title --figure --state --help --version -y; do
        has "^ .*$option"
    done
    echo old >p.png
    run "$top_srcdir/scripts/mpiperf-plot" sweep.jsonl -o p.png
    [ "$status" -eq 2 ]
    [ "$output" = "mpiperf-plot: --output: p.png exists: --overwrite replaces it" ]
    [ "$(cat p.png)" = old ]
}

@test "what can't be drawn: a line, exit 1, no picture" {
    : >empty.jsonl
    echo hello >notes.jsonl
    jq -c 'if .passes then .estimate = null | .passes = [] else . end' sweep.jsonl >null.jsonl
    refuses 1 "cannot read missing.jsonl" missing.jsonl -o p.png
    refuses 1 "empty.jsonl: no case records" empty.jsonl -o p.png
    refuses 1 "notes.jsonl:1: not a record of mpiperf" sweep.jsonl notes.jsonl -o p.png
    refuses 1 "no case has figures: nothing" null.jsonl -o p.png
    jq -c 'if .passes then .mismatches = 1 else . end' sweep.jsonl >null.jsonl
    refuses 1 "no case has figures of right results: nothing" null.jsonl -o p.png
    refuses 1 "cannot write nowhere/p.png" sweep.jsonl -o nowhere/p.png
    (ulimit -f 1 && GCOV_PREFIX=$BATS_FILE_TMPDIR refuses 1 "cannot read and copy sweep.jsonl" \
        sweep.jsonl -o p.png)
}

@test "a figure by its name takes the place of the times" {
    jq -c 'if .algo == "native" then .figures = {moved: .bytes} | .passes[].figures.moved = .bytes |
            .busbw = 1e6 * .bytes
        elif .algo == "fast_one" then .parts = {wait: {median: 3e-6}} | .passes[].figures.wait = 3e-6
        else . end' sweep.jsonl >notes.jsonl
    table '.figures.moved = .bytes | .figures_range.moved = [.bytes / 2, .bytes] |
        .bandwidth = .bytes | .bandwidth_range = [.bytes / 2, .bytes]' >table.jsonl
    for name in moved 'bandwidth (MB/s)'; do
        plot table.jsonl -y "${name% *}" -o p.svg
        [ "$status" -eq 0 ]
        grep -qF "<text>$name<" p.svg
        grep -qF "error bars: where the next table's figure is expected; 2 points have none" p.svg
        lacks 'times as fast'
    done
    plot notes.jsonl --figure moved -o p.svg
    [ "$status" -eq 0 ]
    is_svg p.svg
    grep -qF 'bcast:native' p.svg
    grep -qF '<text>moved' p.svg
    lacks 'bcast:fast_one'
    lacks 'time (us)'
    plot notes.jsonl -y wait -o p.svg
    [ "$status" -eq 0 ]
    grep -qF 'bcast:fast_one' p.svg
    grep -qF '<text>wait (us)' p.svg
    lacks 'bcast:native'
    plot notes.jsonl -y busbw -o p.svg
    grep -qF '<text>busbw (MB/s)' p.svg
    # from 0 to 2 TB/s
    [[ $(texts) =~ " 500000"$'\n'.*" 1M"$'\n'.*" 2M"$'\n' ]]
    drawn 'data.1.*' notes.jsonl -y median
    [ "$(sort -n numbers | tail -n 1)" = "1048576 2100 2100 2100" ]
    rm table.jsonl p.svg numbers
    refuses 1 "--figure: no case has a figure of that name (there are: after_last, " \
        notes.jsonl -ynothing -o p.png
    has ' busbw, .*, moved, .* rank_mean, .* wait'
    refuses 2 "--figure: value missing" sweep.jsonl -o p.png --figure
}

@test "a text where a number belongs is refused or left out, and no command run" {
    local end='"\nEND\nsystem(\u0027touch hit\u0027)\n"' change
    for change in .procs=null ".bytes=$end" ".origin=$end"; do
        table "$change" >notes.jsonl
        refuses 1 "notes.jsonl:34: a row of a table needs" notes.jsonl -o p.png
    done
    for change in ".range=[1,$end] | .vs={speedup:2,range:[1,$end]} | .side=$end | .figures=$end" \
        ".vs=$end | .side={number:$end,name:$end} | .parts=$end | .main=$end | .given=$end |
            .runs=$end | .state=$end"; do
        table "$change" | jq -c "if .type == \"run\" then .ranks = $end | .mpi = 1 | .machine = $end |
            .time = $end | .node = [$end, $end] | .repeat = $end else . end" >table.jsonl
        plot table.jsonl -o p.svg
        [ "$status" -eq 0 ]
        is_svg p.svg
    done
    [ ! -e hit ]
    jq -c "if .bytes == 1 then .estimate = $end else . end" sweep.jsonl >table.jsonl
    plot table.jsonl -o p.svg
    [ "$output" = "mpiperf-plot: table.jsonl:4: estimate: must be a number from 0" ]
}

@test "names stand in the picture as they are, and run nothing" {
    local name="a'b''c'''d\"e\\d %s%n @e {/f} \$(touch hit)\`touch hit\`"
    name+=$'\n'"'; system('touch hit')"
    jq -c --arg name "$name" 'if .type == "run" then .mpi = $name |
        .machine.cpu = $name elif .algo == "native" then .algo = $name else .
        end | if .vs then .vs.algo = $name else . end' <(table .) >names.jsonl
    plot names.jsonl -o p.svg --title "$name"
    [ "$status" -eq 0 ]
    is_svg p.svg
    name="a'b''c'''d\"e\\d %s%n @e {/f} \$(touch hit)\`touch hit\` '; system('touch hit')"
    grep -qF "<text>$name" p.svg
    grep -qF "bcast:$name" p.svg
    grep -qF "times as fast as ${name:0:32}" p.svg
    plot names.jsonl --ascii
    [ "$status" -eq 0 ]
    jq -c 'select(.bytes == 64)' names.jsonl >bars.jsonl
    plot bars.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF "bcast:${name:0:32}" p.svg # gnuplot cuts it
    [ ! -e hit ]
}

@test "long names of files are cut, and keep their curves apart" {
    local long
    long=$(printf 'x%.0s' {1..90})
    cp sweep.jsonl "${long}1.jsonl"
    sweep 1 >"${long}2.jsonl"
    plot "${long}1.jsonl" "${long}2.jsonl" -o p.svg
    [ "$status" -eq 0 ]
    [ "$(grep -c '>bcast:native x*[.][.][.]x*[12]<' p.svg)" -eq 2 ]
    [ "$(grep -c '>bcast:fast_one x*[.][.][.]x*[12]<' p.svg)" -eq 2 ]
    [ "$(grep -o '>times as fast as .*<' p.svg | wc -c)" -lt 100 ]
}

@test "files and folders may have any name" {
    local odd="it's \"-\$x\` %s"
    mkdir "$odd"
    sweep 1 >./--title=x.jsonl
    cp sweep.jsonl $'::a\\b\n##.jsonl' # no name of a side
    mkdir ./-d
    TMPDIR=$PWD/$odd plot -o -d/--x.png -- --title=x.jsonl $'::a\\b\n##.jsonl'
    [ "$status" -eq 0 ]
    is_png ./-d/--x.png
    cp sweep.jsonl "$odd/-e"
    TMPDIR=$odd plot "$odd/-e" --ascii
    [ "$status" -eq 0 ]
    [ "$(ls -A "$odd")" = -e ]
    plot $'\e\n' --ascii
    [ "$output" = "mpiperf-plot: cannot read ??" ]
    plot -$'\e'
    [[ $output == "mpiperf-plot: unknown option '-?' "* ]]
}

@test "when gnuplot fails the old picture stays" {
    mkdir bin
    printf '#!/bin/sh\necho broken >&2\nexit 1\n' >bin/gnuplot
    chmod +x bin/gnuplot
    echo old >p.png
    PATH=$PWD/bin:$PATH plot sweep.jsonl -o p.png
    [ "$status" -eq 1 ]
    [ "$output" = "mpiperf-plot: gnuplot: broken" ]
    [ "$(cat p.png)" = old ]
    [ "$(ls -A | sort | tr '\n' ' ')" = "bin p.png sweep.jsonl " ]
}

@test "without jq or gnuplot it says what is missing" {
    mkdir bin
    ln -s "$(command -v sh)" bin/sh
    run env PATH="$PWD/bin" "$(command -v sh)" \
        "$top_srcdir/scripts/mpiperf-plot" sweep.jsonl -o p.png
    [ "$status" -eq 1 ]
    [[ $output == "mpiperf-plot: jq is missing"* ]]
}

@test "sides have their names, and states their curves, or one is drawn" {
    local far='(., (.state = "far" | .estimate *= 3)) | .state = (.state // "near")'
    table '(., (.side = {number: 2, name: "new"} |
        if .algo == "native" then .vs = {side: 1, algo, speedup: 1} else . end))' \
        >sides.jsonl
    plot sides.jsonl -o p.svg
    [ "$(grep -c '>bcast:.* new<' p.svg)" -eq 2 ]
    [ "$(grep -c '>bcast:.* command line 1<' p.svg)" -eq 2 ]
    grep -F 'times as fast as native (command line 1) or as command line 1 (new)' p.svg
    table "$far" >states.jsonl
    plot states.jsonl -o p.svg
    [ "$status" -eq 0 ]
    [ "$(grep -c '>bcast:' p.svg)" -eq 4 ]
    [ "$(grep -c '>bcast:.* far<' p.svg)" -eq 2 ]
    grep -F 'times as fast as native' p.svg
    plot states.jsonl --state=far -o p.svg
    [ "$status" -eq 0 ]
    [ "$(grep -c '>bcast:' p.svg)" -eq 2 ]
    grep -F 'bcast, 2 ranks, far' p.svg
    plot states.jsonl --state slow -o p.png
    [ "$status" -eq 1 ]
    [ "$output" = "mpiperf-plot: --state: no row of a table has that state (there are: far, near)" ]
    plot sweep.jsonl --state near -o p.png
    [ "$status" -eq 1 ]
    [[ $output == *"(there is none)" ]]
}

@test "sides of one algorithm have colours, and states dashes" {
    table 'range(1; 5) as $n | (., (.state = "far" | .estimate *= 3)) | .state = (.state // "near") |
        .side = {number: $n, name: "side \($n)"} | select(.algo == "native")' >sides.jsonl
    plot sides.jsonl -o p.svg
    [ "$(grep -c '>bcast:native side . far<' p.svg)" -eq 4 ]
    for colour in '  0, 114, 178' '213,  94,   0' '  0, 158, 115' '204, 121, 167'; do
        grep -qF "rgb($colour)" p.svg
    done
    [ "$(grep -o "stroke-dasharray='[^']*'" p.svg | sort -u | wc -l)" -eq 1 ]
}

@test "a state that the table has no figures of is not drawn" {
    table '(., (.state = "far" | .range = null)) | .state = (.state // "near")' >states.jsonl
    plot states.jsonl -o p.svg
    [ "$status" -eq 0 ]
    lacks ' far<'
    lacks 'have none'
    [ "$(grep -c '>bcast:' p.svg)" -eq 2 ]
}

@test "each of several operations has its ratios" {
    table '., (.op = "reduce")' >two.jsonl
    plot two.jsonl -o p.svg
    [ "$status" -eq 0 ]
    [ "$(grep -c 'time (us), typical run' p.svg)" -eq 2 ]
    [ "$(grep -c 'times as fast as native' p.svg)" -eq 2 ]
    table '., (.op = "reduce" | .vs = null)' >one.jsonl
    plot one.jsonl -o p.svg
    [ "$(grep -c 'times as fast as native' p.svg)" -eq 1 ]
}

@test "no text makes an SVG that is not well-formed, or acts on a terminal" {
    jq -c '"a]]>b\ufffe\u001b[31m\u202e##[x] ::y &<" as $evil | if .algo == "fast_one" then .algo = $evil
        elif .mpi then .mpi = $evil else . end' sweep.jsonl >evil.jsonl
    plot evil.jsonl -o p.svg --title $'\xef\xbf\xbf]]>::error::<b>'
    [ "$status" -eq 0 ]
    is_svg p.svg
    grep -qF ']] >b' p.svg
    [ "$(LC_ALL=C grep -cP '\xef\xbf[\xbe\xbf]|\xe2\x80\xae|\x1b' p.svg)" -eq 0 ]
    ! command -v python3 >/dev/null ||
        python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' p.svg
    plot evil.jsonl --ascii --title '::error::x'
    [ "$(LC_ALL=C grep -cP '\xef\xbf[\xbe\xbf]|\xe2\x80\xae|\x1b|^ *::|##' <<<"$output")" -eq 0 ]
}

# The columns that tell cases apart are those of the records.
@test "every key of a record has curves of its own" {
    local key
    for key in $(sed -nE 's/^ *\{(KEY\(|ROW\()"([a-z_]+)".*/\1\2/p' \
        "$top_srcdir/src/record/fields.c" | sed -n 's/^KEY(//p'); do
        grep -qF "\"$key\"" <(sed -n '/^def dims/,/;$/p' \
            "$top_srcdir/scripts/mpiperf-plot") || { echo "$key" && return 1; }
    done
    [ "$key" = harness ]
}
