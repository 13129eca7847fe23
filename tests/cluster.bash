# cluster.bash: helpers for bats files that need several (emulated) hosts.

cluster_setup() {
    cd "$BATS_TEST_TMPDIR" || return
    # shellcheck disable=SC2034 # of mpiperf.bash
    mpiperf=$top_builddir/mpiperf
    case $MPI_FLAVOUR in
    openmpi | mpich) ;;
    *) skip "not known how this MPI is launched over hosts" ;;
    esac
}

# cluster OPTION... -- PROGRAM...: runs it on these hosts; sets what `run` sets.
cluster() {
    local options=()
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    MPIRUN_TIMEOUT=40 run "$top_srcdir/tests/cluster" "${options[@]}" \
        "$MPI_FLAVOUR" "$@"
    echo "$output"
    [ "$status" -ne 77 ] || skip "${lines[0]}"
}
