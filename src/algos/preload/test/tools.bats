# tools.bats: the preload libraries together with other tools in front of the MPI library.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154 # the build

. "$top_srcdir/src/algos/test/preload.bash"

setup() {
    so=$top_builddir/.libs/libshmbcast-preload.so
    preload_setup
    export SHMBCAST_CALIBRATE=off # all calls that it can take are taken
    export MPIRUN_TIMEOUT=60 MPIRUN_YIELD=1 MSGSCHED_RECORD=set MPIPERF_TUNED=$PWD/profile
    printf '%s\n' 'bcast 2 0 999 shmbcast-auto' 'allreduce 2 0 999 mock/reduce+bcast' \
        'barrier 2 0 0 mock/allreduce' >profile
    $CC -DPROGRAM "$BATS_TEST_DIRNAME/tool.c" -o program -ldl
}

# tool NAME [FLAG...]: builds NAME.so, a tool that counts calls.
tool() {
    $CC -shared -fPIC "-DNAME=\"$1\"" "${@:2}" "$BATS_TEST_DIRNAME/tool.c" -o "$1.so" -ldl
}

# with PRELOADS PROGRAM: runs PROGRAM on 2 ranks with these libraries, in this order.
with() {
    so=$1 preload 2 "${@:2}"
    [ "$status" -eq 0 ]
}

# library NAME: prints the library's file.
library() {
    echo "$top_builddir/.libs/lib$1.so"
}

names="shmbcast-preload mpiperf-tuned msgsched-record mpiperf-profile"
# all: prints the files of all of these libraries, to preload them together.
all() {
    echo "$(library shmbcast-preload):$(library mpiperf-tuned):$(library msgsched-record):$(library mpiperf-profile)"
}

@test "tools: what the program calls is counted, in front of a library and behind it" {
    tool front
    tool behind
    # Calls: MPI_Init and MPI_Finalize, broadcasts, reductions, barriers, messages; others.
    # A tool behind the library sees those that the library does not carry out itself.
    while read -r name counts; do
        with "$PWD/front.so:$(library "$name"):$PWD/behind.so" ./program </dev/null
        grep -qx 'front: 1 1, 40 40 40 40, 0' <<<"$output"
        grep -qx "behind: 1 1, $counts, 0" <<<"$output"
    done <<'END'
shmbcast-preload 3 3 3 40
mpiperf-tuned 9 0 0 40
mpiperf-profile 40 40 40 40
msgsched-record 40 40 40 40
END
    grep -qF 'taken: 80 of 80 messages' <<<"$output"
    [ -e program.profile.jsonl ]
}

@test "tools: one that calls the MPI library past ours is named in a line" {
    tool straight -DSTRAIGHT
    with "$PWD/straight.so:$(all)" ./program
    grep -qx 'straight: 1 1, 40 40 40 40, 0' <<<"$output"
    for name in $names; do
        [ "$(grep -c "^$name: " <<<"$output")" -eq 1 ]
        grep -q "^$name: $PWD/straight.so comes before it and has passed no call on; .*: " \
            <<<"$output"
    done
}

@test "tools: a program with functions of its own, on one rank" {
    $CC -DPROGRAM -DWRAPPERS -DSTRAIGHT "$BATS_TEST_DIRNAME/tool.c" -o wrapped -ldl
    with "$(all)" sh -c \
        '[ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" = 0 ] && exec ./program || exec ./wrapped'
    aside 4 "the program has its own MPI_[A-Z][a-z]*"
    with "$(all)" ./wrapped
    aside 8 "the program has its own MPI_[A-Z][a-z]*"
}

@test "tools: a shim with MPI functions of its own, which loads the MPI library" {
    command -v cc >/dev/null || skip "no compiler but MPI's"
    local source=$BATS_TEST_DIRNAME/shim.c
    $CC -shared -fPIC -DBACKEND "$source" -o backend.so
    cc -shared -fPIC -DSHIM "-DBACKEND_FILE=\"$PWD/backend.so\"" "$source" -o libshim.so -ldl
    cc "$source" -o shimmed -L. -lshim -Wl,-rpath,"$PWD"
    for name in $names; do
        LD_PRELOAD=$(library $name) run ./shimmed
        echo "$output"
        [ "$status" -eq 0 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == "$name: built for "*", but the program has "*", in "*"/libshim.so: "* ]]
    done
}

@test "tools: a program with the address sanitizer, as the manuals say" {
    local asan
    asan=$($CC -print-file-name=libasan.so)
    [ -e "$asan" ] || skip "no address sanitizer"
    $CC -fsanitize=address -DPROGRAM "$BATS_TEST_DIRNAME/tool.c" -o sanitized -ldl
    export ASAN_OPTIONS=detect_leaks=0
    export SHMBCAST_OPS=bcast # the others are for mpiperf-tuned
    SHMBCAST_VERBOSE=1 MPIPERF_TUNED_VERBOSE=1 with "$asan:$(all)" ./sanitized
    grep -q '^shmbcast-preload: rank 0: shared memory: 1 communicator, 31 calls' <<<"$output"
    grep -q '^mpiperf-tuned: allreduce, .* in 40 calls' <<<"$output"
    grep -qF 'taken: 80 of 80 messages' <<<"$output"
}
