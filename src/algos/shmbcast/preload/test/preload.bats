# preload.bats: unchanged programs run with the preload library.
# SPDX-License-Identifier: BSD-3-Clause

. "$top_srcdir/src/algos/test/preload.bash"
. "$top_srcdir/tests/shm.bash"

setup() {
    so=$top_builddir/.libs/libshmbcast-preload.so
    program=$top_builddir/src/algos/shmbcast/preload/test/preload_test
    preload_setup
    export SHMBCAST_VERBOSE=1 MPIRUN_TIMEOUT=120
    export SHMBCAST_OPS=bcast # the harness makes other calls
    export MPIRUN_YIELD=1 # nothing is timed, so other programs may use the cores
}

# good N CASES [WAY COMMS CALLS]...: runs the cases on N ranks. The program must find no
# error, and rank 0's report must have COMMS communicators and CALLS calls of outcome WAY.
good() {
    preload "$1" "$program" $2
    [ "$status" -eq 0 ]
    went "${@:3}"
}

went() {
    while [ $# -gt 0 ]; do
        grep -qE "^shmbcast-preload: rank ${rank-0}: $1: $2 communicators?, $3 calls?, " \
            <<<"$output"
        shift 3
    done
}

# never WAY: the report must not have the outcome WAY.
never() {
    ! grep -q "^shmbcast-preload: .*: $1: " <<<"$output"
}

shared='shared memory' early='native: first calls' failed='native: failed'

@test "preload: no part of the libraries calls what they or other tools stand for" {
    for parts in shmbcast-preload-mpi mpiperf-tuned-mpi msgsched-record-mpi; do
        readelf -rW "$top_builddir/.libs/lib$parts.so" >bound
        grep -q ' PMPI_Bcast' bound
        ! grep ' MPI_[A-Z][a-z]' bound || false
    done
}

@test "preload: sizes, roots and datatypes that differ between ranks" {
    good 2 "sizes types absolute" "$shared" 3 $((32 + 90 + 2)) "$early" 0 $((3 * 9))
    good 3 sizes "$shared" 1 48
    good 5 types "$shared" 1 90
}

@test "preload: MPI_Bcast_c" {
    grep -q 'define HAVE_MPI_LARGE_COUNTS' "$top_builddir/config.h" ||
        skip "this MPI has no MPI_Bcast_c"
    good 2 large "$shared" 1 5
}

@test "preload: communicators of all kinds" {
    good 4 subcomms "$shared" 2 120 "$early" 0 18
    good 3 inter "native: intercommunicator" 1 20
    never "$shared"
    good 2 "alone many attributes pending" "native: one rank" 1 60 \
        "$shared" $((50 + 2 + 20)) $((150 + 12 + 120)) "$early" 0 $((450 + 18 + 180))
}

@test "preload: communicators that are being freed, and those that get their handles" {
    good 2 dying "$shared" 4 84 "$early" 0 45
}

@test "preload: communicators in several threads" {
    good 2 threads
    case $output in *skip:*) skip "${output#*skip: }" ;; esac
    went "$shared" 30 1200
}

@test "preload: ranks started without the library are not waited for" {
    [ "$MPI_FLAVOUR" = openmpi ] || skip "this MPI's MPI_Comm_spawn fails"
    PRELOAD_CHILD=$program good 2 spawn "$shared" 1 6 \
        "native: spawned or joined ranks" 1 6
}

@test "preload: errors are those of the MPI library" {
    good 2 shorter "$shared" 1 8
    good 3 handler "$shared" 1 2
    good 2 arguments "native: bad argument" 0 4 "$shared" 1 6
}

# took OPERATION TAKEN CALLS: the report must say so.
took() {
    grep -qE "^shmbcast-preload: rank 0: $1: took $2 of $3 calls?, [0-9]+ bytes$" <<<"$output"
}

# all_ops: all operations; the harness adds an allreduce, of its failures. With OFF nothing
# is measured, and so no call is left to the MPI library because that is faster.
all_ops() {
    unset SHMBCAST_OPS
    export SHMBCAST_CALIBRATE=${1-off}
}

coll_faster='native: the MPI library is faster' some='[1-9][0-9]+'

@test "preload: all operations, sizes, datatypes and roots give what the MPI library gives" {
    all_ops
    for n in 2 3 4; do
        good $n coll "$shared" 1 "$some" "$early" 0 10
        never "$coll_faster"
        took bcast "$some" "$some"
        took barrier "($some)" '\1'
        took allreduce "$some" "$some"
        took reduce "($some)" '\1'
        took allgather "($some)" '\1'
    done
    all_ops on
    good 2 coll
    good 3 coll
}

