#!/bin/bash
# slurm-mpiperf.sh: a Slurm job that runs mpiperf with its arguments, e.g.
#     sbatch -N 2 --ntasks-per-node=16 slurm-mpiperf.sh bcast -m 1:4Mi -o b.jsonl
# mpiperf has to be on the PATH. Options of sbatch beat the lines below.
#SBATCH --job-name=mpiperf
#SBATCH --time=00:30:00
# Others' jobs on the same nodes would be measured, too.
#SBATCH --exclusive
# Nodes with several hardware threads a core: one rank a core.
#SBATCH --hint=nomultithread

# How ranks find each other: pmix for Open MPI, pmi2 for MPICH and its kin.
# Without MPI=... in the environment, the library that mpiperf is linked with
# decides: MPICH and its kin have the ABI version 12.
if [ -z "$MPI" ]; then
    case $(ldd "$(command -v mpiperf)") in
    *libmpi.so.12* | *libmpich*) MPI=pmi2 ;;
    *) MPI=pmix ;;
    esac
fi

# RUNS=10 measures in as many runs, starts of all ranks, the spread between which
# no single one shows; each writes records of its own if the name that -o gives
# has %r in it. (LAUNCHES and %l are older names of the two.)
# BUDGET=600 instead makes runs for so many seconds and one table of them.
if [ -n "$BUDGET" ]; then
    case " $*" in
    *" -o"* | *" --output"*)
        echo "$0: BUDGET=$BUDGET writes mpiperf-JOB.jsonl: leave out -o" >&2
        exit 2 ;;
    esac
    exec mpiperf-repeat --budget="$BUDGET" \
        -o "mpiperf-${SLURM_JOB_ID:-job}.jsonl" \
        -- srun --mpi="$MPI" --cpu-bind=cores mpiperf "$@"
fi

runs=${RUNS:-${LAUNCHES:-1}}
if ! [[ $runs =~ ^[1-9][0-9]{0,8}$ ]]; then
    printf '%s: RUNS=%q: must be a whole number from 1\n' "$0" "${runs:0:60}" >&2
    exit 2
fi
case "$runs $*" in
"1 "* | *%[rl]*) ;;
*-o*)
    echo "$0: RUNS=$runs would overwrite one file: put %r in the name that -o" \
        "gives" >&2
    exit 2 ;;
esac
for r in $(seq "$runs"); do
    arguments=("${@//%l/%r}")
    srun --mpi="$MPI" --cpu-bind=cores mpiperf "${arguments[@]//%r/$r}" || exit
done
