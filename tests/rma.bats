# rma.bats: one-sided operations: windows of every kind, targets that have no
# part in it, and that the target's memory is what gets checked.
# SPDX-License-Identifier: BSD-3-Clause

all=('put_*' 'get_*' 'accumulate_*' 'fetch_and_op_*' 'compare_and_swap_*')
# Method free has no slots, so no launch is late.
few=(--verify -c 1 -R 4 -M free --max-time 5)

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

# N cases, none wrong, all run but for those that this MPI is known to spoil.
verified() {
    [ "$status" -eq 0 ]
    cases '.mismatches == 0 and (.seconds > 0 or
        (.reason | test("^this MPI gets it wrong: ")))' "$1"
}

# every_operation N PAIRS WINDOW: 16 operations of 3 sizes, 8 of one element
every_operation() {
    record "$1" "${all[@]}" -m 0,8,64Ki -P rma.window=$3 --pairs "$2" "${few[@]}"
    verified 56
    cases ".pairs == \"$2\" and .param.window == \"$3\""
}

@test "2 ranks: every operation, on allocated windows" { every_operation 2 one allocate; }
@test "5 ranks, one of them idle, two pairs at once" {
    every_operation 5 halves dynamic
}

# Filling the slots of a whole cache takes a second, so each kind of window has
# one case.
@test "cold: every buffer has its place in the window, aligned or not" {
    for row in "create put_lock 4096 64Ki" "allocate accumulate_flush 8 1000" \
        "dynamic put_flush 8 1000"; do
        read -r window op align bytes <<<"$row"
        record 2 $op -P rma.window=$window -b cold --align $align -m $bytes \
            "${few[@]}"
        verified 1
    done
}

@test "memory that begins anywhere is found: small and not aligned" {
    for window in create allocate dynamic; do
        record 4 put_lock get_fence -P rma.window=$window --pairs neighbors \
            -m 1,3,8,24 "${few[@]}"
        verified 8
    done
}

# A reduction for all types, one on bits and one on logical values;
# src/ops/test/test_mpi.c tests the results of all reductions.
@test "reductions: the target's and the origin's, by every operation" {
    for row in "max float 4,1000" "bxor int64 8,1000" "lxor int64 8,1000"; do
        read -r op type sizes <<<"$row"
        record 2 '*accumulate_*' 'fetch_and_op_*' -d $type --op $op \
            -m $sizes "${few[@]}"
        verified 20
    done
}

@test "compare_and_swap on 32 bits" {
    record 2 'compare_and_swap_*' -d int32 "${few[@]}"
    verified 4
    cases '.bytes == 4 and .seconds > 0'
}

@test "a put that misses by a byte is seen at the target, however it waits" {
    so=$top_builddir/tests/.libs/preload-put.so
    nm "$so" | grep -q __asan && skip "the address sanitizer comes first"
    run "$top_srcdir/tests/mpirun" 2 env LD_PRELOAD="$so" \
        "$top_builddir/mpiperf" 'put_*' get_fence -m 1,8,64Ki "${few[@]}" \
        -o r.jsonl
    echo "$output"
    [ "$status" -eq 3 ]
    cases '(.mismatches > 0) == (.op != "get_fence")' 15
}

@test "a target, or an origin, that stands still for a while" {
    # the program, stopped three times on one of the ranks
    cat >stopped <<'EOF'
#!/bin/sh
if [ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = "$STOPPED" ]; then
    (for i in 1 2 3; do
        sleep 0.2
        kill -STOP $$ && sleep 0.2 && kill -CONT $$
    done) 2>/dev/null &
fi
exec "$@"
EOF
    chmod +x stopped
    for rank in 0 1; do
        rm -f r.jsonl
        STOPPED=$rank run "$top_srcdir/tests/mpirun" 2 ./stopped \
            "$top_builddir/mpiperf" put_flush accumulate_lock get_pscw \
            fetch_and_op_flush -m 64Ki --verify -e 0 --max-time 0.3 -o r.jsonl
        echo "$output"
        [ "$status" -eq 0 ]
        cases '.mismatches == 0 and .launches > 0' 4
    done
}
