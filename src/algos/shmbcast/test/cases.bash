# cases.bash: runs cases of $program, one of the MPI test programs.
# SPDX-License-Identifier: BSD-3-Clause

. "$top_srcdir/tests/shm.bash"

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

# skip_if_said: skips the test with the reason that the program printed, if any.
skip_if_said() {
    case $output in *skip:*) ;; *) return ;; esac
    skip "$(sed -n 's/^skip: //p' <<<"$output" | head -n 1)"
}

setup() {
    cases_setup
}