@test "preload: other operations on many communicators and in several threads" {
    all_ops
    good 3 coll_many "$shared" 10 110 "$early" 0 91
    took barrier 20 50
    took allgather 30 50
    all_ops on
    good 2 coll_many # what is measured on one holds for the others
    good 2 coll_threads
    case $output in *skip:*) skip "${output#*skip: }" ;; esac
    all_ops
    good 2 coll_threads "$shared" 3 273 "$early" 0 28
}

@test "preload: other operations between groups of ranks, and on one rank, are native" {
    all_ops
    good 4 coll_inter "native: intercommunicator" 1 24
    took barrier 0 12
    never "$shared"
    good 1 coll_many "native: one rank" 11 201
}

@test "preload: MPI_Allreduce_c, MPI_Reduce_c and MPI_Allgather_c" {
    grep -q 'define HAVE_MPI_LARGE_COUNTS' "$top_builddir/config.h" ||
        skip "this MPI has no MPI_Allreduce_c"
    all_ops
    good 2 coll_large "$shared" 1 4 "$early" 0 9
    took allgather 1 1
}

@test "preload: wrong arguments of other operations give the MPI library's errors" {
    all_ops
    good 2 coll_arguments "native: bad argument" 0 9 "$shared" 1 9
    took reduce 2 6
}

@test "preload: SHMBCAST_OPS says which operations are replaced" {
    all_ops
    export SHMBCAST_OPS=reduce,barrier
    good 2 coll_many "$shared" 10 10 "$early" 0 90
    took reduce 10 50 # of each communicator's five of both, the last one
    took barrier 0 50
    ! grep -E ": (bcast|allreduce|allgather): took" <<<"$output" || false
    # only what all ranks replace
    export SHMBCAST_OPS=bcast,allgather
    good_with SHMBCAST_OPS=allgather,reduce
    ! grep -E ": took|: $shared: " <<<"$output" || false
    export SHMBCAST_OPS=reduce,bcst$'\e'
    good 2 coll_many "$shared" 10 110
    [ "$(grep -cxF "shmbcast-preload: SHMBCAST_OPS: 'bcst\\x1b': not a list of bcast, \
barrier, allreduce, reduce, allgather; using all" <<<"$output")" -eq 1 ]
}

@test "preload: an operation that the MPI library does faster is left to it" {
    command -v cc >/dev/null || skip "no compiler but MPI's"
    all_ops on
    # only the comparison calls PMPI_Barrier after the first calls
    echo 'int PMPI_Barrier(void *comm) { (void)comm; return 0; }' >fast.c
    cc -shared -fPIC fast.c -o libfast.so
    export LD_PRELOAD=$PWD/libfast.so
    # ranks that give their cores away have no time to compare beside others that take them
    export MPIRUN_YIELD=0
    for ((i = 0; i < 10; i++)); do # a busy machine may leave no time to compare
        good 2 coll_many
        ! took barrier 0 50 || break
    done
    took barrier 0 50
    grep -qE "$coll_faster: 0 communicators, [2-9][0-9]+ calls, " <<<"$output"
    unset LD_PRELOAD
    MPIRUN_YIELD=1
    for ((i = 0; i < 10; i++)); do
        good 2 coll_many
        ! took barrier 20 50 || break
    done
    took barrier 20 50
}

@test "preload: every rank reports" {
    export SHMBCAST_VERBOSE=2
    good 4 subcomms
    for rank in 0 1 2 3; do
        went "$shared" 2 120
        # the report has a time and two lists for each set of ranks
        begin="^shmbcast-preload: rank $rank: ranks"
        sets=$(sed -n "s/$begin \(.*\): dense=.*/\1/p" <<<"$output")
        [ "$sets" ]
        for one in $sets; do
            grep -qE "$begin $one: set up in [0-9]+\.[0-9] ms, calibrated in [0-9]+\.[0-9] ms(, (paid off after [0-9]+ of|did not pay off:) [0-9]+ calls?( saved -?[0-9.]+ ms)?|, too few measurements .*)$" <<<"$output"
            grep -q "$begin $one: gaps=" <<<"$output"
        done
    done
    rank=0
    export SHMBCAST_VERBOSE=0
    good 2 absolute
    ! grep shmbcast-preload <<<"$output" || false
}

# good_with VARIABLE=VALUE [WAY COMMS CALLS]...: runs the sizes on 2 ranks. Only rank 1
# has the variable set.
good_with() {
    run "$top_srcdir/tests/mpirun" 2 sh -c \
        'if [ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" = 1 ]; then
             export "$1"
         fi
         shift
         LD_PRELOAD=$0${LD_PRELOAD:+:$LD_PRELOAD} exec "$@"' "$so" "$1" "$program" sizes
    echo "$output"
    [ "$status" -eq 0 ]
    went "${@:2}"
}

