# machine.bats: what --check and the marks of rows say of machines that are not as they
# should be.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2154 # jq; the build

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR" || return
    export MPIRUN_BIND=1
    few=(-c 1 -R 2 -e 0 --max-time 0.05 --no-watch --passes 1)
}

teardown() {
    [ -z "$group" ] || rmdir "$group/inner" "$group"
}

# grouped CONTROLLER V1=VALUE V2=VALUE: a control group with such a limit, whose name
# depends on the version, and a group inside of it, in which "${inside[@]}" starts a command.
grouped() {
    local path file=$2
    path=$(sed -n "s/^[0-9]*:\(.*,\)\{0,1\}$1\(,.*\)\{0,1\}:/$1/p" /proc/self/cgroup)
    [ -n "$path" ] || { path=$(sed -n 's/^0:://p' /proc/self/cgroup) && file=$3; }
    group=/sys/fs/cgroup/$path/mpiperf.$$
    mkdir -p "$group/inner" 2>/dev/null && echo "${file#*=}" 2>/dev/null >"$group/${file%=*}" ||
        skip "no control groups can be made here"
    inside=(sh -c 'echo $$ >"$0/inner/cgroup.procs" && exec "$@"' "$group")
}

# check LINE [WRAPPER...]: --check of two ranks has such a line, a pattern.
check() {
    run "$top_srcdir/tests/mpirun" 2 "${@:2}" "${mpiperf:-$top_builddir/mpiperf}" --check \
        -t monotonic </dev/null
    echo "$output"
    grep -Eq -- "$1" <<<"$output"
}

# marked MARK NOTE [WRAPPER...]: so are the rows of two ranks, and so says a note.
marked() {
    run "$top_srcdir/tests/mpirun" 2 "${@:3}" "${mpiperf:-$top_builddir/mpiperf}" bcast -m 64Ki \
        --allow-na --progress=never "${few[@]}" -o r.jsonl --overwrite </dev/null
    echo "$output"
    grep -Eq -- "$2" <<<"$output"
    jq -es --arg mark "$1" 'map(select(.type == "case")) | length > 0 and
        all(.marks | index($mark))' r.jsonl
}

@test "ranks on hardware threads of the same core are found out" {
    [ "$(nproc)" -ge 2 ] || skip "one CPU"
    one_core=(env HWLOC_SYNTHETIC="core:1 pu:$(nproc --all)")
    check '^warning +binding +some ranks are on hardware threads of the same core' "${one_core[@]}"
    marked shared-core '^note: .* ranks share a core$' "${one_core[@]}"
    jq -es '.[0].shared_core and (.[0].shared_cpu | not)' r.jsonl
}

@test "the memory of a group above is the memory that there is" {
    grouped memory memory.limit_in_bytes=$((400 << 20)) memory.max=$((400 << 20))
    # of 400 MiB each of two ranks has less than 200
    check '^warning +free memory +0\.[01][0-9]* GiB for each rank' "${inside[@]}"
    run "$top_srcdir/tests/mpirun" 2 "${inside[@]}" "$top_builddir/mpiperf" bcast -m 8,256Mi \
        --allow-na --progress=never "${few[@]}" -o r.jsonl
    echo "$output"
    [ "$status" -eq 0 ]
    cases '(.bytes == 8) == (.reason == null) and
        (.reason == null or (.reason | test("not enough memory for buffers")))' 2
}

@test "the CPU quota of a group above is named, and rows that it stopped" {
    # so little that ranks use it up beside other load
    grouped cpu cpu.cfs_quota_us=20000 "cpu.max=20000 100000"
    check '^warning +CPU limit +control groups give 2 ranks of a node the time of 0.2 CPUs ' \
        "${inside[@]}"
    grep -Eq '^(warning|UNFIT) +noise .*: a CPU quota of 0.2 CPUs stopped ranks [1-9][0-9]* times' \
        <<<"$output"
    few=(-c 100000 -R 100000 -e 0 --max-time 0.5 --no-watch --passes 1)
    marked throttled \
        'throttled: .* \(0.2 CPUs\) stopped rank [01] [1-9][0-9]* times?, and 1 other rank: ' \
        "${inside[@]}"
    jq -es '.[0].machine.cpu_quota == 0.2' r.jsonl
    cases '.marks | index("disturbed") | not'
}

@test "a rank that its own group stops is named" {
    grouped cpu cpu.cfs_quota_us=20000 "cpu.max=20000 100000"
    few=(-c 100000 -R 100000 -e 0 --max-time 0.5 --no-watch --passes 1)
    marked throttled \
        'throttled: .* \(0.2 CPUs\) stopped rank 1 [1-9][0-9]* times?: it had its CPU [0-9]+ %' \
        sh -c '[ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" != 1 ] ||
            echo $$ >"$0/inner/cgroup.procs" && exec "$@"' "$group"
}

@test "that ranks cannot read each other's memory is found out" {
    denied=("$top_builddir/tests/denied")
    run "${denied[@]}" true
    [ "$status" -ne 77 ] || skip "no filters of system calls here"
    check '^warning +single copy +reading another rank.s memory is denied \(process_vm_readv: Operation not permitted\)' \
        "${denied[@]}"
    # one that this MPI does not name is not known to be denied
    [[ $output != *"single copy cma"* || $output == *"single copy cma, denied"* ]]
}

# bats test_tags=once
@test "a rank that is slower than the others is named" {
    check '^warning +gauge spin +a fixed computation takes rank 1 \(CPUs [0-9-]+\) [1-9][0-9.]* times as long as the fastest rank' \
        env LD_PRELOAD="$top_builddir/tests/.libs/slow-rank.so"
}
