# security.bats: what SECURITY.md says: other users have no way to what ranks share.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2013,SC2154 # paths without blanks; the build

setup() {
    [ "$(id -u)" -eq 0 ] || skip "only root can look as another user"
    cd "$BATS_TEST_TMPDIR" || return
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
    # Open MPI leaves its segments when it is ended
    export OMPI_MCA_btl_vader_backing_directory=$BATS_TEST_TMPDIR
    umask 000
}

teardown() {
    [ -z "$job" ] || { kill "$job" && wait "$job"; } 2>/dev/null || true
}

# holds PATTERN COMMAND...: starts it, until the mapped files of a process match: $pid; $job is
# the launcher. The files mapped of shared memory, and their modes, are in the file mapped.
holds() {
    local pattern=$1 n=0 map
    shift
    "$@" >out 2>&1 3>&- &
    job=$!
    while :; do
        for map in $(grep -lsz "$pattern" /proc/[0-9]*/maps); do
            pid=${map%/maps} pid=${pid#/proc/}
            [ "$(readlink "/proc/$pid/cwd")" != "$PWD" ] || break 2
        done
        n=$((n + 1))
        [ $n -lt 600 ] && kill -0 $job || { cat out && return 1; }
        sleep 0.1
    done
    find "/proc/$pid/map_files" \( -lname '/dev/shm/*' -o -lname "$PWD/*" \) -printf '%l ' \
        -exec stat -L -c %a {} \; >mapped
    cat mapped
}

@test "shared memory is the user's own, whatever the umask" {
    # the window of --memory=shared comes last
    own='/dev/shm/#[0-9]* (deleted)' window='\(osc_sm\|mpich_shar\)'
    holds "$own.*$window\|$window.*$own" "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" \
        bcast:shmbcast --memory=shared -m 64Ki -M free -c 1000000 -R 1000000 --max-time 60 --passes 1
    grep -q '#.* 600$' mapped
    [ "$MPI_FLAVOUR" != openmpi ] || grep -q 'osc_sm.* 600$' mapped
    [ "$MPI_FLAVOUR" != mpich ] || grep -q 'mpich_shar.* 600$' mapped
    [ "$(grep -vc ' 600$' mapped)" -eq 0 ] # those of the MPI library too
    for fd in "/proc/$pid/fd"/*; do
        run setpriv --reuid=65534 --regid=65534 --clear-groups cat "$fd"
        [ "$status" -ne 0 ]
    done
    # what is so opened has no name
    [ -z "$(find /dev/shm -name '#*')" ]
}
