# sim.sh: what msgsched-7 and msgsched-8 share: the six applications' messages under
# every schedule on simulated networks. Sourced by bash, where ../lib.sh has been
# sourced, with $nodes, $paper, the mean gain there, $classed, the networks on which
# messages of one class of sizes are exchanged alone, and $varied, those on which
# parameters are changed.
# shellcheck shell=bash disable=SC2034,SC2154 # of and for who sources this
# SPDX-License-Identifier: BSD-3-Clause
#
# A step is one run, APPLICATION-NETWORK-VARIANT. What is simulated is the same each
# time, so one run of each is enough, and schedules need not be in one run. VARIANT:
#   all-SCHEDULE   all messages
#   node      bundles for a node instead of a process (scope)
#   small, medium, large   the messages of one class of sizes alone, of applications
#             that have several
#   PARAMETER-half, PARAMETER-double   a parameter of the machine changed
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
mapfile -t applications < <(awk -F ' *[|] *' '$3 ~ /^(halo|faces|sweep)$/ {
    print $2 }' "$here/applications.md" | uniq)
networks=(flat 2 4)
schedules=(native direct persistent window fixed throttle datatype reorder merge both auto)
parameters=(link latency copy message)
mpis=(smpi)

# ---- the machine -------------------------------------------------------------

# Seconds that a message costs its sender, and its receiver.
message=3.3e-7

# parameter NAME: its value, of `platform` or ours.
parameter() {
    if [ "$1" = message ]; then
        echo $message
    else
        sed -n "s/^$1=\([^ ]*\).*/\1/p" "$here/platform"
    fi
}

# value VARIANT: "NAME=VALUE" of the changed parameter; nothing if it changes none.
value() {
    local name=${1%-*} factor
    case $1 in
    *-half) factor=0.5 ;;
    *-double) factor=2 ;;
    *) return ;;
    esac
    awk -v name="$name" -v v="$(parameter "$name")" -v f=$factor \
        'BEGIN { printf "%s=%.6g\n", name, v * f }'
}

# network NETWORK VARIANT: the platform and the hosts of the ranks to $work, and what
# the library's calls cost to $costs: factors of SMPI's own are 1.
network() {
    local changed per=$message
    changed=$(value "$2")
    case $changed in
    message=*) per=${changed#*=} changed= ;;
    esac
    "$here/platform" "$nodes" "$1" ${changed:+"$changed"} >"$work/platform.xml" ||
        return 1
    awk -v n="$nodes" 'BEGIN {
        for (r = 0; r < 24 * n; r++) print "node-" int(r / 24) }' >"$work/hosts"
    costs=(--cfg=smpi/os:0:"$per":0 --cfg=smpi/ois:0:"$per":0
        --cfg=smpi/or:0:"$per":0 --cfg=smpi/bw-factor:0:1 --cfg=smpi/lat-factor:0:1
        --cfg=network/crosstraffic:0 --cfg=smpi/test:1e-7 --cfg=smpi/iprobe:1e-7
        --cfg=smpi/grow-injected-times:no)
}

use() {
    mpi=$1
    : "${SMPI:?"SMPI=FILE, an mpiperf built with CC=smpicc"}"
}

# simulate WORD...: mpiperf with them, its records to $work/run.jsonl. What ends
# within 50 ns ends together: that makes it three times as fast. A heap that keeps small
# objects together helps too, for the simulator walks a list of all messages under way
# whenever one ends. Shares of a link are computed to 1e-4 byte/s: with the simulator's own
# 1e-5 rounding ends some simulations.
simulate() {
    local heap
    heap=$(ldconfig -p | awk '/libjemalloc[.]so[.]2/ { print $NF; exit }')
    rm -f "$work/run.jsonl"
    run env ${heap:+LD_PRELOAD="$heap"} timeout -k 5 10800 \
        smpirun -quiet -no-privatize -np $((24 * nodes)) \
        -platform "$work/platform.xml" -hostfile "$work/hosts" \
        --cfg=smpi/simulate-computation:no --cfg=smpi/coll-selector:mpich \
        --cfg=smpi/bcast:binomial_tree --cfg=smpi/reduce:binomial \
        --cfg=smpi/allreduce:rdb --cfg=surf/precision:5e-8 --cfg=maxmin/precision:1e-4 \
        --log=root.thresh:warning "${costs[@]}" \
        "$SMPI" "$@" -c 1 -R 1 -P window.init=1 -o "$work/run.jsonl" >"$work/said" 2>&1 ||
        { grep -v smpi_kernel "$work/said" >&2 && return 1; }
}

