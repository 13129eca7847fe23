#!/bin/bash
# job-mpiperf.sh: a job of Slurm, Flux, PBS or LSF that makes runs of mpiperf and one table of
# them:
#     sbatch -N 2 --ntasks-per-node=16 job-mpiperf.sh bcast -m 1:4Mi -o b.jsonl
#     flux batch -N 2 job-mpiperf.sh bcast -m 1:4Mi -o b.jsonl
# qsub and bsub pass no arguments to a script, so these are in a variable:
#     export ARGS='bcast -m 1:4Mi -o b.jsonl'
#     qsub -V -l select=2:ncpus=16:mpiprocs=16 job-mpiperf.sh
#     bsub -n 32 -R 'span[ptile=16]' <job-mpiperf.sh
# mpiperf and mpiperf-repeat must be on the PATH. Options of the command that submits the job
# override those below. Other variables: BUDGET=SECONDS (default 600) or RUNS=N;
# MPI=KIND for srun --mpi or flux run -o pmi; MPIEXEC=LAUNCHER for PBS and LSF.
#
# Other jobs on the same nodes would disturb the measurement, so the job asks for whole nodes.
# With Slurm a core gets one rank, even if it has several hardware threads. --ignore-pbs
# makes sbatch skip the lines for PBS and LSF, which it would otherwise apply.
#SBATCH --job-name=mpiperf --time=00:30:00 --exclusive --hint=nomultithread
#SBATCH --ignore-pbs
#flux: --job-name=mpiperf --time-limit=30m --exclusive
#PBS -N mpiperf -S /bin/bash -l walltime=00:30:00 -l place=scatter:exclhost
#BSUB -J mpiperf -W 0:30 -x

die() {
    echo "job-mpiperf.sh: $*" >&2
    exit 1
}

case $1 in
-h | --help)
    sed -n '2,/^#$/s/^# //p' "$0"
    exit 0
    ;;
esac

library=$(ldd "$(command -v mpiperf)" 2>/dev/null)

# How ranks find each other: MPI=... of the environment, or else the first kind
# srun offers that the MPI library may know. MPICH and its derivatives have ABI
# version 12; those that need libpmix were built with PMIx.
srun_kind() {
    local kind kinds offers
    [ -z "$MPI" ] || return 0
    case $library in
    *libpmix*) kinds='pmix pmi2' ;;
    *libmpi_cray*) kinds='cray_shasta pmi2' ;;
    *libmpi.so.12* | *libmpich*) kinds='pmi2 pmix' ;;
    *) kinds='pmix pmi2' ;;
    esac
    offers=$(srun --mpi=list 2>&1)
    for kind in $kinds; do
        [ -n "$MPI" ] || MPI=$(grep -owE "$kind(_v[0-9]+)?" <<<"$offers" | head -n 1)
    done
    [ -n "$MPI" ] ||
        die "srun --mpi=list offers no ${kinds// /, no }: set MPI= to the kind that" \
            "mpiperf's MPI library knows, as in: sbatch --export=ALL,MPI=pmix $0"
}

# mpiexec_on HOSTS: one rank for each line of the file HOSTS, by the mpiexec of mpiperf's
# MPI library.
mpiexec_on() {
    local suffix=openmpi
    case $library in *libmpi.so.12* | *libmpich*) suffix=mpich ;; esac
    [ -n "$MPIEXEC" ] || MPIEXEC=$(type -P mpiexec.$suffix mpiexec | head -n 1)
    case $("$MPIEXEC" --version 2>&1) in
    *HYDRA* | *Intel*) launch=("$MPIEXEC" -f "$1" -bind-to core) ;;
    *Open* | *prte* | *PRRTE*) launch=("$MPIEXEC" --hostfile "$1" --map-by core --bind-to core) ;;
    *) die "MPIEXEC='$MPIEXEC' is neither Open MPI's nor MPICH's: set MPIEXEC= to the launcher" \
        "of mpiperf's MPI library" ;;
    esac
    launch+=(-n "$(wc -l <"$1")")
}

# open_mpi_by COMMAND: an Open MPI without support of this scheduler starts its daemons on
# other nodes by COMMAND instead of ssh, if there is such a command.
open_mpi_by() {
    type -P "$1" >/dev/null || return
    export OMPI_MCA_plm_rsh_agent="${OMPI_MCA_plm_rsh_agent-$1}"
    export PRTE_MCA_plm_ssh_agent="${PRTE_MCA_plm_ssh_agent-$1}"
}

# Sets job (the number of the job), again (more than 0 if the scheduler started this job
# before), and launch (the launcher with its options). Flux is first, because a Flux
# instance may run in a job of another scheduler.
again=0
if [ -n "$FLUX_ENCLOSING_ID" ]; then
    job=$(flux job id --to=f58plain "$FLUX_ENCLOSING_ID")
    launch=(flux run -n "$(flux resource list -n -s up -o '{ncores}')" -o cpu-affinity=per-task
        ${MPI:+-o "pmi=$MPI"})
elif [ -n "$SLURM_JOB_ID" ]; then
    job=$SLURM_JOB_ID
    again=${SLURM_RESTART_COUNT:-0}
    srun_kind
    launch=(srun --mpi="$MPI" --cpu-bind=cores)
elif [ -n "$PBS_JOBID" ]; then
    cd "$PBS_O_WORKDIR" || exit
    job=${PBS_JOBID%%.*}
    again=$(qstat -f "$PBS_JOBID" 2>/dev/null | sed -n 's/^ *run_count = //p')
    again=$((${again:-1} - 1))
    mpiexec_on "$PBS_NODEFILE"
    # MPICH passes options of ssh to any other command, unless it is an rsh.
    open_mpi_by pbs_tmrsh && export HYDRA_LAUNCHER=rsh HYDRA_LAUNCHER_EXEC=pbs_tmrsh
elif [ -n "$LSB_JOBID" ]; then
    job=$LSB_JOBID
    [ -z "$LSB_RESTART" ] || again=1
    mpiexec_on "$LSB_DJOB_HOSTFILE"
    open_mpi_by blaunch
else
    die "runs in a job: submit it by sbatch, flux batch, qsub or bsub (see --help)"
fi

# The shell's quotes work in ARGS; nothing is expanded.
if [ $# = 0 ] && [ -n "$ARGS" ]; then
    words=$(xargs -n 1 printf '%s\n' <<<"$ARGS") || exit
    mapfile -t words <<<"$words"
    set -- "${words[@]}"
fi

# Makes RUNS=N runs (a run starts all ranks), or as many as fit into
# BUDGET=SECONDS or 600 s, and one table. -o names the outputs. A job that is
# requeued continues them.
output=() arguments=() files=
while [ $# -gt 0 ]; do
    case $1 in
    -o | --output) output+=("$1" "$2") && shift ;;
    -o* | --output=*) output+=("$1") ;;
    --append | --overwrite) files=$1 ;;
    *) arguments+=("$1") ;;
    esac
    shift
done
[ ${#output[@]} -gt 0 ] || output=(-o "mpiperf-$job.jsonl")
[ "$again" = 0 ] || files=${files:---append}
if [ -n "$RUNS" ]; then
    often=(--repeat="$RUNS" ${BUDGET:+--budget="$BUDGET"})
else
    often=(--budget="${BUDGET:-600}")
fi
exec mpiperf-repeat "${often[@]}" "${output[@]}" ${files:+"$files"} \
    -- "${launch[@]}" mpiperf "${arguments[@]}"
