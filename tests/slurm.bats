# slurm.bats: under a Slurm of our own, on this machine.

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mpiperf=$top_builddir/mpiperf
    case $MPI_FLAVOUR in
    openmpi) api=pmix ;;
    mpich) api=pmi2 ;;
    *) skip "not known how srun launches this MPI" ;;
    esac
    [ "$(nproc)" -ge 2 ] || skip "one core"
}

# slurm COMMAND...: status and output as of `run`.
slurm() {
    run timeout -k 5 100 "$top_srcdir/tests/slurm" "$@"
    echo "$output"
    [ "$status" -ne 77 ] || skip "${lines[0]}"
}

# Both ranks' figures, each on a core of its own.
ran() {
    jq -es '.[0].ranks == 2 and .[0].nodes == 1 and
        .[0].ranks_per_node == [2] and .[0].hosts == ["node1", "node1"] and
        (.[0].binding | unique | length) == 2 and (.[0].unpinned | not) and
        .[-1].status == "complete" and .[-1].mismatches == 0' "$1"
}

@test "srun launches 2 ranks, each bound to a core of its own" {
    slurm srun --mpi=$api -n 2 --cpu-bind=cores "$mpiperf" \
        bcast:native,shmbcast -m 8,64Ki -M free --verify --preset quick -o r.jsonl
    [ "$status" -eq 0 ]
    ran r.jsonl
}

@test "the job script makes runs and one table of them, where it says" {
    # sbatch --wait would look every ten seconds
    slurm env PATH="$top_builddir:$PATH" sh -c 'sbatch -Q "$@" &&
        while squeue -h | grep -q .; do sleep 0.2; done
        scontrol -o show job | grep -o "JobState=.* ExitCode=[^ ]*"' sh \
        -N 1 -n 2 -o job.out --export=ALL,MPI="$api",RUNS=2 \
        "$top_srcdir/scripts/slurm-mpiperf.sh" \
        bcast -m 8 -M free --verify --preset quick -o job.jsonl --output=job.csv
    cat job.out
    [ "$status" -eq 0 ]
    [[ "$output" == *"JobState=COMPLETED "*" ExitCode=0:0"* ]]
    grep -q '^MPI_Bcast, 2 ranks on 1 node, .*; 2 runs' job.out
    grep -q '^ *8 .* n=2' job.out
    jq -c 'select(.type != "merged" and .type != "table")' job.jsonl >runs.jsonl
    ran runs.jsonl
    jq -es '(map(select(.type == "run")) | length == 2 and
            all(.repeat.words[0] == "srun")) and
        .[-1].type == "merged" and .[-1].runs == 2' job.jsonl
    [ "$(wc -l <job.csv)" -eq 2 ]
}

# bats test_tags=once
@test "the job script hands on what becomes of files; one requeued goes on" {
    printf '#!/bin/sh\necho "$@"\n' >mpiperf-repeat
    chmod +x mpiperf-repeat
    job() {
        PATH=$PWD:$PATH MPI=$api RUNS=2 run env "$1" \
            "$top_srcdir/scripts/slurm-mpiperf.sh" bcast "${@:3}"
        [[ $output == "--repeat=2 -o "*".jsonl$2 -- srun "*"mpiperf bcast" ]]
    }
    job SLURM_RESTART_COUNT=0 ""
    job SLURM_RESTART_COUNT=1 " --append"
    job SLURM_RESTART_COUNT=0 " --overwrite" -o a.jsonl --overwrite
    job SLURM_RESTART_COUNT=1 " --overwrite" --overwrite
}
