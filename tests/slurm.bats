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
        scontrol -o show job | grep -o "JobState=.* TimeLimit=[^ ]*"' sh \
        -N 1 -n 2 -o job.out --export=ALL,MPI="$api",RUNS=2 \
        "$top_srcdir/scripts/job-mpiperf.sh" \
        bcast -m 8 -M free --verify --preset quick -o job.jsonl --output=job.csv
    cat job.out
    [ "$status" -eq 0 ]
    # Slurm reads #BSUB lines too, unless told not to: -W 0:30 would be one minute.
    [[ "$output" == *"JobState=COMPLETED "*" ExitCode=0:0 "*" TimeLimit=00:30:00"* ]]
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
@test "the job script takes the kind of MPI that srun offers and the library knows" {
    for program in srun ldd mpiperf mpiperf-repeat; do
        printf '#!/bin/sh\ncat %s 2>/dev/null || echo "$@"\n' "$program.out" >$program
        chmod +x $program
    done
    while read -r library offers kind; do
        echo "$library" >ldd.out
        printf 'MPI plugin types are...\n' >srun.out
        printf '\t%s\n' ${offers//,/ } >>srun.out
        SLURM_JOB_ID=1 PATH=$PWD:$PATH MPI='' run "$top_srcdir/scripts/job-mpiperf.sh" bcast
        echo "$output"
        if [ "$kind" = none ]; then
            [ "$status" -eq 1 ] && [ "${#lines[@]}" -eq 1 ]
            [[ $output == "job-mpiperf.sh: srun --mpi=list offers no pm"*": set MPI= to "* ]]
        else
            [[ $output == *" -- srun --mpi=$kind --cpu-bind=cores mpiperf bcast" ]]
        fi
    done <<'END'
libmpi.so.40 none,pmi2,pmix pmix
libmpi.so.40 none,pmi2,pmix_v4 pmix_v4
libmpi.so.40 none,pmi2 pmi2
libmpich.so.12 none,pmi2,pmix pmi2
libmpich.so.12 none,pmix pmix
libmpich.so.12,libpmix.so.2 none,pmi2,pmix pmix
libmpi_cray.so.12 none,pmi2,cray_shasta cray_shasta
libmpi.so.40 none none
END
}

# bats test_tags=once
@test "what srun advises is said, all of it" {
    cat >srun <<'END'
#!/bin/sh
echo "srun: error: cannot find mpi plugin for mpi/pmi9" >&2
echo "srun: error: Invalid MPI type 'pmi9', --mpi=list for acceptable types" >&2
exit 1
END
    chmod +x srun
    run "$top_builddir/mpiperf-repeat" -r 1 -- ./srun mpiperf bcast
    echo "$output"
    [[ $output == *"failed: exit status 1: srun: error: cannot find mpi plugin for mpi/pmi9; error: Invalid \
MPI type 'pmi9', --mpi=list for acceptable types"* ]]
}

# bats test_tags=once
@test "the job script hands on what becomes of files; one requeued goes on" {
    printf '#!/bin/sh\necho "$@"\n' >mpiperf-repeat
    chmod +x mpiperf-repeat
    job() {
        PATH=$PWD:$PATH MPI=$api RUNS=2 SLURM_JOB_ID=7 run env "$1" \
            "$top_srcdir/scripts/job-mpiperf.sh" bcast "${@:3}"
        [[ $output == "--repeat=2 -o "*".jsonl$2 -- srun "*"mpiperf bcast" ]]
    }
    job SLURM_RESTART_COUNT=0 ""
    job SLURM_RESTART_COUNT=1 " --append"
    job SLURM_RESTART_COUNT=0 " --overwrite" -o a.jsonl --overwrite
    job SLURM_RESTART_COUNT=1 " --overwrite" --overwrite
}
