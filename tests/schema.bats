# schema.bats: records are what doc/record.schema.json says, and it says enough.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
    /usr/bin/python3 -W ignore -c 'import jsonschema' 2>/dev/null ||
        skip "python3-jsonschema is not installed"
}

# check valid|refused FILE: so is every line, and there is one.
check() {
    /usr/bin/python3 -W ignore - "$top_srcdir/doc/record.schema.json" "$@" <<'END'
import json, jsonschema, sys

schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
part = {t: jsonschema.Draft202012Validator({**schema, "oneOf": [
    {"$ref": "#/$defs/" + t}]}) for t in ("run", "pass", "case", "time", "end", "lost", "table", "merged",
    "program", "calls", "other")}
wanted = sys.argv[2] == "valid"
lines = open(sys.argv[3]).read().splitlines()
bad = 0
for n, line in enumerate(lines, 1):
    record = json.loads(line)
    if validator.is_valid(record) == wanted:
        continue
    bad += 1
    if not wanted:
        print("line %d: not refused: %s" % (n, line[:300]))
        continue
    for e in part.get(record.get("type"), validator).iter_errors(record):
        for c in e.context or [e]:
            print("line %d: %s: %s" % (n, list(c.path), c.message[:300]))
sys.exit(bad > 0 or not lines)
END
}

# valid FILE: every line is a record.
valid() {
    check valid "$1"
}

sample() {
    echo "$top_srcdir/src/mpiperf/report/test/golden/$1.jsonl"
}

@test "results made by hand give valid records" {
    cat "$(sample algos)" "$(sample paper)" "$(sample pairs)" >all.jsonl
    valid all.jsonl
}

# broken: rows "TYPE FILTER" on stdin: of each the first golden record of the type,
# changed so, is refused.
broken() {
    local type filter filters=() n=0
    while read -r type filter; do
        filters+=("(first(\$golden[] | select(.type == \"$type\")) | $filter)")
        n=$((n + 1))
    done
    jq -nc --slurpfile golden "$(sample algos)" \
        "$(IFS=,; echo "${filters[*]}")" >broken.jsonl
    [ "$(wc -l <broken.jsonl)" -eq "$n" ]
    check refused broken.jsonl
}

@test "records that are wrong are refused" {
    broken <<'END'
case .type = "bench"
case del(.mean)
case .mean = "1.5"
case .median = -1
case .used = 0
case .ci = [1, 2, 3]
case .ci = [1, null]
case .buffer = "hot"
case .main = "mean"
case .passes[0].gauge.spin = [1]
case .passes[0].figures.own = null
case .passes[0].rounds = 1.5
run .program.build = "xyz"
case .counts = 7
case .in_place = null
case .bandwidth = 0
case .message_rate_ci = 1e6
case .param = {"window": 1.5}
case .memory.numa = "far"
run del(.command)
run .clocksync.offset = [null, "0"]
run .time = "yesterday"
run .other = 1
run .mapping = "random"
run .ranks_per_node = [2, 0]
run .node = [0, -1]
end .status = "done"
END
}

