# big.bats: messages of more than INT_MAX bytes, in one element with gaps, too. Those of
# shmbcast in whole elements: tests/survive.bats.
# SPDX-License-Identifier: BSD-3-Clause

. "$BATS_TEST_DIRNAME/cases.bash"

@test "shmbcast: more than 2^31 bytes" {
    program=shmbcast_mpi # gaps are slow in Open MPI
    run_cases 2 bigelement
    skip_if_said
}

@test "shmbcast-auto: more than 2^31 bytes" {
    program=shmbcast_auto_mpi
    run_cases 2 big
    skip_if_said
}
