# methods-untimed.bats: how launches are started, what the kernel did meanwhile, and
# when clocks are compared again, where no time is looked at.

bats_require_minimum_version 1.5.0

setup() {
    . "$top_srcdir/tests/methods.bash"
    cd "$BATS_TEST_TMPDIR"
    mpirun=$top_srcdir/tests/mpirun
    export MPIRUN_YIELD=1 # others may want the cores
}

# bats test_tags=sanitize
@test "every method measures every kind of operation, results checked" {
    mpiperf 2 bcast allreduce send put_lock barrier neighbor_alltoall -m 8,4Ki \
        -M window,roundtime,barrier,free --verify -c 1 -E 2 -R 20 --max-time 5 -o r.jsonl
    [ "$status" -eq 0 ]
    cases 'length == 44 and all(.launches > 0 and
        .mismatches == if .op == "barrier" then null else 0 end)'
    cases '[.[:4][].method] == ["window", "roundtime", "barrier", "free"]'
    # without a schedule no launch is late
    cases 'map(select(.method == "barrier" or .method == "free")) |
        all(.late == 0 and .overrun == 0 and .valid == .launches)'
}

@test "every barrier is one: nobody leaves before all have come" {
    for n in 1 2 3 8; do
        run "$mpirun" $n "$top_builddir/src/measure/test/barriers" \
            native linear tree dissemination ring
        echo "$output"
        [ "$status" -eq 0 ]
        [ "$(grep -c holds <<<"$output")" -eq 5 ]
    done
}

@test "the method's barrier can be chosen" {
    for b in native dissemination; do
        mpiperf 3 bcast -m 8 --verify -M barrier -P barrier.algorithm=$b \
            -c 1 -E 3 --overwrite -o r.jsonl
        [ "$status" -eq 0 ]
        cases "all(.valid == 3 and .mismatches == 0 and
            .harness.barrier.algorithm == \"$b\")"
    done
}

# No launch of these two methods is late; with an arrival pattern all may be.
@test "--resume tells methods, arrival and clock sync apart" {
    measured() {
        mpiperf 2 bcast -m 8 -c 2 -R 50 "$@" --resume -o r.jsonl
        [ "$status" -eq 0 ]
    }
    measured -M barrier
    measured -M barrier,free
    cases 'length == 3'
    measured -M barrier -s linear
    cases 'length == 4'
    measured --arrival up:5
    cases 'length == 5'
}

# bats test_tags=sanitize
@test "clocks are compared again on a budget, and the record has it" {
    mpiperf 2 bcast -m 8 -M free -s linear -P clocksync.budget=1e-12 \
        -P clocksync.d=20 -e 0 -R 100000000 --max-time 1 -o r.jsonl
    [ "$status" -eq 0 ]
    cases '.[0] | .renewals >= 1 and .clocksync.name == "linear" and
        (.clocksync.offset | length) == 2 and .clocksync.offset[0] == 0'
}

@test "a clock that all ranks share is not compared again" {
    mpiperf 2 bcast -m 8 -M free -s auto -P clocksync.budget=1e-12 -e 0 \
        -R 100000000 --max-time 0.5 -o r.jsonl
    [ "$status" -eq 0 ]
    cases 'all(.renewals == 0 and .clocksync == null)'
}

@test "a clock that is set back is not waited for, and marked" {
    ! grep -qs __asan_init "$top_builddir"/{,.libs/}mpiperf ||
        skip "LD_PRELOAD does not go with the address sanitizer"
    # By days: who waits for that is ended, and fails. Where others use the cores, ranks
    # are late, and the clock may be set back between two waits: then again.
    for _ in 1 2 3; do
        LD_PRELOAD=$top_builddir/tests/.libs/preload-clock.so mpiperf 2 bcast -m 7 \
            -t gettimeofday -e 0 -c 1 -R 2000 --max-time 5 --passes 1 -o r.jsonl --overwrite
        [ "$status" -eq 0 ]
        ! grep -q clock-set-back r.jsonl || break
    done
    cases 'all((.marks | index("clock-set-back")) and
        (.late > 0 or (.marks | index("fell-back"))) and
        (.min == null or .min >= 0) and .seconds < 1000)'
}

@test "on a coarse clock launches begin at any point between two steps" {
    ! grep -qs __asan_init "$top_builddir"/{,.libs/}mpiperf ||
        skip "LD_PRELOAD does not go with the address sanitizer"
    # of launches that begin just after a step, none would reach the next one
    STEPS_NS=1000 LD_PRELOAD=$top_builddir/tests/.libs/preload-steps.so mpiperf 1 null \
        --allow-one-rank -t monotonic -e 0 -R 2000 --passes 1 --samples -o r.jsonl
    [ "$status" -eq 0 ]
    cases 'all(([.samples[].times[]] | any(. == 0) and any(. > 0)) and .estimate > 0)'
}

# A second program on the ranks' cores takes them away.
@test "launches that lose their core are counted and marked" {
    [ "$(nproc)" -ge 2 ] || skip "needs two cores"
    for cpu in 0 1; do
        taskset -c $cpu timeout 110 sh -c 'while :; do :; done' &
    done
    mpiperf 2 bcast -m 64Ki -e 0 -c 10 -R 3000 --max-time 0.5 -o r.jsonl
    kill %1 %2 || true
    wait || true
    [ "$status" -eq 0 ]
    cases 'all(.switches > 0 and .disturbed > 0)'
    cases 'all((.disturbed * 20 > .launches) ==
        (.marks | index("disturbed") != null))'
}
