# gains.sh: what msgsched-onehost and msgsched-cluster share: 10^4 messages to one
# peer, or 8 MiB of them, merged and not. Sourced by bash where ../lib.sh has been
# sourced, with $pattern, the pattern's name, and $started, the words that start
# mpiperf there; $tables of each size, which take what `seconds_of SIZE` says. A size is
# BYTES or BYTES+GAP: messages that many bytes apart in memory.
# shellcheck shell=bash disable=SC2034,SC2154 # of and for who sources this
# SPDX-License-Identifier: BSD-3-Clause
gains=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
bytes=(8 64 256 1024 4096 16384 65536 262144)
exchanges=both,direct,window,datatype,fixed,merge # the first: what all are compared with
checked=$exchanges                                # byte by byte

# exchanged SIZE: what mpiperf is told, in $words, of schedules that follow.
exchanged() {
    local b gap n
    IFS=+ read -r b gap <<<"$1"
    n=$((8388608 / b))
    words=(-m "$b" "--pattern=$pattern:$((n < 10000 ? n : 10000))" ${gap:+"--gap=$gap"})
}

# gain_steps MPI: the tables, and a run in which all is checked.
gain_steps() {
    local b t
    for b in "${bytes[@]}"; do
        echo "0 20 $1 $1-verify-$b"
        for ((t = 1; t <= tables; t++)); do
            echo "$t $(($(seconds_of "$b") + 5)) $1 $1-gain-$b-$t"
        done
    done
}

gain_step() {
    exchanged "$1"
    repeat "$(seconds_of "$1")" -- "${started[@]}" "exchange:$exchanges" \
        "${words[@]}" || return 1
    table_records | jq -c '. + {gain: true}' >"$work/records"
}

# Wrong results (status 3) are a finding, and no failure of the step. Three exchanges of
# each, however long they take.
verify_step() {
    exchanged "$1"
    rm -f "$work/run.jsonl"
    said "${started[@]}" "exchange:$checked" "${words[@]}" --verify -c 1 -R 3 \
        --max-time 100 -o "$work/run.jsonl" || [ $? = 3 ] || return 1
    jq -c 'select(.type == "case") | {type: "verify", algo, bytes,
        param: {gap: .param.gap}, mismatches, launches, reason}' "$work/run.jsonl" >"$work/records"
}

# What gains.awk wrote to $work/gains, drawn.
plot_gains() {
    [ -s "$work/gains" ] || return 0
    gnuplot -e "gains='$work/gains'" "$gains/gains.gp" >gains.svg 2>"$work/said" ||
        { cat "$work/said" >&2 && return 1; }
    printf '%s\n' @picture '![gains by size](gains.svg)'
}

# For gains.awk, separated by tabs: the time of each over that of direct, and of window.
# Intervals are of `both`, which all are compared with.
gain_lines() {
    all_records | jq -L "$lib" -rs 'include "ratio";
        def line: map(if . == null then "-" else . end) | @tsv;
        def size: [.bytes, (.param.gap | select(. != null and . != 0)) |
            tostring] | join("+");
        def to_both: if .algo == "both" then 1 else compared.ratio end;
        (map(select(.type == "merged" and .gain)) | group_by([.step, .state])[] |
            . as $rows | .[] | select(.algo == "direct" or .algo == "window") |
            . as $base | to_both as $its | compared as $vs | $rows[] |
            to_both as $own |
            ["gain", .mpi, size, $base.algo, .algo,
                if $its == null or $own == null then null else $own / $its end,
                if .algo == "both" and $vs.lo != null then 1 / $vs.hi, 1 / $vs.lo
                else null, null end, .estimate] | line),
        (.[] | select(.type == "verify") |
            ["verify", .mpi, size, "-", .algo, .mismatches, .launches] | line)'
}
