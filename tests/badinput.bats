# badinput.bats: inputs that a grammar makes are refused in one line, or read right: a tenth
# of a seed's, with --long all. tests/badinput/run --seed=S --only=N repeats one.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    command -v jq >/dev/null || skip "jq is not installed"
}

# bats test_tags=sanitize
@test "valid, nearly valid and wild inputs of every reader and program" {
    run "$top_srcdir/tests/badinput/run" --seed=1 --inputs="200${CHECK_LONG:+0}"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -c ' accepted: ' <<<"$output")" -eq 13 ]
    [ "$(grep -c ' accepted: 0 of [0-9]* valid, 0' <<<"$output")" -eq 0 ]
    for program in mpiperf mpiperf-compare mpiperf-report mpiperf-repeat mpiperf-tune mpiperf-plot \
        mpiperf-history; do
        # of ten starts of a program, all may be refused
        grep -q "^$program  *status ${CHECK_LONG:+0}" <<<"$output"
        grep -q "^$program  *status 2: " <<<"$output"
    done
    grep -q " status 0: " <<<"$output"
}

@test "a program that says two things, and one that leaves half a file, are found" {
    mkdir "$BATS_TEST_TMPDIR/build"
    cd "$BATS_TEST_TMPDIR/build"
    ln -s "$top_builddir"/{mpiperf*,tests,.libs} .
    rm mpiperf-compare mpiperf-report
    printf '#!/bin/sh\n[ "$1" != --help ] || exit 0\n%s\n' \
        'echo "mpiperf-compare: no" >&2; echo "mpiperf-compare: no FILE" >&2; exit 2' \
        >mpiperf-compare
    printf '#!/bin/sh\n[ "$1" != --help ] || exit 0\n%s\n' \
        'printf "<html>" >new.html' >mpiperf-report
    chmod +x mpiperf-compare mpiperf-report
    top_builddir=$PWD run "$top_srcdir/tests/badinput/run" --seed=1 --inputs=20
    echo "$output"
    [ "$status" -eq 1 ]
    [[ "$output" == *"BROKEN: input 15, status 2: 2 lines of its own"* ]]
    [[ "$output" == *"BROKEN: input 16, status 0: new.html is not whole"* ]]
    [ "$(grep -c BROKEN <<<"$output")" -eq 2 ]
}
