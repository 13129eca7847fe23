# cli.bats: help, list, version, and that options mean what they say.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

# mpiperf N ARGUMENT...: $status, the files out and err.
mpiperf() {
    local n=$1
    shift
    status=0
    "$top_srcdir/tests/mpirun" "$n" "$top_builddir/mpiperf" --allow-na --format=full "$@" \
        >out 2>err </dev/null || status=$?
    cat out err
}

# No line of out matches. (A failing "! grep" would not fail the test.)
lacks() {
    [ "$(grep -c -- "$1" out)" -eq 0 ]
}

# Rows of the table: those that are no comments.
rows() {
    grep -cv '^#' out
}

@test "--help comes once, from one rank, and fits the terminal" {
    mpiperf 2 --help
    [ "$status" -eq 0 ]
    [ "$(grep -c '^Usage: mpiexec' out)" -eq 1 ]
    [ "$(grep -c -- '--max-rse=RATIO' out)" -eq 1 ]
    [ "$(grep -c '^  mpiexec -n' out)" -eq 4 ]
    lacks '.\{81\}'
    [ ! -s err ]
    mv out long
    mpiperf 1 -h
    cmp out long
}

@test "--list has all kinds of names, in columns" {
    mpiperf 2 --list
    [ "$status" -eq 0 ]
    [ ! -s err ]
    for name in 'operation *bcast' 'operation *ialltoallw' \
        'operation *neighbor_alltoallv_init' 'operation *pingpong' \
        'operation *put_fence' 'algorithm *\*:native' \
        'algorithm *\*:overlap' 'algorithm *bcast:shmbcast' 'timer *auto' \
        'timer *tsc' 'clocksync *ring' 'method *window' 'datatype *vector' \
        'reduction *sum' 'counts *spike' 'pairs *nodes' 'topology *graph' \
        'preset *paper' 'parameter *shmbcast.f' 'parameter *window.gamma' \
        'parameter *bandwidth.window' 'parameter *clocksync.d'; do
        [ "$(grep -c "^$name  *[^ ]" out)" -eq 1 ]
    done
    # kind, name and description begin in the same columns everywhere
    [ "$(grep -c '^[a-z]* *  [^ ]* *  [^ ]' out)" -eq "$(wc -l <out)" ]
    [ "$(cut -c10-11 out | sort -u)" = "  " ]
}

@test "--list PATTERN: those names, and the parameters of such an owner" {
    mpiperf 1 --list 'i*bcast' shmbcast
    [ "$(awk '$1 != "parameter" && $2 !~ /beside/ { print $1, $2 }' out | tr '\n' ' ')" = \
        "operation ibcast algorithm *:native algorithm *:overlap algorithm bcast:shmbcast " ]
    [ "$(grep -c '^parameter  *shmbcast\.' out)" -ge 5 ]
    # an operation: what can be written after it
    mpiperf 1 --list bcast
    [ "$(grep -cE '^(algorithm  *(\*:native|bcast:shmbcast)|parameter  *shmbcast\.s) ' out)" -eq 3 ]
    lacks '^parameter  *overlap'
    # no name, but a part of some
    mpiperf 1 --list dsm
    [ "$(awk '{ print $1, $2 }' out | head -2 | tr '\n' ' ')" = "operation dsm-barrier operation dsm-jacobi " ]
    mpiperf 1 --list nothing
    [ "$status" -eq 2 ]
}

@test "--settings has the variables of the MPI library" {
    mpiperf 2 bcast --settings
    [ "$status" -eq 0 ]
    case $MPI_FLAVOUR in
    openmpi) name=coll_tuned_bcast_algorithm ;;
    *) name=MPIR_CVAR_BCAST_INTRA_ALGORITHM ;;
    esac
    [ "$(grep -c "^$name [A-Z]" out)" -eq 1 ]
    [ "$(grep -vc '^[A-Za-z0-9_:]* ' out)" -eq 0 ]
}

