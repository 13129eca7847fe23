# methods.bats: how launches are started, when ranks come late, how far apart they
# are. What can be seen beside other programs: methods-untimed.bats.

setup() {
    . "$top_srcdir/tests/methods.bash"
    cd "$BATS_TEST_TMPDIR"
}

@test "algorithms are measured under each method" {
    mpiperf 2 bcast:native,shmbcast -m 8 -M window,barrier -c 5 -R 50 -o r.jsonl
    [ "$status" -eq 0 ]
    cases '[.[] | [.algo, .method]] == [["native", "window"],
        ["shmbcast", "window"], ["native", "barrier"], ["shmbcast", "barrier"]]'
}

@test "the times by the global clock enclose each other" {
    mpiperf 2 bcast -m 64Ki -M window,barrier,free -c 10 -R 100 -o r.jsonl
    [ "$status" -eq 0 ]
    cases 'map(select(.valid > 0)) | length >= 2 and
        all(.global_median >= .median * 0.999 and
            .global_median >= .after_last and .skew >= 0)'
}

# Rank 0, the root, does not wait for the others: the time is that of its own
# part; from the first start on, the late rank's delay is in it.
@test "ranks come as late as the pattern says" {
    mpiperf 2 waitpattern-null --arrival last:300 -M window,roundtime \
        -c 10 -R 2000 -e 1000% -o r.jsonl
    [ "$status" -eq 0 ]
    cases 'map(select(.valid > 0)) | length > 0 and
        all(.skew > 299e-6 and .skew < 320e-6 and .median < 50e-6)'
    cases 'all(.arrival == {"pattern": "last", "time": 0.0003})'
    [[ "$output" == *"pattern=last;time=0.0003"* ]]
}

@test "a barrier's early rank waits for the late one" {
    mpiperf 2 barrier --arrival down:300 -c 10 -R 2000 -e 1000% -o r.jsonl
    [ "$status" -eq 0 ]
    cases 'all(.median > 299e-6 and .after_last < .median - 290e-6)'
}

@test "the distance of the cores is in every row" {
    [ "$(lscpu -p=CORE | grep -vc '#')" -ge 2 ] || skip "needs two cores"
    MPIRUN_BIND=1 mpiperf 2 bcast -m 8,1Ki -c 2 -R 50 -o r.jsonl
    [ "$status" -eq 0 ]
    cases 'length == 2 and all(.oneway_start > 0 and .oneway_end > 0 and
        .oneway_change >= 1)' # null is less than any number
}

# gauges RANKS FILTER: what a run of so many ranks has in its two records.
gauges() {
    rm -f r.jsonl
    mpiperf $1 barrier --allow-one-rank -c 2 -R 20 --max-time 0.1 -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es '[.[] | select(.type != "case") | .gauges] |
        all(keys == ["copy", "oneway", "spin"] and all(.unit == "s")) and
        (.[0] | all(.end == null)) and
        ([.[0][].start > 0] == [.[1][].start > 0])' r.jsonl
    jq -es ".[-1].gauges | $2" r.jsonl
}

@test "gauges of the machine's speed are read at both ends of a run" {
    gauges 1 'all(.start == null and .end == null)'
    gauges $(($(nproc) + 1)) 'all(.start == null and .end == null)'
    [ "$(lscpu -p=CORE | grep -vc '#')" -ge 2 ] || skip "needs two cores"
    MPIRUN_BIND=1 gauges 2 'all(.start > 0 and .end > 0)'
    [[ "$output" == *"# gauges: "*"oneway.start="*"spin.start="* ]]
}
