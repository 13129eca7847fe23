# program.bats: mpiperf --program: the calls of a program as cases, and what faster ones save.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154,SC2034 # the build; what preload.bash wants

. "$top_srcdir/src/algos/test/preload.bash"
. "$top_srcdir/tests/mpiperf.bash"
. "$top_srcdir/tests/records.bash"

setup() {
    so=$top_builddir/.libs/libmpiperf-profile.so
    program=$top_builddir/src/profile/test/profile_test
    preload_setup
    export MPIRUN_TIMEOUT=120 MPIRUN_YIELD=1
    profile=profile_test.profile.jsonl
    short=(-R 4 -c 1 --max-time=0.2 --stuck-after=60)
}

# what_was_measured: a line for each case of r.jsonl.
what_was_measured() {
    jq -r 'select(.type == "case") | "\(.op) \(.procs) \(.bytes) \(.root) \(.datatype) " +
        "\(.reduction) \(.algo) \(.program.calls)"' r.jsonl | sort
}

@test "--program: the program's calls are the cases" {
    preload 3 "$program" blocking
    record 3 --program="$profile" allreduce:native,mock/reduce+bcast "${short[@]}"
    [ "$status" -eq 0 ]
    what_was_measured | diff - <(sort <<'END'
allreduce 3 40 0 double max mock/reduce+bcast 12
allreduce 3 40 0 double max native 12
END
    )
    record 3 --program="$profile" scatter:native gatherv "${short[@]}" -M free
    # where the program spends its time differs
    what_was_measured | grep -qxE '(scatter 3 16 1 double null native 4|gatherv 3 8 0 double null native 3)'
    cases '.program | .name | endswith("profile_test blocking")'
    cases '.program.work > 0 and .program.work < .program.seconds'
}

@test "--program --arrival=program: without delays, and as late as in the program" {
    preload 2 "$program" late
    format=table record 2 --program="$profile" allreduce --arrival=program "${short[@]}"
    [ "$status" -eq 0 ]
    cases '.arrival == null or .arrival.pattern == "program"' 2
    # 20 ms are shortened to 10
    cases '.arrival == null or (.arrival.time - 0.01 | fabs) < 1e-9'
    # waiting for the late rank is in the times
    cases '.arrival == null or .median == null or .median > 0.009'
    grep -q '^bytes *share *us ' <<<"$output"
}

@test "--program: what cannot be measured here is refused in one line" {
    preload 3 "$program" blocking
    mpiperf 2 --program="$profile"
    [ "$status" -eq 2 ]
    [ "$output" = "mpiperf: --program: $profile: the program ran on 3 ranks, and here are 2: mpiexec -n 3" ]
    mpiperf 3 --program="$profile" iallgather
    [ "$status" -eq 2 ]
    [ "$output" = "mpiperf: --program: $profile: the program calls none of these operations on more than one rank" ]
}

# bats test_tags=once
@test "--program: the last line says what faster algorithms would save" {
    of='.program = {name: "./p in", seconds: 10, calls: 100000, work: (if .bytes == 8 then 2 else 0.5 end)}'
    records 'Open MPI v4.1.4, package: x' bcast 8,64 tuned/x:0.5,1 tuned/y:0.8,0.25 |
        jq -c "if .type == \"case\" then $of else . end" >a.jsonl
    run "$top_builddir/mpiperf-compare" a.jsonl
    echo "$output"
    [ "$status" -eq 0 ]
    # of 1 s in calls of 8 bytes half, of 0.5 s in calls of 64 bytes three quarters
    [ "$(sed -n '/^if /,$p' <<<"$output" | tr -s '\n ' ' ')" = "if all ranks arrive together, the \
fastest of each saves 876 ms (876 ms to 876 ms), 8.76 % of ./p in, which takes 10.0 s: bcast 8 B \
501 ms by tuned/x, bcast 64 B 375 ms by tuned/y " ]
    grep -q '^bytes share native ' <<<"$output"
    grep -q '^ *8 *20% ' <<<"$output"
}
