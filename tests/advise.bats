# advise.bats: mpiperf-advise: from a program to its answer, step by step.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2030,SC2031,SC2154,SC2012,SC2013,SC1003,SC2053,SC2046 # jq; run; the build

. "$top_srcdir/tests/records.bash"
. "$top_srcdir/src/algos/test/preload.bash"

setup() {
    so=$top_builddir/.libs/libmpiperf-profile.so
    preload_setup
    program=$top_builddir/doc/examples/advise
    script=$top_builddir/mpiperf-advise
    export MPIRUN_TIMEOUT=60
}

# advise ARGUMENT...: sets $status and $output, standard output alone; standard error is in
# the file `said`.
advise() {
    run bash -c '"$@" 2>said' bash "$script" "$@"
    echo "$status: $output"
    cat said
}

# said LINE: its last line on standard error.
said() {
    [ "$(tail -n 1 said)" = "mpiperf-advise: $1" ]
}

# bats test_tags=once
@test "usage errors: a line, exit 2, nothing is written" {
    answers advise-usage
    [ -z "$(ls)" ]
}

# bats test_tags=once
@test "a folder that is there, or cannot be made, is refused" {
    mkdir true.advice
    touch file
    answers advise-folder
}

# bats test_tags=once
@test "--version is that of mpiperf-compare" {
    advise --version
    [ "$output" = "mpiperf-advise $("$top_builddir/mpiperf-compare" --version | cut -d ' ' -f 2-)" ]
}

# bats test_tags=once
@test "--help names the options of the manual page" {
    helps_as_manual mpiperf-advise
    [ "$(awk 'length > 100' <<<"$output")" = "" ]
}

@test "a program that fails, and programs without a profile" {
    exits 1 advise -o a -- sh -c 'echo here; printf "wrong\033\n" >&2; exit 3'
    diff said - <<'END'
mpiperf-advise: 1 of 4: the program runs once, with libmpiperf-profile in front
mpiperf-advise: the program failed: exit status 3: try it by itself first. Its last lines:
  here
  wrong?
END
    [ "$(cd a && echo *)" = "program.err program.log program.out" ]
    exits 1 advise -o a --overwrite -- ./nowhere
    tail -n 2 said | diff - <(echo "mpiperf-advise: the program was not run:" &&
        echo "  mpiperf-repeat: command line 1: cannot run './nowhere'")
    # with no MPI, or another one
    exits 1 advise -- sh -c 'echo done'
    line="mpiperf-advise: the program wrote no profile: it has to call MPI_Init and MPI_Finalize of the MPI that this mpiperf is for ($MPI_FLAVOUR). Its last lines:"
    tail -n 2 said | diff - <(echo "$line" && echo '  done')
    [ -e sh.advice ]
    other=openmpi
    [ "$MPI_FLAVOUR" != openmpi ] || other=mpich
    command -v mpicc.$other mpiexec.$other >/dev/null || skip "one MPI alone"
    mpicc.$other "$top_srcdir/doc/examples/advise.c" -o theirs
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    exits 1 advise -- mpiexec.$other -n 1 ./theirs alone 1
    grep -qxF "$line" said
    grep -q '^  mpiperf-profile: built for .*: nothing is profiled$' said
}

@test "a signal ends the program, and leaves what is there" {
    for signal in INT TERM; do
        stopped $signal 78.25 "$script" --overwrite -o a -- sleep 78.25
        [ "$status" -eq 1 ]
        [ "$(tail -n 1 out)" = "mpiperf-advise: interrupted: what was measured is in '$PWD/a'" ]
        [ -e a/program.log ]
    done
}

# ---- other programs stand in for those that measure -------------------------

