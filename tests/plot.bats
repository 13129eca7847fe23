# plot.bats: mpiperf-plot draws what there is, or says in a line why not.

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
    run "$top_srcdir/scripts/mpiperf-plot" "$@"
    echo "$status: $output"
}

# case_record OP ALGO PROCS BYTES MICROSECONDS
case_record() {
    jq -nc --arg op "$1" --arg algo "$2" --argjson procs "$3" \
        --argjson bytes "$4" --argjson t "$5" '
        {type: "case", op: $op, algo: $algo, procs: $procs, bytes: $bytes,
        confidence: 0.95, median: ($t / 1e6), estimate: ($t / 1e6),
        median_ci: [$t / 1.1e6, $t / 0.9e6]}'
}

# A run of bcast with two algorithms.
sweep() {
    local bytes
    head -n 1 "$top_srcdir/src/mpiperf/report/test/golden/algos.jsonl"
    for bytes in 0 1 64 1024 1048576; do
        case_record bcast native 2 $bytes $((bytes / 1000 + 2))
        case_record bcast fast_one 2 $bytes $((bytes / 1000 + 1))
    done
}

# table FILTER: that of three such runs, with the filter's changes to its rows.
table() {
    cat sweep.jsonl sweep.jsonl sweep.jsonl
    jq -c 'select(.type == "case") | {type: "merged", op, algo, procs, bytes,
        state: null, side: {number: 1, name: null}, runs: 3, estimate: (.median * 1.4),
        range: .median_ci, figures: {}, figures_range: {},
        vs: (if .algo == "native" then null else {side: 1, algo: "native",
            speedup: 2, range: [1.9, 2.1], sign: "faster"} end)} | '"$1" sweep.jsonl
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
    grep -qF "it's 50 % \"faster\" \\ &lt;_x" p.svg
    grep -qF 'A Library 1.2 | A CPU' p.svg
    grep -qF '4 ranks on 2 nodes' p.svg
    grep -qF 'bcast:native' p.svg
    grep -qF 'bcast:fast_one' p.svg
    grep -qF 'time (us), typical run' p.svg
    grep -qF 'times as fast as native' p.svg
    grep -qF 'message size (bytes of one block)' p.svg
    grep -qF 'error bars: expected of the next table' p.svg
    lacks 'have none'
    grep -qE '>( *)1Mi<' p.svg
    # two curves, no third for anything behind them: circles for the runs
    [ "$(grep -c '>bcast:' p.svg)" -eq 2 ]
    grep '"merged"' table.jsonl >rows.jsonl
    plot rows.jsonl -o r.svg
    [ "$(grep -o '<use' p.svg | wc -l)" -ge $(($(grep -o '<use' r.svg | wc -l) + 15)) ]
}

@test "points without an interval are told" {
    jq -c 'if .type == "case" and .bytes == 1048576 then .median_ci = null else . end' \
        sweep.jsonl >some.jsonl
    plot some.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF "95 % intervals; 2 points have none" p.svg
    jq -c 'del(.median_ci)' sweep.jsonl >none.jsonl
    plot none.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF 'no intervals' p.svg
}

@test "one run: medians, no ratio" {
    plot sweep.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF 'time (us), median' p.svg
    grep -qF 'error bars: 95 % intervals<' p.svg
    lacks 'times as fast'
    lacks slower
}

@test "in the terminal: size 0, powers of two, both curves, the ratio" {
    table . >table.jsonl
    plot table.jsonl --ascii
    [ "$status" -eq 0 ]
    [[ $output =~ \ 0\ .*\ 1Ki\ .*\ 1Mi ]]
    [[ $output =~ "bcast, 2 ranks" ]]
    [[ $output =~ bcast:native.*bcast:fast_one ]]
    [[ $output =~ "times as fast as native" ]]
}

@test "several sizes of the communicator: curves against ranks, or one each" {
    for n in 2 3 4; do
        case_record barrier native $n 0 $n
    done >barrier.jsonl
    plot barrier.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qE '> *ranks<' p.svg
    for n in 2 4; do
        case_record bcast native $n 8 $n
        case_record bcast native $n 16 $n
    done >both.jsonl
    plot both.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF 'bcast:native 4 ranks' p.svg
    grep -qF 'message size' p.svg
}

