# examples.bats: what the examples of librefnuma and libmsgsched compute, of what is
# installed.
# SPDX-License-Identifier: BSD-3-Clause

setup_file() {
    . "$top_srcdir/tests/installed.bash"
    as_installed refnuma
    cd "$BATS_FILE_TMPDIR"
    export examples=$PWD/examples
    examples_make >log 2>&1 || cat log
}

setup() {
    . "$top_srcdir/tests/installed.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

# example N PROGRAM ARGUMENT...: with its $result, in which all ranks agree.
example() {
    ranks "$1" "$examples/$2" "${@:3}"
    [ "$status" -eq 0 ]
    result=$(sed -n "s/^$2: result \([0-9a-f]\{16\}\) .*/\1/p" <<<"$output")
    [ -n "$result" ]
}

# twins TWIN PROGRAM ARGUMENT...: the program has its twin's result, whatever the
# number of ranks, and no two ranks race in it.
twins() {
    example 2 "$1" "${@:3}"
    local n want=$result
    for n in 1 4; do
        example "$n" "$2" "${@:3}"
        [ "$result" = "$want" ]
    done
    example 3 "$2" "${@:3}" check=1
    [ "$result" = "$want" ]
    [[ "$output" == *"all ranks: races 0, undefined 0"* ]]
}

# all_ways PROGRAM ARGUMENT...: the same result by all options.
all_ways() {
    some_ways "$@"
    # A kernel without userfaultfd refuses the option with the reason. This
    # fails the test if REFNUMA_NEEDS_UFFD is set.
    ranks 3 "$examples/$1" "${@:2}" detect=uffd
    if [ "$status" -eq 0 ]; then
        grep -q "^$1: result $want " <<<"$output"
    else
        [ -z "$REFNUMA_NEEDS_UFFD" ]
        grep -Eq '^refnuma: .*(userfaultfd|/proc/self/pagemap|PAGEMAP_SCAN)' \
            <<<"$output"
    fi
}

some_ways() {
    local way
    example 3 "$@"
    want=$result
    for way in touch=call first_read=deliver "detect=twin first_read=deliver"; do
        # shellcheck disable=SC2086 # words
        example 3 "$@" $way
        [ "$result" = "$want" ]
    done
}

@test "examples: a solver, with the bits of its twin" {
    twins jacobi-mpi jacobi n=96 sweeps=9
    twins jacobi-mpi jacobi n=7 sweeps=3
    example 4 jacobi n=96 sweeps=10
    ten=$result
    example 4 jacobi n=96 sweeps=9
    [ "$result" != "$ten" ]
}

@test "examples: a histogram by rows and by adding" {
    twins histogram-mpi histogram bins=1000 samples=5000 rounds=3
    twins histogram-mpi histogram-add bins=1 samples=50 rounds=2
}

@test "examples: a breadth-first search, near and far" {
    twins bfs-mpi bfs n=3000 degree=2
    twins bfs-mpi bfs n=3000 degree=2 reach=100
    twins bfs-mpi bfs n=1
}

@test "examples: by all detectors and ways to touch" {
    all_ways jacobi n=70 sweeps=5
    some_ways histogram-add bins=700 samples=900 rounds=2
    all_ways bfs n=2000 degree=2
}

# reads N PROGRAM ARGUMENT...: what rank 3 reads, in $before and $after.
reads() {
    ranks "$1" "$examples/$2" "${@:3}"
    [ "$status" -eq 0 ]
    before=$(sed -n 's/^rank 3 reads before it writes: //p' <<<"$output")
    after=$(sed -n 's/^rank 3 reads after the next barrier: //p' <<<"$output")
}

@test "examples: the barrier before the write, and a first read without it" {
    for way in '' detect=twin; do
        # shellcheck disable=SC2086 # no word or one
        reads 5 delivery first_read=deliver $way
        [ "$before" = "100 101 102 103 104" ]
        [ "$after" = "200 201 202 203 204" ]
        # shellcheck disable=SC2086
        reads 5 delivery first_read=deliver barrier=0 $way
        [ "$before" = "200 101 202 103 204" ]
        [ "$after" = "200 201 202 203 204" ]
    done
    reads 5 delivery-mpi
    [ "$before" = "100 101 102 103 104" ]
    reads 5 delivery-mpi barrier=0
    [ "$before" = "200 101 202 103 204" ]
    [ "$after" = "200 201 202 203 204" ]
}

@test "examples: a first read that nobody delivers is no value of the array" {
    ranks 4 "$examples/delivery" first_read=undefined
    [ "$status" -ne 0 ]
    grep -q '^rank 3 reads before it writes: -*nan -*nan -*nan 103$' <<<"$output"
    grep -q '^rank 3 reads after the next barrier: 200 201 202 203$' <<<"$output"
}

@test "examples: what is wrong with an argument is said once" {
    for wrong in none=1 n=-1 detect=pigeons; do
        ranks 2 "$examples/jacobi" "$wrong"
        [ "$status" -ne 0 ]
        [ "$(grep -c "^${wrong%=*}: " <<<"$output")" -eq 1 ]
    done
    ranks 3 "$examples/delivery"
    [ "$status" -ne 0 ]
    [ "$(grep -c '^delivery: needs 4 ranks' <<<"$output")" -eq 1 ]
}

@test "examples: compare has lines and times of all, or says what failed" {
    # A launcher with the option -n, which tests/mpirun does not have.
    printf '#!/bin/sh\nshift\nMPIEXEC="%s" exec "%s" "$@"\n' "$MPIEXEC" \
        "$top_srcdir/tests/mpirun" >launch
    chmod +x launch
    export MPIEXEC=$PWD/launch RUNS=1 JACOBI="n=32 sweeps=2"
    export HISTOGRAM="bins=10 samples=10 rounds=1" BFS="n=100"
    cd "$examples"
    run ./compare 2 detect=twin
    echo "$output"
    [ "$status" -eq 0 ]
    for name in jacobi-mpi jacobi histogram-mpi histogram histogram-add bfs-mpi \
        bfs; do
        [[ "$output" =~ $name\ +[0-9]+\ +[0-9]+\ +[0-9]+\.[0-9]{4} ]]
    done
    run ./compare 2 none=1
    [ "$status" -ne 0 ]
    [ "$(grep -c ' failed$' <<<"$output")" -eq 4 ]
    MPIEXEC=false run ./compare 2
    [ "$status" -ne 0 ]
    [ "$(grep -c ' failed$' <<<"$output")" -eq 7 ]
    [[ "$output" != *"differ"* ]]
}

# headers: of compare's table, programs and lines of headers, where nothing runs.
headers() {
    MPIEXEC=false ./compare 2 | awk '/ failed$/ { print $1, $3 }'
}

@test "examples: compare counts the headers that only one side uses" {
    cp "$examples"/*.[ch] "$examples/compare" .
    headers >before
    [ "$(wc -l <before)" -eq 7 ]
    echo '#define OF_BOTH' >>example.h
    echo '#define OF_REFNUMA' >>example-refnuma.h
    printf '#define OF_MPI_1\n/* no code */\n\n#define OF_MPI_2\n' >>example-mpi.h
    awk '{ print $1, $2 + ($1 ~ /-mpi$/ ? 2 : 1) }' before >want
    headers | diff want -
}

@test "examples/halo.c: the results of plain MPI, whatever the ranks; by schedules of each kind" {
    halo 1 n=30 fields=5 steps=7
    alone=$checksum
    halo 4 n=30 fields=5 steps=7
    [ "$checksum" = "$alone" ]
    halo 4 n=30 fields=5 steps=8
    [ "$checksum" != "$alone" ]
    halo 3 n=12 fields=3 steps=2 schedule=direct
    direct=$checksum
    for schedule in datatype merge both auto; do
        halo 3 n=12 fields=3 steps=2 schedule=$schedule
        [ "$checksum" = "$direct" ]
        [[ "$output" == *"$schedule"* || $schedule = auto ]]
    done
}

@test "examples/halo.c: what is wrong with an option is said once" {
    for wrong in "wmax=0" "none=1" "both"; do
        ranks 2 "$examples/halo" "$wrong"
        [ "$status" -ne 0 ]
        [ "$(grep -c '^halo: ' <<<"$output")" -eq 1 ]
    done
}