# profile MPI WAITING: prints a profile of 10 s, of which so many are in MPI and waiting.
profile() {
    jq -nc --argjson mpi "$1" --argjson waiting "$2" '
        {type: "program", mpiperf: "1.0.0", format: 1, mpi: "An MPI", time: "2026-01-01T00:00:00Z",
            command: ["./program", "a \"b\"\\"], ranks: 2, nodes: 1, hosts: ["here", "here"],
            binding: ["0", "1"], timer: "tsc", seconds: 10,
            in_mpi: {mean: $mpi, least: $mpi, most: $mpi}, clock_error: 1e-7, kept: 1, unmatched: 0,
            partial: null},
        {type: "calls", op: "bcast", procs: 2, bytes: 65536, root: 0, rotate: false,
            datatype: "MPI_CHAR", reduction: null, counts: null, in_place: false, groups: 1,
            calls: 1000, seconds: $mpi, work: ($mpi - $waiting), waiting: $waiting,
            spread: {p50: 1e-3, p90: 1e-3, p99: 1e-3, max: 1e-3}, delays: [0, 1e-3], last: [0, 1000]},
        {type: "end", status: "complete"}'
}

# stand_ins: makes ./advise and, in a folder, the programs that it calls, with an MPI's suffix
# where there are several. They copy what is in the folder `gives`, and note their arguments.
stand_ins() {
    mkdir fake gives
    cp "$script" fake/mpiperf-advise.mine
    ln -s fake/mpiperf-advise.mine advise
    ln -s "$top_builddir"/{mpiperf-compare,.libs} fake
    script=./advise
    cat >fake/mpiperf-report <<'END'
#!/bin/sh
for word; do :; done
echo page >"$word"
END
    cat >fake/mpiperf-repeat <<'END'
#!/bin/bash
echo "repeat $*" >>notes
for word; do
    case $word in
    --keep-output=*) mkdir "${word#*=}" && exec cp gives/profile "${word#*=}/1-1.profile.jsonl" ;;
    *.jsonl) exec cp gives/runs "$word" ;;
    esac
done
END
    cat >fake/mpiperf-tune.mine <<'END'
#!/bin/bash
echo "tune $*" >>notes
for word; do
    case $word in
    --try=*) kind=trial ;;
    --profile=*) kind=chosen && cp gives/tuned "${word#*=}" 2>/dev/null ;;
    */trial.jsonl) cp gives/trial "$word" ;;
    */rules.conf) cp gives/rules "$word" 2>/dev/null ;;
    esac
done
[ "${kind-}" != chosen ] || [ ! -e gives/refused ] || { cat gives/refused >&2 && exit 1; }
exec cat "gives/${kind-saving}.out"
END
    echo 'exit 1' >fake/mpiperf.mine
    chmod +x fake/mpiperf*
    profile 3 0.5 >gives/profile
    records 'Open MPI v4.1.4, package: x' bcast 8 tuned/binomial:0.5 >gives/runs
    printf 'settings can save at most 2.5 s (25 %%) of 10\n  s: bcast (1)\n' >gives/saving.out
    printf '%s\n' 'bcast, 2 ranks: tuned/x' 'activate: export A=1 B=2; undo: unset A B' >gives/chosen.out
    touch gives/rules gives/tuned gives/trial.out
    { times 1 "${slower[@]}" && times 2 "${some[@]}"; } >gives/trial
}

# concludes STATUS ANSWER [OPTION]...: advise on a program that the profile is of.
concludes() {
    rm -f notes
    exits "$1" advise --overwrite "${@:3}" -- mpiexec -n 2 ./program 'a "b"\'
    [[ ${lines[-1]} == $2 ]]
}

