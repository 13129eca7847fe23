# mpi4py.bats: programs in Python, alone and in front of the MPI each preload library: the
# same output. They are those of results/applications.
# SPDX-License-Identifier: BSD-3-Clause

. "$top_srcdir/src/algos/test/preload.bash"

setup() {
    so=$top_builddir/.libs/libmsgsched-record.so
    preload_setup
    . "$top_srcdir/results/applications/programs.bash"
    export MPIRUN_YIELD=1 MPIRUN_TIMEOUT=600 # nothing is timed
}

# same N PROGRAM: runs it four times on N ranks, in folders alone, shmbcast-preload,
# msgsched-record and mpiperf-profile.
same() {
    local library reason
    reason=$(lacks "$2" "$MPI_FLAVOUR")
    [ -z "$reason" ] || skip "${reason//$'\n'/, }"
    words "$2" "$MPI_FLAVOUR"
    for library in alone shmbcast-preload msgsched-record mpiperf-profile; do
        rm -rf $library && mkdir $library && cd $library && input "$2" || return
        so=$top_builddir/.libs/lib$library.so
        [ -e "$so" ] || so=
        SHMBCAST_VERBOSE=1 MSGSCHED_RECORD=set "$top_srcdir/tests/mpirun" "$1" sh -c \
            'LD_PRELOAD=$0:$LD_PRELOAD exec "$@"' "$so" "${words[@]}" >out 2>err ||
            { tail -n 30 err rank.* && return 1; }
        result "$2" >result
        cd ..
    done
    [ -s alone/result ]
    diff alone/result shmbcast-preload/result
    diff alone/result msgsched-record/result
    diff alone/result mpiperf-profile/result
    "$top_builddir/mpiperf-compare" mpiperf-profile/*.profile.jsonl
    read -r calls _ of _ < <(cd shmbcast-preload && broadcasts)
    read -r taken _ sent _ files < <(cd msgsched-record && messages)
    echo "$calls of $of broadcasts, $taken of $sent messages, $files files"
}

@test "mpi4py: a program" {
    same 2 heat
    [ "$calls" -eq 113 ] && [ "$of" -eq 196 ]
    [ "$taken" -eq 242 ] && [ "$sent" -eq 242 ] && [ "$files" -eq 3 ]
    # two orders of the messages to both neighbours are in one file
    same 4 heat
    [ "$calls" -eq 164 ] && [ "$of" -eq 196 ]
    [ "$taken" -eq 488 ] && [ "$sent" -eq 488 ] && [ "$files" -eq 5 ]
}

@test "mpi4py: its own tests, 2 ranks" {
    same 2 tests
    [ "$calls" -gt 0 ] && [ "$taken" -gt 0 ]
}

@test "mpi4py: its own tests, 4 ranks" {
    same 4 tests
    [ "$calls" -gt 0 ] && [ "$taken" -gt 0 ]
}
