# msgsched-results.bats: messages and platforms of the simulations, and what the
# campaigns of msgsched make of records by hand. Needs no MPI.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154,SC2030,SC2031 # variables of the build; subshells
# shellcheck disable=SC2016 # backquotes of Markdown

bats_require_minimum_version 1.5.0

setup() {
    . "$top_srcdir/tests/results.bash"
    copied lib.sh lib.awk ratio.jq msgsched-sim msgsched-7 msgsched-onehost msgsched-cluster
}

applications=(Ascent Jems_td Jsnt Lap3d Lareds Moasp)

# drawn COMMAND...: one that draws.
drawn() {
    command -v gnuplot >/dev/null || skip "gnuplot is missing"
    SMPI=/nowhere "$@"
}

# messages APPLICATION NODES [CLASS]: its lines "SRC DST BYTES TAG COUNT".
messages() {
    msgsched-sim/pattern "$@" | grep '^[0-9]'
}

@test "patterns: only between nodes, all ranks with a node, in the file's format" {
    for n in 4 16; do
        for a in "${applications[@]}"; do
            msgsched-sim/pattern "$a" $n >file
            [ "$(head -n 1 file)" = '# msgsched 1' ]
            grep -qx "ranks $((24 * n))" file
            [ "$(grep -c '^node ' file)" -eq $((24 * n)) ]
            awk -v n=$n '/^node/ { bad += $3 != int($2 / 24) }
                /^[0-9]/ { m++; bad += NF != 5 || int($1 / 24) == int($2 / 24) ||
                    $1 < 0 || $2 < 0 || $1 >= 24 * n || $2 >= 24 * n ||
                    $3 != int($3) || $3 < 8 || $4 != 0 || $5 < 1 }
                END { exit !(m > 0 && bad == 0) }' file
        done
    done
}

@test "patterns: the classes of sizes are a partition of the whole" {
    for a in "${applications[@]}"; do
        for c in small medium large; do
            messages "$a" 4 "$c" >"only-$c" || true
        done
        awk '{ exit !($3 < 1024) }' only-small
        awk '$3 < 1024 || $3 > 65536 { exit 1 }' only-medium
        awk '$3 <= 65536 { exit 1 }' only-large
        diff <(messages "$a" 4 | sort) <(sort only-small only-medium only-large)
    done
}

@test "patterns: what goes there comes back, but for a sweep" {
    for a in Jems_td Lap3d Lareds; do
        diff <(messages $a 4 | sort) <(messages $a 4 |
            awk '{ print $2, $1, $3, $4, $5 }' | sort)
    done
    messages Jsnt 4 | awk '$2 <= $1 { exit 1 }'
}

@test "patterns: sizes are those of the table" {
    # Faces, edges and corners of 48 cells a side, four deep, eight bytes
    run -0 bash -c "msgsched-sim/pattern Lareds 4 | grep '^[0-9]' |
        awk '{ print \$3, \$5 }' | sort -nu"
    [ "$output" = $'512 6\n6144 6\n73728 6' ]
    # Patches of 8 cells a side, a message for each of ten directions
    run -0 bash -c "msgsched-sim/pattern Jsnt 4 | grep '^[0-9]' |
        awk '{ print \$3, \$5 }' | sort -nu"
    [ "$output" = '512 10' ]
    # Two atoms of 24 bytes a cell, 10 x 10 x 2 cells at a face, a tenth more or less
    messages Moasp 4 medium | awk '$3 % 24 || $3 < 1728 || $3 > 10560 { exit 1 }'
    run -1 msgsched-sim/pattern Nobody 4
    [[ "$output" == *"no application 'Nobody'"* ]]
}

@test "platforms: the way up of a leaf, the routes, and what may be changed" {
    msgsched-sim/platform 4 4 >xml
    grep -qF '<link id="trunk-up-1" bandwidth="4e+09Bps" latency="4e-07s"/>' xml
    msgsched-sim/platform 16 2 link=16e9 copy=1e9 >xml
    grep -qF '<link id="trunk-down-3" bandwidth="3.2e+10Bps" latency="4e-07s"/>' xml
    grep -qF '<host id="node-15" speed="1e+09f" core="6"/>' xml
    [ "$(grep -c '<route ' xml)" -eq 256 ]
    [ "$(grep -c 'trunk-up.*trunk-down' xml)" -eq 192 ]
    msgsched-sim/platform 16 flat >xml
    run ! grep trunk xml
    run -2 msgsched-sim/platform 4 flat speed=1
    [[ "$output" == *"no 'speed=1'"* ]]
}

