# cases.bash: runs cases of $program, which is one of the MPI test programs.
# SPDX-License-Identifier: BSD-3-Clause

. "$top_srcdir/tests/shm.bash"

cases_setup() {
    dir=$top_builddir/src/algos/shmbcast/test
    mpirun=$top_srcdir/tests/mpirun
    export MPIRUN_TIMEOUT=300 # enough for a busy machine
    export MPIRUN_YIELD=1 # nothing is timed, so other programs may use the cores
}

setup() {
    cases_setup
}

run_cases() {
    run "$mpirun" "$1" "$dir/$program" "${@:2}"
    echo "$output"
    [ "$status" -eq 0 ]
}

# skip_if_said: skips the test if the program printed a reason to skip it.
skip_if_said() {
    case $output in *skip:*) ;; *) return ;; esac
    skip "$(sed -n 's/^skip: //p' <<<"$output" | head -n 1)"
}

# orphaned CASE: runs CASE, in which one of three ranks dies while the others wait for it.
# The launcher must end the others before its time limit, whose status is 124.
orphaned() {
    in_small_shm 100M 3 "$dir/$program" "$1"
    [ "$status" -ne 0 ] && [ "$status" -ne 124 ]
    nothing_left
}