@test "preload: switched off on one rank is off on all" {
    good_with SHMBCAST_OFF=1 "native: SHMBCAST_OFF" 1 32
    never "$shared"
}

@test "preload: native on all ranks where one has a driver of GPUs" {
    command -v cc >/dev/null || skip "no compiler but MPI's"
    local driver=$PWD/libcuda.so.1
    # MPI is used as in real programs: linked, or loaded for a part of the program
    echo 'int cuPointerGetAttribute(void) { return 1; }' >driver.c
    cc -shared -fPIC driver.c -o "$driver" -Wl,-soname,libcuda.so.1
    cat >part.c <<'END'
#include <dlfcn.h>
__attribute__((constructor)) static void load(void) { dlopen(DRIVER, RTLD_NOW); }
END
    cc -shared -fPIC -DDRIVER="\"$driver\"" part.c -o libpart.so -ldl
    for lib in "$driver" "$PWD/libpart.so"; do
        good_with LD_PRELOAD="$lib" "native: CUDA's driver is loaded" 1 32
        never "$shared"
    done
    export SHMBCAST_HOST_ONLY=1
    good_with LD_PRELOAD="$driver" "$shared" 1 32
    good_with SHMBCAST_OFF=1 "native: SHMBCAST_OFF" 1 32
}

# tables N: rank 0's report must have the tables of N sets of ranks.
tables() {
    local kind
    for kind in dense gaps; do
        [ "$(grep -cE "^shmbcast-preload: rank 0: ranks [0-9,-]+: $kind=[a-z]" \
            <<<"$output")" -eq "$1" ]
    done
}

@test "preload: a set of ranks is measured once, and what it takes is reported" {
    # the other MPI's variable: the one of this MPI also says how many ranks to wait for
    local crowded=MPI_LOCALNRANKS
    [ "$MPI_FLAVOUR" = openmpi ] || crowded=OMPI_COMM_WORLD_LOCAL_SIZE
    good 2 pending # duplicates of one another form one set
    tables 1
    # a node with more ranks than CPUs
    good_with $crowded=1000000 "$shared" 1 32
    tables 1
    # off on one rank means off on all; of two kinds, the default is used
    good_with SHMBCAST_CALIBRATE=off "$shared" 1 32
    tables 0
    good_with SHMBCAST_CALIBRATE=cold
    tables 1
    export SHMBCAST_CALIBRATE=often
    good 2 leak "$shared" 5 30
    [ "$(grep -cxF "shmbcast-preload: SHMBCAST_CALIBRATE: 'often': not off, on, \
warm or cold; using on" <<<"$output")" -eq 1 ]
    tables 1
}

@test "preload: memory is limited, and given back" {
    local most
    good 2 leak
    most=$(sed -n 's/.*: \([0-9]*\) bytes of shared memory at most/\1/p' \
        <<<"$output")
    export SHMBCAST_MEMORY=$((most * 2 / 5))
    good 2 leak "$shared" 2 12 "native: SHMBCAST_MEMORY is used up" 3 18
    good 2 pending "$shared" 20 120
    export SHMBCAST_MEMORY=$'12Q\e\n'
    good 2 leak "$shared" 5 30
    grep -qF "SHMBCAST_MEMORY: '12Q\\x1b\\n': not a number of bytes" <<<"$output"
}

@test "preload: no communicator left is native everywhere" {
    [ "$MPI_FLAVOUR" = mpich ] || skip "only MPICH runs out of communicators"
    good 2 exhausted "$failed" 1 6
    never "$shared"
}

@test "preload: a rank without address space is native everywhere" {
    good 2 narrow "$failed" 1 6
    never "$shared"
    grep -qF "$failed: 1 communicator, 6 calls, 6000 bytes: " <<<"$output"
}

@test "preload: /dev/shm: full is native everywhere, and nothing is left" {
    in_small_shm 1M 2 env LD_PRELOAD="$so" "$program" sizes
    [ "$status" -eq 0 ]
    went "$failed" 1 32
    never "$shared"
    grep -qE "$failed: .*cannot reserve pages in /dev/shm" <<<"$output"
    # a killed rank must end the job; status 124 means tests/mpirun's time limit
    in_small_shm 100M 3 env LD_PRELOAD="$so" "$program" orphan
    [ "$status" -ne 0 ] && [ "$status" -ne 124 ]
    nothing_left
    # some communicators are never freed
    in_small_shm 100M 2 env LD_PRELOAD="$so" "$program" leak
    [ "$status" -eq 0 ]
    went "$shared" 5 30
    nothing_left
}

