# big.bats: messages of more than INT_MAX bytes; shmbcast.bats tests datatypes of
# that size, which the MPI library packs.
# SPDX-License-Identifier: BSD-3-Clause

. "$BATS_TEST_DIRNAME/cases.bash"

@test "shmbcast: more than 2^31 bytes" {
    program=shmbcast_mpi
    run_cases 2 big
    skip_if_said
}

@test "shmbcast-auto: more than 2^31 bytes" {
    program=shmbcast_auto_mpi
    run_cases 2 big
    skip_if_said
}
