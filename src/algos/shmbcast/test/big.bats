# big.bats: messages of more bytes than an int counts; types of such a size, which
# the MPI library packs, are in shmbcast.bats.
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