@test "the same curve from two files has their names, and a ratio" {
    cp sweep.jsonl other.jsonl
    plot "$PWD/sweep.jsonl" other.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF '>bcast:native sweep<' p.svg
    grep -qF '>bcast:native other<' p.svg
    grep -qF '>times as fast as sweep<' p.svg
    # one colour and two dashes: solid has no dasharray
    [ "$(grep -c 'stroke-dasharray' p.svg)" -gt 0 ]
    lacks '#009E73'
}

@test "an operation's own figure; many operations have a panel each" {
    for bytes in 64 1024; do
        case_record bandwidth native 2 $bytes 5 |
            jq -c '.main = "bandwidth" | .bandwidth = .bytes * 1e6 | .bandwidth_ci = null'
        case_record ibcast overlap 2 $bytes 5 | jq -c '.main = "hidden" | .hidden = 0.5'
        case_record ibcast native 2 $bytes 5
    done >many.jsonl
    plot many.jsonl -o p.svg
    [ "$status" -eq 0 ]
    [ "$(grep -c '>ibcast<' p.svg)" -eq 2 ]
    grep -qF '>bandwidth (MB/s)<' p.svg
    grep -qF '>hidden (%)<' p.svg
    grep -qF '>time (us), median<' p.svg
    [ "$(grep -c '>native<' p.svg)" -eq 1 ]
    plot many.jsonl --ascii
    [[ $output =~ MB/s.*ibcast ]]
    grep '"bandwidth"' many.jsonl | jq -c 'select(.op == "bandwidth")' >a.jsonl
    jq -c '.bandwidth *= 2' a.jsonl >b.jsonl
    plot a.jsonl b.jsonl -o p.svg
    grep -qF '>times that of a<' p.svg
    grep -qF 'no intervals' p.svg
}

@test "pairs of ranks: a heat map, a panel a size, lines between nodes" {
    head -n 1 sweep.jsonl >pairs.jsonl # 4 ranks on 2 nodes
    for pair in 0,1 0,2 0,3 1,2 1,3 2,3; do
        for bytes in 8 64; do
            case_record pingpong native 4 $bytes 5 |
                jq -c ". + ([$pair] | {origin: .[0], target: .[1]})"
        done
    done >>pairs.jsonl
    plot pairs.jsonl -o p.svg
    [ "$status" -eq 0 ]
    is_svg p.svg
    grep -qF 'pingpong 8 B in us, rank by rank' p.svg
    grep -qF 'pingpong 64 B in us, rank by rank' p.svg
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
}

@test "what can't be drawn: a line, exit 1, no picture" {
    : >empty.jsonl
    echo hello >notes.jsonl
    sed 's/"median":[^,]*/"median":null/' sweep.jsonl >null.jsonl
    refuses 1 "cannot read missing.jsonl" missing.jsonl -o p.png
    refuses 1 "empty.jsonl: no case records" empty.jsonl -o p.png
    refuses 1 "notes.jsonl: no case records" sweep.jsonl notes.jsonl -o p.png
    refuses 1 "no case has figures" null.jsonl -o p.png
    refuses 1 "cannot write nowhere/p.png" sweep.jsonl -o nowhere/p.png
    (ulimit -f 1 && refuses 1 "cannot read and copy sweep.jsonl" sweep.jsonl -o p.png)
}

# changed FILTER MESSAGE: the record in line 3, changed so, is refused.
changed() {
    jq -c --argjson n 3 "if input_line_number == \$n then $1 else . end" \
        sweep.jsonl >notes.jsonl
    refuses 1 "notes.jsonl:3: $2" sweep.jsonl notes.jsonl --ascii
}

