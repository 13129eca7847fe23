# cli-wrong.bats: a wrong command line is one line on stderr, exit status 2,
# and nothing else: nothing on stdout, no file, before anything is measured.
# SPDX-License-Identifier: BSD-3-Clause

# In every row's directory: outputs that are there already, one that can be gone
# on with, and one that cannot be written.
prepare() {
    echo kept >old.jsonl
    echo '{"type":"run"}' >run.jsonl
    echo a,b,c >other.csv
    mkdir folder.jsonl
}

# wrong RANKS MESSAGE ARGUMENT...: the message is a part of the one line.
wrong() {
    local ranks=$1 message=$2 status=0
    shift 2
    prepare
    ls -lR --full-time >../before
    "$top_srcdir/tests/mpirun" "$ranks" "$top_builddir/mpiperf" "$@" \
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

# table RANKS [ARGUMENT]...: rows ARGUMENTS | MESSAGE on stdin; the arguments
# given here go before those of each row. Several rows at once: a launcher may
# take seconds to come to terms with a failure.
table() {
    local common=$1 arguments message n=0 pids=() failed=0
    shift
    while IFS='|' read -r arguments message; do
        n=$((n + 1))
        mkdir -p "$BATS_TEST_TMPDIR/$n/work"
        (
            cd "$BATS_TEST_TMPDIR/$n/work"
            row=$*
            eval "set -- $row $arguments"
            wrong "$common" "${message# }" "$@"
        ) >"$BATS_TEST_TMPDIR/$n/log" 2>&1 3>&- &
        pids+=($!)
        [ "${#pids[@]}" -lt 12 ] || {
            wait "${pids[0]}" || failed=1
            pids=("${pids[@]:1}")
        }
    done
    for pid in "${pids[@]}"; do
        wait "$pid" || failed=1
    done
    [ "$n" -gt 0 ]
    cat "$BATS_TEST_TMPDIR"/*/log
    [ "$failed" -eq 0 ]
}

made="-o made.jsonl -o made.csv" # must not come to be

@test "operations and algorithms" {
    table 2 $made <<'EOF'
                        | no operation named
-m 8                    | no operation named
bcats                   | unknown operation 'bcats' (did you mean 'bcast'?)
''                      | the name of an operation is empty
bcast:                  | bcast: an algorithm is missing
bcast:native,           | bcast: an algorithm is missing
bcast:shmbcat           | bcast: unknown algorithm 'shmbcat' (did you mean 'shmbcast'?)
barrier:shmbcast        | barrier: unknown algorithm 'shmbcast'
bcast:native,native     | bcast: 'native' is given twice
bcast bcast:native      | bcast: 'native' is given twice
$'bc\nast'              | unknown operation 'bc\nast'
EOF
}

@test "patterns" {
    table 2 $made <<'EOF'
'x*'                    | no operation is like 'x*' (--list shows those there are)
$'\n*'                  | no operation is like '\n*'
'*:'                    | barrier: an algorithm is missing
'*:shmbcats'            | '*': unknown algorithm 'shmbcats' (did you mean 'shmbcast'?)
'all*:native,shmbcast'  | allgather: unknown algorithm 'shmbcast' (one of native)
'*:native,native'       | barrier: 'native' is given twice
'*reduce*' -d vector    | --datatype: 'vector': reduce works on predefined types only
'*' --op band           | --op: 'band': is not defined for datatype 'double' (reduce)
'gather*' scan -d vector | --datatype: 'vector': scan works on predefined types only
'*barrier' --pairs one  | --pairs: no operation named is between pairs of ranks
EOF
}

@test "blocks, pairs, topologies" {
    table 2 $made <<'EOF'
gatherv --counts spik   | --counts: unknown rule 'spik' (did you mean 'spike'?)
gatherv --counts random | --counts: 'random' needs a seed, as random:1
gatherv --counts random:x | --counts: 'x': not a number
gatherv --counts spike:1 | --counts: 'spike' takes no seed
gather --counts linear  | --counts: no operation named has blocks of different sizes
bcast --in-place        | --in-place: no operation named has such a form
gather --in-place=yes   | --in-place: 'yes': takes no value
pingpong --pairs nodse  | --pairs: unknown pairs 'nodse' (did you mean 'nodes'?)
bcast --pairs one       | --pairs: no operation named is between pairs of ranks
neighbor_alltoall --topology ring | --topology: unknown topology 'ring' (one of torus, grid, graph)
alltoall --topology grid | --topology: no operation named is a neighborhood collective
compare_and_swap_lock -d double | --datatype: 'double': compare_and_swap_lock works on integers only
put_fence accumulate_fence --op user-sum | --op: 'user-sum': accumulate_fence takes predefined operations only
bcast -P bandwidth.window=0 | --param: bandwidth.window: '0': must be at least 1
bcast -P rma.window=mine | --param: rma.window: unknown value 'mine'
EOF
}

@test "plug-ins that cannot be" {
    echo no library >"$BATS_TEST_TMPDIR/no.so"
    table 2 $made <<EOF
bcast --plugin          | --plugin: needs a value
bcast --plugin missing.so | --plugin: 
bcast --plugin '$BATS_TEST_TMPDIR/no.so' | --plugin: 
EOF
}

@test "options: unknown, ambiguous, without a value, with one too many" {
    table 2 $made <<'EOF'
bcast --sise=8          | unknown option '--sise' (did you mean '--size'?)
bcast -x                | unknown option '-x'
bcast --max=1           | option '--max' is ambiguous: --max-rse, --max-valid, --max-launches, --max-time
bcast --s=8             | option '--s' is ambiguous: --size, --samples
bcast --size            | --size: needs a value
bcast -m                | --size: needs a value
bcast --size=           | --size: needs a value
bcast -t ''             | --timer: needs a value
bcast --verify=yes      | --verify: 'yes': takes no value
EOF
}

@test "sweeps" {
    table 2 $made <<'EOF'
bcast --size=12Q        | --size: '12Q': unknown suffix 'Q'
bcast -m 1K             | --size: '1K': unknown suffix 'K' (did you mean 'Ki'?)
bcast -m 8:4            | --size: '8:4': the range runs backwards
bcast -m '1:8:*1'       | --size: '1:8:*1': the factor must be at least 2
bcast -m 1:8:+0         | --size: '1:8:+0': the step must be at least 1
bcast -m 1:8:2          | --size: '1:8:2': the range may go on with :*FACTOR or :+STEP
bcast -m 1,,2           | --size: '1,,2': a number is missing
bcast -m 1,2,           | --size: '1,2,': a number is missing
bcast -m :8             | --size: ':8': a number is missing
bcast -m 99999999999Gi  | --size: '99999999999Gi': too large
bcast -m 1:1Gi:+1       | --size: '1:1Gi:+1': stands for more than 100000 values
bcast -m -5             | --size: '-5': must not be negative
bcast -m nan            | --size: 'nan': not a number
bcast -m inf            | --size: 'inf': not a number
bcast -m 0x10           | --size: '0x10': unknown suffix 'x10'
bcast -m ' 8'           | --size: ' 8': not a number
bcast -m '8 '           | --size: '8 ': unknown suffix ' '
bcast -m 1.5            | --size: '1.5': not a whole number
bcast -n 0              | --procs: '0': must be at least 1
bcast -n 1:4            | --procs: '4': must be at most 2, the ranks there are
EOF
}

@test "values out of bounds" {
    table 2 $made <<'EOF'
bcast -e -0.1           | --max-rse: '-0.1': must be 0 or more
bcast -e inf            | --max-rse: 'inf': not a number
bcast -e nan            | --max-rse: 'nan': not a number
bcast -c 0              | --min-valid: '0': must be at least 1
bcast -R 0              | --max-launches: '0': must be at least 1
bcast -R 1.5            | --max-launches: '1.5': not a whole number
bcast --max-time 0      | --max-time: '0': must be more than 0
bcast --max-time 1e999  | --max-time: '1e999': too large
bcast --trim 50         | --trim: '50': must be at least 0 and below 50 percent
bcast --confidence 95   | --confidence: '95': must be between 0 and 1
bcast --confidence 0    | --confidence: '0': must be between 0 and 1
bcast --align 3         | --align: '3': must be a power of two
bcast --numa 9999       | --numa: '9999': must be at most 1023
bcast -r -1             | --root: '-1': must be at least 0
EOF
}

@test "unknown names" {
    table 2 $made <<'EOF'
bcast -t tcs            | --timer: unknown timer 'tcs' (did you mean 'tsc'?)
bcast -s rign           | --clocksync: unknown clocksync 'rign' (did you mean 'ring'?)
bcast -M windows        | --method: unknown method 'windows' (did you mean 'window'?)
bcast -M free,free     | --method: 'free': named twice
bcast -d flaot          | --datatype: unknown datatype 'flaot' (did you mean 'float'?)
allreduce --op summ     | --op: unknown reduction 'summ' (did you mean 'sum'?)
bcast --preset quik     | --preset: unknown preset 'quik' (did you mean 'quick'?)
bcast -b hot            | --buffer: unknown mode 'hot' (one of warm, cold)
bcast --numa near       | --numa: unknown placement 'near' (one of local, interleave)
bcast -r al             | --root: unknown root 'al' (did you mean 'all'?)
bcast --progress=yes    | --progress: unknown mode 'yes' (one of auto, always, never)
EOF
}

@test "parameters, used or not" {
    table 2 $made <<'EOF'
bcast -P f=1            | --param: 'f=1': must be OWNER.NAME=VALUE
bcast -P shmbcast.f=    | --param: 'shmbcast.f=': needs a value
bcast -P shmbcats.f=8Ki | --param: unknown parameter 'shmbcats.f' (did you mean 'shmbcast.f'?)
bcast -P shmbcast.f=100 | --param: shmbcast: f is not a positive multiple of the page
bcast -P shmbcast.q=3   | --param: shmbcast: q does not divide s
bcast -P shmbcast.preset=model -P shmbcast.s=8 -P shmbcast.q=3 | --param: shmbcast: q does not divide s
bcast -P shmbcast.f=models | --param: shmbcast.f: 'models': not a number of bytes (8192, 8Ki), nor model
bcast --memory=far      | --memory: unknown memory 'far'
bcast -P shmbcast-auto.slot=9Ki | --param: shmbcast-auto: slot is larger than 8192 bytes
bcast -P shmbcast-auto.pull=no | --param: shmbcast-auto.pull: 'no': not a number of bytes, nor distance or never
bcast -P shmbcast-auto.calibrate=2 | --param: shmbcast-auto.calibrate: '2': not 0 or 1
bcast -P shmbcast-auto.file=none/such | --param: shmbcast-auto.file: 'none/such': no such file; calibrate=1 would make it
bcast -P shmbcast.report=2 | --param: shmbcast.report: '2' is none of 0, 1, model, table1
bcast -P window.gamma=2 | --param: window.gamma: '2': must be
bcast -P clocksync.d=0  | --param: clocksync.d: '0': must be at least 1
bcast -P clocksync.points=1 | --param: clocksync.points: '1': must be at least 2
bcast -P clocksync.span=0 | --param: clocksync.span: '0': must be more than 0 and at most 100
EOF
}

@test "contradictions" {
    table 2 $made <<'EOF'
bcast -E 29             | --max-valid: '29': must not be below --min-valid, 30
bcast --preset=quick -c 31 | --max-valid: '30': must not be below --min-valid, 31, with --preset=quick
bcast -r 2              | --root: '2': must be below the smallest number of ranks, 2
bcast -r 1 -n 1,2       | --root: '1': must be below the smallest number of ranks, 1
barrier -r 0            | --root: no operation named has a root
barrier -d double       | --datatype: no operation named has data
bcast --op max          | --op: no operation named is a reduction
allreduce -d vector     | --datatype: 'vector': allreduce works on predefined types only
allreduce -d byte       | --op: 'sum': is not defined for datatype 'byte' (allreduce)
--check bcast           | --check: measures no operation
EOF
}

@test "one rank says the same" {
    table 1 $made <<'EOF'
bcast -n 2              | --procs: '2': must be at most 1, the ranks there are
bcast --size=12Q        | --size: '12Q': unknown suffix 'Q'
bcats                   | unknown operation 'bcats' (did you mean 'bcast'?)
bcast pingpong -m 8     | pingpong: needs two ranks, and there is one (mpiexec -n)
EOF
}

@test "outputs that cannot be" {
    table 2 <<'EOF'
bcast -o x.txt          | --output: 'x.txt': must end in .jsonl or .csv
bcast -o ''             | --output: needs a value
bcast -o x.csv -o ./x.csv | --output: './x.csv': is given twice
bcast --resume          | --resume: needs an --output=FILE.jsonl
bcast --resume -o x.csv | --resume: needs an --output=FILE.jsonl
bcast --samples         | --samples: needs an --output
bcast -m 8 -o missing/x.csv  | missing/x.csv: No such file
bcast -m 8 -o folder.jsonl   | folder.jsonl: it is no regular file
EOF
}

@test "an output that is there already stays as it is" {
    table 2 <<'EOF'
bcast -o old.jsonl -m 12Q                    | unknown suffix 'Q'
bcast -m 8 -o old.jsonl -o missing/x.csv     | missing/x.csv: No such file
bcast -m 8 -o made.csv -o folder.jsonl       | folder.jsonl: it is no regular file
bcast -m 8 --resume -o run.jsonl -o other.csv | --resume: other.csv has other columns
bcast -m 8 --resume -o old.jsonl -o made.csv | --resume: old.jsonl: line 1 is no record of mpiperf
EOF
}
