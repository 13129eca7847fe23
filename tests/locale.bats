# locale.bats: numbers have a decimal point although a part of the program has set a locale
# with a decimal comma.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154 # the build

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR" || return
    export LOCPATH=$PWD MPIRUN_YIELD=1
    # a locale of numbers alone, which no package has to bring
    printf '%s\n' LC_NUMERIC 'decimal_point "<U002C>"' 'thousands_sep ""' 'grouping -1' \
        'END LC_NUMERIC' >comma.src
    localedef -c -i comma.src -f ANSI_X3.4-1968 ./comma 2>/dev/null || true
    [ -e comma/LC_NUMERIC ] || skip "no localedef"
    cat >comma.c <<'END'
#include <locale.h>
#include <stdlib.h>
__attribute__((constructor)) static void set(void)
{
    if (setlocale(LC_NUMERIC, "comma") == NULL)
        abort();
}
END
}

# comma_before PROGRAM: in front of it a library that sets the locale.
comma_before() {
    ! grep -q __asan_init "$1" || skip "LD_PRELOAD does not go with the address sanitizer"
    $CC -shared -fPIC comma.c -o comma.so
}

@test "locale: libraries of algorithms" {
    for library in msgsched:options shmbcast:team; do
        program=$top_builddir/src/algos/${library%:*}/test/test_${library%:*}
        [ -x "$program" ] || skip "the unit tests are not built"
        comma_before "$program"
        LD_PRELOAD=$PWD/comma.so UNIT_GROUPS=${library#*:} "$program" | tee out
        grep -q '^ok 1' out
        ! grep '^not ok' out || false
    done
}

@test "locale: a plug-in of mpiperf sets it; a library in front of a tool does" {
    cat "$top_srcdir/doc/plugin/linear_bcast.c" comma.c >plugin.c
    mkdir mpiperf
    ln -s "$top_srcdir"/src/ops/op.h "$top_srcdir"/src/lib/params.h mpiperf
    $CC -I. -w -shared -fPIC plugin.c -o plugin.so
    format=table record 2 --plugin ./plugin.so bcast:native,linear -m 8 -c 1 -R 2 \
        --max-time=0.2 --max-rse=0.01
    [ "$status" -eq 0 ]
    ! grep -E '[0-9],[0-9]' <<<"$output" || false
    cases '.seconds > 0' 2
    comma_before "$top_builddir/mpiperf-compare"
    LD_PRELOAD=$PWD/comma.so run "$top_builddir/mpiperf-compare" --same=5% r.jsonl
    echo "$output"
    [ "$status" -eq 0 ]
    ! grep -E '[0-9],[0-9]' <<<"$output" || false
    grep -q '[0-9]\.[0-9]' <<<"$output"
}

@test "locale: the recorder's report" {
    so=$top_builddir/.libs/libmsgsched-record.so
    . "$top_srcdir/src/algos/test/preload.bash"
    preload_setup
    comma_before "$so"
    LD_PRELOAD=$PWD/comma.so MSGSCHED_RECORD=set preload 2 \
        "$top_builddir/src/algos/msgsched/record/test/record_test" ring
    [ "$status" -eq 0 ]
    grep -qF 'taken: 2 of 2 messages (100.0 %)' <<<"$output"
}
