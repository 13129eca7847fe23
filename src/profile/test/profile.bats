# profile.bats: unchanged programs with libmpiperf-profile.so, and what it says of them.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154,SC2034,SC2016 # the build; what preload.bash wants; jq

. "$top_srcdir/src/algos/test/preload.bash"
. "$top_srcdir/tests/golden.bash"
. "$top_srcdir/tests/cluster.bash"

setup() {
    so=$top_builddir/.libs/libmpiperf-profile.so
    program=$top_builddir/src/profile/test/profile_test
    preload_setup
    export MPIRUN_TIMEOUT=120 MPIRUN_YIELD=1
}

# profile N CASE...: runs the cases on N ranks, which must succeed, without a word.
profile() {
    rm -f ./*.jsonl
    preload "$1" "$program" "${@:2}"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    valid profile_test.profile.jsonl
}

# valid FILE: the records are what they should be, and mpiperf-compare can print them.
valid() {
    jq -es '(.[0].type == "program") and (.[-1] == {type: "end", status: "complete"})' "$1" >/dev/null
    "$top_builddir/mpiperf-compare" "$1" >answer
    [ "$(wc -l <answer)" -le 30 ]
    [ "$(awk 'length > 80' answer)" = "" ]
}

# in_schema: every record is what doc/record.schema.json says.
in_schema() {
    /usr/bin/python3 -W ignore -c 'import jsonschema' 2>/dev/null || return 0
    /usr/bin/python3 -W ignore -c '
import json, jsonschema, sys
v = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))
sys.exit(any([not v.is_valid(json.loads(line)) and not print(line) for line in open(sys.argv[2])]))
' "$top_srcdir/doc/record.schema.json" profile_test.profile.jsonl
}

# is FILTER: so it is of the array of all records.
is() {
    jq -es "$1" profile_test.profile.jsonl >/dev/null ||
        { jq -c . profile_test.profile.jsonl && false; }
}

# calls FILTER: prints "OP PROCS BYTES CALLS" of each record of calls.
calls() {
    jq -r 'select(.type == "calls") | "\(.op) \(.procs) \(.bytes) \(.calls)"' \
        profile_test.profile.jsonl | LC_ALL=C sort
}

@test "profile: every collective is counted, with the bytes of a block" {
    profile 3 blocking
    calls | same_as_golden profile-blocking
    is '.[0] | .ranks == 3 and .nodes == 1 and (.binding | length) == 3 and .kept == 1 and
        .unmatched == 0 and .partial == null and .clock_error < 1'
    in_schema
    # what is spent adds up
    is '(.[0].in_mpi.mean - (map(select(.type == "calls" or .type == "other") | .seconds) | add) |
        fabs) < 1e-6'
    is 'map(select(.type == "calls") | .work + .waiting - .seconds | fabs) | max < 1e-9'
    is 'map(select(.type == "calls") | (.last | add) - .calls) | all(. == 0)'
    is 'map(select(.type == "calls") | (.delays | min) >= 0 and .spread.p50 <= .spread.max) | all'
    is 'map(select(.op == "allreduce")) | .[0] | .datatype == "MPI_DOUBLE" and .reduction == "max" and
        .root == null and .counts == null and .in_place == false and .groups == 1'
    is 'map(select(.op == "reduce")) | .[0].root == 1 and .[0].rotate == false'
    is 'map(select(.op == "alltoallv")) | .[0].counts == "equal"'
}

@test "profile: collectives that do not block" {
    profile 3 nonblocking
    calls | same_as_golden profile-nonblocking
    is '.[0].unmatched == 0'
    is 'map(select(.type == "calls") | (.last | add) - .calls) | all(. == 0)'
    is '(.[0].in_mpi.mean - (map(select(.type == "calls" or .type == "other") | .seconds) | add) |
        fabs) < 1e-6'
    is 'map(select(.function == "MPI_Irecv" or .function == "MPI_Send") | .calls) == [51, 51]'
}

@test "profile: persistent collectives, whose starts count" {
    grep -Eq 'define HAVE_MPIX?_PERSISTENT_COLLECTIVES' "$top_builddir/config.h" ||
        skip "this MPI has no persistent collectives"
    profile 3 persistent
    calls | same_as_golden profile-persistent
    is '.[0].unmatched == 0'
    is 'map(select(.type == "calls") | (.last | add) - .calls) | all(. == 0)'
    is 'map(select(.op == "reduce_init")) | .[0].root == 1 and .[0].reduction == "sum"'
    is 'map(select(.type == "other") | {(.function): .calls}) | add |
        .MPI_Bcast_init == 6 and .MPI_Request_free == 63 and .MPI_Start == null and
        .MPI_Startall == 3 and .MPI_Wait == 51'
    is '(.[0].in_mpi.mean - (map(select(.type == "calls" or .type == "other") | .seconds) | add) |
        fabs) < 1e-6'
    profile 3 persistent-late
    # waiting is within the completing call: of two ranks, and in half of the calls there is none
    is 'map(select(.op == "allreduce_init" and .bytes == 8)) | .[0] | .calls == 40 and .last[2] >= 35 and
        .delays[2] > 0.015 and .waiting > 0.2 and .waiting * 3 < 2 * 20 * .spread.max + 0.01'
    # ranks may start requests in different orders
    is 'map(select(.op == "allreduce_init" or .op == "bcast_init") | select(.bytes == 16) | .spread.p50) |
        length == 2 and all(. > 0.015)'
}

@test "profile: neighbourhood collectives, whose time is work" {
    profile 3 neighbours
    calls | same_as_golden profile-neighbours
    is 'map(select(.type == "calls")) | all(.waiting == 0 and .work == .seconds)'
    is '.[0].unmatched == 0'
}

@test "profile: who comes late, and who waits for it" {
    profile 3 late
    # 20 times 20 ms, on two of three ranks
    is 'map(select(.op == "allreduce")) | .[0] | .calls == 20 and .last[2] >= 15 and
        .waiting > 0.2 and .delays[2] > 0.015 and .spread.p50 > 0.015'
    grep -q '^waiting for late ranks .*: rank 2 comes last in [0-9]* % of the calls of' answer
    profile 3 roots
    # of a broadcast of rank 0 nobody waits for the last rank; the last rank waits for
    # nobody; of its own broadcast both others wait for it
    is 'map(select(.op == "bcast" and .bytes == 8)) | .[0] | .root == 0 and .last[2] >= 15 and .waiting < 0.1'
    is 'map(select(.op == "bcast" and .bytes == 16)) | .[0] | .root == 2 and .last[2] >= 15 and .waiting > 0.2'
    is 'map(select(.op == "reduce")) | .[0] | .root == 2 and .last[2] >= 15 and .waiting < 0.1'
}

@test "profile: who waits in which operation" {
    profile 3 classes
    # one of three ranks comes 5 times 40 ms late, or later if it has to wait for a processor:
    # how many ranks wait most of that time
    is 'map(select(.op != "barrier" and .type == "calls" and .procs > 1) |
        {("\(.op) \(.procs) \(.bytes)"): [.waiting / 0.2, .waiting / 5 / .spread.max | . * 3]}) |
        add as $ranks | {"allgather 3 8": 2, "alltoall 3 8": 2, "reduce_scatter_block 3 8": 2, "gather 3 8": 1,
        "gather 3 16": 0, "reduce 3 8": 1, "scatter 3 8": 0, "scatter 3 16": 2, "scan 3 8": 0,
        "allreduce 2 8": 1, "ibcast 3 8": 2} | (keys == ($ranks | keys)) and
        (to_entries | all(if .value == 0 then $ranks[.key][0] < 0.5
            else $ranks[.key][0] > .value - 0.5 and $ranks[.key][1] < .value + 0.5 end))'
}

@test "profile: hosts whose clocks are hours apart" {
    for hosts in 2 4; do
        rm -f ./*.jsonl
        MPIPERF_PROFILE_TIMER=monotonic cluster --hosts $hosts -- sh -c \
            'LD_PRELOAD=$0${LD_PRELOAD:+:$LD_PRELOAD} exec "$@"' "$so" "$program" late
        [ "$status" -eq 0 ]
        valid profile_test.profile.jsonl
        is '.[0] | .timer == "monotonic" and .nodes == .ranks and .hosts[1] == "node2" and
            .clock_error > 0 and .clock_error < 0.1'
        is '.[0].ranks as $n | map(select(.op == "allreduce")) | .[0] | .calls == 20 and
            .last[$n - 1] >= 15 and .delays[$n - 1] > 0.015 and .spread.max < 60 and
            .waiting > 0.3 * ($n - 1) / $n'
    done
}

@test "profile: what arguments make a case" {
    profile 3 arguments
    is 'map(select(.op == "allreduce")) | .[0] | .in_place and .reduction == "user, ordered" and .bytes == 32'
    is 'map(select(.op == "bcast") | .datatype) | sort == ["16 B", "16 B with gaps", "MPI_INT"]'
    is 'map(select(.op == "bcast" and .datatype == "MPI_INT")) | .[0] | .root == null and .rotate and
        .calls == 3 and .bytes == 4'
    is 'map(select(.op == "allgatherv")) | .[0] | .in_place and .bytes == 32 and
        .counts == "up to 4 times the mean"'
}

@test "profile: communicators that come and go, also unseen ones" {
    profile 4 comms
    calls | same_as_golden profile-comms
    is '.[0].unmatched == 0'
    is 'map(select(.op == "allreduce" and .procs == 2)) | .[0].groups == 2'
    is 'map(select(.function == "MPI_Comm_split") | .calls) == [1200]'
    profile 3 groups
    calls | diff - <(printf '%s\n' 'allreduce 3 16 20' 'allreduce 3 8 20')
    is '.[0].unmatched == 0'
}

@test "profile: between communicators nobody knows who waits for whom" {
    profile 4 inter
    is 'map(select(.op == "barrier" or .op == "bcast")) | all(.waiting == 0 and .spread == null)'
    is '.[0].unmatched == 0'
}

@test "profile: threads, each with a communicator" {
    profile 2 threads
    calls | diff - <(printf '%s\n' 'allreduce 2 8 800' 'iallreduce 2 8 800')
    is '.[0].unmatched == 0 and .[0].kept == 1'
    is 'map(select(.function == "MPI_Sendrecv") | .calls, .bytes) == [1600, 12800]'
}

@test "profile: sums of other functions" {
    profile 2 others
    in_schema
    is 'map(select(.type == "other") | {(.function): [.calls, .bytes]}) | add |
        .MPI_Isend == [40, 1280] and .MPI_Irecv == [40, 0] and .MPI_Waitall == [40, 0] and
        .MPI_Put == [2, 48] and .MPI_Win_fence == [4, 0] and .MPI_File_write_at == [2, 32] and
        .MPI_File_open == [2, 0]'
    is 'map(select(.type == "calls")) == []'
}

@test "profile: beyond a limit of memory sums stay exact, and the same calls are kept on all ranks" {
    MPIPERF_PROFILE_MEMORY=16Ki profile 3 many late
    is '.[0].kept < 0.1 and .[0].unmatched == 0'
    is 'map(select(.op == "allreduce")) | .[0] | .calls == 20020 and (.last | add) < 2000 and (.last | add) > 20 and
        .seconds > 0.2'
    is '(.[0].in_mpi.mean - (map(select(.type == "calls" or .type == "other") | .seconds) | add) |
        fabs) < 1e-6'
    grep -q '^waiting is that of one call in' answer
    MPIPERF_PROFILE_MEMORY=lots preload 2 "$program" late
    [ "$output" = "mpiperf-profile: MPIPERF_PROFILE_MEMORY: 'lots': not a number of bytes, such as 64Mi; the default holds" ]
    MPIPERF_PROFILE_TIMER=sun preload 2 "$program" late
    [ "$output" = "mpiperf-profile: MPIPERF_PROFILE_TIMER: 'sun': no timer of tsc, cntvct, monotonic; the default holds" ]
}

@test "profile: programs that fork, and those that end otherwise" {
    profile 2 fork
    calls | diff - <(echo 'barrier 2 0 2')
    rm profile_test.profile.jsonl
    preload 2 "$program" exit
    grep -q '^mpiperf-profile: exit without MPI_Finalize on rank 0: profile_test.profile.jsonl has only' <<<"$output"
    calls | diff - <(echo 'barrier 2 0 1')
    rm profile_test.profile.jsonl
    preload 2 "$program" abort
    [ "$status" -ne 0 ]
    grep -q '^mpiperf-profile: MPI_Abort on rank 1: profile_test.profile.jsonl has only' <<<"$output"
    calls | diff - <(echo 'barrier 2 0 2')
    valid profile_test.profile.jsonl
    in_schema
    tr '\n' ' ' <answer | tr -s ' ' | grep -q 'MPI_Abort on rank 1: only its calls are in the profile'
}

@test "profile: of a program that starts another one" {
    [ "$MPI_FLAVOUR" = openmpi ] || skip "this MPI's MPI_Comm_spawn fails"
    profile 2 spawn
    # on MPI_COMM_WORLD, and between it and the new process
    calls | diff - <(printf '%s\n' 'barrier 2 0 2')
    is '.[0].ranks == 2 and .[0].unmatched == 0'
}

@test "profile: calls that fail are the program's business" {
    [ "$MPI_FLAVOUR" = openmpi ] || skip "this MPI may have no checks"
    profile 2 error
    calls | diff - <(echo 'barrier 2 0 1')
    is '.[0].unmatched == 0'
}

@test "profile: the file, and what is in its way" {
    MPIPERF_PROFILE=mine.jsonl preload 2 "$program" late
    valid mine.jsonl
    MPIPERF_PROFILE=nowhere/mine.jsonl preload 2 "$program" late
    [ "$status" -eq 0 ]
    [ "$output" = "mpiperf-profile: cannot write nowhere/mine.jsonl: No such file or directory" ]
    mkfifo pipe
    MPIPERF_PROFILE=pipe preload 2 "$program" late
    [ "$output" = "mpiperf-profile: cannot write pipe: it exists and is not a regular file; remove it, or set MPIPERF_PROFILE to another file" ]
    [ -p pipe ]
}

@test "profile: with other libraries, in both orders" {
    local record=$top_builddir/.libs/libmsgsched-record.so tuned=$top_builddir/.libs/libmpiperf-tuned.so
    local own=$so
    export MSGSCHED_RECORD=set MPIPERF_TUNED=$PWD/profile MPIPERF_TUNED_VERBOSE=1
    echo 'allreduce 2 0 999 mock/reduce+bcast' >profile
    for so in "$own:$record:$tuned" "$tuned:$record:$own"; do
        rm -f ./*.jsonl ./*.msgs
        preload 2 "$program" late others
        [ "$status" -eq 0 ]
        grep -qF 'taken: 40 of 40 messages' <<<"$output"
        grep -q 'mpiperf-tuned: allreduce, 2 ranks, .* in 20 calls' <<<"$output"
        valid profile_test.profile.jsonl
        is 'map(select(.function == "MPI_Isend") | .calls) == [40]'
        # behind tuned, its mock-up makes the calls, by PMPI
        [ "${so%%:*}" = "$own" ] || continue
        calls | diff - <(printf '%s\n' 'allreduce 2 8 20' 'barrier 2 0 20')
    done
}

@test "profile: MPI that only a loaded part of the program sees, as in interpreters" {
    command -v cc >/dev/null || skip "no compiler but MPI's"
    local source=$top_srcdir/src/algos/msgsched/record/test/loader.c
    cc -O2 "$source" -o loader -ldl
    $CC -O2 -shared -fPIC -DPART "$source" -o part.so
    preload 2 ./loader ./part.so start exchange broadcast finish
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    mv loader.profile.jsonl profile_test.profile.jsonl
    calls | diff - <(echo 'bcast 2 4 20')
}

@test "profile: with the library on some ranks only nothing is profiled" {
    preload_one 1 2 "$program" late
    [ "$status" -eq 0 ]
    grep -q ': 1 of 2 ranks have preloaded this library: nothing is profiled$' <<<"$output"
    [ ! -e profile_test.profile.jsonl ]
}

@test "profile: Fortran" {
    for interface in MPIFH USE_MPI USE_MPI_F08; do
        fortran_build $interface "$BATS_TEST_DIRNAME/profile.F90" ./profile_test
        rm -f ./*.jsonl
        preload 3 ./profile_test
        [ "$status" -eq 0 ]
        valid profile_test.profile.jsonl
        calls | same_as_golden profile-fortran
        is 'map(select(.op == "allreduce" and .bytes == 16)) | .[0] | .in_place and .reduction == "max"'
        is '.[0].unmatched == 0'
        is 'map(select(.function == "MPI_Send") | .calls, .bytes) == [3, 24]'
    done
}