@test "preload: the launcher may be preloaded, too" {
    LD_PRELOAD=$so run "$top_srcdir/tests/mpirun" 2 "$program" sizes
    echo "$output"
    [ "$status" -eq 0 ]
    went "$shared" 1 32
}

@test "preload: a program of another MPI runs as without the library" {
    command -v cc >/dev/null || skip "no compiler but MPI's"
    local own=$BATS_TEST_DIRNAME/other_mpi.c
    cc -shared -fPIC -DLIBRARY "$own" -o libother.so
    cc "$own" -o other -L. -lother -Wl,-rpath,"$PWD"
    LD_PRELOAD=$so run ./other
    echo "$output"
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == "shmbcast-preload: built for "*", but the program has \
Other MPI 1.0, in $PWD/libother.so: all calls are left to the program's MPI library" ]]
    PMI_RANK=1 LD_PRELOAD=$so run ./other
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "preload: without its other half the library leaves all to MPI" {
    cp "$so" .
    so=$PWD/${so##*/} good 2 sizes
    # every rank reports it, because the file may exist on another host
    aside 2 "libshmbcast-preload-mpi.so: cannot open"
    # if one rank lacks the library, all ranks do without
    so_others=$so
    so=$PWD/${so##*/}
    preload_one 1 3 "$program" sizes types
    aside 1 "libshmbcast-preload-mpi.so: cannot open"
}

@test "preload: on some ranks only the library leaves all to MPI" {
    preload_one 1 3 "$program" sizes types
    aside 1 "1 of 3 ranks have preloaded this library"
}

@test "preload: two nodes, odd and even ranks" {
    [ "$MPI_FLAVOUR" = mpich ] || skip "only MPICH can pretend that"
    export MPIR_CVAR_ODD_EVEN_CLIQUES=1
    good 5 sizes hierarchy 1 80
    never "$shared"
    good 4 types hierarchy 1 90
    good 4 subcomms hierarchy 1 60 "$shared" 1 60
    good 3 threads hierarchy 30 1200
    good 3 handler hierarchy 1 2
    # reductions that do not commute, those to one rank and allgathers are native
    all_ops
    for n in 3 4 5; do
        good $n coll_across hierarchy 1 7 "native: on several nodes" 0 1
    done
    good 4 coll_many hierarchy 10 50 "native: on several nodes" 0 60
    took barrier 20 50
    took reduce 0 50
}

@test "preload: every rank on a node of its own" {
    [ "$MPI_FLAVOUR" = mpich ] || skip "only MPICH can pretend that"
    export MPIR_CVAR_NOLOCAL=1
    good 2 sizes "native: one rank per node" 1 32
}

# in_cluster CASE [SO]: runs CASE on two hosts with two ranks each. Rank 3 preloads SO.
in_cluster() {
    MPIRUN_TIMEOUT=100 run "$top_srcdir/tests/cluster" --per-host 2 \
        "$MPI_FLAVOUR" -- sh -c '[ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" != 3 ] || set -- "$1" "$2" "$1"
            export SHMBCAST_VERBOSE=1 LD_PRELOAD="$3${LD_PRELOAD:+:$LD_PRELOAD}"
            exec "$0" "$2"' \
        "$program" "${2-$so}" "$1" "$so"
    echo "$output"
    [ "$status" -ne 77 ] || skip "${lines[0]}"
    [ "$status" -eq 0 ]
}

@test "preload: two hosts" {
    in_cluster sizes
    went hierarchy 1 64
    in_cluster types
    went hierarchy 1 90
    in_cluster subcomms
    went hierarchy 1 60 "native: one rank per node" 1 60
    # one rank lacks the library's other half: calls are native on both hosts
    cp "$so" .
    in_cluster sizes "$PWD/${so##*/}"
    [ "$(grep -c "^shmbcast-preload: " <<<"$output")" -eq 1 ]
    grep -q "^shmbcast-preload: node2: .*libshmbcast-preload-mpi.so: cannot open" <<<"$output"
}

@test "preload: Fortran: mpif.h, use mpi, use mpi_f08" {
    local interface
    for interface in MPIFH USE_MPI USE_MPI_F08; do
        fortran_build $interface "$BATS_TEST_DIRNAME/bcast.F90" bcast
        preload 3 ./bcast
        [ "$status" -eq 0 ]
        went "$early" 0 9 "$shared" 1 21
    done
}
