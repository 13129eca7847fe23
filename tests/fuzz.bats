# fuzz.bats: what reads text from outside, on inputs that libFuzzer makes.
# SPDX-License-Identifier: BSD-3-Clause

# fuzz TARGET: some ten thousand inputs, from the seeds on.
fuzz() {
    run "$top_srcdir/tests/fuzz/run" "$1" "$BATS_TEST_TMPDIR"
    # scripts/check sees to it that there is one
    [ "$status" -ne 77 ] || [ -n "${CHECK_FUZZ-}" ] ||
        skip "clang has no libFuzzer here (libclang-rt-dev)"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"stat::number_of_executed_units: 20000"* ]]
    # it got beyond the seeds
    [ "$(ls "$BATS_TEST_TMPDIR/corpus" | wc -l)" -gt 20 ]
}

@test "files of messages: 20,000 inputs" { fuzz pattern_file; }
