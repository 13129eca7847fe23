# plot.bats: mpiperf-plot draws what there is, or says in a line why not.

setup_file() {
    ! command -v jq >/dev/null || sweep >"$BATS_FILE_TMPDIR/sweep.jsonl"
}

setup() {
    command -v jq >/dev/null || skip "jq is not installed"
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
    cd "$BATS_TEST_TMPDIR" || return
    COLUMNS=80
    cp "$BATS_FILE_TMPDIR/sweep.jsonl" .
}

plot() {
    run "$top_srcdir/scripts/mpiperf-plot" "$@"
    echo "$status: $output"
}

# case_record OP ALGO PROCS BYTES MICROSECONDS [RATIO]
case_record() {
    jq -nc --arg op "$1" --arg algo "$2" --argjson procs "$3" \
        --argjson bytes "$4" --argjson t "$5" --argjson ratio "${6-null}" '
        {type: "case", op: $op, algo: $algo, procs: $procs, bytes: $bytes,
        confidence: 0.95, median: ($t / 1e6),
        median_ci: [$t / 1.1e6, $t / 0.9e6],
        vs: (if $ratio then {algo: "native", ratio: $ratio,
            ci: [$ratio - 0.1, $ratio + 0.1]} else null end)}'
}

# A run of bcast with two algorithms.
sweep() {
    local bytes
    head -n 1 "$top_srcdir/src/mpiperf/report/test/golden/algos.jsonl"
    for bytes in 0 1 64 1024 1048576; do
        case_record bcast native 2 $bytes $((bytes / 1000 + 2))
        case_record bcast fast_one 2 $bytes $((bytes / 1000 + 1)) 0.5
    done
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
    plot sweep.jsonl --title "it's 50 % \"faster\" \\ <_x>" -o p.svg
    [ "$status" -eq 0 ]
    is_svg p.svg
    grep -qF "it's 50 % \"faster\" \\ &lt;_x" p.svg
    grep -qF 'A Library 1.2 | A CPU' p.svg
    grep -qF '4 ranks on 2 nodes' p.svg
    grep -qF 'bcast:native' p.svg
    grep -qF 'bcast:fast_one' p.svg
    grep -qF 'median / median of native' p.svg
    grep -qF 'message size (bytes of one block)' p.svg
    grep -qF '95 % intervals' p.svg
    lacks 'have none'
    grep -qE '>( *)1Mi<' p.svg
}

@test "points without an interval are told" {
    jq -c 'if .type == "case" and .bytes == 1048576 then .median_ci = null else . end' \
        sweep.jsonl >some.jsonl
    n=$(jq -s 'map(select(.type == "case" and .bytes == 1048576 and .median)) | length' some.jsonl)
    plot some.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF "95 % intervals; $n points have none" p.svg
    jq -c 'if .type == "case" then .median_ci = null else . end' sweep.jsonl >none.jsonl
    plot none.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF 'no intervals' p.svg
}

@test "one algorithm: no ratio" {
    grep -v fast_one sweep.jsonl >one.jsonl
    plot one.jsonl -o p.svg
    [ "$status" -eq 0 ]
    lacks 'median of'
    lacks slower
}