# cell APPLICATION NETWORK VARIANT SCHEDULE MICROSECONDS
cell() {
    jq -nc --arg a "$1" --arg n "$2" --arg v "$3" --arg s "$4" --argjson t "$5" '
        {step: "\($a)-\($n)-\($v)", at: "now", type: "cell", application: $a,
            net: $n, variant: $v, algo: $s, seconds: ($t / 1e6)}'
}

@test "simulations: gains, means, classes, and what is undecided" {
    {
        for a in Jsnt Moasp; do
            cell $a 2 all direct 100
            cell $a 2 all window 80
        done
        cell Jsnt 2 all reorder 98
        cell Jsnt 2 all both 50
        cell Moasp 2 all both 70
        cell Jsnt 2 link-half direct 200
        cell Jsnt 2 link-half reorder 202
        cell Jsnt 2 link-half both 100
        cell Jsnt 2 node direct 100
        cell Jsnt 2 node both 25
        cell Moasp 2 small direct 10
        cell Moasp 2 small reorder 10
        cell Moasp 2 small both 4
        cell Moasp 2 all merge 75
        cell Moasp 2 all auto 77
    } >msgsched-7/records.jsonl
    cd msgsched-7
    drawn ./command --figures
    grep -q '<svg' gains.svg
    grep -qF '(gains.svg)' README.md
    ! grep -F 'No records yet.' README.md || return 1
    has '| tree 2:1 | Jsnt | 100.0 | n/a | n/a | 20.0 | n/a | n/a | n/a | 2.0 | n/a | 50.0 | 75.0 | n/a |' \
        '| tree 2:1 | Moasp | 100.0 | n/a | n/a | 20.0 | n/a | n/a | n/a | n/a | 25.0 | 30.0 | n/a | 23.0 |' \
        '| tree 2:1 | reorder | 1 | 2.0 | 2.0 | 2.0 | -22.5 |' \
        '| tree 2:1 | both | 2 | 40.0 | 50.0 | 71.4 | 25.0 |' \
        '| below 1 KiB | tree 2:1 | 2 | 1.0 | n/a | 55.0 |' \
        '| tree 2:1 | Jsnt | 2.0 (-1.0 to 2.0), undecided | n/a | 50.0 (50.0 to 50.0) |'
    ! grep -F '| tree 2:1 | Moasp | n/a | 25.0 (' README.md || return 1 # none changed
    # All messages of Jsnt are small: its first row of that class is that of all
    grep -F 'cases in which `auto` takes over 1.05 of the fastest schedule'"'"'s time: 1 of 1, at most 1.100 (target: none)' README.md
}

@test "simulations: a step for each schedule, each class of several, each parameter" {
    cd msgsched-7
    run -0 bash -c 'nodes=4 classed=(flat 2) varied=(2 4) && . ../lib.sh &&
        . ../msgsched-sim/sim.sh && steps'
    for step in Jsnt-flat-all-native Jsnt-4-all-auto Lareds-2-node Lareds-flat-small \
        Lareds-flat-medium Lareds-flat-large Lareds-2-large Moasp-2-link-half; do
        [ "$(grep -c " smpi $step\$" <<<"$output")" -eq 1 ]
    done
    run ! grep -E 'Jsnt-.*-(small|medium|large)|-4-large|-flat-link' <<<"$output"
}

