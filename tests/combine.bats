# combine.bats: options combined pair by pair, with --verify: 15 command lines, with --long
# 150. With the other MPI it is another seed. tests/combine/run --seed=S --only=N repeats one.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    command -v jq >/dev/null || skip "jq is not installed"
}

@test "combined options: status 0, whole records and right results, or one line that says why" {
    seed=$(cksum <<<"$MPI_FLAVOUR" | cut -d ' ' -f 1)
    run "$top_srcdir/tests/combine/run" --seed="$seed" --lines="15${CHECK_LONG:+0}"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "${lines[-1]}" =~ ^15[0]*\ command\ lines:\ ([0-9]+)\ done ]]
    [ "${BASH_REMATCH[1]}" -ge 10 ]
}

# bats test_tags=once
@test "wrong results, half a file and two lines are found" {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p build/tests
    for status in 3 0 2; do
        printf '#!/bin/sh\necho "mpiperf: 3 WRONG RESULTS"; echo "mpiperf: no"\nexit %s\n' \
            $status >build/mpiperf
        chmod +x build/mpiperf
        top_builddir=$PWD/build run "$top_srcdir/tests/combine/run" --seed=1 --only=1
        echo "$output"
        [ "$status" -eq 1 ]
    done
}
