# cli-wrong.bats: a wrong command line is one line on stderr, exit status 2,
# and nothing else: nothing on stdout, no file, before anything is measured.
# One row for each way to get there; which lines are wrong, and what is said of
# each: src/mpiperf/options/test/test_wrong.c.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

# In every row's directory: outputs that are there already, one that can be gone
# on with, and one that cannot be written.
prepare() {
    echo kept >old.jsonl
    echo '{"type":"run"}' >run.jsonl
    echo '{"type":"run","mpiperf":"0.1.0","format":1}' >before.jsonl
    echo '{"type":"run","mpiperf":"3.0","format":2,"program":null}' >newer.jsonl
    echo a,b,c >other.csv
    mkdir folder.jsonl
}

# wrong RANKS MESSAGE ARGUMENT...: the message is a part of the one line.
wrong() {
    local ranks=$1 message=$2 status=0
    shift 2
    prepare
    ls -lR --full-time >../before
    "$top_srcdir/tests/mpirun" "$ranks" "$top_builddir/mpiperf" --format=full "$@" \
        >../out 2>../err </dev/null 3>&- || status=$?
    ls -lR --full-time >../after
    if [ "$status" -eq 2 ] && [ ! -s ../out ] && cmp -s ../before ../after &&
        [ "$(grep -c '^mpiperf: ' ../err)" -eq 1 ] &&
        grep '^mpiperf: ' ../err | grep -qF -- "$message"; then
        return 0
    fi
    echo "arguments: $*"
    echo "want: exit status 2, no change, and one line with: $message"
    echo "got: exit status $status, and:"
    cat ../out ../err
    diff ../before ../after
    return 1
}

# table: rows RANKS ARGUMENTS | MESSAGE on stdin. All at once: a launcher may
# take seconds to come to terms with a failure.
table() {
    local arguments message n=0 pids=() failed=0
    while IFS='|' read -r arguments message; do
        n=$((n + 1))
        mkdir -p "$BATS_TEST_TMPDIR/$n/work"
        (
            cd "$BATS_TEST_TMPDIR/$n/work"
            eval "set -- $arguments"
            wrong "$1" "${message# }" "${@:2}"
        ) >"$BATS_TEST_TMPDIR/$n/log" 2>&1 3>&- &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do
        wait "$pid" || failed=1
    done
    [ "$n" -gt 0 ]
    cat "$BATS_TEST_TMPDIR"/*/log
    [ "$failed" -eq 0 ]
}

@test "a wrong command line is one line, with one rank and with two" {
    table <<'EOF'
1 -o made.jsonl null bcast -m 8       | bcast needs 2 ranks or more, and there is 1: mpiexec -n 2 mpiperf bcast
1 -o made.jsonl bcats                 | unknown operation 'bcats' (did you mean 'bcast'?)
2 -o made.jsonl -o made.csv bcast -m 12Q | --size: '12Q': unknown suffix 'Q'
2 -o made.jsonl bcast --sise=8        | unknown option '--sise' (did you mean '--size'?)
2 -o old.jsonl bcast -n 1:4           | --procs: '4': must be at most 2, the ranks there are
EOF
}

@test "outputs that cannot be are one line; one that is there stays as it is" {
    table <<'EOF'
2 bcast -m 8 --overwrite -o old.jsonl -o missing/x.csv | missing/x.csv: No such file
2 bcast -m 8 -o made.csv -o old.jsonl | --output: old.jsonl exists: --append continues it, --overwrite replaces it
1 null --append -o run.jsonl -o other.csv | --append: other.csv has other columns
2 bcast -m 8 -o made.jsonl -o made.txt     | --output: 'made.txt': must end in .jsonl or .csv
2 bcast -m 8 -o made.csv -o folder.jsonl   | folder.jsonl: Is a directory
1 null --resume -o run.jsonl -o other.csv | --resume: other.csv has other columns
2 bcast -m 8 --resume -o old.jsonl -o made.csv | --resume: old.jsonl: line 1 is not a record of mpiperf
1 null --resume -o before.jsonl | --resume: before.jsonl:1: written by a version before 1.0
1 null --resume -o newer.jsonl | --resume: newer.jsonl:1: written in record format 2
1 null --append -o run.jsonl -o missing/x.csv | missing/x.csv: No such file
EOF
}

@test "a plug-in that is none is one line" {
    echo no library >"$BATS_TEST_TMPDIR/no.so"
    table <<EOF
2 bcast --plugin '$BATS_TEST_TMPDIR/no.so' -o made.jsonl | --plugin: '$BATS_TEST_TMPDIR/no.so'
EOF
}

@test "one rank's wrong command line ends all ranks, with one line that says why" {
    cd "$BATS_TEST_TMPDIR"
    while read -r bad more message; do
        status=0
        "$top_srcdir/tests/mpirun" 2 sh -c \
            'if [ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" = '"$bad"' ]; then
                 set -- "$@" '"$more"'
             fi
             exec "$0" "$@"' "$top_builddir/mpiperf" bcast -o made.jsonl \
            >out 2>err </dev/null || status=$?
        cat out err
        [ "$status" -eq 2 ]
        [ ! -s out ]
        [ "$(grep '^mpiperf: ' err)" = "mpiperf: $message" ]
        [ ! -e made.jsonl ]
    done <<'END'
0 --size=12Q --size: '12Q': unknown suffix 'Q'
1 --size=12Q --size: '12Q': unknown suffix 'Q'
1 --verify rank 1 has '--verify', rank 0 has no --verify: all ranks need the same options and settings
1 --list rank 1 has '--list', rank 0 has no --list: all ranks need the same options and settings
0 --version rank 1 has no --version, rank 0 has '--version': all ranks need the same options and settings
END
}
