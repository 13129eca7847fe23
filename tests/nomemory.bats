# nomemory.bats: an allocation of one rank fails: the run ends, with one line
# that says so, and leaves nothing behind. See nomemory.c.

# A run is short, and many of them go on at a time: what they measure is of no
# interest.
run_short() {
    MPIRUN_TIMEOUT=60 "$top_srcdir/tests/mpirun" 2 env \
        LD_PRELOAD="$top_builddir/tests/.libs/nomemory.so" "$@" \
        "$program" barrier -c 2 -E 2 -R 4 --max-time 0.05
}

# Prints the number of allocations that a run has reported.
allocations_of() {
    sed -n 's/^nomemory: \([0-9]*\) allocations$/\1/p'
}

# trial RANK AT: says what is wrong with how the run ends, if anything is.
trial() {
    local status=0 log=$1.$2.log
    run_short NOMEMORY_RANK="$1" NOMEMORY_AT="$2" >"$log" 2>&1 || status=$?
    # The number of allocations depends on the measurement; this run had fewer
    # than AT.
    [ $status = 0 ] && [ "$(allocations_of <"$log")" -lt "$2" ] && return
    case $status,$MPI_FLAVOUR in
    124,* | 137,* | 0,openmpi) ;;
    *) # MPICH 4.2.1 may end with 0 though a rank failed (pmodels/mpich#7057)
        # Open MPI 5's launcher leaves the other rank the time to say what was done.
        [ "$(grep '^mpiperf: ' "$log" | grep -vc '^mpiperf: interrupted: ')" = 1 ] &&
            ! grep -E 'signal (7|8|11)\>' "$log" && return
        ;;
    esac
    echo "rank $1, allocation $2: status $status"
    sed 's/^/  /' "$log"
}

setup() {
    . "$top_srcdir/tests/shm.bash"
    cd "$BATS_TEST_TMPDIR"
    export program=$top_builddir/mpiperf
    ! grep -qs __asan_init "$program" "$top_builddir/.libs/mpiperf" ||
        skip "LD_PRELOAD does not go with the address sanitizer"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
    export -f run_short allocations_of trial
}

# Every twentieth allocation, of the two ranks in turn; with CHECK_LONG every one of
# both. They are of our own code: those between are for another MPI.
trials() {
    local rank n at first=0
    [ "$MPI_FLAVOUR" = openmpi ] || first=10
    for rank in 0 1; do
        n=$(run_short NOMEMORY_RANK=$rank 2>&1 | allocations_of)
        [ "$n" -gt 50 ] || return
        for at in $(seq "$n"); do
            [ -n "$CHECK_LONG" ] || [ $((at % 40)) = $((first + 20 * rank)) ] ||
                continue
            echo $rank $at
        done
    done
}

@test "an allocation that fails on one rank ends the run, with one line" {
    local before
    before=$(ours_in_shm)
    trials >trials
    [ "$(wc -l <trials)" -gt 20 ]
    xargs -P "$(nproc)" -n 2 bash -c 'trial "$@"' trial <trials >wrong
    cat wrong
    [ ! -s wrong ]
    nothing_new_in_shm "$before"
}