# Of other kinds: src/mpiperf/options/test/test_options.c.
@test "every algorithm and parameter of --list is taken" {
    mpiperf 1 --list
    cp out list
    # loads need ranks of their own (beside.bats)
    # a second name would ask for the same algorithm twice
    algorithms=$(awk '$1 == "algorithm" && $2 !~ /beside/ && !/  the same as / { print $2 }' list)
    parameters=$(awk '$1 == "parameter" { print $2 }' list)
    [ "$(wc -w <<<"$algorithms $parameters")" -ge 10 ]
    # each with the default that the list shows
    set --
    for parameter in $parameters; do
        value=$(sed -n "s/^parameter  *$parameter .*(default: \(.*\))$/\1/p" list)
        set -- "$@" -P "$parameter=$value"
    done
    set -f # some are patterns
    mpiperf 1 $algorithms --allow-one-rank -m 8 -R 1 "$@"
    set +f
    [ "$status" -eq 0 ]
}

@test "--version is one line" {
    mpiperf 2 --version
    [ "$status" -eq 0 ]
    [ "$(wc -l <out)" -eq 1 ]
    grep -q '^mpiperf [0-9]' out
}

# operations: those of the rows of out, each once.
operations() {
    awk '!/^#/ { print $1 }' out | uniq
}

@test "what the options rule out is left out of a pattern, and told" {
    mpiperf 2 '*allgather' '*scan' barrier ibarrier -d vector -m 64 -R 1 -c 1 \
        -o r.jsonl
    [ "$status" -eq 0 ]
    [ "$(operations | tr '\n' ' ')" = \
        "allgather neighbor_allgather iallgather ineighbor_allgather $(:
        )barrier ibarrier " ]
    grep -q '^# scan, exscan, iscan, iexscan left out: --datatype: ' out
    jq -es '.[0].settings.left_out == ["scan", "exscan", "iscan", "iexscan"]' \
        r.jsonl
}

@test "a record has how the operations are made" {
    mpiperf 4 gatherv neighbor_alltoallv bandwidth allreduce -R 1 -c 1 -m 64 \
        --counts=random:5 --in-place --pairs=halves --topology=graph --op=max \
        -P bandwidth.window=4 --align 64 -t wtime --max-time 0.1 -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case")) |
        map({(.op): [.counts, .in_place, .pairs, .topology, .param,
                     .reduction]}) | add == {
        gatherv: ["random:5", true, null, null, null, null],
        neighbor_alltoallv: ["random:5", false, null, "graph", null, null],
        bandwidth: [null, false, "halves", null, {window: 4}, null],
        allreduce: [null, true, null, null, null, "max"]}' r.jsonl
    jq -es 'map(select(.type == "case")) | all(.timer == "wtime" and
        .memory == {align: 64, hugepages: false, numa: "local"})' r.jsonl
}

@test "bandwidth and message rate: columns where an operation has them" {
    mpiperf 2 barrier bandwidth -R 8 -c 1 -m 0,1Ki -o r.jsonl
    [ "$status" -eq 0 ]
    grep -q '^# op .* MB/s  *msg/s ' out
    # a barrier has neither
    [ "$(awk '/^# op/ { for (i = 1; i <= NF; i++) if ($i == "MB/s") at = i - 1 }
        /^barrier/ { print $at, $(at + 1) }' out)" = "- -" ]
    # 64 messages in the median time, which the record has
    jq -es 'map(select(.type == "case" and .op == "bandwidth" and .valid > 0)) | all(
        (.message_rate * .median / 64 - 1 | fabs) < 1e-6 and
        if .bytes == 0 then .bandwidth == null and .bandwidth_ci == null
        else (.bandwidth / .message_rate / 1024 - 1 | fabs) < 1e-6 end)' r.jsonl
    mpiperf 2 barrier -R 1 -c 1
    lacks 'MB/s'
}

@test "the launcher of another MPI: said, no file; --version goes on" {
    case $MPI_FLAVOUR in
    openmpi) other="mpiexec.mpich" variable=PMI_SIZE ;;
    mpich) other="mpiexec.openmpi --oversubscribe"
        variable=OMPI_COMM_WORLD_SIZE ;;
    *) skip "no other MPI" ;;
    esac
    command -v ${other%% *} || skip "no ${other%% *}"
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    run $other -n 2 sh -c "'$top_builddir/mpiperf' -V &&
        exec '$top_builddir/mpiperf' bcast -n 2 -m 8 -o r.jsonl"
    echo "$output"
    [ "$status" -eq 2 ]
    [ ! -e r.jsonl ]
    [ "$(grep -c '^mpiperf [0-9]' <<<"$output")" -eq 2 ]
    grep -q "^mpiperf: each rank runs by itself: $variable=2, but MPI sees one" \
        <<<"$output"
    [ "$(grep '^mpiperf: ' <<<"$output" | sort -u | wc -l)" -eq 1 ]
}

