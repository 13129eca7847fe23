# names.bats: mpiperf under the names of OSU's and Intel's (IMB) benchmarks: what
# programs that run those find in its output.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    export MPIRUN_YIELD=1 # figures are not compared
}

# as N NAME ARGUMENT...: runs N ranks as this benchmark; its output is in `out`,
# with what it writes to standard error, as scripts keep it. Figures do not matter, so
# cases end early.
as() {
    local n=$1 name=$2
    shift 2
    [[ " $* " == *" -- "* ]] || set -- "$@" --
    set -- "$@" --max-time=0.2
    "$top_srcdir/tests/mpirun" "$n" "$top_builddir/mpiperf" --as="$name" "$@" \
        </dev/null >out 2>&1 || { cat out; return 1; }
    cat out
}

# finds N REGEX: N lines of the output match the regular expression of Perl.
finds() {
    [ "$(grep -cP -- "$2" out)" -eq "$1" ]
}

# only_sizes FIELDS: after the first two lines, comments come first; then each line
# has this many fields, the way a program reads it that stops at anything else.
only_sizes() {
    awk -v fields="$1" 'NR > 2 && /^#/ && !rows { next }
        NR > 2 { rows++; if (NF != fields) exit 1 }
        END { exit !rows }' out
}

@test "osu_alltoall, osu_allreduce, osu_latency, osu_bw: what a regression test looks for" {
    for name in osu_alltoall osu_allreduce osu_latency; do
        as 2 $name -m 8 -x 10 -i 100 $([[ $name == osu_l* ]] && echo D D)
        finds 1 '^8\s+(\S+)'
        finds 1 '^# Size\s+Avg Latency\(us\)\s*$'
        finds 1 '^# OSU.*Test v7.4$'
        finds 1 '^# mpiperf: nothing to do for -x$'
        finds 1 "^# Datatype: MPI_$([[ $name == *reduce ]] && echo INT || echo CHAR)\.\$"
        only_sizes 2
    done
    as 2 osu_bw -m 65536:131072 -x 10 -i 10 D D
    finds 1 '^131072\s+(\S+)'
    finds 1 '^# Size\s+Bandwidth \(MB/s\)\s*$'
    only_sizes 2
}

