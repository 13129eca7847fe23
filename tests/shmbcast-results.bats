# shmbcast-results.bats: what the campaign of shmbcast-auto makes of records by hand.
# Needs no MPI.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154,SC2016 # variables of the build; programs in quotes

bats_require_minimum_version 1.5.0

setup() {
    . "$top_srcdir/tests/results.bash"
    copied lib.sh lib.awk shmbcast-auto
    cd shmbcast-auto || return
    export PATH=$top_builddir:$PATH
}

# records N KIND WHAT RANKS WAYS PS [MORE]: so many runs whose times are those of PS,
# {BYTES: [...]}, but for up to 2 % that depends on run, size and way. MORE: an object
# with further fields.
records() {
    jq -nc --argjson n "$1" --arg kind "$2" --arg what "$3" --argjson ranks "$4" \
        --arg ways "$5" --argjson ps "$6" --argjson more "${7-{\}}" '
        def noise($i; $k; $j): 1 + ((($i + 3) * ($k + 7) * ($j + 5)) % 11 - 5) / 250;
        range($n) as $i | {step: "mpich-\($kind)", mpi: "mpich", table: 1,
            at: "2026-11-22T20:\($i + 10):00Z", type: "run", $kind, $what, $ranks,
            ways: ($ways | split(" ")),
            ps: ($ps | to_entries | to_entries | map(.key as $k | .value |
                .value |= (to_entries | map(if .value then
                    .value * noise($i; $k; .key) | round else null end))) |
                from_entries)} + $more'
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
        # Slower than ring, as fast as quarter, faster than all
        records 24 best warm 2 "native auto ring quarter" '{"64": [4e5, 1.2e5, 1e5, 3e5],
            "1024": [4e5, 1e5, null, 1e5], "65536": [8e6, 4e6, 6e6, 7e6]}'
        # Too few runs of this one
        records 4 best cold 2 "native auto ring" '{"64": [4e5, 2e5, 1e5]}'
    } | figures
    cat README.md
    false
}
