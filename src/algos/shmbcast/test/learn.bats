# learn.bats: shmbcast_auto learns, on this machine and on one that changes.
# SPDX-License-Identifier: BSD-3-Clause

program=shmbcast_auto_mpi
. "$BATS_TEST_DIRNAME/cases.bash"

kinds="classes roots unwanted packed-kind shared-kind ahead kept file nolearn"
others="learn-types learn-empty learn-owed learn-cut learn-truncate learn-subcomms"

setup() {
    cases_setup
    export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
}

@test "learning: 1 rank" {
    run_cases 1 $kinds $others learn-threads
}

@test "learning: sizes, roots, kinds of messages, 2 ranks" {
    run_cases 2 $kinds
}

@test "learning: messages that are not as expected, 2 ranks" {
    run_cases 2 $others
}

@test "learning: a handle for each thread, 2 ranks" {
    run_cases 2 learn-threads
}

# Where ranks outnumber cores nothing is learned.
@test "learning: 3 ranks" {
    run_cases 3 roots packed-kind kept file learn-empty nolearn
}

@test "learning: 5 ranks" {
    run_cases 5 roots shared-kind kept learn-cut
}

# A millisecond drowns what a busy machine does to times.
with_double() {
    local so=$top_builddir/tests/.libs/preload-pull.so
    [ -e "$so" ] || skip "no shared objects in this build"
    ! nm "$so" | grep -q __asan ||
        skip "LD_PRELOAD does not go with the address sanitizer"
    run "$mpirun" 2 env LD_PRELOAD="$so" DOUBLE_PULL=1000000:1000 \
        DOUBLE_RING=1000000:1000 DOUBLE_SWITCH="$BATS_TEST_TMPDIR/switch" \
        "$dir/$program" "$@"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "learning: a machine where another way becomes faster, and back" {
    with_double flip
    skip_if_said
}

@test "learning: none, whatever becomes faster" {
    with_double nolearn
}