@test "options: validation, all columns, percentiles, an overlap, pairs" {
    as 2 osu_allreduce -m 8 -i 20 -c -f
    finds 1 '^# Size\s+Avg Latency\(us\)\s+Min Latency\(us\)\s+Max Latency\(us\)\s+Iterations\s+Validation$'
    finds 2 '^[48]\s+[0-9.]+\s+[0-9.]+\s+[0-9.]+\s+\d+\s+Pass$'
    as 2 osu_latency -m 0:1 -i 200 -z
    finds 1 '^# Size\s+Avg Latency\(us\)\s+P50 Tail Lat\(us\)\s+P90 Tail Lat\(us\)\s+P99 Tail Lat\(us\)$'
    finds 2 '^[01]\s+([0-9.]+\s*){4}$'
    as 2 osu_bw -m 8:8 -W 16 -i 20 -z50,90,95
    finds 1 '^# Size\s+Bandwidth \(MB/s\) P50 Tail BW\(MB/s\) P90 Tail BW\(MB/s\) P95 Tail BW\(MB/s\)\s*$'
    # percentiles of a rate ascend
    awk '/^8/ { exit !(0 < $3 && $3 <= $4 && $4 <= $5) }' out
    as 2 osu_iallreduce -m 8 -i 20 -z -t 10
    finds 1 '^# Size\s+Overall\(us\)\s+Compute\(us\)\s+Pure Comm\.\(us\)\s+Overlap\(%\)  P50 Tail Lat\(us\)  P90 Tail Lat\(us\)  P99 Tail Lat\(us\)\s*$'
    finds 2 '^[48]\s+([0-9.]+\s*){7}$'
    as 2 osu_ibcast -m 8:8 -i 20 -f -t 4 -- -o r.jsonl
    finds 1 '^# Size           Overall\(us\)       Compute\(us\)    Coll\. Init\(us\)      MPI_Test\(us\)      MPI_Wait\(us\)    Pure Comm\.\(us\)     Min Comm\.\(us\)     Max Comm\.\(us\)        Overlap\(%\)$'
    # each figure is one of the records
    [ "$(awk '/^8/ { NF--; print }' out)" = "$(jq -rs 'map(select(.type == "case")) |
        sort_by(.algo == "overlap") |
        .[0] as $pure | .[1] | [.total, .compute, .parts.initiation.median, .parts.test.median,
            .parts.wait.median, .pure, $pure.rank_min, $pure.rank_max] |
        map(. * 1e6)[]' r.jsonl | awk 'BEGIN { printf "8" } { printf " %.2f", $1 } END { print "" }')" ]
    as 4 osu_mbw_mr -m 8192:8192 -i 20
    finds 1 '^# Size\s+MB/s\s+Messages/s\s*$'
    awk '/^8192/ { exit !($3 * 8192 / 1e6 > $2 - 0.01 && $3 * 8192 / 1e6 < $2 + 0.01) }' out
    as 2 osu_barrier -i 20 -c
    finds 1 '^# Avg Latency\(us\)\s*$'
    finds 0 'Datatype'
    only_sizes 1
    finds 1 '^# mpiperf: barrier:native at 0 B: no result that --verify could check$'
    as 2 osu_put_latency -m 8:8 -i 20 -s lock
    finds 1 '^# Size\s+Latency \(us\)\s*$'
    as 3 osu_neighbor_alltoall -m 8:8 -i 20 -c
    finds 1 '^8\s+[0-9.]+\s+Pass$'
}

@test "osu_init: what the ranks took for MPI_Init" {
    as 2 osu_init
    finds 1 '^# OSU MPI Init Test v7.4$'
    finds 1 '^nprocs: 2, min: \d+ ms, max: \d+ ms, avg: \d+ ms$'
    awk '/^nprocs/ { exit !(0 + $4 <= 0 + $10 && 0 + $10 <= 0 + $7) }' out
}

@test "IMB-MPI1, IMB-NBC: what benchmark frameworks look for" {
    # several benchmarks in one start, on 2 and on all ranks
    as 3 IMB-MPI1 PingPong Bcast Reduce_scatter_block Exchange -msglog 13:14 -iter 10 \
        -time 1 -off_cache -1 -- -o r.jsonl
    [ "$(grep '^# [B#]' out | xargs)" = "# Benchmarking PingPong # #processes = 2 \
# Benchmarking Bcast # #processes = 2 # Benchmarking Bcast # #processes = 3 \
# Benchmarking Reduce_scatter_block # #processes = 2 # Benchmarking Reduce_scatter_block # #processes = 3 \
# Benchmarking Exchange # #processes = 2 # Benchmarking Exchange # #processes = 3" ]
    # as a program reads it: the third line after this one has the titles
    awk '/Benchmarking [BR]/ { at = NR } at && NR == at + 3 {
        exit $0 !~ /^ +#bytes +#repetitions +t_min\[usec\] +t_max\[usec\] +t_avg\[usec\]$/ }' out
    finds 12 '^\s+(?<bytes>\d+)\s+(?<repetitions>\d+)\s+(?<t_min>\d+\.\d+)\s+(?<t_max>\d+\.\d+)\s+(?<t_avg>\d+\.\d+)$'
    awk '/^ +[0-9]/ && NF == 5 && !($3 <= $5 && $5 <= $4) { wrong = 1 } END { exit wrong }' out
    finds 1 'All processes entering MPI_Finalize'
    finds 6 '^\s+(\d+)\s+\d+\s+(\d+\.\d+)\s+(\d+\.\d+)\s+(\d+\.\d+)\s+(?<bw>\d+\.\d+)$'
    awk '/^ +8192/ && NF == 6 { exit !($6 * $4 > 0.9 * 4 * 8192 && $6 * $4 < 1.1 * 4 * 8192) }' out
    # a run of records for each
    jq -es 'map(.type) | (map(select(. == "run" or . == "end")) | length) == 8' r.jsonl
    as 4 IMB-MPI1 Pingpong -msglog 3:4 -iter 200 -multi 0 -map 2x2
    finds 1 '^# Benchmarking Multi-PingPong$'
    finds 3 '^\s+(?<bytes>\d+)\s+(?<repetitions>\d+)\s+(?<t_avg>\d+\.\d+)\s+(?<bw>\d+\.\d+)$'
    as 4 IMB-NBC Ibarrier -iter 10 -npmin 4
    finds 1 '^\s+#repetitions t_ovrl\[usec\] t_pure\[usec\]  t_CPU\[usec\]   overlap\[%\]$'
    finds 1 '^# #processes = 4$'
    # without a size, as IMB prints it
    as 2 IMB-MPI1 Barrier -iter 10
    finds 1 '^\s+#repetitions  t_min\[usec\]  t_max\[usec\]  t_avg\[usec\]$'
    finds 1 '^\s+\d+\s+\d+\.\d+\s+\d+\.\d+\s+\d+\.\d+$'
}

@test "mpiperf's options after --; what does not run says so in one line" {
    as 2 osu_bcast -m 8:8 -i 20 -- -o r.jsonl --passes=1
    jq -es '.[1].op == "bcast" and (.[0].command | tostring | contains("osu_bcast"))' r.jsonl
    finds 1 '^# mpiperf: 8 B: slowest rank, typical run: [0-9.]+ us'
    ! as 2 osu_bw -d cuda || false # the other reasons: test_foreign_line.c
    finds 1 '^mpiperf: '
    ! as 2 osu_bcast -m 35184372088832:35184372088832 || false # a reason, where a line lacks
    finds 1 '^# mpiperf: 32768 GiB: \w'
}
