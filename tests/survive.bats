# survive.bats: what mpiperf says of a full /dev/shm and a full disk; messages of more than
# 2 GiB. Faults by the hundred are in tests/faults/.

setup() {
    . "$top_srcdir/tests/shm.bash"
    cd "$BATS_TEST_TMPDIR"
}

# The MPI library's own shared memory has to live elsewhere than in /dev/shm,
# and where there is no network, Open MPI's launcher has to be told.
mpi_elsewhere() {
    case $MPI_FLAVOUR in
    openmpi)
        export MPIRUN_FLAGS="--mca oob_tcp_if_include lo --mca btl vader,self
            --mca btl_vader_backing_directory $BATS_TEST_TMPDIR"
        ;;
    mpich) export UCX_POSIX_DIR=$BATS_TEST_TMPDIR ;;
    *) skip "not known how to keep this MPI out of /dev/shm" ;;
    esac
}

# small_shm SIZE ARG...: mpiperf ARG... on two ranks, where /dev/shm is a file
# system of its own of that size.
small_shm() {
    local size=$1
    shift
    mpi_elsewhere
    run "$top_srcdir/tests/enclosed" sh -c 'export TMPDIR=$1
        mount -o remount,size=$2 /dev/shm && shift 2 && exec "$@"' sh \
        "$BATS_TEST_TMPDIR" "$size" \
        "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" "$@"
    echo "$output"
    [ "$status" -ne 77 ] || skip "${lines[0]}"
    [ "$status" -eq 0 ]
}

@test "a full /dev/shm: shmbcast is n/a with the reason, native has figures" {
    small_shm 64k bcast:native,shmbcast -m 8,64Ki -M free --preset quick \
        --max-time 5 -o r.jsonl
    jq -es 'map(select(.algo == "shmbcast")) | length == 2 and
        all(.valid == 0 and .mean == null and (.reason | test("space")))' \
        r.jsonl
    jq -es 'map(select(.algo == "native")) | all(.valid > 0)' r.jsonl
}

# Figures for the small messages, the reason that matches $1 for the large one.
shared_buffers() {
    small_shm 24M bcast:native,shmbcast-auto -m 8,32Mi,16 --memory shared \
        -M free --preset quick --max-time 5 -o r.jsonl
    jq -es --arg why "$1" 'map(select(.type == "case") |
        [.bytes, .launches > 0, (.reason // "" | test($why))]) |
        . == ([[8, true, false], [33554432, false, true],
               [16, true, false]] | map(., .))' r.jsonl
}

@test "a small /dev/shm: shared buffers are n/a with the reason" {
    shared_buffers 'not enough room in /dev/shm for shared buffers'
}

@test "a small /dev/shm that did not say so: the same, by its first touch" {
    [ "$MPI_FLAVOUR" = mpich ] || skip "the MPI library looks by itself"
    ! grep -qs __asan_init "$top_builddir/mpiperf" ||
        skip "LD_PRELOAD does not go with the address sanitizer"
    export LD_PRELOAD=$top_builddir/tests/.libs/boundless.so
    shared_buffers 'cannot get [0-9]* bytes of shared memory'
}

@test "a full disk is reported before anything is measured: exit 2" {
    [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null ||
        skip "needs root and mount namespaces"
    mkdir full
    run unshare -m sh -c 'mount -t tmpfs -o size=4k tmpfs full &&
        head -c 4096 /dev/zero >full/up && { "$@"; } &&
        exit; status=$?; ls full; exit $status' sh "$top_srcdir/tests/mpirun" \
        2 "$top_builddir/mpiperf" bcast -m 1 --preset quick -o full/r.jsonl
    echo "$output"
    [ "$status" -eq 2 ]
    [[ "$output" == *"mpiperf: --output: cannot write full/r.jsonl: No space"* ]]
    [[ "$output" != *"# op"* ]]
    [ "${lines[-1]}" = up ] # and nothing else
}

@test "nothing of ours is in /dev/shm while it runs" {
    before=$(ours_in_shm)
    "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" bcast:shmbcast \
        -m 1:1000:+1 -e 0 --max-time 0.2 -o r.jsonl >out 2>&1 3>&- &
    job=$!
    for _ in $(seq 1200); do
        ! grep -qsE '"type":"(pass|case)"' r.jsonl || break
        sleep 0.1
    done
    left=$(comm -13 <(sort <<<"$before") <(ours_in_shm | sort))
    kill $job # fails when the run has ended by itself
    wait $job || true
    grep -qE '"type":"(pass|case)"' r.jsonl
    [ -z "$left" ]
}

@test "over 2 GiB: measured where there is a call for it, refused where not" {
    free=$(awk '/^MemAvailable/ {print int($2 / 1048576)}' /proc/meminfo)
    [ "$free" -ge 10 ] || skip "needs 10 GiB of free memory"
    [ -z "$SMALL_MEMORY" ] || skip "told to stay small"
    run_large() {
        run "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" --allow-na "$@"
        echo "$output"
        [ "$status" -eq 0 ]
    }
    large=(-m 2100Mi --verify -M free -c 1 -R 1 --max-time 120
        -P window.init=1 -o r.jsonl)
    if ! grep -q 'define HAVE_MPI_LARGE_COUNTS' "$top_builddir/config.h"; then
        run_large bcast:native "${large[@]}"
        jq -es '.[1].reason | test("^no call for")' r.jsonl
        return
    fi
    run_large bcast:native,shmbcast "${large[@]}"
    jq -es 'map(select(.type == "case")) | length == 2 and
        all(.bytes == 2202009600 and .valid > 0 and .mismatches == 0)' r.jsonl
}
