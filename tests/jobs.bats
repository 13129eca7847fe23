# jobs.bats: the job script under PBS, LSF and Flux (Slurm: slurm.bats). qsub and bsub are made
# here, and start the script as OpenPBS and LSF document it: without arguments, from a copy or
# from standard input, with the variables of a job. Flux is real where it is installed.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154,SC2030,SC2031 # variables of the build, and of one test

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    job=$top_srcdir/scripts/job-mpiperf.sh
    mkdir bin home
    PATH=$PWD/bin:$top_builddir:$PATH
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    unset SLURM_JOB_ID FLUX_ENCLOSING_ID PBS_JOBID LSB_JOBID MPI BUDGET ARGS
    export MPIEXEC RUNS=2
}

# program NAME: makes a command of standard input.
program() {
    {
        echo '#!/bin/bash'
        cat
    } >"bin/$1"
    chmod +x "bin/$1"
}

# with_qsub LINE...: makes a qsub that gives a job the hosts of these lines.
with_qsub() {
    printf '%s\n' "$@" >nodes
    program qsub <<'END'
[ "$1" = -V ] && [ -f "${!#}" ] || { echo "usage: qsub [-lN...] [-] script" >&2; exit 2; }
shell=/bin/sh
while read -r -a words; do
    [ "${words[0]}" != '#PBS' ] || set -- "${words[@]:1}" "$@"
done <"${!#}"
while getopts N:S:l:V option; do
    case $option in
    S) shell=$OPTARG ;;
    N) export PBS_JOBNAME=$OPTARG ;;
    l) echo "$OPTARG" >>resources ;;
    V) ;;
    *) exit 2 ;;
    esac
done
cp "${!#}" spooled
export PBS_O_WORKDIR=$PWD PBS_NODEFILE=$PWD/nodes PBS_JOBID=17.server PBS_ENVIRONMENT=PBS_BATCH
cd home && exec $shell "$PBS_O_WORKDIR/spooled"
END
    program qstat <<'END'
[ "$1" = -f ] && printf 'Job Id: %s\n    run_count = %s\n' "$2" "${run_count-1}"
END
}

# with_bsub LINE...: the same for bsub.
with_bsub() {
    printf '%s\n' "$@" >hosts
    program bsub <<'END'
cat >spooled && chmod +x spooled
grep -q '^#BSUB -J mpiperf -W 0:30 -x$' spooled || exit 255
export LSB_JOBID=18 LSB_DJOB_HOSTFILE=$PWD/hosts LS_SUBCWD=$PWD
exec ./spooled
END
}

# Makes mpiperf-repeat print its arguments.
with_echo() {
    program mpiperf-repeat <<<'printf "%s\n" "$@" >arguments; echo "$@"'
}

# launches_as KIND: makes mpiexec one of this MPI, and mpiperf one that is linked with it.
launches_as() {
    program mpiperf <<<true
    case $1 in
    openmpi)
        program ldd <<<'echo "libmpi.so.40 => /usr/lib/libmpi.so.40"'
        program mpiexec <<<'echo "mpiexec (OpenRTE) 4.1.4"'
        ;;
    prrte)
        program ldd <<<'echo "libmpi.so.40 => /usr/lib/libmpi.so.40"'
        program mpiexec <<<'echo "mpiexec (Open MPI) 5.0.7"'
        ;;
    mpich)
        program ldd <<<'echo "libmpich.so.12 => /usr/lib/libmpich.so.12"'
        program mpiexec <<<'echo "HYDRA build details:"'
        ;;
    other)
        program ldd <<<'echo "libmpi.so.40 => /usr/lib/libmpi.so.40"'
        program mpiexec <<<'echo "a launcher of something else"'
        ;;
    esac
    for suffix in openmpi mpich; do
        cp bin/mpiexec "bin/mpiexec.$suffix"
    done
    MPIEXEC=
}

# Both ranks ran in both runs, each bound to a core of its own.
ran() {
    jq -es 'map(select(.type == "run")) | length == 2 and
        all(.ranks == 2 and (.binding | unique | length) == 2 and (.unpinned | not))' "$1"
    jq -es '.[-1].type == "merged" and .[-1].runs == 2' "$1"
}

