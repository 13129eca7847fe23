# dsm.sh: what this campaign and cluster/ share: tables of dsm-barrier, and what is
# kept of them. Sourced by bash where ../lib.sh has been sourced, with $started, the
# words that start mpiperf; $tables of $budget seconds each; $changed, how many elements
# a rank changes where everything was touched, and $fixed, the one with all rivals.
# shellcheck shell=bash disable=SC2154 # of who sources this
# SPDX-License-Identifier: BSD-3-Clause
#
# A table's first algorithm is what all others are compared with. The array has 1 Mi
# doubles.
halo_changed=(0 4096)
rivals=allgather,put-fence,p2p,shwin,trivial,barrier
detectors=refnuma,refnuma@detect=uffd,refnuma@detect=twin

# dsm_steps COST MPI
dsm_steps() {
    local n t
    for n in "${halo_changed[@]}"; do
        echo "0 60 $2 $2-verify-halo:$n"
    done
    echo "0 60 $2 $2-verify-all:$fixed"
    echo "0 60 $2 $2-verify-halo:$fixed:foreign"
    echo "0 60 $2 $2-verify-all:$fixed:foreign"
    for ((t = 1; t <= tables; t++)); do
        for n in "${halo_changed[@]}"; do
            echo "$t $(($1 + 5)) $2 $2-halo-$n-$t"
        done
        for n in "${changed[@]}"; do
            echo "$t $(($1 + 5)) $2 $2-all-$n-$t"
        done
    done
}

# Is Global Arrays in this mpiperf?
has_ga() {
    ! grep -qs 'built without Global Arrays' "$(command -v mpiperf)"
}

# dsm_step KIND WHAT
dsm_step() {
    local rivals=$rivals
    ! has_ga || rivals+=,ga
    case $1 in
    verify)
        once "dsm-barrier:refnuma,refnuma@detect=uffd,refnuma@detect=twin,$rivals" \
            -m 8Mi --touched="${2%%:*}" --changed="${2#*:}" --verify &&
            kept_cases verify "$2"
        ;;
    halo)
        merged halo "$2" "$budget" "dsm-barrier:refnuma,$rivals" -m 8Mi \
            --touched=halo --changed="$2"
        ;;
    all)
        merged all "$2" "$budget" "dsm-barrier:allgather,$detectors,${rivals#*,}" \
            -m 8Mi --touched=all --changed="$2"
        ;;
    esac
}

# merged KIND WHAT SECONDS WORD...: a table of mpiperf with these words.
merged() {
    local kind=$1 what=$2 seconds=$3
    shift 3
    repeat "$seconds" -- "${started[@]}" "$@" || return 1
    table_records | jq -c --arg kind "$kind" --arg what "$what" '. + {$kind, $what}' \
        >"$work/records"
}

# once WORD...: one run, its records to $work/run.jsonl; of times nothing is kept.
# Wrong results (status 3) are a finding, and no failure of the step.
once() {
    rm -f "$work/run.jsonl"
    said "${started[@]}" "$@" -M free -c 1 -R 3 --max-time 60 --allow-na \
        -o "$work/run.jsonl" || [ $? = 3 ]
}

# kept_cases TYPE WHAT: what its cases have beside time.
kept_cases() {
    jq -c --arg type "$1" --arg what "$2" 'select(.type == "case") | {$type, $what,
        algo, procs, mismatches, launches, reason, figures}' "$work/run.jsonl" \
        >"$work/records"
}

# For evaluate.awk, separated by tabs.
dsm_lines() {
    all_records | jq -L "$lib" -r 'include "ratio";
        def line: map(if . == null then "-" else . end) | @tsv;
        def figures: .figures // {} | [.memory, .compared, .sent, .messages,
            .pages];
        if .type == "merged" then
            ["table", .mpi, .kind, (if .kind == "put" then .bytes else .what end),
             .algo, .estimate, (compared | .ratio, .lo, .hi),
             .figures.share, (.parts.compute.median // .figures.compute),
             time_range[]] | line
        elif .type == "verify" then
            ["verify", .mpi, .what, .algo, .mismatches, .launches] + figures | line
        elif .type == "counted" then
            ["counted", .mpi, .procs, .algo] + figures | line
        else empty end' |
        sort -t "$(printf "\t")" -k1,1 -k2,2 -k3,3 -k4,4n -k4,4 -s
}
