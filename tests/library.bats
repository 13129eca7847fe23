# library.bats: the MPI library's own algorithms, side by side.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2154 # jq; the build

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR" || return
    kind=tuned
    [ "$MPI_FLAVOUR" = openmpi ] || kind=mpich
    export kind
    "$top_builddir/mpiperf" --list bcast | grep -q ":$kind/" ||
        skip "this MPI library lets no program choose algorithms"
}

few=(-c 1 -R 2 -e 0 --max-time 0.02 --no-watch --passes 1 --verify)

# params ALGORITHM BYTES CONDITION: of the parameters in the one case.
params() {
    jq -es --arg algo "$1" --argjson bytes "$2" "map(select(.type == \"case\" and
        .algo == \$algo and .bytes == \$bytes)) | length == 1 and all(.params | $3)" r.jsonl
}
# gone ALGORITHM BYTES REASON: that case has none.
gone() {
    jq -es --arg algo "$1" --argjson bytes "$2" --arg why "$3" 'map(select(.type == "case" and
        .algo == $algo and .bytes == $bytes)) | length == 1 and all(.reason == $why)' r.jsonl
}

@test "all algorithms of six collectives: right results, or one line says why not" {
    for n in 2 4; do
        record $n {barrier,bcast,allreduce,allgather,alltoall,reduce}:native,"$kind/*" \
            -m $((8 + 3992 * (n > 2))) "${few[@]}"
        [ "$status" -eq 0 ]
        figures_or_reason r.jsonl
        cases '(.mismatches // 0) == 0 and
            (.reason == null or (.reason | test("^(the library refuses the call: [ -~]+|the call.s messages show that the library used [a-z_]* instead)$")))'
        # as many as the library has, by its own list
        "$top_builddir/mpiperf" --list | sed -nE \
            "s/^algorithm +((barrier|bcast|allreduce|allgather|alltoall|reduce):${kind}[^ ]*) .*/\1/p" |
            sort >listed
        jq -r 'select(.type == "case" and (.algo | startswith($ENV.kind))) |
            .op + ":" + .algo' r.jsonl | sort -u | diff listed -
        cases '(.algo | startswith($ENV.kind) | not) or .reason != null or
            (.params | .id > 0 and (.proof | type == "string"))'
    done
}

@test "an algorithm that one rank alone is refused is none on all ranks" {
    ! grep -qs __asan_init "$top_builddir/mpiperf" "$top_builddir/.libs/mpiperf" ||
        skip "LD_PRELOAD does not go with the address sanitizer"
    cat >refuse.c <<'END'
#include <mpi.h>

/* Rank 1 refuses its first broadcast of that many bytes. */
int MPI_Bcast(void *buffer, int n, MPI_Datatype type, int root, MPI_Comm comm)
{
    static int calls;
    int rank;

    MPI_Comm_rank(comm, &rank);
    if (rank == 1 && n == 1234 && calls++ == 0)
        return MPI_ERR_ARG;
    return PMPI_Bcast(buffer, n, type, root, comm);
}
END
    $CC -shared -fPIC refuse.c -o refuse.so
    LD_PRELOAD=$PWD/refuse.so record 2 bcast:native,"$kind/binomial" -m 1234 "${few[@]}"
    [ "$status" -eq 0 ]
    cases '(.algo == "native" and .reason == null) or
        (.reason | startswith("rank 1: the library refuses the call"))'
}

@test "Open MPI: messages prove flat, binomial and ring; what was replaced is told" {
    [ "$kind" = tuned ] || skip "not this library"
    record 4 \
        bcast:native,tuned/basic_linear,tuned/binomial,tuned/pipeline,tuned/pipeline@segsize=64 \
        bcast:tuned/scatter_allgather \
        allgather:native,tuned/ring,tuned/two_proc allreduce:native,tuned/ring \
        -m 1,64Ki "${few[@]}"
    [ "$status" -eq 0 ]
    grep -q '"proof":"messages match' r.jsonl
    own='.proof == "messages match this algorithm" and .messages =='
    params tuned/basic_linear 65536 "$own [3, 0, 0, 0]"
    params tuned/binomial 1 "$own [2, 1, 0, 0]"
    params tuned/pipeline 65536 "$own [1, 1, 1, 0]"
    # a message for each segment: what a setting costs
    params tuned/pipeline@segsize=64 65536 ".segsize == 64 and $own [1024, 1024, 1024, 0]"
    jq -es 'map(select(.type == "case" and .algo == "tuned/ring" and .op == "allgather")) |
        all(.params.messages == [3, 3, 3, 3])' r.jsonl
    jq -es 'map(select(.type == "case" and .algo == "tuned/ring" and .op == "allreduce" and
        .bytes > 8)) | all(.params.messages == [6, 6, 6, 6])' r.jsonl
    show="the call's messages show that the library used"
    gone tuned/scatter_allgather 1 "$show basic_linear instead"
    gone tuned/ring 8 "$show recursive_doubling instead"
    gone tuned/two_proc 1 \
        "the library refuses the call: MPI_ERR_UNSUPPORTED_OPERATION: operation not supported"
    # the environment is the user's again, in the record too
    jq -es '.[0].environment | has("OMPI_MCA_coll_tuned_use_dynamic_rules") | not' r.jsonl
}

@test "Open MPI: coll/tuned has its own algorithms, whichever component native uses" {
    [ "$kind" = tuned ] || skip "not this library"
    OMPI_MCA_coll_basic_priority=90 record 4 bcast:native,tuned/binomial,tuned/pipeline -m 4096 "${few[@]}"
    [ "$status" -eq 0 ]
    cases '.reason == null'
    grep -q '"proof":"messages match' r.jsonl
    params tuned/binomial 4096 '.messages == [2, 1, 0, 0]'
    params tuned/pipeline 4096 '.messages == [1, 1, 1, 0]'
}

