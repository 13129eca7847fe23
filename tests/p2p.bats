# p2p.bats: point-to-point operations: who takes part, and a ping-pong written by
# hand beside them. That their data is right: ops.bats; rates: run.bats.
# SPDX-License-Identifier: BSD-3-Clause

few=(--allow-one-rank --verify -c 1 -R 1 -P window.init=2 --max-time 0.2)

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

# bats test_tags=once
@test "one rank makes no pair, and the ring is the rank itself" {
    record 1 'pingpon*' 'bandw*' '?send' 'send_i*' -m 8 "${few[@]}"
    [ "$status" -eq 0 ]
    cases '.valid == 0 and .reason == "--pairs makes no pair of these ranks"'
    record 1 sendrecv sendrecv_replace exchange -m 0,8 "${few[@]}"
    [ "$status" -eq 0 ]
    cases '.mismatches == 0 and .seconds > 0'
}

# bats test_tags=once
@test "ranks of one node have no pair across nodes" {
    record 2 pingpong --pairs=nodes -m 8 "${few[@]}"
    [ "$status" -eq 0 ]
    cases '.pairs == "nodes" and (.reason | test("no pair"))'
}

@test "parameters: many messages" {
    record 2 pingpong psend_init bandwidth bibandwidth -m 0,1000 "${few[@]}" \
        -P pingpong.rounds=500 -P psend_init.partitions=33 \
        -P bandwidth.window=300
    [ "$status" -eq 0 ]
    cases '.mismatches == 0'
}

# A stage is launches without any other call between them: if a buffered
# message stayed where it is, the memory for one would be full at the second.
@test "buffered sends find room in every launch of a long stage" {
    record 2 'bsend*' ibsend -m 1000,1Mi --verify -c 1 -R 128 \
        -P window.k=64 --max-time 2
    [ "$status" -eq 0 ]
    cases '.reason // "" | test("failed") | not'
    cases '.mismatches == 0'
}

# Every thread has data of its own, and what arrives in another one's buffer is wrong.
@test "threads: each with its peer, rates of all together" {
    local threaded='send ssend isend issend pingpong pingping bandwidth bibandwidth'
    # shellcheck disable=SC2086 # words
    record 2 $threaded --threads=3 -m 0,1000 -P bandwidth.window=4 -P pingpong.rounds=2 \
        "${few[@]}" -R 3 --max-time 5
    [ "$status" -eq 0 ]
    [[ $output == *"# mpi_init: "* ]]
    cases '.threads == 3 and .launches > 0 and .mismatches == 0' 16
    cases '.traffic_messages == 3 * ({pingping: 2, bandwidth: 4, bibandwidth: 8}[.op] // 1)'
    record 4 pingpong bandwidth --threads=2 --pairs=neighbors --groups=2 -b cold -m 1000 \
        -P bandwidth.window=4 -P pingpong.rounds=2 "${few[@]}" -R 3 --max-time 5
    [ "$status" -eq 0 ]
    cases '.threads == 2 and .groups == 2 and .launches > 0 and .mismatches == 0' 2
    cases '.traffic_messages == if .op == "pingpong" then 4 else 16 end'
    record 3 'send*' 'isend' --threads=2 -m 8 "${few[@]}"
    [[ $output == *" left out: --threads: send_init does not run"* ]]
    cases '.threads == 2 and .mismatches == 0' 2
    record 2 exchange pingpong -m 8 "${few[@]}"
    cases 'has("threads") | not' 2
    format=table mpiperf 2 pingpong --threads=1 -m 8 "${few[@]}"
    [[ $output == *"pingpong, 2 ranks on 1 node, 1 thread a rank, "* ]]
}