@test "a program that settings make faster: each step, and the answer" {
    stand_ins
    ln -sf "$top_builddir/mpiperf-report" fake
    concludes 0 'with these settings the program is 16.7 % (16.[67]-16.[67] %) faster: 10.2 s, not 12.3; settings: export A=1 B=2; to undo: unset A B' \
        --budget=20m --same-output -o out
    [ "${lines[0]}" = "./program \$'a \"b\"\\\\': 10.0 s on 2 ranks, 3.00 s (30 %) of it in MPI" ]
    has '^settings can save at most 2\.5 s \(25 %\) of 10$'
    has '^  s: bcast \(1\)$'
    has '^bcast, 2 ranks: tuned/x$'
    case $MPI_FLAVOUR in
    openmpi) own=tuned ;;
    *) own=mpich ;;
    esac
    sed -E "s|$PWD/||g; s/LD_PRELOAD=[^ ]*\.libs/LD_PRELOAD=.libs/; s/budget=4[0-9][0-9]/budget=4m/; s/budget=[67][0-9][0-9]/budget=7m/" notes |
        diff - <(cat <<END
repeat --time -r 1 --keep-output=out/program -- env LD_PRELOAD=.libs/libmpiperf-profile.so OMPI_MCA_mca_base_env_list=LD_PRELOAD;MPIPERF_PROFILE mpiexec -n 2 ./program a "b"\\
tune --program=out/program.profile.jsonl
repeat --budget=4m -o out/runs.jsonl -- mpiexec -n 2 fake/mpiperf.mine --program=out/program.profile.jsonl bcast:native,$own/*,shmbcast-auto allreduce:native,$own/*,mock/*,shm barrier:native,$own/*,mock/*,shm allgather:native,$own/*,shm reduce:native,$own/*,shm reduce_scatter_block:native,$own/*,mock/* *:native,$own/*
tune --program=out/program.profile.jsonl out/runs.jsonl -o out/rules.conf --profile=out/tuned.profile
tune --time --same-output --try=out/rules.conf --try=out/tuned.profile --budget=7m -o out/trial.jsonl -- mpiexec -n 2 ./program a "b"\\
END
    )
    grep -q '^mpiperf-advise: 2 of 4: .* for at most 4[0-9][0-9] s$' said
    grep -q '^mpiperf-advise: 4 of 4: .* for at most [67][0-9][0-9] s$' said
    said "all files are in '$PWD/out'"
    [ "$(cd out && ls ./*.html | tr '\n' ' ')" = "./runs.html ./trial.html " ]
    # with a folder named after the program, whose files are replaced; only one file to try
    rm gives/tuned
    concludes 0 'with these settings *' --budget=2m
    [ -d mpiexec.advice ] || [ -d program.advice ]
    [ "$(grep -c -- '--try=.*tuned.profile' notes)" -eq 0 ]
    # -x takes the place of the list
    exits 0 advise -o x -- env OMPI=1 mpiexec -x A ./program 'a "b"\'
    [ "$(tail -n 5 notes | grep -c mca_base_env_list)" -eq 0 ]
}

@test "programs that settings do not make faster, or that stay undecided" {
    stand_ins
    { times 1 "${some[@]}" && times 2 "${slower[@]}"; } >gives/trial
    concludes 0 'no setting makes this program faster: its time with these settings is 1.2 (1.2-1.2) times that without'
    { times 1 "${some[@]}" && times 2 "${some[@]}"; } >gives/trial
    concludes 0 'no setting makes this program faster: its time with these settings is 1 (1-1) times that without'
    # within 3 %, and faster
    { times 1 "${some[@]}" && times 2 $(awk -v RS=' ' '{ print $1 * 0.98 }' <<<"${some[*]}"); } >gives/trial
    concludes 0 'with these settings the program is 2.0 % (2.0-2.0 %) faster: 10 s, not 10.2; settings: *'
    # what the trial says of further runs, or how to make them
    { times 1 10 11 12 10 11 12 && times 2 11 10 12 12 10 11; } >gives/trial
    echo 'to decide the rows marked ?: mpiperf-repeat --time --budget=60 -- a -- b: c' >gives/trial.out
    concludes 4 'undecided: its time with these settings is * (*-*) times that without; to continue: mpiperf-repeat --time --budget=60 -- a -- b: c'
    { times 1 10 && times 2 11; } >gives/trial
    true >gives/trial.out
    concludes 4 "undecided: too few runs; to continue: mpiperf-repeat --time --append --budget=* -o '$PWD/*.advice'/trial.jsonl -- env 'mpiexec' '-n' '2' './program' 'a \"b\"\\\\' -- env A=1 B=2 'mpiexec' *"
    rm gives/rules gives/tuned
    printf 'bcast, 2 ranks: not told\nno file is written\n' >gives/chosen.out
    concludes 4 'undecided: try --budget=900 --overwrite'
    # what cannot be chosen from: too few runs, or a failure
    echo 'mpiperf-tune: 5 of 7 runs can be compared: a sign takes 6' >gives/refused
    concludes 4 'undecided: try --budget=900 --overwrite'
    has 'a sign takes 6$'
    echo 'mpiperf-tune: no memory' >gives/refused
    exits 1 advise --overwrite -- mpiexec -n 2 ./program 'a "b"\'
    tail -n 2 said | diff - <(printf '%s\n' 'mpiperf-advise: no algorithm could be chosen:' \
        '  mpiperf-tune: no memory')
    rm gives/refused
    echo 'nothing to gain: no file is written' >gives/chosen.out
    concludes 0 'no setting makes this program faster: its algorithms are the fastest'
    # no time for anything but the profile
    concludes 4 'undecided: it needs --budget=[0-9]* --overwrite' --budget=10
}

@test "where settings can save less than 1 %, nothing is measured" {
    stand_ins
    echo 'settings can save at most 99 ms (0.99 %) of 10 s' >gives/saving.out
    none='no setting makes this program faster'
    concludes 0 "$none: its time in MPI is in calls that no setting changes, such as messages"
    [ "$(wc -l <notes)" -eq 2 ]
    profile 3 2 >gives/profile
    concludes 0 "$none: it waits for ranks that have more work, or no CPU"
    profile 0.1 0.09 >gives/profile
    concludes 0 "$none: it hardly communicates"
    echo 'settings can save nothing' >gives/saving.out
    exits 1 advise -o none -- ./program
    said "mpiperf-tune does not say what settings can save"
}

@test "what starts the ranks: the command up to the program, or --launcher" {
    stand_ins
    launcher="the command does not end with what rank 0 runs: say what starts the ranks, as --launcher='mpiexec -n 4'"
    exits 2 advise -o a -- mpiexec -n 2 bash -c './program a'
    said "$launcher"
    exits 2 advise --overwrite -o a -- mpiexec -n 2 ./program a
    said "$launcher"
    exits 0 advise --overwrite -o a --launcher='srun  -n 2' -- ./start 'x y'
    grep -q '^repeat --budget=[0-9]* -o .*/runs.jsonl -- srun -n 2 /.*/fake/mpiperf.mine --program=' notes
    rm notes
    exits 0 advise --overwrite -o a -- ./program 'a "b"\'
    grep -q '^repeat --budget=[0-9]* -o .*/runs.jsonl -- /.*/fake/mpiperf.mine --program=' notes
}

