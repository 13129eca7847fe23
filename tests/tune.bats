# tune.bats: mpiperf-tune: of records to files that the MPI library honours.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC1003,SC1091,SC2013,SC2030,SC2031,SC2154 # words; run; the build

. "$top_srcdir/tests/records.bash"

setup() {
    records_setup
}

tune() {
    run "$top_builddir/mpiperf-tune" "$@"
    echo "$status: $output"
}

openmpi='Open MPI v4.1.4, package: x' mpich='MPICH Version: 4.0.9'
binomial='{"id"+6}' pipeline='{"id"+3,"segsize"+64}'

# bats test_tags=once
@test "rules for Open MPI: a file, what it gains, how to activate and undo it" {
    records "$openmpi" bcast 8,64,512,4096 "tuned/binomial:0.5,0.5,1,1:$binomial" \
        "tuned/pipeline@segsize=64:1,1,1,0.8:$pipeline" other:0.1,0.1,0.1,0.1 >a.jsonl
    RANKS=4 records "$openmpi" allgather 8,64 'tuned/ring:1,0.5:{"id"+4}' >b.jsonl
    RANKS=4 records "$openmpi" allreduce 8,64 'tuned/ring:1,1.1:{"id"+4}' >c.jsonl
    exits 0 tune a.jsonl b.jsonl c.jsonl -o tuned.conf
    set="OMPI_MCA_coll_tuned_use_dynamic_rules=1 OMPI_MCA_coll_tuned_dynamic_rules_filename=$PWD/tuned.conf"
    unset="OMPI_MCA_coll_tuned_use_dynamic_rules OMPI_MCA_coll_tuned_dynamic_rules_filename"
    has '^allgather, 4 ranks: tuned/ring at 64 B, 2\.00 times as fast as native; the rest '
    [ "${lines[-1]}" = "activate: export $set; undo: unset $unset" ]
    # the whole file: src/tools/tune/test/test_tune.c
    for line in '# From a.jsonl and others: 24 runs of mpiperf @VERSION@ with Open MPI 4.1.4, A "X".' \
        "# Activate: export $set" '0 # allgather' '256 4 0 0 # tuned/ring' '7 # bcast' \
        '8 6 0 0 # tuned/binomial' '4096 3 0 64 # tuned/pipeline@segsize=64'; do
        grep -qxF "$line" tuned.conf
    done
}

# bats test_tags=once
@test "components of Open MPI: no file sets them, but variables" {
    records "$openmpi" bcast 8,64,512 xhc:0.5,1,1 han/simple:1,0.5,1 "tuned/binomial:1,1,0.5:$binomial" >a.jsonl
    RANKS=4 records "$openmpi" barrier 0 acoll:0.5 hanoi:0.2 han:0.8 >b.jsonl
    exits 0 tune a.jsonl b.jsonl -o tuned.conf
    [ "${lines[0]}" = "barrier, 4 ranks: only by hand, for all sizes and collectives: acoll at 0 B, 2.00 times as fast as \
native; export OMPI_MCA_coll_acoll_priority=90 OMPI_MCA_coll_acoll_comm_size_thresh=4; the rest stays as it is" ]
    [ "${lines[1]}" = "bcast, 2 ranks: tuned/binomial at 512 B, 2.00 times as fast as native; only by hand, for all sizes and \
collectives: xhc at 8 B, 2.00 times as fast as native; export OMPI_MCA_coll_xhc_priority=90 (without XPMEM, it fails in \
reductions above 4 KiB); han/simple at 64 B, 2.00 times as fast as native; export OMPI_MCA_coll_han_priority=90 \
OMPI_MCA_coll_han_use_bcast_algorithm=simple; the rest stays as it is" ]
    ends 0 "no file is written" tune b.jsonl -o none.conf
}

