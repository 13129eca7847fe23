# run-untimed.bats: whole runs of the program that nobody times: results and records,
# both MPIs.

# Ranks that wait for a slot hold the cores that others need: without slots where time
# plays no part.
free=(-M free -c 1 -R 8)

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # others may want the cores
}

verified_run() {
    mpiperf "$1" --allow-one-rank bcast:native,shmbcast,shmbcast-auto allreduce barrier \
        waitpattern-null waitpattern-up waitpattern-down null \
        -m 0,1,1000,8Ki,40000 --verify --preset quick --max-time 0.05 \
        -o r.jsonl -o r.csv "${@:2}"
    [ "$status" -eq 0 ]
    records r.jsonl 25 # 5 sizes x (3 algorithms + 1) + 5 without data
    figures_or_reason r.jsonl
    jq -es 'map(select(.type == "case")) | all(.mismatches ==
        if .op == "bcast" or .op == "allreduce" then 0 else null end)' r.jsonl
    [ "$(wc -l <r.csv)" -eq 26 ]
}

@test "1 rank: every operation, verified" { verified_run 1 "${free[@]}"; }
# bats test_tags=sanitize
@test "2 ranks: every operation, verified" { verified_run 2; }

# bats test_tags=once
@test "the faulty build is caught: exit 3; native is not blamed" {
    mpiperf=$top_builddir/tests/mpiperf-fault
    mpiperf 2 bcast:native,shmbcast -m 1,8Ki,100000 --verify --preset quick \
        -o r.jsonl
    [ "$status" -eq 3 ]
    jq -es 'map(select(.type == "case")) | all(
        if .algo == "shmbcast" then .mismatches > 0 else .mismatches == 0 end)
        ' r.jsonl
    mpiperf 2 bcast:native,shmbcast -m 1,8Ki,100000 --preset quick
    [ "$status" -eq 0 ] # unasked, nobody looks
}

# bats test_tags=once
@test "results that nothing tells are marked, not counted, and stay so with --resume" {
    few=(--verify "${free[@]}" -o r.jsonl)
    mpiperf 2 barrier bcast -m 8 "${few[@]}"
    [ "$status" -eq 0 ]
    grep -qx '# verify: results of 1 of 2 cases checked, 0 mismatches; the others .*' \
        <<<"$output"
    jq -es '.[-1].mismatches == 0 and (map(select(.type == "case")) |
        map([.op, .mismatches, any(.marks[]; . == "unchecked")]) ==
            [["barrier", null, true], ["bcast", 0, false]])' r.jsonl
    mpiperf 2 barrier "${few[@]}" --resume
    [ "$status" -eq 0 ]
    grep -qx '# every case is in r.jsonl already: nothing to measure' <<<"$output"
    # the table has bcast, too: it is in the file
    grep -qx '# 2 cases, .*' <<<"$output"
    grep -qx '# verify: results of 1 of 2 cases checked, 0 mismatches; the others .*' \
        <<<"$output"
}

# bats test_tags=sanitize
@test "sub-communicators, roots, rotation" {
    mpiperf 3 bcast:native,shmbcast -n 1:3:+1 -r all -m 8,100Ki --verify "${free[@]}" \
        -o all.jsonl
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case") | [.procs, .root]) | unique ==
        [range(1; 4) as $n | range($n) as $root | [$n, $root]]' all.jsonl
    mpiperf 3 bcast:native,shmbcast -r rotate -m 8,100Ki --verify \
        "${free[@]}" -o rotate.jsonl
    [ "$status" -eq 0 ]
    jq -es '[.[] | select(.type == "case") | .rotate] | all' rotate.jsonl
}

# bats test_tags=sanitize
@test "data types: the bytes in the record are whole elements" {
    mpiperf 2 bcast:native,shmbcast,shmbcast-auto -d vector -m 0,1,100,30000 --verify \
        "${free[@]}" -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case")) | all(.datatype == "vector" and .mismatches == 0) and
        (map(.bytes) | unique == [0, 64, 128, 30016])' r.jsonl
}

# What is asked for is what is done; several options in each start.
# bats test_tags=sanitize
@test "--memory=shared: buffers in a window, results right, copied directly" {
    shared=(--memory shared --verify "${free[@]}" -o r.jsonl)
    mpiperf 3 bcast:native,shmbcast,shmbcast-auto allgatherv alltoall reduce \
        sendrecv put_fence -m 0,1000,100Ki "${shared[@]}"
    [ "$status" -eq 0 ]
    figures_or_reason r.jsonl
    # as many slots as the cache holds take seconds to fill: one case
    mpiperf 2 bcast:native,shmbcast,shmbcast-auto -m 1000 -b cold \
        "${shared[@]}" --resume
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case")) | length == 27 and
        all(.mismatches == 0 and .memory.memory == "shared")' r.jsonl
}

@test "buffers that do not fit the memory: n/a with the reason, no OOM kill" {
    mpiperf 2 bcast:native,shmbcast -m 1Ki,4096Gi --preset quick -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case" and .bytes > 1e9)) |
        all(.valid == 0 and (.reason | test("memory|^no call for")))' r.jsonl
}

# carried LINE [RECORD]: the head's line on the transport, and its field, a filter.
carried() {
    format=table mpiperf 2 bcast -m 8 "${free[@]}" -o r.jsonl --overwrite
    [ "$status" -eq 0 ]
    [[ $output == *$'\n'"transport: "$1$'\n'* && $output != *"btl for send"* ]]
    jq -es ".[0].transport | $2" r.jsonl
}

