# big.bats: messages of more than INT_MAX bytes, also in one element with gaps. shmbcast's
# messages of that size in whole elements are in tests/survive.bats.
# SPDX-License-Identifier: BSD-3-Clause

. "$BATS_TEST_DIRNAME/cases.bash"

@test "shmbcast: more than 2^31 bytes" {
    program=shmbcast_mpi # data with gaps are slow in Open MPI
    run_cases 2 bigelement
    skip_if_said
}

@test "shmbcast-auto: more than 2^31 bytes" {
    program=shmbcast_auto_mpi
    run_cases 2 big
    skip_if_said
}
