# refnuma-results.bats: what the campaigns of refnuma make of records by hand. Needs no
# MPI.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154 # variables of the build

bats_require_minimum_version 1.5.0

setup() {
    . "$top_srcdir/tests/results.bash"
    copied lib.sh lib.awk ratio.jq refnuma refnuma-cluster refnuma-sim
    export MPIS=mpich
}

# row KIND WHAT TABLE ALGO SECONDS [RATIO [SHARE]]: of a table, as a step keeps it.
row() {
    jq -nc --arg kind "$1" --arg what "$2" --argjson table "$3" --arg algo "$4" \
        --argjson t "$5" --argjson ratio "${6-null}" --argjson share "${7-null}" '
        {step: "mpich-\($kind)-\($what)-\($table)", mpi: "mpich", at: "now",
            type: "merged", $kind, $what, $algo, bytes: ($what | tonumber? // 8),
            estimate: $t, range: [$t * 0.99, $t * 1.01],
            vs: (if $ratio then {speedup: (1 / $ratio),
                range: [1 / ($ratio * 1.01), 1 / ($ratio * 0.99)]} else null end),
            figures: {$share},
            parts: (if $share then {compute: {median: ($t * (1 - $share))}} else null end),
            before: (if $algo == "put-fence" then 4e-6 else null end)}'
}

# case_of TYPE WHAT RANKS ALGO MISMATCHES MEMORY SENT MESSAGES
case_of() {
    jq -nc --arg type "$1" --arg what "$2" --argjson procs "$3" --arg algo "$4" \
        --argjson mismatches "$5" --argjson memory "$6" --argjson sent "$7" \
        --argjson messages "$8" '
        {step: "mpich-\($type)-\($what)", mpi: "mpich", at: "now", $type, $what,
            $procs, $algo, $mismatches, launches: 9,
            figures: {$memory, compared: 4096, $sent, $messages, pages: 2}}'
}

# figures_of: ./command --figures, of what stands on standard input.
figures_of() {
    cat >records.jsonl
    SMPI=/nowhere ./command --figures
}

@test "without records pages say so" {
    for f in refnuma refnuma-cluster refnuma-sim; do
        SMPI=/nowhere $f/command --figures
        [ "$(grep -cx 'No records yet.' $f/README.md)" -eq \
            "$(grep -c '^<!-- @[a-z]' $f/README.md)" ]
    done
}

@test "every step is one that the command knows" {
    cd refnuma
    run -0 ./command --left
    [[ "$output" == "mpich: "*" steps left"* ]]
    # Names are not repeated, and have a kind that is a case of step or dsm_step.
    MPIS="openmpi mpich" bash -c 'campaign() { steps; }
        . <(sed "s/^campaign .*/steps/;s/^cd .*/:/" command)' >steps
    [ "$(sort -u steps | wc -l)" -eq "$(wc -l <steps)" ]
    [ "$(cut -d- -f2 steps | sort -u | xargs)" = \
        "all check count first halo jacobi put verify warm" ]
}

@test "halo: geometric means of ratios, MPI_Barriers, and targets" {
    cd refnuma
    {
        row halo 0 1 refnuma 2e-6
        row halo 0 1 allgather 1e-3 400
        row halo 0 1 barrier 1e-6 0.5
        row halo 0 2 refnuma 2e-6
        row halo 0 2 allgather 1e-3 100
        row halo 0 2 barrier 1e-6 0.125
        row halo 4096 1 refnuma 8e-6
        row halo 4096 1 refnuma@transport=rma 8e-6 1.25
        row halo 4096 1 allgather 1e-4 12.5
        row halo 4096 1 trivial 1e-2 1250
        row halo 4096 1 put-fence 8e-6 1
    } | figures_of
    has '| mpich | 0 | 2 | - | 200 | - | - | - | - | - | 0.25 | 4 |' \
        '| mpich | 4096 | 8 | 1.25 | 12.5 | 1 | - | - | - | 1250 | - | - |' \
        '| mpich | halo | 4096 | 4 | - | - |' '| mpich | halo, 4096 changed | 0.8 |'
    grep -F 'halo, 0 changed, mpich: Allgather takes 200 times as long (target: at least 50)' README.md
    grep -F 'halo, nothing changed, mpich: 4 MPI_Barriers, 2 us (target: at most 6 MPI_Barriers, or 1.5 us)' README.md
    cd ../refnuma-cluster
    row halo 0 1 refnuma 1e-3 | figures_of
    grep -F 'not known yet: halo, nothing changed, mpich: - MPI_Barriers, 1000 us (target: at most 3 MPI_Barriers)' README.md
}

@test "a target is met or missed when all steps are done" {
    cd refnuma-cluster
    {
        row halo 0 1 refnuma 1e-3
        row halo 0 1 barrier 1e-3 0.5
        row halo 0 1 allgather 1e-3 150
        row all 256 1 allgather 1
        row all 256 1 refnuma@detect=uffd 0.05 0.05
        MPIS=mpich BUDGET=1 bash -c '. <(sed "s/^campaign .*/steps/;s/^cd .*/:/" command)' |
            jq -Rc '{step: (. / " ")[3], mpi: "mpich", at: "now", type: "nothing"}'
    } | figures_of
    grep -qxF -- '- **missed**: halo, 0 changed, mpich: Allgather takes 150 times as long (target: at least 200)' README.md
    grep -qxF -- '- met: halo, nothing changed, mpich: 2 MPI_Barriers, 1000 us (target: at most 3 MPI_Barriers)' README.md
    grep -qxF -- '- met: everything touched, 256 changed, uffd, mpich: 20 times as fast as Allgather (target: at least 10)' README.md
}

@test "everything touched: gains over Allgather, and where it breaks even" {
    cd refnuma
    {
        for n in 64 256 1024; do
            row all $n 1 allgather 1e-3
        done
        row all 1024 1 refnuma@detect=uffd 2e-3 2
        row all 64 1 refnuma@detect=uffd 5e-4 0.5
        row all 256 1 refnuma@detect=uffd 5e-4 0.5
        row all 64 1 refnuma 5e-4 0.5
        row all 256 1 refnuma@detect=twin 2e-3 2
    } | figures_of
    has '| mpich | 64 | 1000 | 2 | 2 | - | - | - | - | - | - | - |' \
        '| mpich | 256 | 1000 | - | 2 | 0.5 | - | - | - | - | - | - |' \
        '| mpich | 1024 | 1000 | - | 0.5 | - | - | - | - | - | - | - |' \
        '| mpich | above 64 | between 256 and 1024 | below 256 |'
}

@test "rivals of puts, first touches and the solver" {
    cd refnuma
    {
        row warm 4096 1 refnuma 2e-5
        row warm 4096 1 p2p 1e-5 0.5
        row put 1048576 1 microshmem 1e-3
        row put 1048576 1 p2p 5e-4 0.5
        row first any 1 refnuma@first_read=deliver 1e-5
        row first any 1 get 2e-5 2
        row jacobi 4 1 refnuma 2e-2 null 0.05
        row jacobi 4 1 p2p 2e-2 0.5 0.25
        row jacobi 4 2 refnuma 2e-2 null 0.05
        row transport 256 1 refnuma@detect=uffd@transport=rma 1e-3 0.5
    } | figures_of
    has '| mpich | 4096 | 20 | - | 0.5 | - |' \
        '| mpich | everything touched, 256 changed, uffd | 2 |' \
        '| mpich | 1 MiB | 1000 | - | 0.5 |' \
        '| mpich | 10 | - | 2 | - |' \
        '| mpich | 4 | 20 | 5.0 % | 19 | 15 | 0.5 | - | - |'
}

@test "counted: the same from three ranks on, or not; what was checked" {
    cd refnuma
    {
        case_of counted 2 2 refnuma null 1 100 1
        for p in 3 4 5 6 7 8; do
            case_of counted $p $p refnuma null 1 200 2
        done
        case_of counted 3 3 refnuma@transport=rma null 1 200 2
        case_of counted 8 8 refnuma@transport=rma null 1 201 2
        case_of verify halo:0 2 trivial 0 16777216 9 1
        case_of verify all:256 2 refnuma 3 8192 4 1
        case_of verify first 2 get 0 null null null
        case_of verify all:256 2 allgather null null null null
        case_of verify all:256 2 put-fence 0 null null null | jq -c '.launches = 0'
        case_of verify all:256 2 barrier null null null null
    } | figures_of
    has '| mpich | halo:0 | trivial | 16777216 | 4096 | 9 | 1 | 2 |' \
        '| mpich | refnuma | messages | 1 | 2 | 2 | 2 | 2 | 2 | 2 |' \
        '| mpich | refnuma | bytes | 100 | 200 | 200 | 200 | 200 | 200 | 200 |' \
        '- not checked: allgather (mpich, all:256) put-fence (mpich, all:256)'
    grep -F ': cases whose changed elements were checked wherever they are read: 2, with a wrong one: 1 (target: none wrong)' README.md
    grep -F 'mpich, refnuma: messages and bytes a rank are the same with 3 to 8 ranks' README.md
    grep -F 'not known yet: mpich, refnuma@transport=rma: messages and bytes a rank are not the same with 3 to 8 ranks' README.md
}

# Not one to be measured again until it is right.
@test "a wrong result is a record, a run that failed is none" {
    cd refnuma
    cat >wrong <<'END'
#!/bin/sh
for file; do :; done
echo '{"type":"case","algo":"refnuma","procs":2,"mismatches":3,"launches":4}' >"$file"
exit "$STATUS"
END
    chmod +x wrong
    for STATUS in 1 3; do
        export STATUS
        run bash -c '. <(sed "s/^campaign .*//;s/^cd .*/:/" command)
            started=(./wrong)
            once dsm-barrier:refnuma && kept_cases verify all:256 && cat "$work/records"'
        [ "$status" -eq $((STATUS == 1)) ]
    done
    [ "$output" = '{"type":"verify","what":"all:256","algo":"refnuma","procs":2,"mismatches":3,"launches":4,"reason":null,"figures":null}' ]
}

@test "simulated: a row for each number of ranks" {
    cd refnuma-sim
    {
        for p in 16 2; do
            jq -nc --argjson p $p '("refnuma", "barrier") as $algo |
                {step: "\($p)-512", mpi: "smpi", at: "now", type: "cell", procs: $p,
                    changed: 512, $algo, seconds: ($p * 1e-6),
                    figures: {messages: 2, sent: 4128}}'
        done
        jq -nc '{step: "2-0", mpi: "smpi", at: "now", type: "cell", procs: 2,
            changed: 0, algo: "refnuma", seconds: 1e-6, figures: {messages: 0, sent: 0}}'
    } | figures_of
    has '| 0 | 2 | 1.00 | - | - | 0 | 0 |' '| 512 | 2 | 2.00 | 2.00 | - | 2 | 4128 |' \
        '| 512 | 16 | 16.00 | 16.00 | - | 2 | 4128 |'
}
