# record.bats: unchanged programs with the recorder preloaded.
# SPDX-License-Identifier: BSD-3-Clause

. "$top_srcdir/src/algos/test/preload.bash"

setup() {
    so=$top_builddir/.libs/libmsgsched-record.so
    program=$top_builddir/src/algos/msgsched/record/test/record_test
    preload_setup
    export MSGSCHED_RECORD=set MPIRUN_TIMEOUT=60
    export MPIRUN_YIELD=1 # nothing is timed, so other programs may use the cores
}

# preloaded N PROGRAM [ARG...]: runs the program with the recorder. It must succeed. Removes
# files of earlier runs first, unless $keep is set.
preloaded() {
    [ -n "$keep" ] || rm -f ./*.msgs
    preload "$@"
    [ "$status" -eq 0 ]
}

# record N CASE...: runs the cases one after the other in one job of N ranks.
record() {
    preloaded "$1" "$program" "${@:2}"
}

# files N: there must be N files.
files() {
    local all=(./*.msgs)
    [ -e "${all[0]}" ] || all=()
    ls
    [ "${#all[@]}" -eq "$1" ]
}

# supersteps: compares the content of all files, except for the nodes of the ranks, with
# standard input, lines of the form REPEAT: MESSAGE, MESSAGE ...
supersteps() {
    local n=0
    while [ -e "set-$((n + 1)).msgs" ]; do
        n=$((n + 1))
        head -n 1 "set-$n.msgs" | grep -qx '# msgsched 1'
        awk -v ORS= '/^repeat/ { repeat = $2 } /^[0-9]/ { text = text sep $0; sep = ", " }
            END { print (repeat ? repeat : 1) ": " text "\n" }' "set-$n.msgs"
    done >got
    diff - got
    rm got
    files $n
}

# said TEXT: the output must have exactly one line of the recorder, which contains TEXT.
said() {
    [ "$(grep -c '^msgsched-record: ' <<<"$output")" -eq 1 ]
    grep -qF -- "$1" <<<"$output"
}

# matched: every message must have its receive, and every receive its message.
matched() {
    ! grep -F 'was not seen' <<<"$output"
}

# taken MESSAGES BYTES: report and files must contain this many messages and bytes.
taken() {
    said "; taken: $1 of $1 messages (100.0 %), $2 of $2 bytes (100.0 %)"
    cat ./*.msgs | awk -v messages="$1" -v bytes="$2" '
        /^# msgsched/ { repeat = 1 }
        /^repeat/ { repeat = $2 }
        /^[0-9]/ {
            n = (NF > 4 ? $5 : 1) * repeat
            messages -= n
            bytes -= n * $3
        }
        END { exit messages != 0 || bytes != 0 }'
}

@test "record: what a set is" {
    record 2 persistent sendrecv blocking kinds some many types cancelled
    # MPI_Sendrecv and MPI_Sendrecv_replace make one set each, like a blocking send and a
    # blocking receive; then every kind of send, in the order of the calls; requests
    # completed one by one; bytes are those of the datatype's elements without gaps
    one_by_one() {
        printf %s "$1 1"
        printf ", $1 1 %d" {1..39}
    }
    supersteps <<END
5: 0 1 64 3, 0 1 64 4, 1 0 64 3, 1 0 64 4
4: 0 1 30 1, 1 0 30 1
4: 0 1 40 2, 1 0 40 2
1: 0 1 11
1: 1 0 22
1: 0 1 1, 0 1 2 1, 0 1 3 2, 0 1 4 3, 0 1 5 4, 0 1 6 5, 0 1 7 6, 0 1 8 7, \
1 0 1, 1 0 2 1, 1 0 3 2, 1 0 4 3, 1 0 5 4, 1 0 6 5, 1 0 7 6, 1 0 8 7
1: $(one_by_one '0 1'), $(one_by_one '1 0')
1: 0 1 1 0 3000, 1 0 1 0 3000
1: 0 1 120, 1 0 120
1: 0 1 12 5, 1 0 12 5
END
    taken 6138 8289
    matched
}

@test "record: which sets belong together" {
    record 4 ring repeats pairs marks wildcards probed null comms
    # repeated sets are counted; independent pairs of ranks at the same time; a set after a
    # barrier comes after it on all ranks; receives with wildcards, and after a probe; no
    # messages from or to MPI_PROC_NULL; messages of two communicators are not mixed up; ranks
    # are those of MPI_COMM_WORLD
    supersteps <<'END'
1: 0 1 100 7, 1 2 101 7, 2 3 102 7, 3 0 103 7
10: 0 1 100, 1 2 100, 2 3 100, 3 0 100
10: 0 1 200 1, 1 2 200 1, 2 3 200 1, 3 0 200 1
3: 0 1 10, 1 0 11, 2 3 12, 3 2 13
1: 0 1 10, 1 0 10, 2 3 10, 3 2 10
1: 0 1 20, 1 0 20
1: 0 1 30, 1 0 30, 2 3 30, 3 2 30
1: 1 0 1 1, 2 0 2 2, 3 0 3 3
1: 0 1 50 1, 0 1 60 2, 1 2 50 1, 1 2 60 2, 2 3 50 1, 2 3 60 2, 3 0 50 1, 3 0 60 2
1: 0 1 8, 1 2 8, 2 3 8, 3 0 8
1: 0 1 10, 1 2 35
1: 0 1 20, 1 2 25
1: 0 1 30
END
    taken 126 13342
    matched
    said 'set-1.msgs to set-13.msgs: 33 supersteps, 13 of them different'
    said '; 32 collective calls'
    grep -x 'ranks 4' set-1.msgs
    [ "$(grep -c '^node [0-3] 0$' set-1.msgs)" -eq 4 ]
}

@test "record: large counts and MPI_Isendrecv" {
    grep -q 'define HAVE_MPI_LARGE_COUNTS' "$top_builddir/config.h" ||
        skip "this MPI has neither"
    record 2 large
    supersteps <<<$'1: 0 1 123, 1 0 123\n1: 0 1 9 1, 1 0 9 1'
    taken 4 264
}

@test "record: threads, in new communicators and with handles that MPI reuses" {
    record 2 fresh
    taken 800 6400
    matched
    # another thread gets a handle before the call that freed it has returned
    $CC -shared -fPIC "$BATS_TEST_DIRNAME/late.c" -o late.so
    so=$so:$PWD/late.so record 2 handles
    taken 44 352
    matched
}

@test "record: MPI that only a loaded part of the program sees, as in interpreters" {
    command -v cc >/dev/null || skip "no compiler but MPI's"
    cc -O2 "$BATS_TEST_DIRNAME/loader.c" -o loader -ldl
    # its last calls are jumps, so MPI's functions return to the loader
    $CC -O2 -shared -fPIC -DPART "$BATS_TEST_DIRNAME/loader.c" -o part.so
    preloaded 2 ./loader ./part.so start finish
    files 0
    said 'no files: 0 supersteps'
    preloaded 2 ./loader ./part.so start exchange finish
    supersteps <<<'1: 0 1 8 5, 1 0 8 5'
    so=$top_builddir/.libs/libshmbcast-preload.so SHMBCAST_VERBOSE=1 \
        preloaded 2 ./loader ./part.so start broadcast finish
    grep -q 'rank 0: shared memory: 1 communicator, 11 calls' <<<"$output"
}

@test "record: a program without MPI_Init runs as ever" {
    grep -q 'define HAVE_MPI_LARGE_COUNTS' "$top_builddir/config.h" ||
        skip "this MPI has no sessions"
    record 2 sessions
    files 0
    [ -z "$output" ]
}

@test "record: messages of an intercommunicator are counted, not taken" {
    record 4 inter
    supersteps <<<'1: 0 1 30, 1 0 30, 2 3 30, 3 2 30'
    said '; taken: 4 of 8 messages (50.0 %), 120 of 400 bytes (30.0 %)'
    said '; between communicators: 4 messages, 280 bytes'
    # the recorder no longer knows a communicator that is being freed
    record 2 dying
    said '; between communicators: 2 messages, 16 bytes'
    supersteps <<<'2: 0 1 8 1, 1 0 8 1'
}

@test "record: calls that are no messages, and a request open to the end" {
    record 2 calls unfinished
    supersteps <<<$'1: 0 1 5, 1 0 5\n1: 0 1 44, 0 1 55, 1 0 44, 1 0 55'
    taken 6 208
    said '; 14 collective calls; 4 one-sided calls; 2 receives freed while open'
}

@test "record: beyond a limit of memory messages are counted, not stored" {
    MSGSCHED_RECORD_MEMORY=2Ki record 2 varied
    local lost kept
    lost=$(sed -n 's/.*MSGSCHED_RECORD_MEMORY used up: \([0-9]*\) messages.*/\1/p' \
        <<<"$output")
    kept=$(cat ./*.msgs | grep -c '^[0-9]')
    # 20 messages from each rank, each in its own set
    [ "$lost" -gt 0 ] && [ "$kept" -gt 0 ] && [ $((lost + kept)) -eq 40 ]
    said "; taken: $kept of 40 messages"
    files $((kept / 2))
}

@test "record: every variable that is wrong is said, and its default holds" {
    MSGSCHED_RECORD_SCOPE=some MSGSCHED_RECORD_MEMORY=x \
        MSGSCHED_RECORD_FILES=0 record 2 ring
    diff - <(grep 'not a\|not i' <<<"$output") <<'EOF'
msgsched-record: MSGSCHED_RECORD_SCOPE: 'some': not internode or all; the default holds
msgsched-record: MSGSCHED_RECORD_MEMORY: 'x': not a number of bytes, such as 64Mi; the default holds
msgsched-record: MSGSCHED_RECORD_FILES: '0': not a number of files; the default holds
EOF
    supersteps <<<'1: 0 1 100 7, 1 0 101 7'
    # an invalid variable does not change the others
    MSGSCHED_RECORD_SCOPE=some MSGSCHED_RECORD_FILES=3 record 2 varied
    files 3
}

@test "record: at most so many files, of the sets that have most bytes" {
    MSGSCHED_RECORD_FILES=3 record 2 varied
    supersteps <<<$'1: 0 1 1017, 1 0 1017\n1: 0 1 1018, 1 0 1018\n1: 0 1 1019, 1 0 1019'
    said '; not written: 34 messages, 34272 bytes'
}

@test "record: between nodes only" {
    MSGSCHED_RECORD_SCOPE=internode record 2 ring
    files 0
    said 'no files: 0 supersteps'
    said '; inside a node: 2 messages, 201 bytes'
    [ "$MPI_FLAVOUR" = mpich ] || skip "only MPICH can pretend to have nodes"
    export MPIR_CVAR_ODD_EVEN_CLIQUES=1 MSGSCHED_RECORD_SCOPE=internode
    record 4 pairs
    supersteps <<<'3: 0 1 10, 1 0 11, 2 3 12, 3 2 13'
    [ "$(grep -c '^node [02] 0$' set-1.msgs)" -eq 2 ]
    [ "$(grep -c '^node [13] 1$' set-1.msgs)" -eq 2 ]
    record 3 ring
    supersteps <<<'1: 0 1 100 7, 1 2 101 7'
    said '; inside a node: 1 messages, 102 bytes'
}

@test "record: nothing without MSGSCHED_RECORD, on all ranks" {
    MSGSCHED_RECORD='' record 2 ring
    files 0
    said 'MSGSCHED_RECORD is not set: nothing is recorded'
    run "$top_srcdir/tests/mpirun" 2 sh -c \
        '[ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" = 0 ] || unset MSGSCHED_RECORD
         LD_PRELOAD=$0 exec "$@"' "$so" "$program" ring
    echo "$output"
    [ "$status" -eq 0 ]
    said 'MSGSCHED_RECORD is not set on all ranks: nothing is recorded'
    files 0
}

@test "record: nothing with the recorder on some ranks only" {
    preload_one 1 2 "$program" ring
    aside 1 "1 of 2 ranks have preloaded this library"
    files 0
}

@test "record: files of a run with more supersteps do not stay; no folder is said" {
    touch set-{1..5}.msgs set-7.msgs other-2.msgs
    keep=1 record 2 ring
    diff - <(ls ./*.msgs) <<<$'./other-2.msgs\n./set-1.msgs\n./set-7.msgs'
    MSGSCHED_RECORD=nowhere/set record 2 ring
    grep -F 'cannot write nowhere/set-1.msgs: No such file' <<<"$output"
    grep -F '; not written: 2 messages, 201 bytes' <<<"$output"
}

# in_the_way N COUNT: the N-th file cannot be written, because something that is not a
# regular file has its name. Afterwards COUNT files must exist.
in_the_way() {
    keep=1 record 2 ring persistent
    grep -xF "msgsched-record: cannot write set-$1.msgs: it exists and is not a \
regular file; remove it, or set MSGSCHED_RECORD to another prefix" <<<"$output"
    [ "$(ls | wc -l)" -eq "$2" ] # and no other files
}

@test "record: beyond the limit of files' size nothing is written, and the program goes on" {
    export OMPI_MCA_btl=tcp,self # so that the MPI library itself has no file
    [ "$MPI_FLAVOUR" = openmpi ] || skip "this MPI has files of its own"
    GCOV_PREFIX=/dev/null preload 2 sh -c 'ulimit -f 0 && exec "$@"' sh "$program" ring
    [ "$status" -eq 0 ]
    grep -q '^msgsched-record: cannot write set-1.msgs: File too large$' <<<"$output"
    files 0
}

@test "record: a symbolic link or a FIFO in the way is not opened" {
    local before
    echo mine >theirs
    ln -s theirs set-1.msgs
    in_the_way 1 2
    [ "$(cat theirs)" = mine ]
    rm set-1.msgs
    mkfifo set-2.msgs
    in_the_way 2 3
    [ -p set-2.msgs ]
    # a file is replaced and not overwritten: other links keep the old content
    rm set-2.msgs
    ln set-1.msgs theirs-too
    before=$(cat theirs-too)
    keep=1 record 3 ring
    [ "$(cat theirs-too)" = "$before" ]
    supersteps <<<'1: 0 1 100 7, 1 2 101 7, 2 0 102 7'
    [ "$(stat -c %a set-1.msgs)" = "$(stat -c %a theirs-too)" ]
    (umask 027 && keep=1 record 2 ring)
    [ "$(stat -c %a set-1.msgs)" = 640 ]
}

# needs FILE: prints the undefined symbols of FILE that have no version. Symbols of the C
# library have one.
needs() {
    nm -D --undefined-only "$1" | awk '$1 == "U" && $2 !~ /@/ { print $2 }' |
        sort
}

@test "record: what is preloaded needs the C library of the MPI, no other symbol" {
    local part
    for part in "$top_builddir"/.libs/lib*-record-mpi.so \
        "$top_builddir"/.libs/lib*-preload-mpi.so; do
        [ -z "$(needs "${part%-mpi.so}.so")" ]
        # Open MPI 6 has a library below that of C and that of the MPI ABI
        ldd "$part" | awk '$1 ~ /^lib(mpi(ch|_abi)?|open_mpi)\.so/ { print $3 }' |
            xargs nm -D --defined-only | awk '{ sub(/@.*/, "", $3); print $3 }' |
            sort >defined
        needs "$part" | comm -23 - defined | diff /dev/null -
        # in some versions an MPI library for Fortran defines these
        needs "$part" | grep -i 'f08\|fort' | diff /dev/null -
    done
    # and some versions lack these functions
    needs "$top_builddir/.libs/libmsgsched-record-mpi.so" |
        grep '_c$\|_Isendrecv' | diff /dev/null -
}