@test "Open MPI: a component is measured where it can be used" {
    [ "$kind" = tuned ] || skip "not this library"
    "$top_builddir/mpiperf" --list bcast | sed -n 's/^algorithm *bcast:\(\(han\|xhc\|acoll\)[^ ]*\).*/\1/p' >listed
    grep -q '^han' listed || skip "this library has no coll/han"
    run "$top_builddir/mpiperf" --list scan
    [[ ! $output =~ scan:(han|xhc|acoll) ]]
    OMPI_MCA_coll_acoll_comm_size_thresh=3 OMPI_MCA_coll_base_verbose=20 \
        record 2 bcast:native,"$(paste -sd, listed)" -m 64 "${few[@]}"
    [ "$status" -eq 0 ]
    jq -r 'select(.type == "case" and .algo != "native").algo' r.jsonl | diff listed -
    cases '(.algo | startswith("han") | not) or .reason == "coll/han needs ranks on several nodes"'
    cases '.algo != "acoll" or
        .reason == "coll/acoll needs 3 ranks (OMPI_MCA_coll_acoll_comm_size_thresh)"'
    cases '.algo != "xhc" or (.reason == null and .mismatches == 0)'
    ! grep -qx xhc listed || grep -q 'bcast -> xhc' <<<"$output"
}

@test "Open MPI: native decides as ever where algorithms can be chosen" {
    [ "$kind" = tuned ] || skip "not this library"
    for n in 2 4; do
        for dynamic in 0 1; do
            OMPI_MCA_coll_tuned_use_dynamic_rules=$dynamic "$top_srcdir/tests/mpirun" $n \
                "$top_builddir/src/adapters/library/test/native_messages" >$dynamic.$n
        done
        [ -s 0.$n ]
        diff 0.$n 1.$n
    done
    # a user's choice is native's; one without effect has none
    same='.proof == "not proved: native sends the same messages"'
    export OMPI_MCA_coll_tuned_bcast_algorithm=7
    record 4 bcast:native,tuned/knomial -m 1 "${few[@]}"
    params tuned/knomial 1 "$same | not"
    OMPI_MCA_coll_tuned_use_dynamic_rules=1 record 4 bcast:native,tuned/knomial -m 1 "${few[@]}"
    params tuned/knomial 1 "$same"
    # the same of files, in either of which the other part may be
    unset OMPI_MCA_coll_tuned_bcast_algorithm
    export OMPI_MCA_mca_base_param_files=$PWD/settings
    echo coll_tuned_bcast_algorithm=7 >settings
    record 4 bcast:native,tuned/knomial -m 1 "${few[@]}"
    params tuned/knomial 1 "$same | not"
    jq -es '.[0].parameters.coll_tuned_bcast_algorithm == "knomial"' r.jsonl
    echo coll_tuned_use_dynamic_rules=1 >settings
    OMPI_MCA_coll_tuned_bcast_algorithm=7 record 4 bcast:native,tuned/knomial -m 1 "${few[@]}"
    params tuned/knomial 1 "$same"
}

@test "MPICH: a call that the algorithm cannot do fails, and says so in one line" {
    [ "$kind" = mpich ] || skip "not this library"
    record 4 bcast:native,mpich/scatter_ring_allgather,mpich/smp alltoall:native,'mpich/pair*' \
        reduce:native,mpich/posix/release_gather -m 8 "${few[@]}"
    [ "$status" -eq 0 ]
    word='.proof | startswith("the library was set to fail rather than use another algorithm")'
    params mpich/scatter_ring_allgather 8 "$word"
    params mpich/posix/release_gather 8 "$word"
    params mpich/smp 8 '.proof == "not proved"'
    gone mpich/pairwise_sendrecv_replace 8 "the library refuses the call: User set collective algorithm is not usable for the provided arguments"
    jq -es 'map(select(.type == "case" and .algo == "native")) | all(.params == null)' r.jsonl
    # one that would end the program
    record 3 reduce_scatter:native,mpich/noncommutative -m 8 "${few[@]}"
    gone mpich/noncommutative 8 \
        "this algorithm needs a number of ranks that is a power of two, and equal counts"
}

@test "settings: unknown ones are refused, others without effect are told" {
    mpiperf 2 bcast:"$kind/binomial@size=1" -m 8
    [ "$status" -eq 2 ]
    [[ $output == *"unknown parameter '$kind.size'"* ]]
    mpiperf 2 bcast:"$kind/none" -m 8
    [ "$status" -eq 2 ]
    [[ $output == *"unknown algorithm '$kind/none'"* ]]
    [ "$kind" = tuned ] || return 0
    record 2 alltoall:native,tuned/pairwise -P tuned.max_requests=2 \
        bcast:native,tuned/binomial -m 8 "${few[@]}"
    gone tuned/binomial 8 "the library has no max_requests for this collective"
    params tuned/pairwise 8 '.max_requests == 2'
}

@test "busbw: the factors of nccl-tests" {
    record 4 bcast reduce all{reduce,gather,toall} reduce_scatter barrier ibcast -m 3000 \
        "${few[@]}"
    [ "$status" -eq 0 ]
    jq -es 'def factor: {bcast: 1, ibcast: 1, reduce: 1, allreduce: 1.5, allgather: 3,
            alltoall: 3, reduce_scatter: 3}[.op];
        map(select(.type == "case")) | length == 8 and
        all(if .op == "barrier" then has("busbw") | not
            else (.busbw * .median / .bytes / factor - 1) | fabs < 1e-6 end)' r.jsonl
}
