# numa.bats: two NUMA nodes: every queue on its rank's own, and right results.
# SPDX-License-Identifier: BSD-3-Clause

# The algorithms whose report is a table of where their pages are.
algos='shmbcast shmbcast-auto'

# Ranks spread over the nodes, node by node, and one node with a rank more.
spread=0,2,1,3 blocked=0,1,2,3 uneven=0,2,3

# All cases in one machine, since starting it takes longest. What MPICH's UCX
# does to be told of munmap() keeps show-nodes.so from being told.
guest='
export UCX_MEM_MMAP_HOOK_MODE=none NO_ADVICE=
bcast() {
    name=$1 cpus=$2 preload=$3
    shift 3
    echo "case $name"
    ranks "$cpus" env LD_PRELOAD="$preload" "$mpiperf" $operation "$@" \
        --verify -M free -s none -t monotonic -c 2 -R 3
    echo "ended $name: $?"
}
huge() {
    mount -o remount,huge=$1 /dev/shm
}
bcast spread $spread "$show" -m 8,20000,1Mi -r all
bcast blocked $blocked "$show" -m 20000
bcast uneven $uneven "$show" -m 20000
bcast one-reserves $spread "$show $one" -m 20000
huge within_size
bcast within_size $spread "$show" -m 20000
huge always
bcast always $spread "$show" -m 20000
NO_ADVICE=populate
bcast older-always $spread "$show $less" -m 20000
huge never
bcast older $spread "$show $less" -m 20000
NO_ADVICE=
echo force >/sys/kernel/mm/transparent_hugepage/shmem_enabled
bcast force $spread "$show" -m 20000
'

setup_file() {
    [ "$MPI_FLAVOUR" = "${NUMA_MPI:-mpich}" ] || return 0
    cd "$BATS_FILE_TMPDIR" || return
    local mpiperf=$top_builddir/.libs/mpiperf operation status=0
    local objects=$top_builddir/tests/numa/.libs
    local show=$objects/show-nodes.so one=$objects/one-reserves.so
    local less=$objects/no-advice.so
    [ -x "$mpiperf" ] || mpiperf=$top_builddir/mpiperf
    operation="--progress=never bcast:${algos// /,}$(printf ' -P %s.report=1' $algos)"
    declare -p mpiperf operation show one less spread blocked uneven |
        sed 's/declare -- //' >settings
    LD_LIBRARY_PATH=$top_builddir/.libs "$top_srcdir/tests/numa/machine" \
        --put "$mpiperf" --put "$show" --put "$one" --put "$less" \
        --timeout 600 -- sh -c "$(<settings)$guest" >output 2>error || status=$?
    echo $status >status
}

setup() {
    [ "$MPI_FLAVOUR" = "${NUMA_MPI:-mpich}" ] ||
        skip "done with ${NUMA_MPI:-mpich} (NUMA_MPI)"
    cd "$BATS_FILE_TMPDIR" || return
    cat error
    [ "$(<status)" -ne 77 ] || skip "$(<error)"
    [ "$(<status)" -eq 0 ]
}

# of CASE: what was said in it.
of() {
    sed -n "/^case $1\$/,/^ended $1:/p" output
}

# correct CASE: it ended well, with results that were looked at.
correct() {
    of "$1" | tail -n 1 | grep -x "ended $1: 0" &&
        of "$1" | grep -x '# verify: every result checked, 0 mismatches'
}

# queues CASE ALGORITHM: its table, "leader local remote" of every rank.
queues() {
    of "$1" | awk -v title="# $2: pages " '
        index($0, title) == 1 { inside = 1; next }
        /^# / { sub(/^# */, "") }
        inside && /^rank / { next }
        inside && NF == 4 && $1 == n { n++; print $2, $3, $4; next }
        { inside = 0 }'
}

# local_queues CASE LEADER...: the leaders of its ranks, no page is remote.
local_queues() {
    local algo name=$1
    shift
    of "$name"
    correct "$name" || return
    for algo in $algos; do
        [ "$(queues "$name" "$algo" | awk '{ print $1 }' | xargs)" = "$*" ] &&
            queues "$name" "$algo" | awk '$2 <= 0 || $3 != 0 { exit 1 }' ||
            return
    done
}

# segment CASE RUN...: what show-nodes.so says of shmbcast's: three pages of
# rank 0's, then 192 of each rank's, 64 for the controls and 128 of fragments.
segment() {
    of "$1" | grep -x "segment of $((${2##*-} + 1)) pages: ${*:3}"
}

@test "ranks spread over the nodes: each queue on its rank's node" {
    local_queues spread 0 1 0 1
    [ "$(queues spread shmbcast | sort | uniq -c | xargs)" = \
        "2 0 192 0 2 1 192 0" ]
    segment spread 0-770 0-194:0 195-386:1 387-578:0 579-770:1
}

@test "ranks node by node: each queue on its rank's node" {
    local_queues blocked 0 0 2 2
    segment blocked 0-770 0-386:0 387-770:1
}

@test "one rank and two: each queue on its rank's node" {
    local_queues uneven 0 1 1
    segment uneven 0-578 0-194:0 195-578:1
}

@test "huge pages by mount or by force: each queue on its rank's node" {
    for huge in within_size always force; do
        local_queues $huge 0 1 0 1
        segment $huge 0-770 0-194:0 195-386:1 387-578:0 579-770:1
    done
}

@test "a kernel without MADV_POPULATE_WRITE: each queue on its rank's node" {
    local_queues older 0 1 0 1
    segment older 0-770 0-194:0 195-386:1 387-578:0 579-770:1
}

@test "such a kernel and huge pages: some queue is elsewhere, and it shows" {
    correct older-always
    queues older-always shmbcast | awk '{ n += $3 } END { exit n == 0 }'
    run local_queues older-always 0 1 0 1
    [ "$status" -ne 0 ]
}

@test "one rank reserves everything: the pages are on its node, and it shows" {
    of one-reserves
    correct one-reserves
    [ "$(queues one-reserves shmbcast | xargs)" = \
        "0 192 0 1 0 192 0 192 0 1 0 192" ]
    segment one-reserves 0-770 0-770:0
    run local_queues one-reserves 0 1 0 1
    [ "$status" -ne 0 ]
}
