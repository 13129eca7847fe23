#!/bin/bash
# slurm-mpiperf.sh: a Slurm job: one table of runs of mpiperf with its arguments:
#     sbatch -N 2 --ntasks-per-node=16 slurm-mpiperf.sh bcast -m 1:4Mi -o b.jsonl
# mpiperf and mpiperf-repeat have to be on the PATH. Options of sbatch beat the lines below.
# In the environment: BUDGET=SECONDS (default 600) or RUNS=N; MPI=KIND for srun --mpi.
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

# How ranks find each other. Without MPI=... in the environment, the first kind that srun
# offers of those that the MPI library may know: MPICH and its kin have the ABI version 12,
# and are built with PMIx where they need libpmix.
if [ -z "$MPI" ]; then
    case $(ldd "$(command -v mpiperf)") in
    *libpmix*) kinds='pmix pmi2' ;;
    *libmpi_cray*) kinds='cray_shasta pmi2' ;;
    *libmpi.so.12* | *libmpich*) kinds='pmi2 pmix' ;;
    *) kinds='pmix pmi2' ;;
    esac
    offers=$(srun --mpi=list 2>&1)
    for kind in $kinds; do
        [ -n "$MPI" ] || MPI=$(grep -owE "$kind(_v[0-9]+)?" <<<"$offers" | head -n 1)
    done
    if [ -z "$MPI" ]; then
        echo "slurm-mpiperf.sh: srun --mpi=list offers no ${kinds// /, no }: set MPI= to the kind that" \
            "mpiperf's MPI library knows, as in: sbatch --export=ALL,MPI=pmix $0" >&2
        exit 1
    fi
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