# ---- steps -------------------------------------------------------------------

# Lines "APPLICATION CLASS..." of the classes of messages that each has.
classes() {
    local a c
    [ -s "$work/classes" ] || for a in "${applications[@]}"; do
        for c in small medium large; do
            "$here/pattern" "$a" "$nodes" $c | grep -c '^[0-9]' >"$work/said" && echo $c
        done | xargs echo "$a"
    done >"$work/classes"
    cat "$work/classes"
}

# The schedules of a variant in $words, for mpiperf.
exchanged() {
    case $1 in
    all-*) words=("exchange:${1#all-}") ;;
    node) words=("exchange:both@scope=node") ;;
    *) words=("exchange:direct,window,reorder,merge,both") ;;
    esac
}

steps() {
    local a c p s net cost=$((nodes * nodes))
    for net in "${networks[@]}"; do
        for a in "${applications[@]}"; do
            for s in "${schedules[@]}"; do
                echo "1 $((cost / 4)) smpi $a-$net-all-$s"
            done
            echo "2 $((cost / 4)) smpi $a-$net-node"
        done
    done
    for net in "${varied[@]}"; do
        for a in "${applications[@]}"; do
            for p in "${parameters[@]}"; do
                echo "4 $cost smpi $a-$net-$p-half"
                echo "4 $cost smpi $a-$net-$p-double"
            done
        done
    done
    for net in "${classed[@]}"; do
        classes | awk -v net="$net" -v cost="$cost" 'NF > 2 {
            for (i = 2; i <= NF; i++) print 3, cost, "smpi", $1 "-" net "-" $i }'
    done
}

step() {
    local application net variant class=all
    IFS=- read -r application net variant <<<"$1"
    case $variant in
    small | medium | large) class=$variant ;;
    esac
    exchanged "$variant"
    "$here/pattern" "$application" "$nodes" "$class" >"$work/$application.msgs" &&
        network "$net" "$variant" &&
        simulate "${words[@]}" --pattern="$work/$application.msgs" || return 1
    jq -c --arg application "$application" --arg net "$net" \
        --arg variant "${variant/#all-*/all}" --argjson nodes "$nodes" '
        select(.type == "case") | {type: "cell", application: $application,
            net: $net, variant: $variant, nodes: $nodes, algo: (.algo | sub("@.*"; "")), seconds: .median,
            bytes, reason, open, figures} |
            with_entries(select(.value != null))' \
        "$work/run.jsonl" >"$work/records"
    [ "$variant" != all-direct ] || jq -c 'select(.type == "run") | {type: "machine",
        mpiperf, library: .machine.mpi}' "$work/run.jsonl" >>"$work/records"
}

# ---- figures -----------------------------------------------------------------

evaluate() {
    echo @machine
    made_with
    all_records | jq -r 'select(.type == "cell") | [.net, .application, .variant, .algo,
        .seconds // "-"] | @tsv' |
        figures "$here/evaluate.awk" nodes="$nodes" paper="$paper" \
            plot="$work/gains" classed="${classed[*]}" \
            alone="$(classes | awk 'NF == 2 { print $1 ":" $2 }' | xargs)"
    plot
}

# What `evaluate.awk` wrote to $work/gains, drawn, of the networks that have figures of
# each of our schedules.
plot() {
    local nets
    nets=$(awk -F '"' '
        { n = split($5, gain, " ") }
        !($2 in seen) { seen[$2] = 1; net[++nets] = $2 }
        { for (i = 1; i <= n; i++) if (gain[i] != "NaN") has[$2, i] = 1 }
        END {
            for (k = 1; k <= nets; k++) {
                for (i = 1; i <= n && (net[k], i) in has; i++)
                    ;
                if (i > n)
                    printf "%s\"%s\"", sep++ ? " " : "", net[k]
            }
        }' "$work/gains" 2>"$work/said")
    echo @picture
    [ -n "$nets" ] || { echo "Not drawn: no network has figures of each schedule." && return; }
    gnuplot -e "gains='$work/gains'; nodes=$nodes; nets='$nets'" \
        "$here/gains.gp" >gains.svg 2>"$work/said" || { cat "$work/said" >&2 && return 1; }
    echo '![gains by application and network](gains.svg)'
}