# wide FILE: no interval of a time, rate or ratio has no width or reaches 0, but of
# what is below the clock's step: there it begins at 0. Limits of a median are
# times of launches, and 0 where the clock read 0 for one.
wide() {
    jq -es 'map(select(.type == "case" and .preset != "paper")) | length > 0 and
        ([.[] | (.min == 0) as $below |
            ([.mean, .ci],
            [.bandwidth, .bandwidth_ci], [.message_rate, .message_rate_ci],
            (.parts // {} | .[] | [.median, .ci]) | . + [false]),
            ([.median, .median_ci], [.global_median, .global_median_ci] |
            . + [$below])] |
        map(select(.[1] != null)) | all(.[1][0] < .[1][1] and
            (.[1][0] > 0 or (.[1][0] == 0 and (.[0] == 0 or .[2])))))' "$1"
}

@test "no interval has no width" {
    wide "$(sample algos)"
    wide "$(sample pairs)"
    jq -c 'select(.ci != null) | .ci = [.mean, .mean]' "$(sample algos)" >a.jsonl
    run ! wide a.jsonl
    jq -c 'select(.ci != null) | .ci = [-1, 1]' "$(sample algos)" >a.jsonl
    run ! wide a.jsonl
}

@test "records that 1.0 wrote are valid" {
    command -v xz >/dev/null || skip "no xz"
    xz -dc "$top_srcdir"/tests/records-1.0/*.xz >all.jsonl
    valid all.jsonl
    sed 's/"estimate"/"time_of_a_pass"/' all.jsonl >renamed.jsonl
    run ! valid renamed.jsonl
}

@test "an operation may add fields of its own" {
    jq -c 'select(.type == "case") | .wire_messages = 12' "$(sample algos)" \
        >more.jsonl
    valid more.jsonl
}

@test "mpiperf-repeat says which of its runs it is, or nothing at all" {
    jq -c 'select(.type == "run") | .repeat = {launch: 2, of: 10, command: 1,
        order: 3, seed: 0}' "$(sample algos)" >repeat.jsonl
    valid repeat.jsonl
    broken <<'END'
run .repeat = {launch: 2, of: 10, command: 1}
run .repeat = {launch: 0, of: 10, command: 1, order: 3, seed: 0}
END
}

@test "what mpiperf-repeat writes is valid: runs, one that failed, the table" {
    . "$top_srcdir/tests/records.bash"
    stand_in fake
    printf '#!/bin/sh\nmkdir been 2>/dev/null && exit 1\nexec ./fake "$@"\n' >flaky
    chmod +x flaky
    repeat -r 6 -o r.jsonl -- ./flaky -- ./fake
    [ "$status" -eq 1 ]
    valid r.jsonl
    grep -q '"type":"lost"' r.jsonl
    rows r.jsonl 'length == 12 and .[1].vs.sign == "not told"'
    # of two states
    jq -c 'if .type == "case" then .passes = [(5e-8, 2e-7) as $t | .passes[0] |
        .gauge.oneway = [$t, $t]] else . end' r.jsonl >two.jsonl
    compare two.jsonl -o table.jsonl
    valid table.jsonl
    jq -es '.[0].cut.gauge == "oneway" and (map(.state) | unique) == [null, "far", "near"]' \
        table.jsonl
}

@test "what mpiperf-repeat --time writes is valid, and nothing of MPI may be in it" {
    . "$top_srcdir/tests/records.bash"
    repeat --time --same-output -r 2 -o r.jsonl -- true -- true
    [ "$status" -eq 0 ]
    valid r.jsonl
    for change in '.ranks = 2' '.timer = {name: "fine"}' 'del(.repeat)' 'del(.id)'; do
        jq -c "select(.type == \"run\") | $change" r.jsonl >broken.jsonl
        check refused broken.jsonl
    done
    for change in '.op = "time"' 'del(.estimate)' '.bytes = 8' '.mismatches = -1'; do
        jq -c "select(.type == \"time\") | $change" r.jsonl >broken.jsonl
        check refused broken.jsonl
    done
}

# Records of all kinds of runs are valid: with --verify and --samples; with a coarse
# clock; with one rank; with more ranks than cores and all roots; with --pairs=each; of
# all operations; with several passes.
@test "records of runs of every kind are valid" {
    while read -r n arguments; do
        set -f # patterns
        # shellcheck disable=SC2086 # words
        "$top_srcdir/tests/mpirun" $n "$top_builddir/mpiperf" $arguments \
            --max-time 0.05 --allow-na -o r$((k += 1)).jsonl </dev/null
        set +f
    done <<'END'
2 bcast:native,shmbcast allreduce barrier -m 0,1,1000 --samples --verify -P shmbcast.f=16Ki --preset quick
2 bcast null -m 8 -t gettimeofday --preset quick
1 bcast null --allow-one-rank -m 8 -b cold --preset quick
5 bcast:native,shmbcast -m 8 -r all -n 1:5 --preset quick -M free
3 bcast -m 8 -r rotate --preset quick
3 pingpong put_fence --pairs=each -m 8 --samples --preset quick
3 pingpong --pairs=each-alone -m 8 --passes=4 --preset quick
2 * i*:native,overlap -m 0,1000 --counts random:3 --in-place --topology graph --verify --preset quick -M free
2 bcast:native,shmbcast -m 8 -R 144 --passes 3
END
    [ $k -eq 9 ]
    cat r?.jsonl >all.jsonl
    valid all.jsonl
    wide all.jsonl
    grep -q '"type":"pass"' r9.jsonl
    jq -es 'map(select(.type == "case")) | all(.[].samples[].times; length == 2)' r6.jsonl
}

# Recipes are what doc/recipes.md says, in its order; those whose program is not here are
# left out.
@test "files of several operations fit together, and recipes read them" {
    mpi() { "$top_srcdir/tests/mpirun" "$@" --preset quick --max-time 0.05 --allow-na; }
    mpi 2 "$top_builddir/mpiperf" bcast:native,shmbcast -m 8,64Ki -o bcast.csv -o bcast.jsonl
    mpi 2 "$top_builddir/mpiperf" pingpong exchange:both null -m 8,64Ki -o p2p.csv
    # columns in common have the same names
    [ "$(comm -23 <(head -n 1 bcast.csv | tr , '\n' | sort) \
        <(head -n 1 p2p.csv | tr , '\n' | sort) | wc -l)" -eq 0 ]
    "$top_builddir/mpiperf-repeat" -r 2 -o table.jsonl -o table.csv -- \
        "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" bcast:native,shmbcast -m 8,64Ki \
        --preset quick --max-time 0.05 --allow-na
    awk '/^```./ { language = substr($0, 4); n++; next } /^```/ { language = ""; next }
        language { print > n "." language }' "$top_srcdir/doc/recipes.md"
    # what has no figure is left out, and `null` is the name of an operation
    jq -c '., (select(.type == "case") | (.passes = []), (.passes = null),
        (.passes[0].estimate = null))' table.jsonl >nulls.jsonl
    mv nulls.jsonl table.jsonl
    ls ./1.python ./2.python ./3.python ./4.r
    for recipe in *.python; do
        /usr/bin/python3 -c 'import pandas' 2>/dev/null || break
        /usr/bin/python3 -W ignore "$recipe" >$recipe.said
        [ $recipe != 1.python ] || grep '^null ' $recipe.said
    done
    for recipe in *.r; do
        ! command -v Rscript >/dev/null || Rscript "$recipe" >$recipe.said
        [ ! -e $recipe.said ] || grep ' null ' $recipe.said
    done
    grep '^jq ' "$top_srcdir/doc/recipes.md" >jq.sh
    [ "$(sh -e jq.sh | wc -l)" -eq 5 ]
}
