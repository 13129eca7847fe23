#!/bin/bash
# slurm-mpiperf.sh: a Slurm job: one table of runs of mpiperf with its arguments:
#     sbatch -N 2 --ntasks-per-node=16 slurm-mpiperf.sh bcast -m 1:4Mi -o b.jsonl
# mpiperf and mpiperf-repeat have to be on the PATH. Options of sbatch beat the lines below.
# In the environment: BUDGET=SECONDS (default 600) or RUNS=N; MPI=pmix or MPI=pmi2 for srun.
#SBATCH --job-name=mpiperf
#SBATCH --time=00:30:00
# Others' jobs on the same nodes would be measured, too.
#SBATCH --exclusive
# Nodes with several hardware threads a core: one rank a core.
#SBATCH --hint=nomultithread

case $1 in
-h | --help)
    sed -n '2,/^#SBATCH/ { /^#SBATCH/!s/^# //p }' "$0"
    exit 0
    ;;
esac

# How ranks find each other: pmix for Open MPI, pmi2 for MPICH and its kin.
# Without MPI=... in the environment, the library that mpiperf is linked with
# decides: MPICH and its kin have the ABI version 12.
if [ -z "$MPI" ]; then
    case $(ldd "$(command -v mpiperf)") in
    *libmpi.so.12* | *libmpich*) MPI=pmi2 ;;
    *) MPI=pmix ;;
    esac
fi

# Runs, starts of all ranks, as many as fit into 600 s, or BUDGET=SECONDS, or
# RUNS=N of them, and one table. Its outputs are those that -o names. A job that
# is requeued goes on in them.
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
[ ${#output[@]} -gt 0 ] || output=(-o "mpiperf-${SLURM_JOB_ID:-job}.jsonl")
[ "${SLURM_RESTART_COUNT:-0}" = 0 ] || files=${files:---append}
if [ -n "$RUNS" ]; then
    often=(--repeat="$RUNS" ${BUDGET:+--budget="$BUDGET"})
else
    often=(--budget="${BUDGET:-600}")
fi
exec mpiperf-repeat "${often[@]}" "${output[@]}" ${files:+"$files"} \
    -- srun --mpi="$MPI" --cpu-bind=cores mpiperf "${arguments[@]}"
