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

openmpi='Open MPI v4.1.4, package: x' mpich='MPICH Version: 4.0.2'
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
@test "variables for MPICH: an algorithm that is slower nowhere" {
    records "$mpich" bcast 8,64 mpich/binomial:0.5,1 mpich/ring:0.2,1.5 >a.jsonl
    exits 0 tune a.jsonl -o tuned.sh
    grep -qx '# From a.jsonl: 8 runs of mpiperf @VERSION@ with MPICH 4.0.2, A "X".' tuned.sh
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

# refuses STATUS LINE ARGUMENT...: says that, and nothing else.
refuses() {
    exits "$1" tune "${@:3}"
    [ "$output" = "mpiperf-tune: $2" ]
}

# bats test_tags=once
@test "what cannot be done is said in a line" {
    none="no algorithm that can be set was measured beside native: mpiperf-repeat -o FILE.jsonl -- mpiexec -n 4 mpiperf"
    records "$openmpi" bcast 8,64 other:0.5,0.5 >none.jsonl
    refuses 1 "$none 'bcast:native,tuned/*'" none.jsonl
    records "$mpich" bcast 8,64 other:0.5,0.5 >mpich.jsonl
    refuses 1 "$none 'bcast:native,mpich/*'" mpich.jsonl
    records "$mpich" barrier 0 mpich/smp:0.5 >mpich.jsonl
    refuses 1 "the runs are of several MPI libraries: a file is for one" none.jsonl mpich.jsonl
    RANKS=2 records "$openmpi" bcast 8 "tuned/binomial:0.5:$binomial" >a.jsonl
    jq -c '.time |= if . then sub("2023"; "2024") else . end | if .buffer then
        .buffer = "cold" else . end' a.jsonl >cold.jsonl
    refuses 1 "a collective was measured on as many ranks under two conditions, such as buffers: a file is for one" a.jsonl cold.jsonl
    awk '/"type":"run"/ { n++ } n < 6' a.jsonl >few.jsonl
    refuses 1 "5 of 5 runs can be compared: a sign takes 6: mpiperf-repeat -r 6 -o FILE.jsonl -- mpiexec ..." few.jsonl
    echo theirs >tuned.conf
    exits 2 tune a.jsonl -o tuned.conf
    has '^mpiperf-tune: --output: tuned.conf exists: --overwrite replaces it$'
    [ "$(cat tuned.conf)" = theirs ]
    exits 0 tune a.jsonl -o tuned.conf --overwrite
    records "Another MPI 1.0" bcast 8 shmbcast-auto:0.5 >another.jsonl
    exits 0 tune another.jsonl -o another.conf --profile=another.prof
    has '^mpiperf-tune: --output: nothing is known of files for Another MPI 1.0$'
    grep -qx 'bcast 2 8 8 shmbcast-auto' another.prof
    exits 2 tune another.jsonl --profile=another.prof
    has '^mpiperf-tune: --profile: another.prof exists: --overwrite replaces it$'
    refuses 2 "no FILE (usage: mpiperf-tune runs.jsonl -o tuned.conf)"
    refuses 2 "--repeat: needs --try" a.jsonl -r 3
    refuses 2 "no command (usage: mpiperf-tune --try=FILE -- mpiexec -n 4 mpiperf bcast)" --try=tuned.conf
    refuses 2 "--try: a.jsonl: is not a file of mpiperf-tune" --try=a.jsonl -- true
    refuses 2 "--try: cannot read gone: No such file or directory" --try=gone -- true
    records "$openmpi" bcast 8 "tuned/binomial:1.5:$binomial" >slow.jsonl
    ends 0 "nothing to gain: no file is written" tune slow.jsonl -o slow.conf
    [ ! -e slow.conf ]
    echo old >slow.conf
    ends 0 "slow.conf is of an earlier run" tune slow.jsonl -o slow.conf --overwrite
    jq -c 'if .algo == "tuned/binomial" then
        .estimate *= (if input_line_number % 8 < 4 then 0.6 else 1.6 end) |
        .passes[0].estimate = .estimate else . end' slow.jsonl >noisy.jsonl
    ends 0 "no file is written" tune noisy.jsonl -o noisy.conf
    has '^bcast, 2 ranks: not told which algorithm is faster than native: more runs, '
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
    exits 0 tune --help
    for option in $(grep -o -- '--[a-z][a-z-]*' <<<"$output" | sort -u); do
        tr -d '\\' <"$top_srcdir/doc/mpiperf-tune.1" | grep -q -- "$option"
    done
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
    GCOV_PREFIX=$BATS_FILE_TMPDIR run bash -c 'ulimit -f 0 && exec "$@"' bash \
        "$top_builddir/mpiperf-tune" a.jsonl -o tuned.conf
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