@test "PBS: a rank for each line of its hosts, where qsub was called" {
    [ "$(nproc)" -ge 2 ] || skip "one core"
    with_qsub localhost localhost
    export ARGS="bcast -m 8 -M free --verify --preset quick -o job.jsonl"
    run qsub -V "$job"
    echo "$output"
    [ "$status" -eq 0 ]
    ran job.jsonl
    [ "$(ls home)" = "" ]
    [ "$(cat resources)" = "walltime=00:30:00
place=scatter:exclhost" ]
}

@test "LSF: a rank for each line of its hosts" {
    [ "$(nproc)" -ge 2 ] || skip "one core"
    with_bsub localhost localhost
    export ARGS="bcast -m 8 -M free --verify --preset quick"
    run bsub <"$job"
    echo "$output"
    [ "$status" -eq 0 ]
    ran mpiperf-18.jsonl
}

@test "Flux: a rank for each core of the job" {
    command -v flux >/dev/null || skip "flux is not installed"
    [ "$(nproc)" -ge 2 ] || skip "one core"
    [[ $MPI_FLAVOUR == mpich || $("$MPIEXEC" --version) == *" 4."* ]] ||
        skip "flux-pmix starts this MPI"
    # shellcheck disable=SC2016 # for the shell of the instance
    run timeout 120 flux start sh -c 'id=$(flux batch -N 1 --output=job.out "$@") &&
        flux job wait-event -q "$id" clean; cat job.out; flux job status "$id"' sh \
        "$job" bcast -m 8 -M free --verify --preset quick -o job.jsonl
    echo "$output"
    [ "$status" -eq 0 ]
    jq -es --argjson n "$(nproc)" 'map(select(.type == "run")) |
        length == 2 and all(.ranks == $n and (.unpinned | not))' job.jsonl
}

# bats test_tags=once
@test "a scheduler's job becomes the launcher's command, its name, and its files" {
    with_qsub a a b
    with_bsub a b b b
    with_echo
    program flux <<'END'
case "$1 $2" in
"job id") echo "f${4#?}" ;;
"resource list") [[ $* == *"{ncores}" ]] && echo 6 ;;
esac
END
    program srun <<<true
    ended() {
        echo "$output"
        [ "$status" -eq 0 ]
        [[ $output == "--repeat=2 -o $1 -- $2 mpiperf bcast -m 8,64Ki" ]]
    }
    export ARGS="bcast -m '8,64Ki'"
    launches_as openmpi
    run qsub -V "$job"
    ended mpiperf-17.jsonl \
        "$PWD/bin/mpiexec.openmpi --hostfile $PWD/nodes --map-by core --bind-to core -n 3"
    run bsub <"$job"
    ended mpiperf-18.jsonl \
        "$PWD/bin/mpiexec.openmpi --hostfile $PWD/hosts --map-by core --bind-to core -n 4"
    launches_as mpich
    run qsub -V "$job"
    ended "mpiperf-17.jsonl" "$PWD/bin/mpiexec.mpich -f $PWD/nodes -bind-to core -n 3"
    launches_as prrte
    rm bin/mpiexec.*
    MPIEXEC=$PWD/bin/mpiexec run bsub <"$job"
    ended mpiperf-18.jsonl \
        "$PWD/bin/mpiexec --hostfile $PWD/hosts --map-by core --bind-to core -n 4"
    # Flux in a job of Slurm
    FLUX_ENCLOSING_ID=_2gZ SLURM_JOB_ID=3 run "$job" bcast -m 8,64Ki
    ended "mpiperf-f2gZ.jsonl" "flux run -n 6 -o cpu-affinity=per-task"
    MPI=pmix FLUX_ENCLOSING_ID=_2gZ run "$job" bcast -m 8,64Ki
    ended "mpiperf-f2gZ.jsonl" "flux run -n 6 -o cpu-affinity=per-task -o pmi=pmix"
    # a job that its scheduler starts again
    run_count=2 run qsub -V "$job"
    [[ $output == *"-o mpiperf-17.jsonl --append -- "* ]]
    LSB_RESTART=Y run bsub <"$job"
    [[ $output == *"-o mpiperf-18.jsonl --append -- "* ]]
    run_count=2 ARGS="bcast -o b.jsonl --overwrite" run qsub -V "$job"
    [[ $output == *"-o b.jsonl --overwrite -- "*"mpiperf bcast" ]]
}

# bats test_tags=once
@test "ARGS has the words that the shell's quotes make, and nothing is expanded" {
    with_bsub a
    with_echo
    launches_as openmpi
    touch 8:2Mi:x8
    ARGS="bcast -m 8:2Mi:*8 -o 'a b.jsonl' --param \"x=\\\$HOME\"" run bsub <"$job"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(tail -n 5 arguments | tr '\n' '|')" = "bcast|-m|8:2Mi:*8|--param|x=\\\$HOME|" ]
    grep -qx 'a b.jsonl' arguments
    ARGS="bcast 'x" run bsub <"$job"
    [ "$status" -ne 0 ]
    [[ $output == *"unmatched single quote"* ]]
}

# bats test_tags=once
@test "daemons on other nodes are started by the scheduler's command, if there is one" {
    with_qsub a b
    with_bsub a b
    launches_as openmpi
    program mpiperf-repeat <<'END'
echo ${OMPI_MCA_plm_rsh_agent-no} ${PRTE_MCA_plm_ssh_agent-no} ${HYDRA_LAUNCHER-no} \
    ${HYDRA_LAUNCHER_EXEC-no}
END
    [ "$(qsub -V "$job")" = "no no no no" ]
    [ "$(bsub <"$job")" = "no no no no" ]
    program pbs_tmrsh <<<true
    program blaunch <<<true
    [ "$(qsub -V "$job")" = "pbs_tmrsh pbs_tmrsh rsh pbs_tmrsh" ]
    [ "$(bsub <"$job")" = "blaunch blaunch no no" ]
    [ "$(OMPI_MCA_plm_rsh_agent=ssh qsub -V "$job")" = "ssh pbs_tmrsh rsh pbs_tmrsh" ]
}

# bats test_tags=once
@test "outside of a job, or with another launcher, the script says what to do" {
    run "$job" bcast
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == "job-mpiperf.sh: runs in a job: submit it by sbatch, flux batch, qsub or bsub"* ]]
    [ "${#lines[@]}" -eq 1 ]
    with_qsub a
    launches_as other
    run qsub -V "$job"
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == "job-mpiperf.sh: MPIEXEC='$PWD/bin/mpiexec.openmpi' is neither "* ]]
}