# Each thread has a communicator of its own; the roots change from launch to launch.
@test "threads: collectives, each thread's result checked" {
    local blocking='barrier bcast gather gatherv scatter scatterv allgather allgatherv alltoall
        alltoallv alltoallw reduce allreduce reduce_scatter reduce_scatter_block scan exscan
        neighbor_allgather neighbor_allgatherv neighbor_alltoall neighbor_alltoallv
        neighbor_alltoallw'
    # shellcheck disable=SC2086 # words
    record 3 $blocking $(printf 'i%s ' $blocking) --threads=2 -m 1000 -r rotate "${few[@]}" \
        -R 4 --max-time 5
    [ "$status" -eq 0 ]
    cases '.threads == 2 and .launches > 0 and (.mismatches // 0) == 0' 44
    record 2 'allreduce*' --threads=2 -m 8 "${few[@]}"
    [[ $output == *" left out: --threads: allreduce_init does not run"* ]]
    cases '.op == "allreduce" and .threads == 2' 1
}

@test "threads: a library that does not provide MPI_THREAD_MULTIPLE" {
    cat >less.c <<'EOF'
#include <mpi.h>
int MPI_Query_thread(int *provided)
{
    *provided = MPI_THREAD_SERIALIZED;
    return MPI_SUCCESS;
}
EOF
    $CC -shared -fPIC less.c -o less.so
    LD_PRELOAD=$PWD/less.so record 2 pingpong --threads=2 -m 8 "${few[@]}"
    [ "$status" -eq 0 ]
    cases '.valid == 0 and (.reason | test("does not provide MPI_THREAD_MULTIPLE"))' 1
}

# The plug-in of results/pingpong, with the header as it is here.
@test "a ping-pong by hand beside ours: right, and with a figure of its own" {
    mkdir mpiperf
    ln -s "$top_srcdir/src/ops/op.h" mpiperf
    jansson=$(pkg-config --cflags jansson)
    $CC -I. $jansson -std=c11 -Wall -Wextra -Werror -pedantic -O2 -shared \
        -fPIC "$top_srcdir/results/pingpong/byhand.c" -o byhand.so
    record 2 --plugin ./byhand.so pingpong:native,byhand \
        bandwidth:native,byhand -m 0,1000 "${few[@]}" --max-time 1
    [ "$status" -eq 0 ]
    cases '.mismatches == 0'
    jq -es 'map(select(.algo == "byhand")) | length == 4 and
        all(.params.launch > 0 and .params.loop > 0)' r.jsonl
}

# bats test_tags=once
@test "each pair by itself, in rounds or alone: a row each, done once" {
    for row in "3 each" "4 each-alone"; do
        read -r n pairs <<<"$row"
        record $n pingpong bandwidth put_fence --pairs=$pairs -m 8 "${few[@]}"
        [ "$status" -eq 0 ]
        [[ $output == *"mpiperf: $n ranks have $((n * (n - 1) / 2)) pairs, in "* ]]
        cases '.mismatches == 0 and .valid > 0 and .median == .passes[0].estimate and
            .min <= .median and .median <= .max and .origin_node == 0 and
            .target_node == 0 and .traffic_messages == (if .op == "bandwidth" then 64 else 1 end)'
        jq -es --argjson n $n 'map(select(.type == "case")) | group_by(.op) |
            length == 3 and all(map([.origin, .target]) | sort ==
                [range($n) as $i | range($i + 1; $n) | [$i, .]])' r.jsonl
    done
    cp r.jsonl whole.jsonl
    head -n 10 whole.jsonl >r.jsonl # the run and 9 of 18 pairs
    mpiperf 4 pingpong bandwidth put_fence --pairs=each-alone -m 8 "${few[@]}" \
        -o r.jsonl --resume
    [ "$status" -eq 0 ]
    jq -es --slurpfile whole whole.jsonl 'def keys: map(select(.type == "case") |
        [.op, .origin, .target]) | sort; keys == ($whole | keys)' r.jsonl
}

# bats test_tags=once
@test "each pair by itself: the table has all of few pairs, and who is slowest" {
    format=table mpiperf 4 pingpong --pairs=each -m 8,16 "${few[@]}"
    [ "$status" -eq 0 ]
    [ "$(grep -cE '^ *[0-3]-[0-3] +[^ ]+ +[0-9.]+ +n=1 +[0-9.]+$' <<<"$output")" -eq 12 ]
    [ "$(grep -cE '^(slowest pair( for its kind)?|no pair is slow): ' <<<"$output")" -eq 2 ]
    [ "$(grep -cE '^(slow|nothing is slow): ' <<<"$output")" -eq 2 ]
    [ "$(grep -cE '^median within nodes: .* us \(6 pairs\)$' <<<"$output")" -eq 2 ]
}

