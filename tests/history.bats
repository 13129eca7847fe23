# history.bats: mpiperf-history: nights of runs into changes, a page, a line for CI, and exports.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2154,SC2030,SC2031 # jq; the build; run

bats_require_minimum_version 1.5.0
. "$top_srcdir/tests/records.bash"

setup() {
    records_setup
}

history() {
    run "$top_builddir/mpiperf-history" "$@"
    echo "$status: $output"
}

# nights FIRST LAST NATIVE SHMBCAST: prints a run for each of these nights of 2026; both take about
# so many microseconds.
nights() {
    local i us
    for ((i = $1; i < $2; i++)); do
        us=$((i % 2))
        printf '{"type":"run","mpiperf":"1.0","format":1,"mpi":"%s","time":"%sT02:00:00Z","ranks":2,"nodes":1,"hosts":["a"],"program":{"build":"b"},"machine":{"cpu":"C"}}\n' \
            "${MPI:-Open MPI v4.1.4}" "$(date -u -d "2026-01-01 +$i days" +%F)"
        printf '{"type":"case","op":"bcast","algo":"%s","procs":2,"bytes":8,"estimate":%se-6,"passes":[{"pass":1,"estimate":%se-6}]}\n' \
            native "$3.0$us" "$3.0$us" shmbcast "$4.0$us" "$4.0$us"
        echo '{"type":"end","status":"complete","seconds":30}'
    done
}

gate='A change needs 5 nights after it. The last 4 nights are not judged here: mpiperf-compare --fail-above does that.'