@test "in the terminal: size 0, powers of two, both curves, the ratio" {
    plot sweep.jsonl --ascii
    [ "$status" -eq 0 ]
    [[ $output =~ \ 0\ .*\ 1Ki\ .*\ 1Mi ]]
    [[ $output =~ "bcast, 2 ranks" ]]
    [[ $output =~ bcast:native.*bcast:fast_one ]]
    [[ $output =~ "ratio to native" ]]
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

@test "one size of everything: bars" {
    case_record barrier native 2 0 1 >bars.jsonl
    case_record barrier tree 2 0 2 2 >>bars.jsonl
    plot bars.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF 'barrier:tree' p.svg
    lacks 'message size'
    plot bars.jsonl --ascii
    [ "$status" -eq 0 ]
}

@test "the same curve from two files has their names" {
    cp sweep.jsonl other.jsonl
    plot sweep.jsonl other.jsonl -o p.svg
    [ "$status" -eq 0 ]
    grep -qF 'bcast:native sweep' p.svg
    grep -qF 'bcast:native other' p.svg
}

@test "of a case measured twice the later record counts" {
    case_record bcast native 2 64 1 >twice.jsonl
    case_record bcast native 2 128 1 >>twice.jsonl
    cp twice.jsonl once.jsonl
    case_record bcast native 2 128 700 >>twice.jsonl
    plot twice.jsonl --ascii
    [[ $output =~ 1000 ]]
    plot once.jsonl --ascii
    [[ ! $output =~ 1000 ]]
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
    [ -z "$(ls -A | grep -vE '^(sweep|empty|null|notes)\.jsonl$')" ]
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
}

# changed FILTER MESSAGE: the record in line 3, changed so, is refused.
changed() {
    jq -c --argjson n 3 "if input_line_number == \$n then $1 else . end" \
        sweep.jsonl >notes.jsonl
    refuses 1 "notes.jsonl:3: $2" notes.jsonl -o p.png
    refuses 1 "notes.jsonl:3: $2" sweep.jsonl notes.jsonl --ascii
}

@test "a figure by its name takes the place of the times" {
    jq -c 'if .algo == "native" then .figures = {moved: .bytes}
        elif .algo == "fast_one" then .parts = {wait: {median, ci: .median_ci}}
        else . end' sweep.jsonl >notes.jsonl
    plot notes.jsonl --figure moved -o p.svg
    [ "$status" -eq 0 ]
    is_svg p.svg
    grep -qF 'bcast:native' p.svg
    grep -qF '<text>moved' p.svg
    lacks 'bcast:fast_one'
    lacks 'time (us)'
    lacks 'median / median'
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
    rm bars.jsonl p.svg
    refuses 1 "--figure: no case has a figure of that name (there are: moved, wait)" \
        notes.jsonl -ymedian -o p.png
    refuses 1 "--figure: no case has a figure of that name (there is none)" \
        sweep.jsonl -ymoved -o p.png
    refuses 2 "--figure: value missing" sweep.jsonl -o p.png --figure
}

@test "a text where a number belongs is refused, and no command run" {
    local end='"\nEND\nsystem(\u0027touch hit\u0027)\n"'
    changed ".median = $end" 'median: must be a number from 0'
    changed ".median_ci = $end" 'median_ci: must be two numbers'
    changed ".median_ci[1] = $end" 'median_ci: must be two numbers'
    changed ".bytes = $end" 'bytes: must be a whole number from 0'
    changed ".procs = $end" 'procs: must be a whole number from 0'
    changed ".confidence = $end" 'confidence: must be a number'
    changed ".vs.ratio = $end" 'vs: must be ratios with intervals'
    changed ".vs.ci[0] = $end" 'vs: must be ratios with intervals'
    changed ".vs = [.vs, (.vs | .ci = [1, $end])]" 'vs: must be ratios'
    changed ".figures = {a: $end}" 'figures: must be numbers by name'
    changed ".parts = {a: {median: $end}}" 'parts: must be medians with intervals'
    changed ".parts = {a: {ci: [1, $end]}}" 'parts: must be medians with intervals'
    changed ".op = 1" 'op: must be a text'
    changed ".bytes = -1" 'bytes: must be a whole number from 0'
    changed ".bytes = 1e300" 'bytes: must be a whole number from 0'
    changed '.type = "run" | .machine = 1' 'machine: must be an object'
    changed '.type = "run" | .mpi = 1' 'mpi: must be a text'
}

@test "names stand in the picture as they are, and run nothing" {
    local name="a'b''c'''d\"e\\d %s%n @e {/f} \$(touch hit)\`touch hit\`"
    name+=$'\n'"'; system('touch hit')"
    jq -c --arg name "$name" 'if .type == "run" then .mpi = $name |
        .machine.cpu = $name elif .algo == "native" then .algo = $name else .
        end | if .vs then .vs.algo = $name else . end' sweep.jsonl >names.jsonl
    plot names.jsonl -o p.svg --title "$name"
    [ "$status" -eq 0 ]
    is_svg p.svg
    name="a'b''c'''d\"e\\d %s%n @e {/f} \$(touch hit)\`touch hit\` '; system('touch hit')"
    grep -qF "<text>$name" p.svg
    grep -qF "bcast:$name" p.svg
    grep -qF "median / median of $name" p.svg
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

@test "a last line without its end does not run into the next file" {
    head -n 11 sweep.jsonl | tail -n 3 | head -c -1 >a.jsonl
    head -n 3 sweep.jsonl | tail -n 2 >b.jsonl
    plot a.jsonl b.jsonl -o p.svg
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    grep -qF 'bcast:native b' p.svg
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

# A table of two runs, and what stands behind it.
@test "of a merged table the typical run is drawn, and the runs behind it" {
    local run
    for run in 1 2; do
        jq -c --argjson run $run 'if .type == "run" then
            .repeat = {launch: $run, command: 1, order: $run, seed: 1}
            else .median *= $run end' sweep.jsonl
    done >runs.jsonl
    jq -c 'select(.type == "case") | {type: "merged", op, algo, procs, bytes,
        side: {number: 1, name: null}, runs: 2, estimate: (.median * 1.4),
        ci: .median_ci, figures: {moved: .bytes},
        figures_ci: {moved: [.bytes * 0.9, .bytes * 1.1]},
        vs: (.vs | if . then . + {side: 1} else null end)}' sweep.jsonl \
        >table.jsonl
    cat runs.jsonl table.jsonl >merged.jsonl
    plot merged.jsonl -o p.svg
    [ "$status" -eq 0 ]
    is_svg p.svg
    grep -F 'typical run' p.svg
    grep -F 'time / time of native' p.svg
    # two curves, no third for anything behind them
    [ "$(grep -c '>bcast:' p.svg)" -eq 2 ]
    # the runs alone are drawn as ever
    plot runs.jsonl -o q.svg
    grep -F 'median / median of native' q.svg
    # a figure of the table, with those of the runs behind it
    jq -c 'if .type == "case" then .figures = {moved: .bytes} else . end' \
        runs.jsonl | cat - table.jsonl >figures.jsonl
    plot figures.jsonl --figure=moved -o s.svg
    [ "$status" -eq 0 ]
    grep -F 'moved, typical run' s.svg
    grep -F 'error bars: 95 % intervals' s.svg
    [ "$(grep -o '<use' s.svg | wc -l)" -gt 20 ]
    # sides by their names
    jq -c '(., (.side = {number: 2, name: "new"}))' \
        table.jsonl >sides.jsonl
    plot sides.jsonl -o t.svg
    [ "$(grep -c '>bcast:.* new<' t.svg)" -eq 2 ]
    [ "$(grep -c '>bcast:.* command line 1<' t.svg)" -eq 2 ]
    # more than the table alone: circles for the runs, if inside the picture
    plot table.jsonl -o r.svg
    [ "$(grep -o '<use' p.svg | wc -l)" -ge $(($(grep -o '<use' r.svg | wc -l) + 15)) ]
}

@test "of a table of several states each has its curves, or one is drawn" {
    jq -c 'select(.type == "case") | {type: "merged", op, algo, procs, bytes,
        side: {number: 1, name: null}, runs: 9, estimate: .median, ci: null,
        vs: null, states: [("near", "far") as $name |
            (if $name == "far" then 3 else 1 end) as $f | {name: $name,
            estimate: (.median * $f), ci: (.median_ci | map(. * $f)),
            vs: (.vs | if . then . + {side: 1, ratio: (.ratio * $f), ci: null}
                else null end)}]}' sweep.jsonl >table.jsonl
    cat sweep.jsonl table.jsonl >states.jsonl
    plot states.jsonl -o p.svg
    [ "$status" -eq 0 ]
    [ "$(grep -c '>bcast:.* near<' p.svg)" -eq 2 ]
    [ "$(grep -c '>bcast:.* far<' p.svg)" -eq 2 ]
    grep -F 'time / time of native' p.svg
    plot states.jsonl --state=far -o q.svg
    [ "$status" -eq 0 ]
    [ "$(grep -c '>bcast:' q.svg)" -eq 2 ]
    grep -F 'bcast, 2 ranks, state far' q.svg
    grep -F 'time (us), typical run' q.svg
    rm p.svg q.svg
    plot states.jsonl --state slow -o p.png
    [ "$status" -eq 1 ]
    [ "$output" = "mpiperf-plot: --state: no row of a table has that state (there are: far, near)" ]
    plot sweep.jsonl --state near -o p.png
    [ "$status" -eq 1 ]
    jq -c '.states[0].estimate = "x"' table.jsonl >bad.jsonl
    plot bad.jsonl -o p.png
    [ "$status" -eq 1 ]
    [ "$output" = "mpiperf-plot: bad.jsonl:1: states: must be states of the machine" ]
}
