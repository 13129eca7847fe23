# cluster.bats: several hosts whose clocks are known to differ.

. "$top_srcdir/tests/cluster.bash"

setup() {
    cluster_setup
}

# offsets FILE SLACK: rank i's offset is what it is known to be, rank 0's minus
# its own, within the record's bound, and that is at most SLACK seconds.
offsets() {
    jq -es --slurpfile known offsets.json --argjson slack "$2" '
        .[0].clocksync as $c | $known[0] as $k | ($c.offset | length) as $n |
        $n == ($k | length) and all(range($n);
            ($c.offset[.] - ($k[0] - $k[.]) | fabs) <= $c.uncertainty[.] and
            $c.uncertainty[.] <= $slack)' "$1"
}

# synced OPTION... -- METHOD: mpiperf finds the clocks, and is right about the
# nodes.
synced() {
    local options=()
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    cluster "${options[@]}" -- sh -c 'echo "[$CLUSTER_OFFSETS]" >offsets.json
        exec "$@"' sh "$mpiperf" bcast:native -m 8,1000 -t monotonic \
        -s "$2" -P clocksync.span=0.1 --verify --preset quick --allow-na \
        -o "$2.jsonl"
    [ "$status" -eq 0 ]
    offsets "$2.jsonl" 0.1
    jq -es '.[-1].status == "complete" and .[-1].mismatches == 0' "$2.jsonl"
}

# nodes FILE NODES RANKS-PER-NODE
nodes() {
    jq -es --argjson nodes "$2" --argjson per_node "$3" '.[0] |
        .nodes == $nodes and .mapping == "block" and
        .ranks_per_node == [range($nodes) | $per_node] and
        .node == [range($nodes) as $k | range($per_node) | $k] and
        .hosts == [range($nodes) as $k | range($per_node) | "node\($k + 1)"]
        ' "$1"
}

# bats test_tags=once
@test "2 hosts: linear and auto find the offsets, and the record has the hosts" {
    for method in linear auto; do
        synced --hosts 2 -- $method
        nodes $method.jsonl 2 1
    done
    jq -es '.[0].clocksync.name == "hca3"' auto.jsonl
}

# bats test_tags=once
@test "3 hosts: ring finds the offsets" {
    synced --hosts 3 -- ring
    nodes ring.jsonl 3 1
}

# bats test_tags=once
@test "4 hosts: hca3 finds the offsets" {
    synced --hosts 4 -- hca3
    nodes hca3.jsonl 4 1
}

@test "2 ranks on each of 2 hosts: one clock a host" {
    synced --hosts 2 --per-host 2 -- auto
    nodes auto.jsonl 2 2
    case $MPI_FLAVOUR in
    openmpi) named="pml ob1; within a node @(vader*|sm*); between nodes tcp" ;;
    mpich) named="device *; within a node not reported by this MPI; between nodes ucx" ;;
    esac
    [[ ${output//$'\n  '/ } == *$'\ntransport: '$named$'\n'* ]]
    # but for what the last digits of sums are rounded to
    jq -es '.[0].clocksync | (.offset[0] - .offset[1] | fabs) < 1e-9 and
        (.offset[2] - .offset[3] | fabs) < 1e-9 and
        (.slope[2] - .slope[3] | fabs) < 1e-12' auto.jsonl
}

# bats test_tags=once
@test "shmbcast refuses several hosts with the reason" {
    cluster -- "$mpiperf" bcast:native,shmbcast -m 8 -t monotonic -s linear \
        --verify --preset quick --allow-na -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case" and .algo == "shmbcast")) |
        length == 1 and all(.valid == 0 and .mean == null and
            (.reason | test("do not share one machine")))' r.jsonl
}

@test "3 hosts: shared arrays" {
    cluster --hosts 3 -- "$mpiperf" -m 1000,64Ki --touched=halo \
        dsm-barrier:refnuma,refnuma@detect=twin \
        -M free -c 1 -R 3 -t monotonic -s linear -P clocksync.span=0.1 --verify \
        --allow-na -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case")) | length == 4 and
        all(.launches > 0 and .mismatches == 0)' r.jsonl
}

@test "the exit status is the program's" {
    cluster -- sh -c 'exit 3'
    [ "$status" -eq 3 ]
}

# Ranks would wait for start times thousands of seconds away.
# bats test_tags=once
@test "clocks taken for one that are not: no valid launch, and no hang" {
    cluster --hosts 2 -- "$mpiperf" bcast -m 8 -s none -t monotonic \
        --max-time 1 -o r.jsonl
    [ "$status" -eq 1 ] # nothing has figures
    jq -es 'map(select(.type == "case")) | length == 1 and .[0].valid == 0 and
        .[0].late == .[0].launches and .[0].median == null' r.jsonl
    jq -es '.[0].warnings | any(test("second comparison"))' r.jsonl
}

# Two hosts with two ranks each: both flows are limited by the same port. Four hosts: each has
# its own.
# bats test_tags=once
@test "beside a load: slower through a shared port, not through another one" {
    ratio() { # HOSTS PER-HOST LOAD-RANKS
        cluster --hosts "$1" --per-host "$2" --rate 40 -- "$mpiperf" send:native,beside/bandwidth@bytes=16Ki \
            --load-ranks="$3" -m 256Ki -M barrier -t monotonic -s linear --passes=1 --max-time 2 \
            -c 5 -R 10 --overwrite -o r.jsonl
        [ "$status" -eq 0 ]
        ratio=$(jq -s 'map(select(.type == "case") | .median) | .[1] / .[0]' r.jsonl)
        echo "$ratio"
    }
    ratio 2 2 1,3
    jq -en "$ratio > 1.5"
    ratio 4 1 2-3
    jq -en "$ratio < 1.3"
}

# bats test_tags=once
@test "each pair of ranks: the host whose link is slow is named" {
    cluster --hosts 4 --rate 10 --only 3 -- "$mpiperf" pingpong --pairs=each \
        -P pingpong.rounds=1 -m 64Ki -t monotonic -s linear --passes=1 \
        --max-time 1
    [ "$status" -eq 0 ]
    grep -qE '^slow: node3 \([0-9.]+ times\); 3 of 4 nodes alike$' <<<"$output"
}

@test "allreduce: the host whose link is slow is named" {
    cluster --hosts 4 --rate 100 --only 3 -- "$mpiperf" allreduce -m 64Ki \
        -t monotonic -s linear --max-time=1 --progress=never -o r.jsonl
    [ "$status" -eq 0 ]
    [[ ${output//$'\n'/ } == *"note: allreduce at "*": node3 is slow: on pairs of nodes with it "* ]]
    jq -es '.[-1].slow | length == 1 and
        (.[0] | test("^allreduce at [0-9.]+ (Ki)?B: node3 is slow: "))' r.jsonl
}
