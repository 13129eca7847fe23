# cases.bash: run cases of $program, one of the MPI test programs.
# SPDX-License-Identifier: BSD-3-Clause

cases_setup() {
    dir=$top_builddir/src/algos/shmbcast/test
    mpirun=$top_srcdir/tests/mpirun
    export MPIRUN_TIMEOUT=120
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

run_cases() {
    n=$1
    shift
    run "$mpirun" "$n" "$dir/$program" "$@"
    echo "$output"
    [ "$status" -eq 0 ]
}

# skip_if_said: the program skipped its case, and said why.
skip_if_said() {
    case $output in *skip:*) ;; *) return ;; esac
    skip "$(sed -n 's/^skip: //p' <<<"$output" | head -n 1)"
}

# What comes after is run where /dev/shm is a small file system of its own.
# MPI must not need it: both have a switch for that.
in_small_shm() {
    unshare -m true 2>/dev/null || skip "unshare -m is not permitted"
    case $MPI_FLAVOUR in
    openmpi) export MPIRUN_FLAGS="$MPIRUN_FLAGS --mca btl tcp,self" ;;
    mpich) export UCX_POSIX_DIR=$BATS_TEST_TMPDIR ;;
    *) skip "not known how to keep this MPI out of /dev/shm" ;;
    esac
    run unshare -m sh -c "mount -t tmpfs -o size=$1 tmpfs /dev/shm &&
        { $2; }; code=\$?
        echo \"left: \$(ls -A /dev/shm), \$(df --output=used /dev/shm |
            tail -n 1) KiB\"; exit \$code"
    echo "$output"
}

setup() {
    cases_setup
}