@test "components that carry messages are named, as far as the MPI names them" {
    if [ "$MPI_FLAVOUR" = mpich ]; then
        carried "device ch?:*; within a node not reported by this MPI" \
            '(.device | test("^ch[34]:")) and has("within_node") == false'
        return
    fi
    [ "$MPI_FLAVOUR" = openmpi ] || skip "not known what this MPI names"
    export OMPI_MCA_pml=ob1
    OMPI_MCA_pml_base_verbose=10 OMPI_MCA_btl=tcp,self carried \
        "pml ob1; within a node tcp" '. == {pml: "ob1", within_node: "tcp"}'
    [[ $output == *"component ob1 selected"* && # other messages are passed on
        $output == *"note: messages within a node go by tcp"* ]]
    carried "pml ob1; within a node @(vader|sm) (single copy [a-z]*)" '.single_copy | length > 0'
    OMPI_MCA_btl_base_verbose=0 carried "pml ob1; within a node not reported by this MPI" \
        '. == {pml: "ob1"}'
}

# bats test_tags=sanitize,once
@test "--check has a line on each thing that this machine has, and a last one" {
    local timers=(monotonic wtime gettimeofday)
    [ "$(uname -m)" != x86_64 ] || timers+=(tsc)
    mpiperf 2 --check
    [ "$status" -le 1 ]
    output=$(sed '/^-----/,$d' <<<"$output") # what Open MPI 5's launcher says of status 1
    [ "$(grep -Ecv '^(ok|warning|UNFIT|-) ' <<<"$output")" -eq 1 ]
    for thing in "${timers[@]/#/timer }" "timer used" "clocks of ranks" "clock source" \
        ranks noise "other programs" "CPU frequency" "free memory"; do
        grep -Eq "^(ok|warning|UNFIT|-)  *$thing  *[^ ]" <<<"$output"
    done
    [ "$(grep -c ' timer ' <<<"$output")" -eq $((${#timers[@]} + 1)) ]
    grep -q UNFIT <<<"$output" && unfit=1 || unfit=0
    [ "$status" -eq "$unfit" ]
    [[ $output == *$'\n'"This machine is "*"fit to measure on"* ]]
}

# bats test_tags=once
@test "--check says more ranks than cores is unfit: exit 1" {
    export MPIRUN_YIELD=0
    mpiperf $(($(nproc) + 1)) --check -t monotonic
    [ "$status" -eq 1 ]
    grep -q '^UNFIT  *ranks  *there are more ranks than CPUs .*: .*; run at most' \
        <<<"$output"
    [ "$(grep -c ' timer ' <<<"$output")" -eq 2 ] # the one asked for, and its use
    [[ $output == *"This machine is not fit to measure on: see UNFIT above."* ]]
}

# bats test_tags=sanitize
@test "progress: lines on standard error, a bar on the launcher's terminal" {
    line=("$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" bcast barrier -m 8,64Ki
        -c 1 -R 1 --passes=1 --allow-na)
    "${line[@]}" --progress=always >out 2>err
    grep -q '^# 0/3 cases, .* left: bcast 8 B$' err
    ! grep -q '^#' out || false
    "${line[@]}" --progress=never >out 2>err
    ! grep -q cases err || false
    script -qec "${line[*]} --progress=auto" tty </dev/null
    # in place, and gone before the table; slow cases have lines of their own
    tr '\n' ' ' <./tty |
        grep -q $'\[\.*\] 0/3 cases, .* left: bcast 8 B\e\[K\r.*\e\[K\rMPI_Bcast, 2 ranks'
    script -qec "${line[*]} --progress=never" tty </dev/null
    ! grep -q cases, tty || false
}

@test "an interrupted run says what is complete; --resume measures the rest, and shows all cases" {
    local try
    # by default, mpirun has Open MPI kill ranks at once
    [ "$MPI_FLAVOUR" != openmpi ] || export MPIRUN_FLAGS="--mca odls_base_sigkill_timeout 5"
    mpiperf 2 bcast -m 8 -M free -R 30 -c 30 -o r.jsonl
    env --default-signal=INT "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" bcast -m 8,64 \
        -M free -e 0 -R 1000000 -c 30 --max-time 1000 --passes 1000 --resume -o r.jsonl \
        >out 2>err 3>&- &
    for ((try = 0; try < 300; try++)); do
        sleep 0.1
        ! grep -s '"type":"pass"' r.jsonl | sed -n 4p | grep -q . || break
    done
    kill -INT "$(pgrep -P $!)" # mpiexec, under timeout, which would signal twice
    wait $! || true # MPICH's launcher sometimes ends with 0
    cat err
    # Open MPI 5's launcher shows nothing that ranks write after its SIGINT.
    [[ $("$MPIEXEC" --version) == *'(Open MPI) 5'* ]] ||
        grep -Eqx 'mpiperf: interrupted: 1 of 2 cases are in r\.jsonl; to continue: .*mpiexec.* bcast .* --resume -o r\.jsonl' err
    jq -es '.[-1] | .type == "end" and .status == "failed"' r.jsonl
    mpiperf 2 bcast -m 8,64,512 -M free -R 30 -c 30 --resume -o r.jsonl
    [ "$status" -eq 0 ]
    [ "$(grep -c '^bcast ' <<<"$output")" -eq 3 ]
    # each once, and what was half measured anew
    jq -es 'map(select(.type == "case") | [.bytes, .launches, .mean != null]) ==
        [[8, 30, true], [64, 30, true], [512, 30, true]]' r.jsonl
    mpiperf 2 bcast -m 8,64,512 -M free -R 30 -c 30 --resume -o r.jsonl
    grep -q '^# every case is in r.jsonl already: nothing to measure' <<<"$output"
    [ "$(grep -c '^bcast ' <<<"$output")" -eq 3 ]
}
