#!/bin/bash
# slurm-mpiperf.sh: a Slurm job that makes runs of mpiperf and one table of them:
#     sbatch -N 2 --ntasks-per-node=16 slurm-mpiperf.sh bcast -m 1:4Mi -o b.jsonl
# mpiperf and mpiperf-repeat must be on the PATH. Options of sbatch override those
# below. Environment: BUDGET=SECONDS (default 600) or RUNS=N; MPI=KIND for srun --mpi.
#SBATCH --job-name=mpiperf
#SBATCH --time=00:30:00
# Jobs of others on the same nodes would disturb the measurement.
#SBATCH --exclusive
# One rank for each core, even if it has several hardware threads.
#SBATCH --hint=nomultithread

case $1 in
-h | --help)
    sed -n '2,/^#SBATCH/ { /^#SBATCH/!s/^# //p }' "$0"
    exit 0
    ;;
esac

# How ranks find each other: MPI=... of the environment, or else the first kind
# srun offers that the MPI library may know. MPICH and its derivatives have ABI
# version 12; those that need libpmix were built with PMIx.
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
[ ${#output[@]} -gt 0 ] || output=(-o "mpiperf-${SLURM_JOB_ID:-job}.jsonl")
[ "${SLURM_RESTART_COUNT:-0}" = 0 ] || files=${files:---append}
if [ -n "$RUNS" ]; then
    often=(--repeat="$RUNS" ${BUDGET:+--budget="$BUDGET"})
else
    often=(--budget="${BUDGET:-600}")
fi
exec mpiperf-repeat "${often[@]}" "${output[@]}" ${files:+"$files"} \
    -- srun --mpi="$MPI" --cpu-bind=cores mpiperf "${arguments[@]}"
