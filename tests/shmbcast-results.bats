# shmbcast-results.bats: what the campaign of shmbcast-auto makes of records by hand.
# Needs no MPI.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154,SC2016 # variables of the build; programs in quotes

bats_require_minimum_version 1.5.0

setup() {
    . "$top_srcdir/tests/results.bash"
    copied lib.sh lib.awk shmbcast-learn
    cd shmbcast-learn || return
    export PATH=$top_builddir:$PATH
}

# records N KIND WHAT RANKS WAYS PS [MORE]: so many runs whose times are those of PS,
# {BYTES: [...]}, but for up to 2 % that depends on run, size and way. MORE: an object
# with further fields.
records() {
    jq -nc --argjson n "$1" --arg kind "$2" --arg what "$3" --argjson ranks "$4" \
        --arg ways "$5" --argjson ps "$6" '
        def noise($i; $k; $j): 1 + ((($i + 3) * ($k + 7) * ($j + 5)) % 11 - 5) / 250;
        range($n) as $i | {step: "mpich-\($kind)", mpi: "mpich", table: 1,
            at: "2026-11-22T20:\($i + 10):00Z", type: "run", $kind, $what, $ranks,
            ways: ($ways | split(" ")),
            ps: ($ps | to_entries | to_entries | map(.key as $k | .value |
                .value |= (to_entries | map(if .value then
                    .value * noise($i; $k; .key) | round else null end))) |
                from_entries)} + ('"${7-{\}}"')'
}

# flip PHASE BETTER RATIO [CURVE]: a phase of a start, whose number is $i.
flip() {
    records 1 flip "$1" 2 "auto better" '{}' '{better: "'"$2"'", curve: ['"${4-1}"'],
        ps: {"65536": [('"$3"' + '"$i"' * 7 % 5 / 1000) * 1e7, 1e7 | round]}}'
}

figures() {
    cat >records.jsonl
    ./command --figures
}

@test "without records the page says so" {
    ./command --figures
    [ "$(grep -cx 'No records yet.' README.md)" -eq \
        "$(grep -c '^<!-- @[a-z]' README.md)" ]
}

@test "every step is one that the command knows" {
    export MPIS=mpich RANKS="2 4" TABLES=2
    bash -c '. <(sed "s/^campaign .*/steps/;s/^cd .*/:/" command)' command >steps
    [ "$(sort -u steps | wc -l)" -eq "$(wc -l <steps)" ]
    [ "$(cut -d- -f2 steps | sort -u | xargs)" = "best crowd first flip steady" ]
    # shared memory in every second table
    [ "$(grep -c 'best-4-' steps)" -eq 6 ]
}

@test "the best rival is chosen in odd runs and compared in even ones" {
    {
        # Slower than ring; as fast as quarter; faster than both
        records 24 best warm 2 "native auto ring quarter" '{"64": [4e5, 1.2e5, 1e5, 3e5],
            "1024": [4e5, 1e5, null, 1e5], "65536": [8e6, 4e6, 6e6, 7e6]}'
        # Too few runs for an answer
        records 4 best cold 2 "native auto ring" '{"64": [4e5, 2e5, 1e5]}'
    } | figures
    has '- not known yet: sizes slower than 1.05 of the best rival, mpich, cold: 0 of 0; with too few runs: 1 (target: none: no lower limit above 1.05)' \
        '- not complete (0 of 62 steps): sizes slower than 1.05 of the best rival, mpich, warm: 1 of 3: 64 B ring 1.20 [1.18, 1.21] (target: none: no lower limit above 1.05)' \
        '- not complete (0 of 62 steps): times faster than native, mpich, warm, 256 B to 4 KiB: 4.01 [3.97, 4.04] (target: at least 2.0)' \
        '| 64 B | 0.402 | 0.2 | 2.01 [1.92, 2.11] | ring | 1.98 | - |' \
        '| 64 B | 0.4 | 0.12 | 3.34 [3.31, 3.36] | ring | 1.20 [1.18, 1.21] | **yes** |' \
        '| 1 KiB | 0.4 | 0.0999 | 4.01 [3.97, 4.04] | quarter | 1.00 [0.99, 1.02] | no |' \
        '| 64 KiB | 8 | 4 | 2.00 [1.96, 2.04] | ring | 0.67 [0.66, 0.67] | no |' \
        '| mpich, cold | **2.01** | 2.5 | - | 2.0 | - | 1.3 | - | 1.6 |' \
        '| mpich, warm | 3.34 | 2.5 | 4.01 | 2.0 | 2.00 | 1.3 | - | 1.6 |'
}

