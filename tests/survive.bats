# survive.bats: killed ranks, a full /dev/shm, a full disk: nothing is lost that
# was written, nothing is left behind, nothing hangs.

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# What is in /dev/shm and is not the MPI library's own.
ours_in_shm() {
    ls -A /dev/shm | grep -vE '^(vader_segment|ucx|mpich|psm2|sem\.)' || true
}

# Kills rank number $1 of a run of two, once it has written a case.
kill_rank() {
    local before n=0 pid job
    before=$(ours_in_shm)
    "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" \
        bcast:native,shmbcast -m 1:100000:+1 -e 0 --max-time 0.2 \
        -o killed-$1.jsonl >out 2>&1 3>&- &
    job=$!
    until grep -qs '"case"' killed-$1.jsonl; do
        sleep 0.1
        n=$((n + 1))
        [ $n -lt 600 ] || { cat out; kill $job; return 1; }
    done
    pid=$(pgrep -f "^$top_builddir/.*mpiperf .*killed-$1.jsonl" |
        sed -n "$1p")
    kill -9 "$pid"
    n=0
    while kill -0 $job 2>/dev/null; do
        sleep 0.1
        n=$((n + 1))
        [ $n -lt 300 ] || { echo "mpiexec goes on"; kill $job; return 1; }
    done
    wait $job && return 1
    # every complete line parses; only a last one without its end may not
    head -n "$(wc -l <killed-$1.jsonl)" killed-$1.jsonl | jq -es 'length >= 2'
    [ "$(ours_in_shm)" = "$before" ]
    ! pgrep -f "mpiperf .*killed-$1.jsonl"
}

@test "kill -9 of the first rank" { kill_rank 1; }
@test "kill -9 of the second rank" { kill_rank 2; }

@test "a full /dev/shm: shmbcast is n/a with the reason, native has figures" {
    [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null ||
        skip "needs root and mount namespaces"
    # The MPI library's own shared memory has to live elsewhere then.
    case $MPI_FLAVOUR in
    openmpi) export MPIRUN_FLAGS="--mca btl tcp,self" ;;
    mpich) export UCX_POSIX_DIR=$BATS_TEST_TMPDIR ;;
    *) skip "not known how to keep this MPI out of /dev/shm" ;;
    esac
    run unshare -m sh -c 'mount -t tmpfs -o size=64k tmpfs /dev/shm &&
        exec "$@"' sh "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" \
        bcast:native,shmbcast -m 8,64Ki --preset quick -o r.jsonl
    echo "$output"
    [ "$status" -eq 0 ]
    jq -es 'map(select(.algo == "shmbcast")) | length == 2 and
        all(.valid == 0 and .mean == null and (.reason | test("space")))' \
        r.jsonl
    jq -es 'map(select(.algo == "native")) | all(.valid > 0)' r.jsonl
}

@test "a full disk is reported before anything is measured: exit 2" {
    [ -w /dev/full ] || skip "no /dev/full"
    ln -s /dev/full full.jsonl
    run "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" bcast -m 1 \
        --preset quick -o full.jsonl
    echo "$output"
    [ "$status" -eq 2 ]
    [[ "$output" == *"mpiperf: --output: cannot write full.jsonl"* ]]
    [[ "$output" != *"# op"* ]]
}

@test "nothing of ours is in /dev/shm while it runs" {
    "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" bcast:shmbcast \
        -m 1:100000:+1 -e 0 --max-time 0.2 -o r.jsonl >out 2>&1 3>&- &
    job=$!
    for _ in $(seq 300); do
        ! grep -qs '"case"' r.jsonl || break
        sleep 0.1
    done
    left=$(ours_in_shm)
    kill $job # fails when the run has ended by itself
    wait $job || true
    grep -q '"case"' r.jsonl
    [ -z "$left" ]
}

@test "mpiperf-repeat, interrupted: its mpiexec leaves no rank behind" {
    local n=0 job
    # mpiperf-compare is looked for on the PATH
    PATH=$top_builddir:$PATH "$top_srcdir/scripts/mpiperf-repeat" -r 2 \
        -o r.jsonl -- \
        "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" bcast \
        -m 1:100000:+1 -e 0 --max-time 0.2 \
        >out 2>&1 3>&- &
    job=$!
    until grep -qs '"case"' .mpiperf-repeat.*/launch.jsonl; do
        sleep 0.1
        n=$((n + 1))
        [ $n -lt 300 ] || { cat out; kill $job; return 1; }
    done
    kill -TERM $job
    wait $job && return 1
    cat out
    n=0
    while pgrep -f 'mpiperf bcast -m 1:100000:\+1 .*/\.mpiperf-repeat\.'; do
        sleep 0.1
        n=$((n + 1))
        [ $n -lt 100 ]
    done
    [ ! -s r.jsonl ]
    [ "$(ls -A | sort | tr '\n' ' ')" = "out r.jsonl " ]
}
