# smpi.bats: mpiperf on simulated clusters; for a build with CC=smpicc.
# SPDX-License-Identifier: BSD-3-Clause
bats_require_minimum_version 1.5.0

setup() {
    [ "$MPI_FLAVOUR" = smpi ] || skip "this build is not for SMPI"
    command -v jq >/dev/null || skip "jq is missing"
    cd "$BATS_TEST_TMPDIR" || return 1
    seq -f 'node-%g' 0 1023 >hosts
}

simulate() { # RANKS ARGUMENT...
    local ranks=$1
    shift
    timeout -k 5 60 "$MPIEXEC" -quiet -no-privatize -np "$ranks" \
        -platform "$top_srcdir/results/smpi/fattree.xml" -hostfile hosts \
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
        read -r ranks bytes hand ours percent <<<"$line"
        echo "$line"
        [ "$ranks" = 64 ]
        awk -v p="$percent" -v h="$hand" \
            'BEGIN { exit !(h > 0 && p > -1 && p < 1) }'
    done
}