# again N FILE: mpiperf must exchange as many bytes as FILE says, and report
# that number.
again() {
    local bytes
    bytes=$(awk '/^[0-9]/ { n += (NF > 4 ? $5 : 1) * $3 } END { print n }' "$2")
    run "$top_srcdir/tests/mpirun" "$1" "$top_builddir/mpiperf" --allow-na \
        exchange --pattern="./$2" --verify -M free -R 1 --max-time 0.2 \
        -o "$2.jsonl"
    echo "$output"
    [ "$status" -eq 0 ]
    grep -q 'verify: every result checked, 0 mismatches' <<<"$output"
    jq -es --argjson bytes "$bytes" \
        'map(select(.type == "case") | .bytes) == [$bytes]' "$2.jsonl"
}

@test "record: the example of msgsched, and again" {
    $CC -std=c11 -O2 -I"$top_srcdir/src/algos/msgsched" -o halo \
        "$top_srcdir/doc/examples/halo.c" -L"$top_builddir/.libs" -lmsgsched \
        -Wl,-rpath,"$top_builddir/.libs"
    preloaded 4 ./halo n=32 fields=3 steps=5 schedule=direct
    # 3 fields to 4 neighbours, 16 cells of 8 bytes each, in 5 steps, by two
    # methods. The planner also sends once to both other neighbours.
    taken 488 62592
    said '11 supersteps'
    [ "$(grep -lx 'repeat 5' ./*.msgs | wc -l)" -eq 2 ]
    again 4 set-1.msgs
}

@test "record: Fortran: mpif.h, use mpi, use mpi_f08" {
    local interface
    for interface in MPIFH USE_MPI USE_MPI_F08; do
        fortran_build $interface "$BATS_TEST_DIRNAME/halo.F90" halo
        preloaded 3 ./halo
        supersteps <<'END'
5: 0 1 40 1, 1 2 40 1, 2 0 40 1
3: 0 1 8 2, 0 1 12 3, 1 2 8 2, 1 2 12 3, 2 0 8 2, 2 0 12 3
2: 0 1 20 4, 1 2 20 4, 2 0 20 4
1: 1 0 4, 2 0 4
END
        taken 41 908
        said '; 6 collective calls'
    done
}
