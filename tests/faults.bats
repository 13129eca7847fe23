# faults.bats: a tenth of the faults of tests/faults/run, and whether it sees what is wrong.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2030,SC2031,SC2154 # variables of the build, of each test

setup() {
    command -v jq >/dev/null || skip "jq is not installed"
    ! grep -qs __asan_init "$top_builddir/.libs/mpiperf" ||
        skip "LD_PRELOAD does not go with the address sanitizer"
    case $MPI_FLAVOUR in
    openmpi | mpich) ;;
    *) skip "not tried with this MPI" ;;
    esac
}

faults() {
    run "$top_srcdir/tests/faults/run" "$@"
    echo "$output"
    [ "$status" -ne 77 ] || skip "${lines[0]}"
}

@test "faults: nothing is lost, nothing is left behind, nothing hangs" {
    local every=10
    # a third of them with the second MPI of scripts/check
    [ "$MPI_FLAVOUR" != mpich ] || [ -n "${CHECK_LONG-}" ] || every=30
    faults --every=$every
    [ "$status" -eq 0 ]
}

# found TEXT COMMAND: with the command in place of mpiperf-compare, a fault's record has that.
found() {
    FAULTS_BOUND=1 FAULTS_STANDIN=$2 faults --only=104
    [ "$status" -eq 1 ]
    [[ "$output" == *'"program":"compare"'* && "$output" == *"$1"* ]]
}

# bats test_tags=once
@test "the driver sees what is lost, left behind, wrong and endless" {
    found '"lost":"t.csv is not there"' :
    found '"lost":"t.csv is not whole"' 'echo half >t.csv'
    found '"left":"processes 1 sleep "' 'sleep 100 &'
    found '"left":"in /dev/shm: ours "' 'echo >/dev/shm/ours'
    found '"left":"in the folder: more "' 'echo >more'
    found 'hangs' 'sleep 100'
    found 'status 3' 'exit 3'
    found 'Segmentation' 'echo Segmentation fault >&2'
}
