# shmbcast.bats: the broadcast in MPI programs, also with more ranks than cores.
# SPDX-License-Identifier: BSD-3-Clause
# bats file_tags=sanitize

program=shmbcast_mpi
. "$BATS_TEST_DIRNAME/cases.bash"

cases="sizes trees small backtoback late types dense bigelements packed giant many
    subcomms fork threads badargs differ ignored toolarge truncate placement named
    calibrate uncalibrated resolve reserve progress nocomms"

@test "shmbcast: 1 rank" {
    run_cases 1 $cases
}

@test "shmbcast: 2 ranks" {
    run_cases 2 $cases
}

# Creating a handle takes a dozen MPI collectives, which are slow if ranks
# outnumber cores, so each number of ranks runs only some of the cases.
@test "shmbcast: 3 to 7 ranks" {
    run_cases 3 sizes small types dense named subcomms badargs differ ignored \
        truncate resolve uncalibrated
    run_cases 4 trees backtoback late bigelements many threads toolarge
    run_cases 5 progress
    run_cases 7 alltrees backtoback types calibrate
}

@test "shmbcast: the tests notice one wrong byte" {
    run "$mpirun" 2 "$dir/${program}_fault" sizes
    [ "$status" -ne 0 ]
    [[ $output == *test_message* || $output == *memcmp* ]]
}

@test "shmbcast: /dev/shm too small is an error on all ranks" {
    in_small_shm 1M 3 "$dir/$program" full
    [ "$status" -eq 0 ]
    [[ $output == *"segment of 1.5 MiB: cannot reserve pages in /dev/shm on rank"* ]]
}

@test "shmbcast: nobody waits for a killed rank, and nothing is left" {
    orphaned orphan
}

@test "shmbcast: ranks of several machines are refused" {
    [ "$MPI_FLAVOUR" = mpich ] || skip "only MPICH can pretend that"
    MPIR_CVAR_NOLOCAL=1 run_cases 2 apart
}
