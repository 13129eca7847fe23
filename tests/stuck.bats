# stuck.bats: algorithms that never return or crash: what is said, what is kept, and
# that the job ends.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    . "$top_srcdir/tests/records.bash"
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 MPIRUN_TIMEOUT=60 # a job that goes on ends with 124
    few=(--plugin "$top_builddir/tests/.libs/broken.so" -m 8,4096 -c 1 -R 1
        --passes=1 --stuck-after=2)
}

# ended: by a signal, not by the time limit. From 4.1 on, MPICH's launcher may say 0 all the
# same (pmodels/mpich#7057).
ended() {
    [ "$status" -ne 0 ] || [[ "$output" =~ MPICH\ Version:\ +4\.[1-9] ]]
    [ "$status" -ne 124 ]
}

# says TEXT: one line of this case, whatever the launcher puts around it.
says() {
    grep -qx "mpiperf: $1" <<<"$output"
}

@test "a rank that never returns: the ranks say where they are, and the job ends" {
    record 2 bcast:native,dead "${few[@]}"
    ended
    says 'bcast:dead, 2 ranks, 4096 bytes, pass 1: rank 1 has been in the call for 2 s'
    says 'bcast:dead, 2 ranks, 4096 bytes, pass 1: rank 0 has .*'
    # what was complete is there, and --resume goes on with it
    jq -es 'map(.type) == ["run", "case", "case", "end"] and .[-1].status == "failed" and
        all(.[1:3][]; .bytes == 8)' r.jsonl
    mpiperf 2 bcast:native,crashing "${few[@]}" -m 8 -o r.jsonl --overwrite
    [ "$status" -eq 0 ]
    # a file that was to be replaced is replaced by what there is
    mpiperf 3 bcast:dead "${few[@]}" -n 2,3 -M barrier -o r.jsonl --overwrite
    ended
    [ ! -e r.jsonl.part ]
    says 'bcast:dead, 2 ranks, 4096 bytes, pass 1: rank 1 has been in the call for 2 s'
    [[ $output != *"rank 2 has"* ]] # it has no part in it
    jq -es '.[-1].status == "failed"' r.jsonl
}

@test "a rank that never opens an algorithm" {
    record 2 bcast:closed "${few[@]}"
    ended
    says 'bcast:closed, 2 ranks, 8 bytes, pass 1: rank 0 has been opening it for 2 s'
    says 'bcast:closed, 2 ranks, 8 bytes, pass 1: rank 1 has not been in the call yet: it waits for the others'
    jq -es 'map(.type) == ["run", "end"]' r.jsonl
}

@test "a rank that stops before anything is measured" {
    BROKEN_STOPS=1 record 2 bcast "${few[@]}"
    ended
    says "comparing the ranks' options: rank 0 has made no progress for 2 s"
    [ ! -e r.jsonl ]
}

@test "output that has to wait for its reader is no standstill" {
    mkfifo r.jsonl
    (exec 8<>r.jsonl; sleep 6; exec 9<r.jsonl 8>&-; cat <&9 >got) 3>&- &
    mpiperf 2 bcast -m 8 --samples -e 0 -R 5000 --passes=1 -M free --stuck-after=2 -o r.jsonl
    [ "$status" -eq 0 ]
    wait $!
    [ "$(wc -c <got)" -gt 65536 ] # more than fits into a pipe
    records got 1
}

@test "ranks that go on after all: it is too late, and nothing is written any more" {
    record 2 bcast:slow "${few[@]}" -R 5 -c 5 -M free
    ended
    says 'bcast:slow, 2 ranks, 4096 bytes, pass 1: rank 0 has been in the call for 2 s'
    [[ $output != *crashed* ]]
    jq -es '.[-1].status == "failed" and (map(select(.type == "end")) | length) == 1' r.jsonl
}

@test "MPI_Finalize never returns: all records are there, and the job ends" {
    record 2 bcast:endless "${few[@]}"
    [ "$status" -ne 124 ]
    says 'MPI_Finalize: rank [01] has been in the call for 2 s'
    records r.jsonl 2
}

@test "a disk that is full: all ranks end, with what was complete" {
    GCOV_PREFIX=$BATS_FILE_TMPDIR record 2 bcast:native,full "${few[@]}"
    [ "$status" -eq 1 ]
    says '--output: cannot write r.jsonl: File too large'
    jq -es 'map(.type) == ["run", "case", "case"]' r.jsonl
}

@test "a rank that crashes says in which case" {
    record 2 bcast:native,crashing "${few[@]}" -R 5 -c 5
    ended
    says 'bcast:crashing, 2 ranks, 4096 bytes, pass 1: rank 1 crashed (segmentation fault) in the call'
    # Open MPI 5's launcher leaves the other ranks the time to end the record.
    jq -es 'map(.type)[:3] == ["run", "case", "case"] and
        all(.[3:][]; .type == "end" and .status == "failed")' r.jsonl
    mpiperf 2 bcast:aborting "${few[@]}" --stuck-after=0
    ended
    says 'bcast:aborting, 2 ranks, 4096 bytes, pass 1: rank 1 crashed (abort) in the call'
}

@test "mpiperf-repeat gives that line as the reason" {
    mpiperf=$top_builddir/mpiperf
    repeat -r 1 -- "$top_srcdir/tests/mpirun" 2 "$mpiperf" bcast:dead "${few[@]}" --format=full
    [ "$status" -eq 1 ]
    # MPICH 4.2.1's launcher may end with 0 though a rank failed (pmodels/mpich#7057).
    grep -qE '^mpiperf-repeat: run 1 of command line 1 failed: (exit status [1-9][0-9]*|no complete records): mpiperf: bcast:dead, 2 ranks, 4096 bytes, pass 1: rank ' <<<"$output"
    # the time limit may come first: then the head of the table is no reason
    repeat -r 1 --timeout=1 -- "$top_srcdir/tests/mpirun" 2 "$mpiperf" bcast:dead "${few[@]}" --stuck-after=0 --format=full
    [ "$status" -eq 1 ]
    grep -q 'failed: not done within 1 s$' <<<"$output"
}

@test "ranks whose launcher and its daemon were killed end themselves" {
    [ "$MPI_FLAVOUR" = mpich ] || skip "Open MPI's ranks see it themselves"
    run "$top_srcdir/tests/enclosed" sh -c '"$@" >out 2>&1 &
        until grep -qs "type.:.case" r.jsonl; do sleep 0.1; done
        pkill -KILL "mpiexec|hydra"
        for _ in $(seq 100); do pgrep -x mpiperf >left || break; sleep 0.1; done
        echo "left: $(cat left)"' sh "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" \
        bcast:native -m 1:4000:+1 -e 0 --passes=1 --max-time=0.1 --stuck-after=8 -o r.jsonl
    echo "$output"
    [ "$status" -ne 77 ] || skip "${lines[0]}"
    [ "${lines[-1]}" = "left: " ]
    jq -es 'length >= 2' r.jsonl
}
