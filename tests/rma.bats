# rma.bats: one-sided operations: windows of every kind, targets that have no
# part in it, and that the target's memory is what gets checked.
# SPDX-License-Identifier: BSD-3-Clause

all=('put_*' 'biput_*' 'rput_*' 'get_*' 'rget_*' 'accumulate_*' 'raccumulate_*' 'fetch_and_op_*'
    'compare_and_swap_*')
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

# every_operation N PAIRS WINDOW CALLS: 38 operations of 3 sizes, 12 of one element
every_operation() {
    record "$1" "${all[@]}" -m 0,8,64Ki -P rma.window=$3 -P rma.calls=$4 \
        --pairs "$2" "${few[@]}"
    verified 126
    cases ".pairs == \"$2\" and .param.window == \"$3\" and .param.calls == $4"
}

@test "2 ranks: every operation, on allocated windows" { every_operation 2 one allocate 3; }
@test "5 ranks, one of them idle, two pairs at once" {
    every_operation 5 halves dynamic 1
}

@test "rates: the time is that of one call, and every block is checked" {
    record 4 put_flush rget_wait biput_pscw -P rma.calls=5 --pairs=neighbors -m 1000 "${few[@]}"
    verified 3
    cases '(.message_rate * .median / (if .op == "biput_pscw" then 4 else 2 end) - 1 | fabs) <
        1e-9 and (.bandwidth / .message_rate - 1000 | fabs) < 1e-6'
    record 2 put_flush biput_fence -P rma.calls=7 --pairs=each -b cold -m 24 "${few[@]}"
    verified 2
    # a library that loses each fifth put: the last block of a launch
    cat >lose.c <<'EOF'
#include <mpi.h>
int MPI_Put(const void *from, int n, MPI_Datatype type, int target, MPI_Aint at, int m,
            MPI_Datatype its, MPI_Win win)
{
    static int calls;

    return ++calls % 5 == 0 ? MPI_SUCCESS : PMPI_Put(from, n, type, target, at, m, its, win);
}
EOF
    $CC -shared -fPIC lose.c -o lose.so
    LD_PRELOAD=$PWD/lose.so record 2 put_flush -P rma.calls=5 -m 24 "${few[@]}"
    [ "$status" -eq 3 ]
    [[ $output == *"rank 1, receive block 4, element 0: "* ]]
    cases '.mismatches > 0' 1
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
        verified 38
    done
}

@test "compare_and_swap on 32 bits" {
    record 2 'compare_and_swap_*' -d int32 "${few[@]}"
    verified 6
    cases '.bytes == 4 and .seconds > 0'
}

@test "a put that misses by a byte is seen at the target, however it waits" {
    so=$top_builddir/tests/.libs/preload-put.so
    nm "$so" | grep -q __asan && skip "the address sanitizer comes first"
    run "$top_srcdir/tests/mpirun" 2 env LD_PRELOAD="$so" \
        "$top_builddir/mpiperf" 'put_*' biput_flush get_fence -m 1,8,64Ki "${few[@]}" \
        -o r.jsonl
    echo "$output"
    [ "$status" -eq 3 ]
    cases '(.mismatches > 0) == (.op != "get_fence")' 24
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
