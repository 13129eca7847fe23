# gains.sh: what msgsched-onehost and msgsched-cluster share: 10^4 messages to one
# peer, or 8 MiB of them, merged and not. Sourced by bash where ../lib.sh has been
# sourced, with $pattern, the pattern's name, and $started, the words that start
# mpiperf there; $tables against each rival, of $budget seconds each. A size is BYTES
# or BYTES+GAP: messages that many bytes apart in memory.
# shellcheck shell=bash disable=SC2034,SC2154 # of and for who sources this
# SPDX-License-Identifier: BSD-3-Clause
gains=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
bytes=(8 64 256 1024 4096 16384 65536 262144)
rivals=(direct window)
others=datatype,fixed,merge,both

# exchanged SIZE: what mpiperf is told, in $words, of schedules that follow.
exchanged() {
    local b gap n
    IFS=+ read -r b gap <<<"$1"
    n=$((8388608 / b))
    words=(-m "$b" "--pattern=$pattern:$((n < 10000 ? n : 10000))" ${gap:+"--gap=$gap"})
}

# gain_steps COST MPI: a table against each rival, and a run in which all is checked.
gain_steps() {
    local b base t
    for b in "${bytes[@]}"; do
        echo "0 $(($1 / 2 + 10)) $2 $2-verify-$b"
        for ((t = 1; t <= tables; t++)); do
            for base in "${rivals[@]}"; do
                echo "$t $(($1 + 5)) $2 $2-gain-$b-$base-$t"
            done
        done
    done
}

# gain_step SIZE RIVAL: the rival is named first: what all are compared with.
gain_step() {
    exchanged "$1"
    repeat "$budget" -- "${started[@]}" "exchange:$2,$others" "${words[@]}" ||
        return 1
    table_records | jq -c --arg base "$2" '. + {$base}' >"$work/records"
}

# Wrong results (status 3) are a finding, and no failure of the step.
verify_step() {
    exchanged "$1"
    rm -f "$work/run.jsonl"
    said "${started[@]}" "exchange:direct,window,$others,auto" "${words[@]}" --verify \
        --preset quick -o "$work/run.jsonl" || [ $? = 3 ] || return 1
    jq -c 'select(.type == "case") | {type: "verify", algo, bytes, gap, mismatches,
        launches, reason}' "$work/run.jsonl" >"$work/records"
}

# What gains.awk wrote to $work/gains, drawn.
plot_gains() {
    [ -s "$work/gains" ] || return 0
    gnuplot -e "gains='$work/gains'" "$gains/gains.gp" >gains.svg 2>"$work/said" ||
        { cat "$work/said" >&2 && return 1; }
    printf '%s\n' @picture '![gains by size](gains.svg)'
}

# For gains.awk, separated by tabs.
gain_lines() {
    all_records | jq -r '
        def line: map(if . == null then "-" else . end) | @tsv;
        def size: [.bytes, .gap | select(. != null and . != 0) | tostring] | join("+");
        if .type == "merged" and .base != null then
            ["gain", .mpi, size, .base, .algo, (.vs | .ratio,
                (.ci // [null, null])[]), .estimate] | line
        elif .type == "verify" then
            ["verify", .mpi, size, "-", .algo, .mismatches, .launches] | line
        else empty end'
}