# bats test_tags=once
@test "rounds of random pairs: each has the times of its pairs, and directions are reversed" {
    echo 'SwitchName=s1 Nodes=other[1-9],'"$(hostname)" >topology.conf
    record 4 send --pairs=find --switches=topology.conf -m 8 "${few[@]}"
    [ "$status" -eq 0 ]
    [[ $output == *"mpiperf: 4 ranks, in 36 rounds of random pairs"* ]]
    jq -es '.[0].switch == ["s1", "s1", "s1", "s1"] and
        (map(select(.type == "case")) | sort_by(.round) | length == 36 and
            map(.round) == [range(36)] and all(.pairs == "find" and .one_way) and
            (map(select(.pair_times)) | length > 30 and all(.pair_times |
                length == 2 and (map(.[:2]) | add | sort) == [0, 1, 2, 3] and
                all(.[2] > 0))))' r.jsonl
    # a table of several runs has the pairs of all of them
    mv r.jsonl first.jsonl
    record 4 send --pairs=find --switches=topology.conf -m 8 "${few[@]}"
    run "$top_builddir/mpiperf-compare" --merge first.jsonl r.jsonl
    pairs=$(jq -s 'map(.pair_times // [] | length) | add' first.jsonl r.jsonl)
    grep -qE "^median within nodes: .* us \($pairs pairs\)$" <<<"$output"
    format=table mpiperf 4 pingpong --pairs=find -m 8,16 "${few[@]}"
    [ "$(grep -cE '^(slow|nothing is slow): ' <<<"$output")" -eq 2 ]
    mpiperf 4 send --pairs=find --switches=none.conf -m 8
    [ "$status" -eq 1 ]
    [[ $output == *"mpiperf: --switches: cannot read none.conf: No such file or directory"* ]]
    echo 'SwitchName=s1 Nodes=other' >topology.conf
    mpiperf 4 send --pairs=find --switches=topology.conf -m 8
    [[ $output == *"--switches: topology.conf does not name the switch of $(hostname)"* ]]
}

@test "random matchings: every rank in each of 20 rounds, the same in another run of the seed" {
    local matchings='map(select(.type == "case")) | sort_by(.op, .round) |
        map(.pair_times | map(.[:2]))'
    record 5 bandwidth put_fence --pairs=random:3 -m 1000 -P bandwidth.window=4 "${few[@]}"
    [ "$status" -eq 0 ]
    [[ $output == *"mpiperf: 5 ranks, in 20 rounds of random pairs"* ]]
    cases '.pairs == "random:3" and .mismatches == 0 and (.pair_times | length) == 2' 40
    jq -es "$matchings"' | .[:20] == .[20:] and (unique | length == 15) and
        all(add | unique | length == 4) and (add | any(.[0] > .[1]) and any(.[0] < .[1]))' r.jsonl
    jq -cs "$matchings | .[:20]" r.jsonl >first
    format=table record 5 bandwidth --pairs=random:3 -m 1000 "${few[@]}"
    [[ $(tr -s '\n ' ' ' <<<"$output") =~ \
        \ [0-9.]+\ MB/s\ a\ pair\ \([-0-9.]+\)\ over\ 20\ random\ matchings,\ [0-9]+\ %\ of\ the\ fastest ]]
    jq -cs "$matchings" r.jsonl | diff - first
    record 5 bandwidth --pairs=random:4 -m 1000 "${few[@]}"
    jq -cs "$matchings" r.jsonl >other
    ! cmp -s other first || false
    mpiperf 2 send --pairs=halves:1 -m 8
    [ "$status" -eq 2 ]
    [[ $output == *"mpiperf: --pairs: 'halves:1': only random takes a number"* ]]
}
