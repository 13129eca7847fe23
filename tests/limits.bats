# limits.bats: how much there may be: 4,096 cases, 100 MB of records, messages of more than
# 2 GiB, 1 rank, 64 ranks. What takes long is for `scripts/check --long`.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154,SC2030,SC2031 # variables of the build; run

. "$top_srcdir/tests/mpiperf.bash"
. "$top_srcdir/tests/records.bash"

setup() {
    records_setup
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
    export MPIRUN_YIELD=1 MPIRUN_TIMEOUT=900 # nothing is timed
}

# within KIB COMMAND...: it has no more address space than that, and says something.
within() {
    run bash -c 'ulimit -v "$1" && shift && exec "$@"' bash "$@"
    tail -n 5 <<<"$output"
    [ "$status" -eq 0 ]
}

# tools KIB FILE: each of the tools reads it within that.
tools() {
    within "$1" "$top_builddir/mpiperf-compare" "$2"
    [ "${#lines[@]}" -gt 5 ] # a line for each size, under a head
    within "$1" "$top_builddir/mpiperf-report" "$2" -o page.html
    grep -q "href='./$2'" page.html # it is too large to be in the page
    PATH=$top_builddir:$PATH within "$1" "$top_srcdir/scripts/mpiperf-plot" "$2" -o plot.svg
    [ -s plot.svg ]
    rm page.html plot.svg "$2"
}

# replicate WHAT FILE [-v NAME=VALUE]...
replicate() {
    awk -v what="$1" "${@:3}" -f "$top_srcdir/tests/limits/records.awk" "$2"
}

@test "limits: tables, pages and plots of 4,096 cases" {
    replicate cases "$golden" -v bytes=99999999 -v most=4096 >many.jsonl
    [ "$(grep -c '"type":"case"' many.jsonl)" -eq 4096 ]
    tools 250000 many.jsonl
}

@test "limits: tables, pages and plots of 100 MB in 500 MB of memory" {
    [ -n "${CHECK_LONG-}" ] || skip "for scripts/check --long"
    record 2 bcast:native,shmbcast,shmbcast-auto -m '1:1Mi:*4' --passes=7 --max-time=0.2
    for what in runs cases; do
        replicate $what r.jsonl -v bytes=100000000 >big.jsonl
        tools 500000 big.jsonl
    done
}

@test "limits: a run of 4,096 cases" {
    [ -n "${CHECK_LONG-}" ] || skip "for scripts/check --long"
    record 2 bcast -m 1:4096:+1 --passes=1 --max-time=0.001
    [ "$status" -eq 0 ]
    records r.jsonl 4096
}

@test "limits: messages of more than 2 GiB" {
    [ -n "${CHECK_LONG-}" ] || skip "for scripts/check --long"
    [ "$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)" -gt 14000000 ] ||
        skip "less than 14 GB of memory are free"
    record 2 bcast:native,shmbcast,shmbcast-auto pingpong exchange:direct put_fence \
        -m 2049Mi -d double -P pingpong.rounds=2 --passes=1 --max-time=1 -R 2 --verify
    [ "$status" -eq 0 ]
    records r.jsonl 6
    cases '.valid > 0 and .mismatches == 0'
}

# everything N: the main operations and our libraries on so many ranks, verified.
everything() {
    local collectives='bcast:native,shmbcast,shmbcast-auto allreduce alltoall gather barrier'
    local pairs='pingpong exchange:native,direct,auto put_fence'
    local ours='dsm-barrier:refnuma microshmem-put:microshmem'
    # shellcheck disable=SC2086 # lists of words
    record "$1" $collectives $pairs $ours -m 8 --passes=1 --max-time=0.5 -R 20 --verify \
        --allow-one-rank --stuck-after=0
    [ "$status" -eq 0 ]
    cases '.reason != null or .mismatches == 0 or .mismatches == null'
}

@test "limits: 1 rank, 64 ranks" {
    [ -n "${CHECK_LONG-}" ] || skip "for scripts/check --long"
    everything 1
    everything 64
}
