# shm.bash: helpers for bats files that fill /dev/shm or check what is left there.

# Prints the files in /dev/shm, except those of MPI libraries and campaigns
# (results/lib.sh).
ours_in_shm() {
    ls -A /dev/shm | grep -vE '^((vader|sm)_segment|ucx|mpich|psm2|sem\.|campaign\.)' || true
}

# nothing_new_in_shm BEFORE: nothing of ours has been added since BEFORE. Waits
# a moment for ranks that were killed; files of others may vanish.
nothing_new_in_shm() {
    local new
    for _ in $(seq 100); do
        new=$(comm -13 <(sort <<<"$1") <(ours_in_shm | sort))
        [ -n "$new" ] || return 0
        sleep 0.1
    done
    echo "left in /dev/shm: $new"
    return 1
}

# in_small_shm SIZE N PROGRAM...: runs tests/mpirun with a /dev/shm of its own
# of that size; switches keep the MPI library from using it. The last line of
# $output says what is left, after a moment for ranks that were killed.
in_small_shm() {
    local size=$1 without
    shift
    unshare -m true 2>/dev/null || skip "unshare -m is not permitted"
    case $MPI_FLAVOUR in
    openmpi) without="MPIRUN_FLAGS=$MPIRUN_FLAGS --mca btl tcp,self" ;;
    mpich) without=UCX_POSIX_DIR=$BATS_TEST_TMPDIR ;;
    *) skip "not known how to keep this MPI out of /dev/shm" ;;
    esac
    run env "$without" unshare -m sh -c 'mount -t tmpfs -o size="$1" tmpfs /dev/shm || exit
        shift
        "$@"
        code=$? n=0
        while names=$(ls -A /dev/shm)
            used=$(df --output=used /dev/shm | tail -n 1)
            [ -n "$names" ] || [ "$used" -gt 0 ]; do
            n=$((n + 1))
            [ $n -lt 100 ] || break
            sleep 0.1
        done
        echo "left: $names, $((used)) KiB"
        exit $code' sh "$size" "$top_srcdir/tests/mpirun" "$@"
    echo "$output"
}

# in_small_shm has found that nothing was left.
nothing_left() {
    [ "${lines[-1]}" = "left: , 0 KiB" ]
}
