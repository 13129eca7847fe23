# smpi.bats: mpiperf on simulated clusters; for a build with CC=smpicc.
# SPDX-License-Identifier: BSD-3-Clause
bats_require_minimum_version 1.5.0

setup() {
    [ "$MPI_FLAVOUR" = smpi ] || skip "this build is not for SMPI"
    cd "$BATS_TEST_TMPDIR" || return 1
    seq -f 'node-%g' 0 1023 >hosts
}

simulate() { # RANKS ARGUMENT...; on $platform
    local ranks=$1 platform=${platform-$top_srcdir/results/smpi/fattree.xml}
    shift
    timeout -k 5 60 "$MPIEXEC" -quiet -no-privatize -np "$ranks" \
        -platform "$platform" -hostfile hosts \
        --cfg=smpi/simulate-computation:no --cfg=smpi/coll-selector:mpich \
        --cfg=smpi/bcast:binomial_tree --cfg=smpi/reduce:binomial \
        --cfg=smpi/allreduce:rdb --log=root.thresh:warning "$top_builddir/mpiperf" "$@"
}

@test "SMPI: the simulator's clock is taken, and needs no synchronization" {
    run -0 simulate 16 bcast -m 8 --preset quick -o r.jsonl
    run -0 jq -r 'select(.type == "run") | .timer.name, .clocksync.name,
        .nodes, .hosts[15]' r.jsonl
    [ "${lines[0]}" = simulated ]
    [ "${lines[2]}" = 16 ]
    [ "${lines[3]}" = node-15 ]
}

@test "SMPI: a real clock is refused with the reason" {
    run -1 simulate 2 bcast -m 8 --timer tsc
    [[ "$output" == *"tsc cannot be used here: time is simulated here"* ]]
}

@test "SMPI: shmbcast is refused, where ranks share a host too" {
    sed 's/.*/node-0/' hosts >one
    mv one hosts
    run -0 simulate 4 bcast:native,shmbcast -m 8 --preset quick -o r.jsonl
    [[ "$output" == *"no simulated time passes"* ]]
}

@test "SMPI: results are right" {
    run -0 simulate 16 bcast allreduce alltoall barrier -m 8,4096 \
        --preset quick --verify
}

@test "SMPI: a broadcast takes what a program by hand says, within 1 %" {
    run -0 timeout 120 "$top_srcdir/results/smpi/compare" \
        "$top_builddir/mpiperf" 64 8 65536
    [ "${#lines[@]}" = 2 ]
    for line in "${lines[@]}"; do
        read -r ranks _ hand _ percent <<<"$line"
        echo "$line"
        [ "$ranks" = 64 ]
        awk -v p="$percent" -v h="$hand" \
            'BEGIN { exit !(h > 0 && p > -1 && p < 1) }'
    done
}

@test "SMPI: messages that are merged take the time of their copies" {
    # 100 messages of 1,000 bytes and a line of 64 each, packed and unpacked
    local copy platform=xml
    printf 'node-0\nnode-1\n' >hosts
    for copy in 1e9 0.5e9; do
        "$top_srcdir/results/msgsched-figures/platform" 2 flat copy=$copy >xml
        run -0 simulate 2 exchange:direct,fixed -m 1000 --pattern=pair:100 \
            -P msgsched.tcopy=1Mi -P msgsched.fixed=1Mi -c 1 -R 1 -o $copy.jsonl
    done
    run -0 jq -rs 'map(select(.type == "case")) | group_by(.algo)[] |
        "\(.[0].algo) \(.[1].median - .[0].median)"' 1e9.jsonl 0.5e9.jsonl
    echo "$output"
    awk -v copied=$((2 * 100 * 1064)) '
        { expected = $1 == "fixed" ? copied * 1e-9 : 0
            off = $2 - expected
            bad += off > 1e-8 || off < -1e-8 }
        END { exit !(NR == 2 && bad == 0) }' <<<"$output"
}

@test "SMPI: barriers of shared arrays bring what was changed, by the same messages" {
    local n
    for n in 4 16; do
        run -0 simulate $n dsm-barrier:refnuma@touch=call,barrier \
            microshmem-put:microshmem -m 4Mi --touched=halo --changed=1024 -c 1 -R 3 \
            --verify -o $n.jsonl
        jq -es '.[-1].mismatches == 0' $n.jsonl
    done
    # A page to each of two neighbours, whatever the number of ranks; jq 1.7 would print
    # 2.0 as it is in the record, but for the sum
    run -0 jq -r 'select(.algo == "refnuma@touch=call") | .figures |
        "\(.messages + 0) \(.sent + 0)"' 4.jsonl 16.jsonl
    [ "${lines[*]}" = "2 8240 2 8240" ]
}

@test "SMPI: page faults are refused" {
    run -0 simulate 2 dsm-barrier:refnuma -m 4Mi --preset quick --allow-na
    [[ "$output" == *"page faults are not simulated: use touch=call"* ]]
}