# gained SIZE TABLE DIRECT WINDOW: a table, how many times as long as `both` they take.
gained() {
    jq -nc --arg size "$1" --argjson d "$3" --argjson w "$4" \
        --arg step "mpich-gain-$1-$2" '
        def row($algo; $r): {$algo} + if $r == null then
                {vs: {speedup: null, range: null}}
            else {estimate: (1e-4 * $r),
                vs: {speedup: (1 / $r), range: [0.5 / $r, 1.25 / $r]}} end;
        ($size | split("+") | map(tonumber)) as $part |
        {$step, at: "now", mpi: "mpich", type: "merged", gain: true,
            bytes: $part[0], param: {gap: ($part[1] // 0)}} |
        . + {algo: "both", estimate: 1e-4}, . + row("direct"; $d),
        . + row("window"; $w)'
}

@test "without records a page says so, and shows no picture" {
    for f in msgsched-7 msgsched-onehost msgsched-cluster; do
        cd $f
        SMPI=/nowhere ./command --figures
        [ "$(grep -cx 'No records yet.' README.md)" -eq "$(grep -c '^<!-- @[a-z]' README.md)" ]
        ! grep -F 'gains.svg' README.md || return 1
        cd ..
    done
}

@test "gains: over the better of two, and what was not checked" {
    {
        gained 8 1 100 10
        gained 8 2 100 2.5
        gained 8+64 1 50 4
        gained 4096 1 0.8 null
        echo '{"step":"mpich-verify-8","at":"now","mpi":"mpich","type":"verify","algo":"both","bytes":8,"mismatches":0,"launches":9}'
        echo '{"step":"mpich-verify-8","at":"now","mpi":"mpich","type":"verify","algo":"auto","bytes":8,"param":{"gap":64},"mismatches":null}'
        echo '{"step":"mpich-verify-8","at":"now","mpi":"mpich","type":"verify","algo":"datatype","bytes":8,"mismatches":0,"launches":0}'
    } >msgsched-onehost/records.jsonl
    cd msgsched-onehost
    drawn ./command --figures
    has '| mpich | 8 B | 1e+04 | 500 | - | - | - | 5.00 |' \
        '| mpich | 8 B, 64 B apart | 5e+03 | 400 | - | - | - | 4.00 |' \
        '| mpich | 4 KiB | 80 | - | - | - | - | - |' \
        '- not checked: datatype (mpich, 8 B) auto (mpich, 8 B, 64 B apart)'
    run bash -c '. ../lib.sh && pattern=pair && . ./gains.sh && gain_lines'
    [[ "$output" == *$'gain\tmpich\t8\twindow\tboth\t0.4\t0.2\t0.5\t'* ]]
    [[ "$output" == *$'gain\tmpich\t8\twindow\tdirect\t40\t-\t-\t'* ]]
    grep -F ': cases with every byte checked: 1, with a wrong one: 0 (target: none wrong)' README.md
    grep -qF '(gains.svg)' README.md
    grep -F '`both` over the better of direct and window, mpich, 8 B: 5.00 (target: at least 8)' README.md
}

@test "auto: the best schedule of odd tables, compared in even ones" {
    for row in 1:merge:0.9 1:both:1.0 2:merge:0.8 2:both:0.5; do
        IFS=: read -r t algo r <<<"$row"
        jq -nc --argjson t "$t" --arg algo "$algo" --argjson r "$r" \
            '{step: "mpich-auto-sweep/8-\($t)", at: "now", mpi: "mpich",
                type: "merged", case: "sweep/8", auto_table: $t, $algo,
                estimate: 1e-3, vs: {ratio: $r, ci: [$r * 0.99, $r * 1.01]}}'
    done >msgsched-onehost/records.jsonl
    cd msgsched-onehost
    drawn ./command --figures
    has '| mpich | sweep/8 | merge | 1.250 | 1.238 to 1.263 |'
    grep -F 'cases in which `auto` takes over 1.05 of the best schedule'"'"'s time: 1 of 1, at most 1.250; nobody can tell: 0 (' README.md
    # A pattern whose best schedule has no ratio in even tables
    jq -nc '{step: "mpich-auto-halo2d:1/8-1", at: "now", mpi: "mpich", type: "merged",
        case: "halo2d:1/8", auto_table: 1, algo: "both", estimate: 1e-3,
        vs: {ratio: 1}}' >>records.jsonl
    drawn ./command --figures
    grep -F 's time: 1 of 1, at most 1.250; nobody can tell: 0; cases without a ratio: 1 (' README.md
}

@test "a limit: by the intervals of all tables, or how far their ratios differ" {
    while read -r limit least most intervals; do
        for i in $intervals; do
            tr , ' ' <<<"$i"
        done | awk -v limit="$limit" -f lib.awk -f <(echo '
            { interval("k", $1, $2, $3) }
            END { print at_least("k", limit), at_most("k", limit) }') >told
        [ "$(cat told)" = "$least $most" ]
    done <<'END'
5 1 0 5.1,6 7,9
5 0 1 3,4 1,4.9
5 -1 -1 4,6
5 -1 -1 6,7 3,4
5 -1 -1 6,7 -,-
5 1 -1 5,6
5 -1 -1
5 1 0 -,-,8 -,-,9 -,-,8
5 -1 -1 6,7,2 -,-,2.1 -,-,1.9
5 0 1 1,3,2 -,-,2.1 -,-,1.9
5 -1 -1 1,6,2 -,-,2.1 -,-,1.9
5 1 1 5,5
5 -1 -1 -,-,8 -,-,9
5 -1 -1 -,-,8 -,-,90 -,-,1
5 1 0 -,-,7 -,-,7 -,-,7
END
}