@test "a change of the library, and one of the machine, from one file or from many" {
    nights 0 20 10 20 >history.jsonl
    MPI='Open MPI v5.0.1' nights 20 40 11 20 >>history.jsonl
    nights 40 60 22 40 >>history.jsonl
    exits 0 history history.jsonl --reference=shmbcast
    [ "$output" = "1 of 2 cases takes 10 % longer since 2026-01-21: the library; Open MPI 4.1.4 before, \
Open MPI 5.0.1 since. In MPI_Bcast, 2 ranks on 1 node: native at 8 B
2 of 2 cases take 100 % longer since 2026-02-10: the machine; Open MPI 5.0.1 before, Open MPI 4.1.4 since. \
In MPI_Bcast, 2 ranks on 1 node: native at 8 B; shmbcast at 8 B
$gate
HISTORY: 2 changes over 60 nights; the last: 2 of 2 cases take 100 % longer since 2026-02-10: the machine" ]
    cp history.jsonl whole.jsonl
    split -l 28 -a 3 history.jsonl night.
    rm night.aab # nights 7 to 13
    mv night.aad zz && mv night.aaa night.zzz
    history night.* zz --reference=shmbcast
    [ "${lines[-1]}" = "HISTORY: 2 changes over 53 nights; the last: 2 of 2 cases take 100 % longer since \
2026-02-10: the machine" ]
    exits 0 history history.jsonl
    [[ ${lines[0]} == *': cannot tell whether the library or the machine (also measure an algorithm'*' and name it by --reference)'* ]]
    exits 0 history history.jsonl --same=20%
    [ "${#lines[@]}" -eq 3 ]
    [[ ${lines[-1]} == 'HISTORY: 1 change over 60 nights: 2 of 2 cases take '*' longer since 2026-02-10: '* ]]
}

@test "a night that was cut off, added again and in the wrong order" {
    nights 0 30 10 20 >whole.jsonl
    exits 0 history whole.jsonl
    [ "$output" = "$gate
HISTORY: no change in 2 cases over 30 nights" ]
    # night 29 ends within shmbcast's case; night 30 begins in that line
    { nights 15 29 10 20; nights 29 30 10 20 | head -c 400; nights 30 31 10 20; nights 0 15 10 20; nights 14 16 10 20; } >cut.jsonl
    exits 0 history cut.jsonl
    [[ ${lines[0]} == "1 damaged line: the rest of the run is ignored, too. The first: cut.jsonl:59: not a record of mpiperf: "* ]]
    [ "$(tail -n +2 <<<"$output")" = "2 runs found twice, counted once
1 case missing from the last night: MPI_Bcast, 2 ranks on 1 node: shmbcast at 8 B (last on 2026-01-29)
$gate
HISTORY: no change in 2 cases over 30 nights" ]
    # added again, it is whole
    { cat cut.jsonl; nights 29 30 10 20; } >again.jsonl
    history again.jsonl --export=github
    [ "$(jq -c 'map([.name, .value])' <<<"$output")" = '[["MPI_Bcast, 2 ranks on 1 node: native at 8 B",10.01],'\
'["MPI_Bcast, 2 ranks on 1 node: shmbcast at 8 B",20.01]]' ]
    # a last line that is cut is not mentioned, nor an empty file
    : >empty.jsonl
    head -c -20 whole.jsonl >torn.jsonl
    exits 0 history torn.jsonl empty.jsonl
    [ "${lines[-1]}" = "HISTORY: no change in 2 cases over 30 nights" ]
    [ "${#lines[@]}" -eq 2 ]
}

@test "a case that appears, one that ends, and too few nights" {
    nights 0 9 10 20 | sed '/shmbcast/d' >a.jsonl
    exits 0 history a.jsonl
    [ "${lines[0]}" = "9 nights: changes are found from 10 on" ]
    nights 9 15 10 20 | sed '/native/d' >>a.jsonl
    exits 0 history a.jsonl
    [ "$output" = "1 case that the first night lacks: MPI_Bcast, 2 ranks on 1 node: shmbcast at 8 B (since 2026-01-10)
1 case missing from the last night: MPI_Bcast, 2 ranks on 1 node: native at 8 B (last on 2026-01-09)
$gate
HISTORY: no change in 2 cases over 15 nights" ]
}

@test "a drift has no night, and its cause is its reference's" {
    for i in {0..39}; do
        nights $i $((i + 1)) $((1000 + 5 * i)) $((2000 + 8 * i))
    done >a.jsonl
    exits 0 history a.jsonl --reference=shmbcast -o a.html
    [ "${lines[-1]}" = "HISTORY: 1 change over 40 nights: 2 of 2 cases take 16 to 19 % longer by a drift \
from 2026-01-01 to 2026-02-09: the machine" ]
    texts a.html | grep -qx '19 % longer by a drift from 2026-01-01 to 2026-02-09: the machine'
    # a line, and no night
    [[ $(grep -m 1 "class='level'" a.html) =~ d=\'M150\ [0-9]+L1780\ [0-9]+\' ]]
    run ! grep -q "class='band'" a.html
    for i in {0..39}; do
        nights $i $((i + 1)) $((1200 - 5 * i)) 2000
    done >b.jsonl
    exits 0 history b.jsonl --reference=shmbcast
    [ "${lines[-1]}" = "HISTORY: 1 change over 40 nights: 1 of 2 cases takes 16 % less time by a drift \
from 2026-01-01 to 2026-02-09: the library" ]
}

@test "runs without a date, and cases that only they have" {
    nights 0 1 10 20 | sed '/"run"/s/"time":"[^"]*"/"time":null/' >undated.jsonl
    for how in "-o a.html" --export=bmf --export=github; do
        # shellcheck disable=SC2086 # words
        exits 1 history undated.jsonl $how
        [ "$output" = "mpiperf-history: no run has a date" ]
    done
    nights 0 2 10 20 | sed '/shmbcast/d' >>undated.jsonl
    exits 0 history undated.jsonl --export=github
    [ "$(jq -r '.[].name' <<<"$output")" = "MPI_Bcast, 2 ranks on 1 node: native at 8 B" ]
    exits 0 history undated.jsonl
    [ "${lines[1]}" = "1 run without a time is ignored" ]
    [ "${lines[-1]}" = "HISTORY: no change in 1 case over 2 nights" ]
}

@test "a night measured by another method than the others is not counted" {
    nights 0 12 10 20 >a.jsonl
    nights 12 13 30 20 | sed '/native/s/"passes"/"marks":["fell-back"],&/' >>a.jsonl
    exits 0 history a.jsonl
    [ "${lines[0]}" = "1 time not counted, as most runs of the case were measured by another method" ]
    [[ ${lines[1]} == "1 case missing from the last night: "*": native at 8 B (last on 2026-01-12)" ]]
}

@test "two command lines are cases of their own" {
    nights 0 12 10 20 | jq -c 'if .type == "run" then .repeat = {launch: 1, command: 1, order: 1, seed: 1,
        seconds: 30} else . end' >a.jsonl
    nights 0 12 12 20 | sed '/shmbcast/d' | jq -c 'if .type == "run" then .time |= sub("T02"; "T03") |
        .repeat = {launch: 1, command: 2, order: 2, seed: 1, seconds: 30} else . end' >b.jsonl
    exits 0 history a.jsonl b.jsonl --sitting=2h -o page.html --export=bmf
    jq -e 'map_values(.latency.value) == {"MPI_Bcast, 2 ranks on 1 node: A:native at 8 B": 10010,
        "MPI_Bcast, 2 ranks on 1 node: A:shmbcast at 8 B": 20010,
        "MPI_Bcast, 2 ranks on 1 node: B:native at 8 B": 12010}' <<<"$output"
    grep -q '<h1>MPI_Bcast</h1>' page.html
}

@test "exports: the last night, for Bencher and for github-action-benchmark" {
    nights 0 12 10 20 >a.jsonl
    exits 0 history a.jsonl --export=bmf
    jq -e '. == {"MPI_Bcast, 2 ranks on 1 node: native at 8 B": {latency: {value: 10010,
            lower_value: 9999.52, upper_value: 10020.5}},
        "MPI_Bcast, 2 ranks on 1 node: shmbcast at 8 B": {latency: {value: 20010,
            lower_value: 19999.5, upper_value: 20020.5}}}' <<<"$output"
    exits 0 history a.jsonl --export=github
    jq -e '.[1] == {name: "MPI_Bcast, 2 ranks on 1 node: shmbcast at 8 B", unit: "us", value: 20.01,
        range: "0.01", extra: "2026-01-12"}' <<<"$output"
    nights 0 1 10 20 >one.jsonl
    history one.jsonl --export=bmf
    jq -e 'map(.latency) == [{value: 10000}, {value: 20000}]' <<<"$output"
}

