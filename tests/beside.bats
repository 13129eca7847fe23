# beside.bats: operations beside loads, which other ranks run.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # others may want the cores
}

@test "beside: results are right, and title and sentence say who ran the load" {
    format=table record 4 allreduce:native,beside/alltoall,beside/incast@bytes=0,beside/null \
        -m 8,1000 --load-ranks=2,3 --verify -c 1 -R 3 --passes=2
    [ "$status" -eq 0 ]
    cases '.procs == 2 and .load_ranks == "2-3" and .launches > 0 and .mismatches == 0' 8
    jq -es '.[0].ranks == 4 and ([.[] | .given? // empty] | map(.bytes? // empty) |
        unique == ["0"])' r.jsonl
    [[ $output == "MPI_Allreduce, 4 ranks on 1 node, 2 measured, 2 run the load"* ]]
    run "$top_builddir/mpiperf-compare" r.jsonl
    echo "$output"
    [[ $output == *"4 ranks on 1 node, 2 measured, 2 run the load"* ]]
}

# A rank of the load in the middle; roots, pairs and groups are those of the other ranks.
@test "beside: ranks of a list; roots, groups and pairs of the others" {
    record 4 bcast:native,beside/null gather:native,beside/null --load-ranks=1 -n 2,3 -r 1 \
        -m 1000 --verify -c 1 -R 3 -M free
    [ "$status" -eq 0 ]
    cases '(.procs == 2 or .procs == 3) and .root == 1 and .load_ranks == "1" and
        .mismatches == 0 and .launches > 0' 8
    record 4 pingpong:native,beside/bandwidth,beside/shift alltoall:beside/ring \
        --load-ranks=1,3 -m 1000 --verify -c 1 -R 3 --samples -s hca3 --max-time 1
    [ "$status" -eq 0 ]
    cases '.procs == 2 and .load_ranks == "1,3" and .mismatches == 0 and
        all(.samples[]; .times | length == 2)' 4
}

@test "beside: a share is the last ranks, and --resume knows them" {
    record 4 barrier:native,beside/null --load-ranks=25% -c 1 -R 2 -M free
    [ "$status" -eq 0 ]
    cases '.procs == 3 and .load_ranks == "3"' 2
    mpiperf 4 barrier:native,beside/null --load-ranks=25% -c 1 -R 2 -M free --resume -o r.jsonl
    [[ $output == *"every case is in r.jsonl already"* ]]
    mpiperf 4 barrier:native,beside/null --load-ranks=2-3 -c 1 -R 2 -M free --resume -o r.jsonl
    [ "$status" -eq 0 ]
    cases '.load_ranks == "3" and .procs == 3 or .load_ranks == "2-3" and .procs == 2' 4
}

# bats test_tags=once
@test "beside: wrong results of the measured ranks, and a load without memory" {
    local mpiperf=$top_builddir/tests/mpiperf-fault
    record 3 bcast:native,shmbcast,beside/null --load-ranks=2 -m 1000 --verify -c 1 -R 2
    [ "$status" -eq 3 ]
    mpiperf=$top_builddir/mpiperf
    (
        ulimit -v $((2 << 20))
        record 4 barrier:native,beside/alltoall@bytes=1Gi --load-ranks=50% -c 1 -R 2
        [ "$status" -eq 1 ]
        [[ $output == *"beside/alltoall@bytes=1Gi: "*"memory"* ]]
    )
}

@test "beside: every load" {
    record 5 'barrier:native,beside/*@bytes=100' --load-ranks=2-4 -c 1 -R 1 -M free
    [ "$status" -eq 0 ]
    cases '.launches > 0 and .reason == null'
    "$top_builddir/mpiperf" --list | awk '$2 ~ /:beside/ { print substr($2, 3) "@bytes=100" }' |
        sort >listed
    [ "$(wc -l <listed)" -ge 10 ]
    jq -r 'select(.type == "case" and .algo != "native").algo' r.jsonl | sort | diff listed -
    # others have no loads
    record 3 'barrier:*' -n 2 -c 1 -R 1 -M free
    cases '.algo | startswith("beside/") | not'
}