@test "a figure by its name takes the place of the times" {
    jq -c 'if .algo == "native" then .figures = {moved: .bytes}
        elif .algo == "fast_one" then .parts = {wait: {median, ci: .median_ci}}
        else . end' sweep.jsonl >notes.jsonl
    table '.figures.moved = .bytes | .figures_range.moved = [.bytes / 2, .bytes] |
        .bandwidth = .bytes | .bandwidth_range = [.bytes / 2, .bytes]' >table.jsonl
    for name in moved bandwidth; do
        plot table.jsonl -y "$name" -o p.svg
        [ "$status" -eq 0 ]
        grep -qF "<text>$name, typical run" p.svg
        grep -qF 'error bars: expected of the next table; 2 points have none' p.svg
        lacks 'times as fast'
    done
    plot notes.jsonl --figure moved -o p.svg
    [ "$status" -eq 0 ]
    is_svg p.svg
    grep -qF 'bcast:native' p.svg
    grep -qF '<text>moved' p.svg
    lacks 'bcast:fast_one'
    lacks 'time (us)'
    lacks '% intervals'
    plot notes.jsonl -y wait -o p.svg
    [ "$status" -eq 0 ]
    grep -qF 'bcast:fast_one' p.svg
    grep -qF '<text>wait (us)' p.svg
    grep -qF '95 % intervals' p.svg
    lacks 'bcast:native'
    jq -c 'select(.bytes == 64)' notes.jsonl >bars.jsonl
    plot bars.jsonl --figure=moved --ascii
    [ "$status" -eq 0 ]
    [[ $output == *moved* ]]
    rm bars.jsonl table.jsonl p.svg
    refuses 1 "--figure: no case has a figure of that name (there are: moved, wait)" \
        notes.jsonl -ynothing -o p.png
    refuses 1 "--figure: no case has a figure of that name (there is none)" \
        sweep.jsonl -ymoved -o p.png
    refuses 2 "--figure: value missing" sweep.jsonl -o p.png --figure
}

@test "a text where a number belongs is refused, and no command run" {
    local end='"\nEND\nsystem(\u0027touch hit\u0027)\n"'
    changed ".median = $end" 'median: must be a number from 0'
    changed ".median_ci[1] = $end" 'median_ci: must be two numbers'
    changed ".bytes = $end" 'bytes: must be a whole number from 0'
    changed ".procs = null" 'procs: must be a whole number from 0'
    changed ".confidence = $end" 'confidence: must be a number'
    changed ".figures = $end" 'figures: must be an object'
    changed ".figures = {a: $end} | .algo = 7" 'algo: must be a text'
    changed ".type = \"merged\" | .side = $end" 'side: must be an object'
    changed ".type = \"merged\" | .estimate = $end" 'estimate: must be a number from 0'
    changed ".type = \"merged\" | .range = [1, $end]" 'range: must be two numbers'
    changed ".type = \"merged\" | .vs.speedup = $end" 'vs.speedup: must be a number'
    changed ".type = \"merged\" | .vs.range = $end" 'vs.range: must be two numbers'
    changed ".op = 1" 'op: must be a text'
    changed ".bytes = -1" 'bytes: must be a whole number from 0'
    changed ".bytes = 1e300" 'bytes: must be a whole number from 0'
    changed '.type = "run" | .format = 2' 'written in format 2 of records, this version reads format 1'
    changed '.type = "run" | .machine = 1' 'machine: must be an object'
    changed '.type = "run" | .mpi = 1' 'mpi: must be a text'
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
    grep -qF "times as fast as $name" p.svg
    plot names.jsonl --ascii
    [ "$status" -eq 0 ]
    jq -c 'select(.bytes == 64)' names.jsonl >bars.jsonl
    plot bars.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF "bcast:${name:0:32}" p.svg # gnuplot cuts it
    [ ! -e hit ]
}

@test "files and folders may have any name" {
    local odd="it's \"-\$x\` %s"
    mkdir "$odd"
    cp sweep.jsonl ./--title=x.jsonl
    mkdir ./-d
    TMPDIR=$PWD/$odd plot -o -d/--x.png -- --title=x.jsonl "$PWD/sweep.jsonl"
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
    grep -F 'times as fast as the baseline' p.svg
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