# bats test_tags=once
@test "variables for MPICH: an algorithm that is slower nowhere" {
    records "$mpich" bcast 8,64 mpich/binomial:0.5,1 mpich/ring:0.2,1.5 >a.jsonl
    exits 0 tune a.jsonl -o tuned.sh
    grep -qx '# From a.jsonl: 8 runs of mpiperf @VERSION@ with MPICH 4.0.9, A "X".' tuned.sh
    records "$mpich" bcast 8,64 'mpich/x=1; touch hacked:0.5,0.5' >b.jsonl
    exits 1 tune b.jsonl -o hacked.sh
    records "MPICH Version: 4"$'\n'"touch hacked" bcast 8,64 mpich/ring:0.5,0.5 >b.jsonl
    exits 0 tune b.jsonl -o hacked.sh
    . ./hacked.sh
    [ ! -e hacked ]
    . ./tuned.sh
    [ "$MPIR_CVAR_BCAST_INTRA_ALGORITHM" = binomial ]
    eval "$(sed -n 's/^# Undo: //p' tuned.sh)"
    [ -z "${MPIR_CVAR_BCAST_INTRA_ALGORITHM+x}" ]
}

# bats test_tags=once
@test "a profile: what no file of the library can set" {
    records "$mpich" bcast 8,64,512 mpich/ring:0.5,0.5,0.5 shmbcast-auto:0.1,0.1,0.5 >a.jsonl
    exits 0 tune a.jsonl -o tuned.sh
    grep -q '; only --profile can set: shmbcast-auto from 8 B to 64 B, 10.0 times as fast as native; the rest stays as it is$' \
        <<<"$output"
    exits 0 tune a.jsonl --profile=tuned.prof
    [[ ${lines[-1]} == "activate: export MPIPERF_TUNED=$PWD/tuned.prof LD_PRELOAD="*"/libmpiperf-tuned.so; undo: unset MPIPERF_TUNED LD_PRELOAD" ]]
    [ -r "$(sed -n 's/.*LD_PRELOAD=//p' tuned.prof)" ]
    grep -qx 'bcast 2 8 511 shmbcast-auto' tuned.prof
    [ "$(grep -vc '^#' tuned.prof)" -eq 1 ]
}

