# fuzz.bats: what reads text from outside, on inputs that libFuzzer makes.
# SPDX-License-Identifier: BSD-3-Clause

# fuzz READER [OPTION...]: from the seeds on, and beyond them.
fuzz() {
    local out=$BATS_TEST_TMPDIR/$1
    run "$top_srcdir/tests/fuzz/run" "$1" "$out" "${@:2}"
    # scripts/check sees to it that there is one
    [ "$status" -ne 77 ] || [ -n "${CHECK_FUZZ-}" ] ||
        skip "clang has no libFuzzer here (libclang-rt-dev)"
    tail -n 30 <<<"$output"
    [ "$status" -eq 0 ]
    [ "$(ls "$out/corpus" | wc -l)" -gt 20 ]
}

@test "files of messages: 20,000 inputs" {
    fuzz pattern
    [[ "$output" == *"stat::number_of_executed_units: 20000"* ]]
}

@test "every reader: 20 seconds" {
    [ -n "${FUZZER-}" ] || skip "scripts/check --long builds the program"
    readers=$(grep -o '{"[a-z]*", [a-z_]*}' "$top_srcdir/tests/badinput/readers.c" | cut -d'"' -f2)
    [ "$(wc -w <<<"$readers")" -eq 13 ]
    for reader in $readers; do
        fuzz "$reader" -runs=-1 -max_total_time=20
    done
}