@test "how the budget is shared: the trial gets the time of twelve runs, if it can" {
    stand_ins
    # seconds of the first run and the budget; then of the measurements and of the trial
    while read -r first budget measure trial; do
        export SECONDS=$first
        concludes 0 'with these settings *' --budget="$budget"
        unset SECONDS
        # the seconds of the machine are in between
        grep -o 'at most [0-9]* s$' said | awk -v m="$measure" -v t="$trial" '
            { s[NR] = $3 }
            END { exit !(NR == 2 && s[1] <= m && s[1] > m - 60 && s[2] > t - 60 && s[2] < t + 60) }'
    done <<'END'
99 1100 200 800
99 2000 600 1300
99 2600 1000 1500
END
}

# ---- programs whose answer is known -----------------------------------------

# real NAME STEPS: what the answer is depends on how busy the machine is.
real() {
    advise --budget=1 -o "$1" -- "$top_srcdir/tests/mpirun" 2 "$program" "$@"
    [ "$status" -eq 0 ] || [ "$status" -eq 4 ]
    has '^settings can save at most .* \([0-9.]* %\) of '
    [[ ${lines[-1]} == 'no setting makes this program faster: it '* || ${lines[-1]} == 'undecided: it needs --budget='* ]]
    [ "$(cd "$1" && echo *)" = "program.err program.log program.out program.profile.jsonl" ]
}

@test "real programs: one that hardly communicates, and one that waits for a rank" {
    real alone 20
    [ "$(cat alone/program.out)" = "alone: 20 steps, sum 80" ]
    real late 40
    has '^waiting for late ranks '
}
