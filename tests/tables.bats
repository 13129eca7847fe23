# tables.bats: tables of real machines. After a change, TABLES_UPDATE=1 makes them again.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2154 # jq; the build

. "$top_srcdir/tests/records.bash"

setup_file() {
    command -v jq && command -v xz || skip "jq and xz are needed"
}

setup() {
    records_setup
    cp "$top_srcdir"/tests/tables/*.xz "$top_srcdir"/tests/records-1.0/openmpi-table.jsonl.xz .
    xz -d ./*.xz
}

# measured SET MPI TABLE [ROW]: the records of one of 40 tables of a quiet machine in
# compare/test/tables.csv.xz; ROW: jq's choice of rows.
measured() {
    xz -dc "$top_srcdir/src/compare/test/tables.csv.xz" | awk -F, -v OFS=, \
        -v set="$1" -v mpi="$2" -v table="$3" '$1 == set && $2 == mpi && $3 == table' |
        jq -Rnc --slurpfile golden "$golden" --arg mpi "$2" '
        def row: {type: "case", op: "bcast", algo: .[5], procs: 2, bytes: (.[4] | tonumber),
            method: "window", timer: "auto", estimate: (.[7] | tonumber),
            passes: [{pass: 1, estimate: (.[7] | tonumber)}]};
        [inputs / "," | select('"${4:-true}"')] | group_by(.[3] | tonumber) | to_entries[] |
        .key as $i |
        ($golden[0] | .time = (1700000000 + $i | todate) | .ranks = 2 | .nodes = 1 |
            .shared_cpu = false | .warnings = [] | .command = ["mpiperf", "bcast"] |
            .mpi = (if $mpi == "mpich" then "MPICH Version: 4.0.2" else "Open MPI v4.1.4, package: x" end) |
            .machine.cpu = "Intel Xeon"),
        (.value[] | row), {type: "end", status: "complete", seconds: 0.6}'
}

# shown NAME: the table of NAME.jsonl is tests/tables/NAME.txt; its answer has at most
# two lines.
shown() {
    local name=$1 wanted=$top_srcdir/tests/tables/$1.txt
    "$top_builddir/mpiperf-compare" "$name.jsonl" >"$name.out"
    [ -z "${TABLES_UPDATE:-}" ] || cp "$name.out" "$wanted"
    diff "$wanted" "$name.out"
    awk '/^fastest: / { at = NR } at == NR - more - 1 && /^  / { more++ } END { exit more > 1 }' "$name.out"
}

@test "tables of a quiet machine: three algorithms, ties, one size" {
    for mpi in openmpi mpich; do
        measured rivals $mpi 1 >rivals-$mpi.jsonl
        shown rivals-$mpi
    done
    measured equal openmpi 1 >equal.jsonl
    shown equal
    measured equal mpich 1 '.[4] == "8" and .[5] != "5pc"' >one-size.jsonl
    shown one-size
}

@test "tables of a shared machine: states, command lines, five rivals, bandwidth, overlap" {
    shown three-rivals
    grep -q '^fastest: undecided between shmbcast and shmbcast-auto$' three-rivals.out
    for name in openmpi-table states five-rivals bandwidth hidden; do
        shown $name
    done
}

@test "formats without states say that they average over both" {
    local averages='averaged over two states of the machine; --format=table shows each'
    for format in osu imb; do
        "$top_builddir/mpiperf-compare" states.jsonl --format=$format >out
        grep -qx "# mpiperf: $averages" out
        "$top_builddir/mpiperf-compare" bandwidth.jsonl --format=$format >out
        ! grep -q 'averaged over two states' out || false
    done
}
