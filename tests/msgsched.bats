# msgsched.bats: the schedules of libmsgsched as algorithms of exchange: what arrives, what
# is told of it. Usage errors: src/mpiperf/options/test/test_wrong.c.
# SPDX-License-Identifier: BSD-3-Clause

schedules=direct,persistent,window,fixed,throttle,datatype,neighbor,reorder
schedules=$schedules,merge,both,auto
# Method free has no slots, so no launch is late.
few=(--verify -c 1 -R 2 -M free --max-time 5)

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

# exchange N SCHEDULES ARGUMENT...: right data on N ranks; records in r.jsonl.
exchange() {
    record "$1" "exchange:native,$2" "${few[@]}" "${@:3}"
    [ "$status" -eq 0 ]
    jq -es '.[-1].mismatches == 0' r.jsonl
}

# all CONDITION: of every case, which knows the schedule `direct` of the same
# arguments as $direct.
all() {
    jq -es "map(select(.type == \"case\")) |
        (map(select(.algo == \"direct\") | {key: (.bytes | tostring),
            value: .figures}) | from_entries) as \$all |
        length > 0 and all(.[] | select(.algo != \"native\");
            \$all[.bytes | tostring] as \$direct | $1)" r.jsonl
}

# everything N PATTERN...
everything() {
    for pattern in "${@:2}"; do
        exchange "$1" "$schedules" -m 0,8,1000,16Ki --pattern=$pattern --allow-one-rank
        all '.open > 0 and .figures.plan > 0 and
            (.params.schedule == .algo or .algo == "auto") and
            .figures.wire_bytes == $direct.wire_bytes and
            .figures.wire_messages <= $direct.wire_messages and
            .figures.largest >= $direct.largest and $direct.copied == 0'
    done
}

@test "1 rank: all schedules in one run, every byte" {
    everything 1 halo2d:3
}
@test "3 ranks: all schedules in one run, every byte" {
    everything 3 halo2d:3 alltoall incast outcast
}

@test "messages longer than a bundle may be, and types with gaps" {
    exchange 2 "$schedules" -m 3Mi --pattern=pair:3
    exchange 3 "$schedules" -m 24,3000 -d vector --pattern=halo2d:2
    exchange 2 "$schedules" -m 40 -d indexed --pattern=random:1
}

@test "messages that lie apart" {
    exchange 2 "$schedules" -m 8,100 --gap=13 --pattern=halo2d:20
    exchange 2 "$schedules" -m 40 -d indexed --gap=1 --pattern=random:1
    jq -es 'map(select(.type == "case").param) | unique ==
        [{pattern: "random:1", gap: 1}]' r.jsonl
}

@test "one plan for all slots; persistent requests for 16" {
    exchange 2 "$schedules" -m 100 -b cold -R 40
    exchange 2 persistent -m 1Mi -b cold -R 20
}

@test "figures: 1000 messages of 8 bytes, merged by known rules" {
    exchange 2 direct,window,fixed,fixed@fixed=80,merge,merge@alpha=2,both \
        -m 8 --pattern=pair:1000 -P msgsched.tcopy=1Ki
    figures() {
        jq -es --arg algo "$1" "map(select(.algo == \$algo)) | length == 1 and
            all(.figures | $2)" r.jsonl
    }
    figures direct '.wire_messages == 1000 and .wire_bytes == 8000 and
        .copied == 0 and .largest == 8'
    figures window '.wire_messages == 1000 and .copied == 0'
    figures fixed '.wire_messages == 1 and .largest == 8000 and
        .copied == 16000'
    figures fixed@fixed=80 '.wire_messages == 100 and .largest == 80'
    # 8, 16, 32, ... bytes: 1 + 2 + ... + 256 = 511 messages in 9, then the rest
    figures merge@alpha=2 '.wire_messages == 10 and .largest == 3912 and
        .copied == 2 * (8000 - 8)'
    # alpha = 1.5: 1, 2, 3, 5, 8, 12, 18, 27, 41, 62, 93, 140, 210, 315, 63
    figures merge '.wire_messages == 15 and .largest == 2520'
    figures both '.wire_messages == 15 and .wire_bytes == 8000'
}

@test "figures: after how many exchanges a plan has paid for itself" {
    exchange 2 direct,fixed -m 8 --pattern=pair:1000 -R 20 -c 2
    jq -es 'map(select(.type == "case")) |
        (.[] | select(.algo == "native")).median as $native |
        map(select(.algo != "native")) | length == 2 and
        all(.[]; .valid > 0 and $native > 0) and
        all(.[] | select(.figures.pays_after != null); .median < $native and
            (.figures.pays_after - .figures.plan / ($native - .median) |
                . > -0.001 and . < 1.001))' r.jsonl
}

@test "figures: one launch tells nothing of what a plan saves" {
    exchange 2 direct,fixed -m 8 --pattern=pair:1000 -R 1 -c 1
    all '.figures.plan > 0 and .figures.pays_after == null'
}

@test "a threshold: from there on a message goes alone, not copied" {
    exchange 2 fixed,both -m 999,1000 --pattern=pair:10 -P msgsched.tcopy=1000
    all '.figures.tcopy == 1000 and .params.tcopy_same == 1000 and
        if .bytes < 1000 then .figures.copied > 0 else
            .figures.copied == 0 and .figures.wire_messages == 10 end'
    exchange 2 both -m 8 -P msgsched.tcopy=never
    all '.figures.tcopy == null and .figures.measure == 0'
    exchange 2 both -m 8
    all '.figures.tcopy >= 256 and .figures.tcopy == .params.tcopy_same and
        .params.tcopy_other == null and .figures.measure > 0'
    exchange 2 direct,window,datatype -m 8
    all '.figures.tcopy == null and .params.tcopy_same == null and
        .figures.measure == 0'
}

@test "distances of nodes from a file, which rank 0 reads" {
    { echo "# msgsched 1"; echo "ranks 3"; printf 'node %d %d\n' 0 0 1 1 2 2
        printf '%d %d 8\n' 0 1 0 2 1 2 2 0; } >three.msgs
    printf '%s\n' '0 5 1' '5 0 1 # far' '1 1 0' >near
    printf '%s\n' '0 1 1' '1 0 1' '1 1 0' >alike
    exchange 3 direct,both@distance=./near,both@distance=./alike,both --pattern=./three.msgs
    jq -es 'map(select(.algo // "" | startswith("both")).params.distance_digest) |
        map(type) == ["string", "string", "null"] and .[0] != .[1]' r.jsonl
    # of another number of nodes; wrong; not there
    printf '%s\n' '0 1' '1 0' >two
    printf '%s\n' '0 1 x' >wrong
    mpiperf 3 exchange:both@distance=two,both@distance=wrong,both@distance=none.txt \
        --pattern=./three.msgs "${few[@]}"
    echo "$output"
    grep -q 'distance=two .*distance' <<<"$output"
    grep -q 'distance=wrong .*wrong:1: not a distance' <<<"$output"
    grep -q 'distance=none.txt .*none.txt: No such file or directory' <<<"$output"
}

@test "nodes of a pattern's file: the degrees make alpha" {
    # rank 0 sends to three nodes: alpha is 1.5 + log2(3) = 3.08, and 1, 4, 13, 40,
    # 2 messages go to each of them; one node: alpha 1.5, and 1, 2, 3, 5, 8, 12,
    # 18, 11
    for to in 1 2 3; do
        echo "0 $to 8 0 60"
    done >messages
    { echo "# msgsched 1"; echo "ranks 4"; cat messages; } >one.msgs
    { echo "# msgsched 1"; echo "ranks 4"; printf 'node %d %d\n' 0 0 1 1 2 2 3 3
        cat messages; } >four.msgs
    exchange 4 merge,direct --pattern=./four.msgs -P msgsched.tcopy=1Ki
    jq -es 'any(.algo == "merge" and .figures.wire_messages == 15)' r.jsonl
    exchange 4 merge,direct --pattern=./one.msgs -P msgsched.tcopy=1Ki
    jq -es 'any(.algo == "merge" and .figures.wire_messages == 24)' r.jsonl
    # what messages cost is that of this host, whatever the file says
    exchange 4 merge --pattern=./four.msgs
    all '.figures.tcopy >= 256 and .figures.tcopy == .params.tcopy_same and
        .params.tcopy_other == null'
}

@test "all ways to send" {
    variants=
    for option in dist=far dist=none group=0 intra=plain progress=eager \
        alpha=balance wmin=4Ki wmax=100 inflight=1 inflight=all; do
        variants=$variants,both@$option,merge@$option,reorder@$option
    done
    exchange 3 "direct,fixed@wmax=50,throttle@throttle=1@senders=1$variants" \
        -m 64 --pattern=random:2 -P msgsched.group=1
    cases 'if .algo == "native" then .given == {} else
        .given == ([.algo | split("@")[1:][] | split("=") | {(.[0]): .[1]}] |
            {"group": "1"} + add) end' 34
}

@test "variants of one schedule, each with rows of its own" {
    exchange 2 both,both@alpha=2,both@alpha=2@wmax=64 -m 8 --pattern=pair:100
    jq -es 'map(select(.type == "case")) | length == 4 and
        map(.given) == [{}, {}, {"alpha": "2"}, {"alpha": "2", "wmax": "64"}]
        ' r.jsonl
}

@test "overlap: the share of its own time that a schedule hides" {
    record 2 "exchange:native,both,both@compute=2,both@progress=eager" \
        -P msgsched.tests=3 -m 8,1Ki "${few[@]}" -R 40
    [ "$status" -eq 0 ]
    jq -es '.[-1].mismatches == 0 and
        all(.[] | select(.type == "case"); (.main == "hidden") ==
            (.algo == "both@compute=2")) and
        ([.[] | select(.algo == "both") | {key: (.bytes | tostring),
            value: .median}] | from_entries) as $pure |
        all(.[] | select(.main == "hidden");
            .params.tests == 3 and .pure == $pure[.bytes | tostring] and
            .bandwidth == null)' r.jsonl
    # for all of them by -P
    record 2 exchange:both@compute=none,both -P msgsched.compute=2 -m 8 \
        "${few[@]}" -R 40
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case").main) == [null, "hidden"]' r.jsonl
}