@test "states have best rivals of their own, and are the same in all tables" {
    records 24 best warm 2 "native auto ring pull" '{"65536": [8e6, 4e6, 4e6, 4e6]}' '{
        states: [{oneway: 7e-8, ps: {"65536": [8e6, 2e6, (2e6 + $i * 7 % 5 * 1e3), 6e6]}},
                 {oneway: 2e-7, ps: {"65536": [8e6, 6e6, 9e6, (5e6 + $i * 7 % 5 * 1e3)]}}]}' |
        figures
    has '| 64 KiB | 8 | 4 | 2.00 [1.99, 2.02] | pull | 1.00 [0.98, 1.01] | no |' \
        '| mpich, warm | far | 1 | 64 KiB pull 1.20 [1.20, 1.20] |' \
        '| mpich, warm | near | 1 | none |'
    # What is far in the first table is nearer than what is far in the others.
    {
        records 24 best warm 2 "native auto ring" '{"65536": [8e6, 4e6, 4e6]}' '{
            states: [{oneway: 7e-8, ps: {"65536": [8e6, 2e6, 2e6]}},
                     {oneway: 1.1e-7, ps: {}}]}'
        records 24 best cold 2 "native auto ring" '{"65536": [8e6, 4e6, 4e6]}' '{
            states: [{oneway: 1.1e-7, ps: {"65536": [8e6, 2e6, 3e6]}},
                     {oneway: 2.6e-7, ps: {}}]}'
    } | figures
    has '| mpich, cold | near | 1 | none |' '| mpich, warm | near | 1 | none |'
    # One that only even runs were in
    records 24 best warm 2 "native auto ring" '{"65536": [8e6, 4e6, 4e6]}' '{
        states: [{oneway: 7e-8, ps: (if $i % 2 == 1 then {"65536": [8e6, 2e6, 3e6]}
            else {} end)}, {oneway: 2e-7, ps: {}}]}' | figures
    run ! grep -F '| near |' README.md
}

@test "first calls, flips, looking and loops" {
    {
        records 24 first - 2 "native auto slot ring" '{"1024": [4e7, 3e7, 2e7, 3e7]}' \
            '{made: [0, 5e9, 1e9, 2e9]}'
        for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
            flip before pull 1
            flip slow ring 1.02 "3, 2, 1.04, 1.2"
            flip back pull 1.2 "2, 2, 2, 2"
        done
        records 24 steady - 2 "auto better" '{"1024": [2.02e5, 2e5]}'
        records 24 crowd - 3 "old fixed auto" '{"8": [1e9, 2e9, 1.5e9]}'
    } | figures
    has '- not complete (0 of 62 steps): sizes slower than 1.05 of the better way, 2000 calls after a flip, mpich, back: 1 of 1: 64 KiB better 1.20 [1.20, 1.20] (target: none)' \
        '- not complete (0 of 62 steps): share of looking in the time, mpich: 1.10 % [0.39, 1.81] (target: below 1 %)' \
        '- not complete (0 of 62 steps): loops slower than 1.05 of the release before, mpich: 1 of 1: 8 B, 3 ranks, 1.50 [1.49, 1.51] (target: none)' \
        '- not complete (0 of 62 steps): loops slower than 1.05 of learn=0, mpich: 0 of 1 (target: none)' \
        '| 1 KiB | 40 | 30 | 1.33 [1.33, 1.34] | slot | 1.50 [1.48, 1.52] |' \
        '| mpich | 5.00 | 2.00 | - |' \
        '| mpich | slow | 12 of 12 | 1500 | 1500 | 64 KiB 1.02 [1.02, 1.02] |' \
        '| mpich | back | 12 of 12 | over 2000 | over 2000 | 64 KiB 1.20 [1.20, 1.20] **above** |' \
        '| mpich | 1 KiB | 1.011 [1.004, 1.018] |' \
        '| mpich | 3 | 8 B | 1 | 1.5 | 1.50 [1.49, 1.51] **above** | 0.75 [0.75, 0.75] |'
}

@test "a flip is judged where the better way changed" {
    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
        flip before ring 1
        flip slow ring 1.02 "1, 1, 1, 1"
        flip back ring 1.2 "2, 2, 2, 2"
    done | figures
    has '- not known yet: sizes slower than 1.05 of the better way, 2000 calls after a flip, mpich, slow: 0 of 0 (target: none)' \
        '| mpich | slow | 0 of 12 | - | - | |'
}

@test "records of mpiperf-repeat become a record of each run" {
    jq -nc '
        def case($algo; $bytes; $t): {type: "case", $algo, $bytes, estimate: $t,
            passes: ([[7e-8, 8e-8, 0.25], [2.6e-7, 2.5e-7, 2], [8e-8, 2.5e-7, 9],
                [8e-8, 7e-8, 1]] | map({estimate: (.[2] * $t),
                    gauge: {oneway: .[:2], spin: null}}))};
        ({type: "run", ranks: 2, time: "now", timer: {resolution: 2e-8}},
         case("native"; 8; 4e-7), case("shmbcast-auto@slot=8192"; 8; 1e-7),
         case("native"; 16384; 8e-6), case("shmbcast-auto@slot=8192"; 16384; 4e-6)),
        {type: "table", cut: {gauge: "oneway", at: 1e-7, low: 7.5e-8, high: 2.5e-7}}' \
        >table.jsonl
    run -0 jq -sc --arg what warm --argjson slot 8192 --rawfile rivals <(
        printf '%s\n' "native native" "slot shmbcast-auto@slot=8192"
    ) -f runs.jq table.jsonl
    jq -e --argjson got "$output" '. == $got' <<'END'
{"type": "run", "kind": "best", "ranks": 2, "what": "warm", "time": "now", "step_ps": 20000,
 "ways": ["native", "slot"], "ps": {"8": [400000, 100000], "16384": [8000000, null]},
 "states": [{"oneway": 7.5e-08, "ps": {"8": [200000, 50000], "16384": [4000000, null]}},
 {"oneway": 2.5e-07, "ps": {"8": [800000, 200000], "16384": [16000000, null]}}]}
END
}
