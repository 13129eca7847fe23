# cli.bats: help, list, version, and that options mean what they say.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# mpiperf N ARGUMENT...: $status, the files out and err.
mpiperf() {
    local n=$1
    shift
    status=0
    "$top_srcdir/tests/mpirun" "$n" "$top_builddir/mpiperf" "$@" \
        >out 2>err </dev/null || status=$?
    cat out err
}

# No line of out matches. (A failing "! grep" would not fail the test.)
lacks() {
    [ "$(grep -c -- "$1" out)" -eq 0 ]
}

# Rows of the table: those that are no comments.
rows() {
    grep -cv '^#' out
}

@test "--help comes once, from one rank, and fits the terminal" {
    mpiperf 2 --help
    [ "$status" -eq 0 ]
    [ "$(grep -c '^Usage: mpiexec' out)" -eq 1 ]
    [ "$(grep -c -- '--max-rse=RATIO' out)" -eq 1 ]
    [ "$(grep -c '^  mpiexec -n' out)" -eq 3 ]
    lacks '.\{81\}'
    [ ! -s err ]
    mv out long
    mpiperf 1 -h
    cmp out long
}

@test "the examples of --help are legal" {
    mpiperf 1 --help
    grep '^  mpiexec -n' out | sed 's/.*mpiperf //' >examples
    while read -r arguments; do
        mpiperf 1 $arguments --preset=quick -m 8 -n 1 -R 1
        [ "$status" -ne 2 ]
    done <examples
}

@test "--list has all kinds of names, in columns" {
    mpiperf 2 --list
    [ "$status" -eq 0 ]
    [ ! -s err ]
    for name in 'operation *bcast' 'algorithm *bcast:native' \
        'algorithm *bcast:shmbcast' 'timer *auto' 'timer *tsc' \
        'clocksync *ring' 'method *window' 'datatype *vector' \
        'reduction *sum' 'preset *paper' 'parameter *shmbcast.f' \
        'parameter *window.gamma' 'parameter *clocksync.d'; do
        [ "$(grep -c "^$name  *[^ ]" out)" -eq 1 ]
    done
    # kind, name and description begin in the same columns everywhere
    [ "$(grep -c '^[a-z]* *  [^ ]* *  [^ ]' out)" -eq "$(wc -l <out)" ]
    [ "$(cut -c10-11 out | sort -u)" = "  " ]
}

@test "every name of --list is taken" {
    mpiperf 1 --list
    cp out list
    algorithms=$(awk '$1 == "algorithm" { print $2 }' list)
    presets=$(awk '$1 == "preset" { print $2 }' list)
    parameters=$(awk '$1 == "parameter" { print $2 }' list)
    [ "$(wc -w <<<"$algorithms $presets $parameters")" -ge 10 ]
    mpiperf 1 $algorithms -m 8 -R 1
    [ "$status" -eq 0 ]
    for preset in $presets; do
        mpiperf 1 null --preset "$preset" -R 1 -c 1
        [ "$status" -eq 0 ]
    done
    # each with the default that the list shows
    set --
    for parameter in $parameters; do
        value=$(sed -n "s/^parameter  *$parameter .*(default: \(.*\))$/\1/p" list)
        set -- "$@" -P "$parameter=$value"
    done
    mpiperf 1 bcast:shmbcast -m 8 -R 1 "$@"
    [ "$status" -eq 0 ]
}

@test "--version" {
    mpiperf 2 --version
    [ "$status" -eq 0 ]
    [ "$(wc -l <out)" -eq 1 ]
    grep -q '^mpiperf [0-9]' out
    mpiperf 1 -V
    grep -q '^mpiperf [0-9]' out
}

@test "options and operands in any order, short, long or abbreviated" {
    for arguments in "bcast -m8 -R1" "-m 8 -R 1 bcast" \
        "--si=8 bcast --max-l 1" "-R1 --size 8 -- bcast"; do
        mpiperf 2 $arguments
        [ "$status" -eq 0 ]
        [ "$(rows)" -eq 1 ]
        grep -q '^bcast  *native  *2  *8  *1 ' out
    done
}

@test "sweeps of ranks, sizes and roots become rows" {
    mpiperf 2 bcast barrier -n 1:2 -m 0:4:+2,1Ki -R 1 -r rotate
    [ "$status" -eq 0 ]
    [ "$(rows)" -eq 10 ] # 2 numbers of ranks x (4 sizes + barrier)
    [ "$(awk '!/^#/ { print $1, $3, $4 }' out | tr '\n' ',')" = \
        "bcast 1 0,bcast 1 2,bcast 1 4,bcast 1 1024,$(:
        )bcast 2 0,bcast 2 2,bcast 2 4,bcast 2 1024,barrier 1 0,barrier 2 0," ]
    mpiperf 2 bcast -m 8 -R 1 -r all
    [ "$status" -eq 0 ]
    [ "$(rows)" -eq 2 ]
}

@test "what is said beside a preset wins, before it and after it" {
    for arguments in "--preset=quick -c 7" "-c 7 --preset=quick"; do
        mpiperf 1 null $arguments -R 1 -o r.jsonl
        [ "$status" -eq 0 ]
        jq -es '.[0].settings | .preset == "quick" and .min_valid == 7 and
            .max_valid == 30 and .max_time == 0.2 and .max_launches == 1' r.jsonl
    done
}
