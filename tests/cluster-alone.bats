# cluster-alone.bats: several hosts, with a machine of their own: what their network
# takes at least, and that nothing is left of them. The rest: cluster.bats.

. "$top_srcdir/tests/cluster.bash"
. "$top_srcdir/tests/shm.bash"

setup() {
    cluster_setup
}

# Half a round trip is not shorter than the delay, and not by orders longer.
@test "--delay is the least one-way time there is" {
    [ -c /dev/net/tun ] || skip "no /dev/net/tun"
    cluster --delay 2000 -- "$mpiperf" pingpong -P pingpong.rounds=5 -m 8 \
        -t monotonic -s linear --preset quick -M barrier --max-time 15 -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es '.[1].min >= 2000e-6' r.jsonl
}

# A port of 10 Mbit/s passes 1.25 MB/s, but for the 16 KiB it saves up.
@test "--rate is the most that a port passes" {
    command -v tc >/dev/null || skip "tc is not installed"
    cluster --rate 10 -- "$mpiperf" bandwidth -P bandwidth.window=4 -m 64Ki \
        -t monotonic -s linear --preset quick -M barrier -c 1 -E 2 --max-time 15 \
        -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es '.[1].bandwidth <= 1.35e6' r.jsonl
}

# Prints network devices, namespaces, shared memory and processes of a cluster.
traces() {
    { ip -o link | cut -d: -f2
        ip netns list
        ours_in_shm
        pgrep -f "mark-$BATS_ROOT_PID-$BATS_TEST_NUMBER" | grep -vx $$ || true
    } | sort
}

# end_by SIGNAL: nothing is left of a cluster whose script gets it at work.
end_by() {
    local before job new
    before=$(traces)
    "$top_srcdir/tests/cluster" "$MPI_FLAVOUR" -- sh -c 'touch started
        exec sleep 600' "mark-$BATS_ROOT_PID-$BATS_TEST_NUMBER" 3>&- &
    job=$!
    for _ in $(seq 200); do
        [ ! -e started ] || break
        kill -0 $job || { wait $job || [ $? -ne 77 ] || skip "no cluster"; }
        sleep 0.1
    done
    [ -e started ]
    kill -s "$1" $job
    wait $job && return 1
    for _ in $(seq 200); do
        new=$(comm -13 <(echo "$before") <(traces))
        [ -n "$new" ] || return 0
        sleep 0.1
    done
    echo "$new"
    return 1
}

@test "nothing is left after SIGTERM" { end_by TERM; }
@test "nothing is left after SIGKILL" { end_by KILL; }
