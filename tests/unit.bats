# unit.bats: programs of unit tests (src/lib/test/unit.c): however a group ends, that is
# a result, and the groups behind it are run.
# SPDX-License-Identifier: BSD-3-Clause

# group NAME BODY: a file of tests, whose only one does that.
group() {
    cat >"$1.c" <<END
#include <signal.h>
#include <stdlib.h>
#include "lib/test/unit.h"
UNIT_TEST(only)
{
    $2
}
END
}

@test "failures, signals, early ends and tests left out" {
    unset UNIT_GROUPS # of a command line's
    cd "$BATS_TEST_TMPDIR"
    group good ''
    group bad 'assert_true(0);'
    group killed 'raise(SIGKILL);'
    group quiet 'exit(0);'
    group leaves 'atexit(abort);'
    group skips 'skip();'
    group last 'assert_int_equal(unit_argument(), 0);'
    cat >>last.c <<'END'
UNIT_TEST(more)
{
    assert_string_equal(*state, "set up");
}
static int set_up(void **state)
{
    *state = "set up";
    return 0;
}
UNIT_GROUP(last)
{
    return UNIT_RUN(set_up, NULL);
}
END
    $CC -D_GNU_SOURCE -I"$top_srcdir/src" -o groups "$top_srcdir/src/lib/test/unit.c" \
        good.c bad.c killed.c quiet.c leaves.c skips.c last.c -lcmocka
    run ./groups
    echo "$output"
    [ "$status" -eq 1 ]
    diff - <(grep -E '^(not )?ok |^1' <<<"$output") <<'END'
ok 1 - last: only
ok 2 - last: more
ok 3 - good: only
not ok 4 - bad: only
not ok 5 - killed: 0 of 1 tests ran, then signal 9
not ok 6 - quiet: 0 of 1 tests ran, exit status 0
ok 7 - leaves: only
not ok 8 - leaves: 1 of 1 tests ran, then signal 6
ok 9 - skips: # SKIP only
1..9
END
    UNIT_GROUPS='good last' run ./groups
    [ "$status" -eq 0 ] && [ "${lines[-1]}" = 1..3 ]
    UNIT_GROUPS=goo run ./groups
    [ "$status" -eq 0 ] && [[ ${lines[-1]} == "1..0 # SKIP"* ]]
    run ./groups last
    [ "$status" -eq 0 ]
    run ./groups last 3
    [ "$status" -eq 1 ]
    run ./groups lost
    [ "$status" -eq 99 ]
}
