# judge.sh: which rival is the best at each size, and is shmbcast-auto slower than that?
# Sourced by bash where ../lib.sh has been sourced.
# shellcheck shell=bash disable=SC2154,SC2016 # of who sources this; programs of jq
# SPDX-License-Identifier: BSD-3-Clause
#
# A cell is what is judged together: runs of one kind, MPI and number of ranks, with the
# same buffers. Of several rivals the best is chosen in odd runs and compared in even
# ones. mpiperf-compare makes the tables: how many times as fast as $limit times the rival
# auto is in the same run.
limit=1.05

rebuilt() { jq -L . "${@:1:$#-1}" "include \"rebuild\"; ${*: -1}"; }

# merged FILE OUT: the table's rows to OUT; none if there is no case.
merged() {
    : >"$2"
    grep -q '"type":"case"' "$1" || return 0
    rm -f "$work/rows.jsonl"
    PATH=${MPIPERF-}/openmpi/bin:${MPIPERF-}/mpich/bin:$PATH mpiperf-compare \
        --fail-above=5% -o "$work/rows.jsonl" "$1" >"$work/said" 2>&1 ||
        [ -s "$work/rows.jsonl" ] || { cat "$work/said" >&2 && return 1; }
    jq -c 'select(.type == "merged")' "$work/rows.jsonl" >"$2"
}

# chosen_of PART RIVALS: the fastest of the rivals (a condition of jq on a name) in odd
# runs of $work/cell, to $work/chosen.
chosen_of() {
    rebuilt -c --arg part "$1" '[.[] | select(.nth % 2 == 1)] | all_ways($part)' \
        <"$work/cell" >"$work/odd.jsonl" &&
        merged "$work/odd.jsonl" "$work/odd" &&
        rebuilt -sc "fastest($2)" <"$work/odd" >"$work/chosen"
}

# judged CELL PART: auto and $work/chosen, lines "ratio CELL PART RANKS BYTES RIVAL RUNS
# RATIO LO HI SIGN": how many times the rival's time auto takes.
judged() {
    rebuilt -c --arg part "$2" --slurpfile best "$work/chosen" \
        --argjson limit $limit 'with_best($part; $best[0]; $limit)' \
        <"$work/compared" >"$work/pairs.jsonl" &&
        merged "$work/pairs.jsonl" "$work/own" || return 1
    jq -r --arg cell "$1" --arg part "$2" --argjson limit $limit \
        --slurpfile best "$work/chosen" 'select(.vs) | ["ratio", $cell, $part, .procs, .bytes,
            $best[0]["\(.procs) \(.bytes)"], .runs, ([.vs.speedup, .vs.range[1],
            .vs.range[0]] | map(if . then $limit / . else null end)[]), .vs.sign] |
        map(if . == null then "-" else . end) | @tsv' "$work/own"
}

# times_of CELL PART: lines "time CELL PART RANKS BYTES WAY SECONDS RATIO LO HI": all ways
# in all runs, the ratio to the first.
times_of() {
    rebuilt -c --arg part "$2" 'all_ways($part)' <"$work/cell" >"$work/all.jsonl" &&
        merged "$work/all.jsonl" "$work/all" &&
        jq -r --arg cell "$1" --arg part "$2" '["time", $cell, $part, .procs, .bytes,
            .algo, .estimate, ([.vs.speedup, .vs.range[1], .vs.range[0]] |
            map(if . then 1 / . else null end)[])] |
            map(if . == null then "-" else . end) | @tsv' "$work/all"
}

# chosen_and_judged CELL PART RIVALS
chosen_and_judged() {
    rebuilt -c 'map(select(.nth % 2 == 0))' <"$work/cell" >"$work/compared" &&
        chosen_of "$2" "$3" && judged "$1" "$2"
}

# judged_with CELL RIVAL: there is no choice, so all runs are compared.
judged_with() {
    cp "$work/cell" "$work/compared"
    rebuilt -c --arg rival "$2" 'map(.ranks as $p | .ps | keys[] |
        {key: "\($p) \(.)", value: $rival}) | from_entries' <"$work/cell" \
        >"$work/chosen" && judged "$1" all
}

# judge_cell KIND MPI RANKS WHAT
judge_cell() {
    local cell="$1 $2 $3 $4" state
    all_records | rebuilt -sc --arg kind "$1" --arg mpi "$2" --arg ranks "$3" --arg what "$4" \
        'map(select(.type == "run")) | marked | named |
        map(select(.kind == $kind and .mpi == $mpi and .what == $what and
            ($ranks == "-" or "\(.ranks)" == $ranks))) | numbered' \
        >"$work/cell" || return 1
    case $1 in
    best)
        times_of "$cell" all && chosen_and_judged "$cell" all '. != "auto"' || return 1
        for state in $(jq -r 'map(.states[]?.name) | unique[]' "$work/cell"); do
            chosen_and_judged "$cell" "$state" '. != "auto"' || return 1
        done
        ;;
    first)
        times_of "$cell" all &&
            chosen_and_judged "$cell" all '. != "auto" and . != "native"'
        ;;
    steady) judged_with "$cell" better ;;
    flip) # where nothing changed there was nothing to find
        jq -c 'map(select(.changed))' "$work/cell" >"$work/changed" &&
            mv "$work/changed" "$work/cell" && judged_with "$cell" better
        ;;
    crowd)
        times_of "$cell" all && judged_with "$cell" old && judged_with "$cell" fixed
        ;;
    esac
}

# All cells, by ranks and size.
judge_cells() {
    local kind mpi ranks what
    while read -r kind mpi ranks what; do
        judge_cell "$kind" "$mpi" "$ranks" "$what" || return 1
    done < <(all_records | jq -r 'select(.type == "run") | [.kind, .mpi,
        (if .kind == "best" then .ranks else "-" end), .what] | join(" ")' |
        sort -u)
}

# For evaluate.awk, separated by tabs; a cell is four words.
judge_all() {
    judge_cells | sort -s -t "$(printf "\t")" -k2,3 -k4,4n -k5,5n || return 1
    all_records | jq -r 'select(.type == "run") | . as $r |
        (select(.kind == "flip") | (.ps | to_entries[]) as $row |
            ["flip", .mpi, .what, $row.key, .better,
             (.curve | map(tostring) | join(","))]),
        (select(.kind == "first") | range(.ways | length) as $i |
            ["made", .mpi, (.ps | keys[0]), .ways[$i], .made[$i]]) |
        @tsv'
}

# What evaluate.awk wrote to $work/plot-*, drawn.
draw() {
    local name
    for name in native best flip; do
        [ -s "$work/plot-$name" ] || continue
        gnuplot -e "name='$name'; data='$work/plot-$name'; limit=$limit" plot.gp \
            >"$name.svg" 2>"$work/said" || { cat "$work/said" >&2 && return 1; }
        echo "@picture-$name"
        echo "![$name]($name.svg)"
    done
}
