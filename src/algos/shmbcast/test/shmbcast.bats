# shmbcast.bats: the broadcast in MPI programs, also with more ranks than cores.
# SPDX-License-Identifier: BSD-3-Clause
# bats file_tags=sanitize

cases="sizes trees small backtoback late types dense bigelements packed giant
    many subcomms single fork threads badargs differ ignored toolarge truncate
    placement named calibrate uncalibrated resolve tuned tunedgroups untuned"

program=shmbcast_mpi
. "$BATS_TEST_DIRNAME/cases.bash"

@test "shmbcast: 1 rank" {
    run_cases 1 $cases
}

@test "shmbcast: 2 ranks" {
    run_cases 2 $cases
}

# Creating a handle takes a dozen collectives of MPI, which are slow if ranks
# outnumber cores, so each number of ranks runs some cases only.
@test "shmbcast: 3 ranks" {
    run_cases 3 sizes small types dense named subcomms badargs differ ignored \
        truncate resolve tuned untuned
}

@test "shmbcast: 4 ranks" {
    run_cases 4 trees backtoback late bigelements many threads toolarge
}

@test "shmbcast: 5 ranks" {
    run_cases 5 tunedgroups
}

@test "shmbcast: 7 ranks" {
    run_cases 7 alltrees backtoback types dense calibrate
}

@test "shmbcast: MPI messages progress while ranks wait, 5 ranks" {
    run_cases 5 progress
}

@test "shmbcast: one element with gaps of more than 2^31 bytes" {
    [ -n "$CHECK_LONG" ] || skip "takes half of the time of all others"
    MPIRUN_TIMEOUT=300 # slow in Open MPI
    run_cases 2 bigelement
    skip_if_said
}

@test "shmbcast: MPI out of communicators is an error, 2 ranks" {
    run_cases 2 nocomms
    skip_if_said
}

@test "shmbcast: the tests notice one wrong byte" {
    run "$mpirun" 2 "$dir/${program}_fault" sizes
    [ "$status" -ne 0 ]
    case $output in *test_same*) ;; *) false ;; esac
}

@test "shmbcast: /dev/shm too small is an error on all ranks" {
    in_small_shm 1M 3 "$dir/$program" full
    [ "$status" -eq 0 ]
    case $output in
    *"segment of 1.5 MiB: cannot reserve pages in /dev/shm on rank"*) ;;
    *) false ;;
    esac
}

@test "shmbcast: killed ranks leave nothing in /dev/shm" {
    in_small_shm 100M 2 "$dir/$program" killed
    [ "$status" -ne 0 ]
    nothing_left
}

@test "shmbcast: ranks of several machines are refused" {
    [ "$MPI_FLAVOUR" = mpich ] || skip "only MPICH can pretend that"
    MPIR_CVAR_NOLOCAL=1 run_cases 2 apart
}