# bats test_tags=once
@test "a profile: every collective that shared memory has" {
    for op in barrier allreduce reduce allgather bcast reduce_scatter_block; do
        sizes=8,64,512 times=0.5,1,0.2
        [ $op != barrier ] || sizes=0 times=0.5
        records "$openmpi" $op $sizes shm:$times shmbcast-auto:$times >$op.jsonl
    done
    exits 0 tune ./*.jsonl --profile=tuned.prof
    has '^reduce_scatter_block, 2 ranks: nothing to gain$'
    diff - <(grep -v '^#' tuned.prof) <<END
allgather 2 8 63 shm
allgather 2 512 512 shm
allreduce 2 8 63 shm
allreduce 2 512 512 shm
barrier 2 0 0 shm
bcast 2 8 63 shmbcast-auto
bcast 2 512 512 shmbcast-auto
reduce 2 8 63 shm
reduce 2 512 512 shm
END
}

# bats test_tags=once
@test "what cannot be done is said in a line" {
    records "$openmpi" bcast 8,64 other:0.5,0.5 >none.jsonl
    records "$mpich" bcast 8,64 other:0.5,0.5 >mpich.jsonl
    records "$mpich" barrier 0 mpich/smp:0.5 >barrier.jsonl
    RANKS=2 records "$openmpi" bcast 8 "tuned/binomial:0.5:$binomial" >a.jsonl
    jq -c '.time |= if . then sub("2023"; "2024") else . end | if .buffer then
        .buffer = "cold" else . end' a.jsonl >cold.jsonl
    awk '/"type":"run"/ { n++ } n < 6' a.jsonl >few.jsonl
    echo theirs >tuned.conf
    answers tune-wrong
    [ "$(cat tuned.conf)" = theirs ]
}

# bats test_tags=once
@test "files that are there are replaced if asked to; of another MPI there is a profile alone" {
    records "$openmpi" bcast 8 "tuned/binomial:0.5:$binomial" >a.jsonl
    touch tuned.conf
    exits 0 tune a.jsonl -o tuned.conf --overwrite
    [ -s tuned.conf ]
    records "Another MPI 1.0" bcast 8 shmbcast-auto:0.5 >another.jsonl
    exits 0 tune another.jsonl -o another.conf --profile=another.prof
    has '^mpiperf-tune: --output: no known file sets algorithms of Another MPI 1.0$'
    grep -qx 'bcast 2 8 8 shmbcast-auto' another.prof
    exits 2 tune another.jsonl --profile=another.prof
    has '^mpiperf-tune: --profile: another.prof exists: --overwrite replaces it$'
}

# bats test_tags=once
@test "where nothing is to gain no file is written, and the earlier one is named" {
    records "$openmpi" bcast 8 "tuned/binomial:1.5:$binomial" >slow.jsonl
    ends 0 "nothing to gain: no file is written" tune slow.jsonl -o slow.conf
    [ ! -e slow.conf ]
    echo old >slow.conf
    ends 0 "slow.conf is from an earlier run" tune slow.jsonl -o slow.conf --overwrite
    jq -c 'if .algo == "tuned/binomial" then
        .estimate *= (if input_line_number % 8 < 4 then 0.6 else 1.6 end) |
        .passes[0].estimate = .estimate else . end' slow.jsonl >noisy.jsonl
    ends 0 "no file is written" tune noisy.jsonl -o noisy.conf
    has '^bcast, 2 ranks: undecided which algorithm is faster than native: more runs, '
}

@test "runs of this library's own algorithms say what a file needs" {
    case $MPI_FLAVOUR in
    openmpi) own=tuned ;;
    mpich) own=mpich ;;
    *) skip "not tried with this MPI" ;;
    esac
    exits 0 repeat -r 6 -o r.jsonl -- "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" \
        "bcast:native,$own/*" -m 64 -M barrier --max-time 0.02 --allow-na
    exits 0 tune r.jsonl
    has '^bcast, 2 ranks: '
    # set by number: all of them have one
    jq -es --arg own "$own/" 'map(select(.type == "case" and (.algo | startswith($own))) |
        .params.id) | length > 12 and all(. > 0)' r.jsonl
}

# bats test_tags=once
@test "--help names the options of the manual page" {
    helps_as_manual mpiperf-tune
}

# bats test_tags=once
@test "--try: the command without and with the file, by turns" {
    records "$openmpi" bcast 8 "tuned/binomial:0.5:$binomial" >a.jsonl
    exits 0 tune a.jsonl -o tuned.conf
    stand_in fake
    exits 0 tune --try=tuned.conf -r 4 -o try.jsonl -- ./fake
    has '^ +default:native +0.750 '
    has '^ +tuned:native +0.750 0.0 1.00 1.00-1.00 '
    jq -es '[.[].repeat.words | arrays] | unique == [["./fake"], ["env",
        "OMPI_MCA_coll_tuned_use_dynamic_rules=1",
        "OMPI_MCA_coll_tuned_dynamic_rules_filename=\($ENV.PWD)/tuned.conf", "./fake"]]' try.jsonl
}

# program MPI [OP RANKS BYTES CALLS WORK]...: prints the profile of a program of 10 s on 2 ranks.
program() {
    jq -nc --arg mpi "$1" '
        {type: "program", mpiperf: "1.0", format: 1, mpi: $mpi, command: ["./program", "input"], ranks: 2,
            seconds: 10, in_mpi: {mean: 8}, partial: null},
        ($ARGS.positional as $a | range(0; $a | length; 5) | $a[. + 1:. + 5] + [$a[.]] |
            (.[:4] | map(tonumber)) as [$procs, $bytes, $calls, $work] |
            {type: "calls", op: .[4], procs: $procs, bytes: $bytes, calls: $calls, seconds: $work,
                work: $work, waiting: 0}),
        {type: "end", status: "complete"}' --args "${@:2}"
}

# bats test_tags=once
@test "--program: only sizes of the program, by the seconds that they save of it" {
    records "$openmpi" bcast 8,64,512 "tuned/binomial:0.5,0.5,0.5:$binomial" >a.jsonl
    RANKS=4 records "$openmpi" allgather 8,64 'tuned/ring:1,0.5:{"id"+4}' >b.jsonl
    program "$openmpi" bcast 2 8 100000 0.25 bcast 2 512 99000 9 allgather 2 64 100000 9 >p.jsonl
    exits 0 tune --program=p.jsonl a.jsonl b.jsonl -o tuned.conf
    # 99000 times 5.0 us; of the others no more than half of their work
    { echo "$output" && grep -v '^#' tuned.conf; } | same_as_golden tune-program
    program "$openmpi" bcast 2 8 1000 9 >few.jsonl
    ends 0 "nothing to gain: no file is written" tune --program=few.jsonl a.jsonl -o few.conf
    has '^bcast, 2 ranks: nothing saves 0\.1 % of the program$'
    [ ! -e few.conf ]
}

# bats test_tags=once
@test "--program: MPICH gets the algorithm that saves most in all sizes, and a profile what it saves besides" {
    records "$mpich" bcast 8,64 mpich/binomial:0.5,1.5 mpich/ring:0.8,1 shmbcast-auto:0.3,2 >a.jsonl
    program "$mpich" bcast 2 8 100000 9 bcast 2 64 50000 9 >p.jsonl
    exits 0 tune --program=p.jsonl a.jsonl -o tuned.sh
    grep -qx 'export MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial' tuned.sh
    has '; only --profile can set: shmbcast-auto at 8 B, 3\.33 times as fast as native, saves 200 ms '
    has '^\./program input: all of this saves 250 ms of 10\.0 s \(2\.5 %\)$'
    exits 0 tune --program=p.jsonl a.jsonl --profile=tuned.prof
    has '^\./program input: all of this saves 451 ms of 10\.0 s \(4\.5 %\)$'
    # what binomial loses at 64 bytes is more than it saves
    program "$mpich" bcast 2 8 100000 9 bcast 2 64 110000 9 >p.jsonl
    exits 0 tune --program=p.jsonl a.jsonl -o tuned.sh --overwrite
    grep -qx 'export MPIR_CVAR_BCAST_INTRA_ALGORITHM=ring' tuned.sh
}

# bats test_tags=once
@test "--program: calls that were measured under several conditions, or in groups" {
    records "$openmpi" bcast 8,64 "tuned/binomial:0.5,0.5:$binomial" >a.jsonl
    records "$openmpi" bcast 8,64 "tuned/binomial:0.8,1.5:$binomial" | jq -c '
        .time |= if . then sub("2023"; "2024") else . end | if .buffer then .buffer = "cold" else . end' >cold.jsonl
    program "$openmpi" bcast 2 8 100000 9 bcast 2 64 100000 9 >p.jsonl
    exits 0 tune --program=p.jsonl a.jsonl cold.jsonl
    [ "${lines[0]}" = "bcast, 2 ranks: tuned/binomial at 8 B, 1.25 times as fast as native, saves 200 ms of 10.0 s (2.0 %); the rest stays as it is" ]
    RANKS=4 records "$openmpi" bcast 8,64 "tuned/binomial:0.5,0.5:$binomial" |
        jq -c 'if .type == "case" then .groups = 2 else . end' >groups.jsonl
    exits 0 tune groups.jsonl
    has '^bcast, 2 ranks: tuned/binomial from 8 B to 64 B, '
}

# bats test_tags=once
@test "--program: what is faster in one state of the machine and slower in the other" {
    # half of the passes are far, where binomial takes 1.2 times as long as native
    records "$openmpi" bcast 8 "tuned/binomial:0.5:$binomial" | jq -c '
        if .type == "case" then
            (if .algo == "native" then 1 else 2.4 end) as $far |
            .passes |= [.[0] | .gauge = {oneway: [5e-8, 5e-8]},
                (.gauge = {oneway: [2e-7, 2e-7]} | .estimate *= $far)] else . end' >a.jsonl
    ends 0 "nothing to gain: no file is written" tune a.jsonl -o none.conf
    program "$openmpi" bcast 2 8 100000 9 >p.jsonl
    exits 0 tune --program=p.jsonl a.jsonl -o tuned.conf
    [ "${lines[0]}" = "bcast, 2 ranks: tuned/binomial at 8 B, 1.29 times as fast as native, saves 226 ms of 10.0 s (2.3 %); the rest stays as it is" ]
    grep -q '^8 6 0 0 # tuned/binomial$' tuned.conf
}

# bats test_tags=once
@test "--program alone: what settings can save at most" {
    program "$openmpi" bcast 2 8 100000 0.25 bcast 2 65536 9 0.5 scan 2 8 9 1 >p.jsonl
    program "$openmpi" scan 2 8 9 1 >scan.jsonl
    answers tune-most
}

# bats test_tags=once
@test "--program: profiles that cannot be used are refused in a line" {
    records "$openmpi" bcast 8 "tuned/binomial:0.5:$binomial" >a.jsonl
    program "$openmpi" bcast 2 8 100000 9 >p.jsonl
    head -n 2 p.jsonl >cut.jsonl
    program "$mpich" bcast 2 8 100000 9 >other.jsonl
    jq -c 'if .type == "program" then .partial = "MPI_Abort on rank 1" else . end' p.jsonl >one.jsonl
    answers tune-profiles
    [ ! -e tuned.conf ]
}

@test "--program reads the profile of a program that ran" {
    so=$top_builddir/.libs/libmpiperf-profile.so
    . "$top_srcdir/src/algos/test/preload.bash"
    preload_setup
    MPIPERF_PROFILE=p.jsonl preload 2 "$top_builddir/tests/tune-coll" bcast 64 4096 4096
    [ "$status" -eq 0 ]
    exits 0 tune --program=p.jsonl
    has '^settings can save at most [0-9.]+ [mun]?s \([0-9.]+ %\) of .*tune-coll bcast'
}

# bats test_tags=once
@test "--try --time: any command, with its libraries behind the profile's" {
    records "$openmpi" bcast 8 "tuned/binomial:0.5:$binomial" shmbcast-auto:0.2 >a.jsonl
    exits 0 tune a.jsonl -o tuned.conf
    exits 0 tune --time --try=tuned.conf -r 2 -o try.jsonl -- true
    has '^ *value +default '
    jq -es '[.[] | select(.type == "time") | .op] == ["seconds", "seconds", "seconds", "seconds"]' try.jsonl
    jq -es '[.[].repeat.words | arrays | .[0]] == ["env", "env", "env", "env"]' try.jsonl
    # the whole command line of mpiperf-repeat
    mkdir -p bin/.libs
    cp "$top_builddir/mpiperf-tune" bin
    touch bin/.libs/libmpiperf-tuned.so
    printf '%s\n' '#!/bin/sh' 'printf "%s\n" "$@"' >bin/mpiperf-repeat
    chmod +x bin/mpiperf-repeat
    front=$PWD/bin/.libs/libmpiperf-tuned.so
    bin/mpiperf-tune a.jsonl --profile=tuned.prof
    run env LD_PRELOAD=/none.so bin/mpiperf-tune --time --try=tuned.prof --budget=1m -o try.jsonl --overwrite -- \
        mpiexec -n 2 env LD_PRELOAD=/own.so ./program
    echo "$output"
    [ "$status" -eq 0 ]
    diff - <(grep -v "^ERROR: ld.so" <<<"$output") <<END
--name=default
--name=tuned
--time
--budget=1m
--output=try.jsonl
--overwrite
--
env
mpiexec
-n
2
env
LD_PRELOAD=/own.so
./program
--
env
MPIPERF_TUNED=$PWD/tuned.prof
LD_PRELOAD=$front /none.so
mpiexec
-n
2
env
LD_PRELOAD=$front /own.so
./program
END
}

# messages BYTES: messages that rank 0 sends in a collective of so many bytes.
messages() {
    rm -f mon.*
    OMPI_MCA_pml=ob1,monitoring OMPI_MCA_pml_monitoring_enable=2 OMPI_MCA_pml_monitoring_enable_output=3 \
        OMPI_MCA_pml_monitoring_filename=$PWD/mon \
        "$top_srcdir/tests/mpirun" "$ranks" "$top_builddir/tests/tune-coll" "$op" "$@" >&2
    awk '$1 == "I" { n += $6 } END { print n + 0 }' mon.0.prof
}

@test "Open MPI honours the file, from the bytes on that it states" {
    [ "$MPI_FLAVOUR" = openmpi ] || skip "another MPI"
    ompi_info | grep -q 'pml: monitoring' || skip "no component monitoring"
    mpi=$(ompi_info --version | sed -n 's/.* \(v[0-9.]*\)$/Open MPI \1, x/p')
    RANKS=3 records "$mpi" bcast 64,4096,8192 "tuned/pipeline@segsize=64:1,0.5,1:$pipeline" >a.jsonl
    RANKS=4 records "$mpi" allgather 16,64 'tuned/ring:0.5,1:{"id"+4}' >b.jsonl
    exits 0 tune a.jsonl b.jsonl -o tuned.conf
    eval "$(sed -n 's/^# Activate: //p' tuned.conf)"
    ranks=3 op=bcast
    [ "$(messages 4096)" -eq 64 ]
    [ "$(messages 8191)" -eq 128 ]
    [ "$(messages 4095)" -lt 64 ]
    [ "$(messages 8192)" -lt 64 ]
    ranks=2
    [ "$(messages 4096)" -lt 64 ]
    ranks=4
    [ "$(messages 4096)" -lt 64 ]
    # around a ring each rank sends to the next one, three times
    op=allgather
    [ "$(messages 15)" -eq 2 ]
    [ "$(messages 16)" -eq 3 ]
    [ "$(messages 63)" -eq 3 ]
    [ "$(messages 64)" -eq 2 ]
    eval "$(sed -n 's/^# Undo: //p' tuned.conf)"
    [ "$(messages 16)" -eq 2 ]
}

# bats test_tags=once
@test "a file that cannot be written whole is not there" {
    records "$openmpi" bcast 8 "tuned/binomial:0.5:$binomial" >a.jsonl
    short_of_disk 0 mpiperf-tune a.jsonl -o tuned.conf
    echo "$output"
    [ "$status" -eq 1 ]
    [[ "$output" == *"mpiperf-tune: --output: cannot write tuned.conf: File too large"* ]]
    [ ! -e tuned.conf ]
}

@test "MPICH honours the file" {
    [ "$MPI_FLAVOUR" = mpich ] || skip "another MPI"
    records "$mpich" bcast 64 mpich/binomial:0.5 >a.jsonl
    exits 0 tune a.jsonl -o tuned.sh
    . ./tuned.sh
    "$top_srcdir/tests/mpirun" 3 "$top_builddir/tests/tune-coll" bcast 64 4096
    sed 's/binomial/unheard_of/' tuned.sh >wrong.sh
    . ./wrong.sh
    run "$top_srcdir/tests/mpirun" 3 "$top_builddir/tests/tune-coll" bcast 64
    echo "$output"
    [ "$status" -ne 0 ]
}

@test "MPICH honours its selection by size" {
    [ "$MPI_FLAVOUR" = mpich ] || skip "another MPI"
    grep -q '{"collective=' "$(ldd "$top_builddir/tests/tune-coll" | sed -n 's/.*=> \(.*libmpi[^ ]*\).*/\1/p')" ||
        skip "this library has no selection"
    "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" barrier -R 1 -o run.jsonl
    mpi=$(jq -r 'select(.type == "run").mpi' run.jsonl)
    RANKS=3 records "$mpi" bcast 64,512,4096 mpich/scatter_ring_allgather:1,0.5,1.5 >a.jsonl
    exits 0 tune a.jsonl -o tuned.sh
    has '^bcast, 3 ranks: mpich/scatter_ring_allgather at 512 B, 2\.00 times as fast as native; the rest '
    [ "$(sed -n 's/^export \([^=]*\)=/\1 /p' tuned.sh)" = \
        "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE $PWD/tuned.sh.mpir.json
MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE $PWD/tuned.sh.ch4.json" ]
    . ./tuned.sh
    "$top_srcdir/tests/mpirun" 3 "$top_builddir/tests/tune-coll" bcast 64 512 4096
    # An algorithm of intercommunicators fails where it is selected.
    chosen='.["collective=bcast"]["comm_type=intra"]["comm_size<=3"]["avg_msg_size<4096"]'
    jq "if $chosen == {\"algorithm=MPIR_Bcast_intra_scatter_ring_allgather\": {}}
        then $chosen = {\"algorithm=MPIR_Bcast_inter_remote_send_local_bcast\": {}} else empty end" \
        tuned.sh.mpir.json >wrong.json
    [ -s wrong.json ]
    mv wrong.json tuned.sh.mpir.json
    "$top_srcdir/tests/mpirun" 3 "$top_builddir/tests/tune-coll" bcast 64 511 4096
    "$top_srcdir/tests/mpirun" 2 "$top_builddir/tests/tune-coll" bcast 512 4095
    # It calls itself without end: UCX would print that stack for a minute.
    export UCX_HANDLE_ERRORS=none
    for bytes in 512 4095; do
        run "$top_srcdir/tests/mpirun" 3 "$top_builddir/tests/tune-coll" bcast "$bytes"
        echo "$output"
        [ "$status" -ne 0 ]
    done
    mkdir 'a b'
    exits 0 tune a.jsonl -o 'a b/tuned.sh'
    has '^bcast, 3 ranks: nothing to gain$'
    [ -z "$(ls 'a b')" ]
}