@test "one rank is too few for operations between ranks: the row says so" {
    mpiperf 2 barrier 'pingpon*' -n 1,2 -m 8 -R 1 -c 1
    [ "$status" -eq 0 ]
    grep -q '^# barrier:native at 0 B, 1 rank: needs 2 ranks or more (--allow-one-rank)' out
    grep -q '^# pingpong:native at 8 B, 1 rank: needs 2 ranks or more (--allow-one-rank)' out
    [ "$(awk '!/^#/ { print $1, $3 }' out | tr '\n' ',')" = \
        "barrier 1,barrier 2,pingpong 1,pingpong 2," ]
    mpiperf 1 sendrecv pingpong --allow-one-rank -m 8 -R 1 -c 1
    [ "$status" -eq 0 ]
    grep -q '^# pingpong:native at 8 B: --pairs makes no pair of these ranks' out
    grep -q '^sendrecv  *native  *1 *8 .* 1  ' out
    grep -q '^# one run is one observation' out
    mpiperf 1 pingpong --allow-one-rank -m 8 -R 1 -c 1
    lacks 'one run is one observation'
}

@test "--resume measures what another option makes another case of" {
    # what else makes another case: src/mpiperf/report/test/test_resume.c
    local more="--counts linear --in-place --memory shared" row
    for row in "|1" "$more|2" "$more|2"; do
        mpiperf 1 gatherv --allow-one-rank -m 64 -M free -R 8 -c 1 --resume -o r.jsonl ${row%|*}
        [ "$status" -eq 0 ]
        [ "$(rows)" -eq "${row#*|}" ]
    done
    grep -qx '# every case is in r.jsonl already: nothing to measure' out
}

@test "the last line is the command for a table that holds from run to run" {
    run "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" bcast -m 8 -c 1 -R 1 \
        --allow-na --max-time 0.05 -o "$BATS_TEST_TMPDIR/r.jsonl"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ ${lines[-1]} == "mpiperf-repeat -- "*@(mpiexec|prterun)*" -n 2 "*"mpiperf bcast -m 8 -c 1 -R 1 --allow-na --max-time 0.05" ]]
}

# completes LINE WORDS: what bash offers at its end.
completes() {
    COMP_LINE=$1 COMP_POINT=${#1}
    _mpiperf 2>/dev/null
    [ "${COMPREPLY[*]}" = "$2" ] || { echo "$1: ${COMPREPLY[*]}" && return 1; }
}

@test "bash completes operations, algorithms, options and their values" {
    . "$top_srcdir/scripts/mpiperf-completion.bash"
    local m=$top_builddir/mpiperf
    completes "mpiexec -n 2 $m bcas" "bcast bcast_init"
    completes "$m bcast:native,shm" "native,shmbcast native,shmbcast-auto native,shm"
    completes "$m --met" "--method="
    completes "$m --method=wi" "window"
    completes "$m-repeat --budg" "--budget="
    completes "$m-repeat -- mpiexec -n 2 $m ibarr" "ibarrier"
}

# What has no results/ is a release's archive.
@test "scripts print what they are for, and start nothing" {
    local script n=0
    for script in "$top_srcdir"/scripts/{quickstart,check,job-mpiperf.sh} "$top_srcdir"/results/{run-all,*/command}; do
        [ -x "$script" ] && [ "$(head -c 2 "$script")" = '#!' ] || continue
        run timeout 20 "$script" --help
        echo "$script: $status: $output"
        [ "$status" -eq 0 ]
        [[ ${lines[0]} == "${script##*/}"* ]]
        n=$((n + 1))
    done
    [ $n -ge 3 ]
    for script in scripts/quickstart results/run-all results/waitpattern/command; do
        [ -x "$top_srcdir/$script" ] || continue
        run timeout 20 "$top_srcdir/$script" --no-such-option
        echo "$script: $status: $output"
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
    done
}

@test "quickstart says what to do where the sources are configured" {
    mkdir scripts
    cp "$top_srcdir"/scripts/{quickstart,lib.sh,help.sh} scripts
    touch config.status
    run timeout 20 scripts/quickstart
    echo "$output"
    [ "$status" -eq 1 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ $output == *"the sources are configured: run 'make distclean' here"* ]]
    [ "$(ls)" = "$(printf 'config.status\nscripts')" ]
}