@test "the page: sentences, notes and a picture of each case" {
    nights 0 20 10 20 >a.jsonl
    nights 20 40 11 20 >>a.jsonl
    exits 0 history a.jsonl --reference=shmbcast -o a.html
    valid_page a.html
    texts a.html >text
    for line in "1 of 2 cases takes 10 % longer since 2026-01-21: the library. In MPI_Bcast, 2 ranks on 1 node: native at 8 B" \
        "10 % longer since 2026-01-21: the library" "$gate" "a.jsonl (not in this page)" \
        "MPI_Bcast" "2026-01-21" "2026-02-09" "40 nights, 2026-01-01 to 2026-02-09"; do
        grep -qF "$line" text
    done
    grep -q '^Made by mpiperf-history ' text
    [ "$(grep -c '<svg ' a.html)" -eq 2 ]
    # a dot for each night; native's levels meet at the change
    [ "$(grep "class='dots'" a.html | grep -o 'M[0-9]* [0-9]*h0' | wc -l)" -eq 80 ]
    [ "$(grep "class='pale dots'" a.html | grep -o 'M[0-9]* [0-9]*h0' | wc -l)" -eq 40 ]
    [[ $(grep -m 1 "class='level'" a.html) =~ d=\'M150\ [0-9]+H965M965\ [0-9]+H1780\' ]]
    exits 2 history a.jsonl -o a.html
    [ "${lines[-1]}" = "mpiperf-history: --output: a.html exists: --overwrite replaces it" ]
    exits 0 history a.jsonl -o a.html --overwrite --title='A <b>'
    grep -q '<h1>A &lt;b&gt;</h1>' a.html
}

@test "the page of a hundred cases and a year has at most 2 MB" {
    nights 0 365 10 20 | awk '/"case"/ { next } { print } /"run"/ {
        n++
        for (i = 0; i < 100; i++) {
            us = (10 + i) * (1 + (n * 7919 + i * 104729) % 1000 / 50000) * (n > 200 && i % 2 ? 1.1 : 1)
            printf "{\"type\":\"case\",\"op\":\"bcast\",\"algo\":\"%s\",\"procs\":2,\"bytes\":%d," \
                "\"estimate\":%.6ge-6,\"passes\":[{\"pass\":1,\"estimate\":%.6ge-6}]}\n",
                i % 2 ? "native" : "shmbcast", int(i / 2) + 1, us, us
        } }' >year.jsonl
    exits 0 history year.jsonl --reference=shmbcast -o year.html
    [[ ${lines[-1]} == 'HISTORY: 1 change over 365 nights: 50 of 100 cases take '*' longer since 2026-07-20'*': the library' ]]
    [ "$(grep -c '<svg ' year.html)" -eq 100 ]
    [ "$(wc -c <year.html)" -le 2000000 ]
}

@test "command lines that are wrong, and files that are not records" {
    helps_as_manual mpiperf-history
    exits 2 history
    [ "$output" = "mpiperf-history: no FILE (usage: mpiperf-history FILE.jsonl...)" ]
    exits 2 history a.jsonl -o a.txt
    [ "$output" = "mpiperf-history: --output: 'a.txt': must end in .html" ]
    exits 2 history a.csv
    exits 2 history a.jsonl --export=csv
    exits 1 history none.jsonl
    [ "$output" = "mpiperf-history: cannot read none.jsonl: No such file or directory" ]
    echo hello >a.jsonl
    exits 1 history a.jsonl -o a.html
    [[ $output == "mpiperf-history: a.jsonl:1: not a record of mpiperf: "* ]]
    [ ! -e a.html ]
    : >a.jsonl
    exits 1 history a.jsonl
    [ "$output" = "mpiperf-history: no case records of mpiperf" ]
}
