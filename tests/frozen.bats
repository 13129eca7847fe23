# frozen.bats: what 1.0 promised: records of 1.0 are read for ever, with the same values.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC1091,SC2016,SC2154 # the build; jq; run

bats_require_minimum_version 1.5.0

. "$top_srcdir/tests/records.bash"

setup() {
    records_setup
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
    command -v xz >/dev/null || skip "no xz"
    for file in "$top_srcdir"/tests/records-1.0/*.xz; do
        xz -dc "$file" >"$(basename "$file" .xz)"
    done
    cat >same.jq <<'END'
# True if the second has what the first has; it may have more fields.
def within($old; $new):
    if ($old | type) != ($new | type) then false
    elif $old | type == "number" then
        ($old - $new | fabs) <= 1e-9 * ($old | fabs)
    elif $old | type == "object" then
        all($old | keys[]; . as $k | $new | has($k) and within($old[$k]; .[$k]))
    elif $old | type == "array" then
        ($old | length) == ($new | length) and
            all(range($old | length); within($old[.]; $new[.]))
    else $old == $new end;
END
}

# same TYPE OLD NEW: each record of that type in OLD is in NEW.
same() {
    jq -ne --arg type "$1" --slurpfile old "$2" --slurpfile new "$3" "$(cat same.jq)"'
        [$old, $new | map(select(.type == $type))] as [$o, $n] |
        ($o | length) > 0 and all($o[]; . as $r | any($n[]; . as $s | within($r; $s)) or
            ("not as it was: \($r)" | stderr | false))'
}

# has_numbers FILE TOLERANCE: those on standard input are in the file's text.
has_numbers() {
    awk -v tolerance="$2" '
        NR == FNR { wanted[++n] = $1; next }
        { gsub(/[^-+0-9.e]+/, " ")
            for (i = 1; i <= NF; i++) {
                if ($i !~ /^[0-9.]+(e[-+]?[0-9]+)?$/)
                    continue
                for (k in wanted)
                    if (($i - wanted[k]) ^ 2 <= (tolerance * wanted[k]) ^ 2)
                        delete wanted[k]
            }
        }
        END { for (k in wanted) { print "no", wanted[k]; missing = 1 }
            exit missing || !n }' - "$1"
}

@test "every type of record is there, with its format's number" {
    cat ./*.jsonl | jq -es 'map(.type) | unique ==
        ["case", "end", "lost", "merged", "pass", "run", "table"]'
    cat ./*.jsonl | jq -es 'map(select(.type == "run" or .type == "table")) |
        length == 33 and all(.[]; .format == 1)'
    [ "$(cat "$top_srcdir"/tests/records-1.0/* | wc -c)" -le 60000 ]
}

@test "mpiperf-compare makes the same rows of them" {
    for file in *-table.jsonl; do
        exits 0 compare "$file" --name old --name new -o rows.jsonl
        same merged "$file" rows.jsonl
        rm rows.jsonl
    done
    # were it not so, it would be seen
    jq -c 'if .type == "merged" then .estimate *= 1.001 else . end' "$file" >other.jsonl
    run ! same merged other.jsonl "$file"
    jq -c 'if .type == "merged" then .time = .estimate | del(.estimate) else . end' \
        "$file" >other.jsonl
    run ! same merged "$file" other.jsonl
    jq -c 'if .type == "merged" then .more = 1 else . end' "$file" >other.jsonl
    same merged "$file" other.jsonl
}

@test "mpiperf-report and mpiperf-plot show the same figures" {
    # the numbers that gnuplot gets
    mkdir bin
    printf '#!/bin/sh\ncat data.*\n' >bin/gnuplot
    chmod +x bin/gnuplot
    for file in *-table.jsonl; do
        "$top_builddir/mpiperf-report" "$file" -o "$file.html"
        jq 'select(.type == "merged").estimate * 1e6' "$file" >wanted
        has_numbers "$file.html" 0.01 <wanted
        PATH=$PWD/bin:$top_builddir:$PATH "$top_srcdir/scripts/mpiperf-plot" "$file" --ascii >drawn
        has_numbers drawn 1e-4 <wanted
        jq 'select(.type == "merged").vs.speedup | numbers' "$file" >wanted
        has_numbers drawn 1e-4 <wanted
    done
    PATH=$PWD/bin:$top_builddir:$PATH "$top_srcdir/scripts/mpiperf-plot" openmpi-states.jsonl --state far \
        --ascii >drawn
    jq 'select(.state == "far" and .estimate).estimate * 1e6' openmpi-states.jsonl >wanted
    has_numbers drawn 1e-4 <wanted
    echo 1.2345e-3 >wanted
    run ! has_numbers drawn 1e-4 <wanted
}

# The runs of the second command line, native made slow so that others are faster.
@test "mpiperf-tune decides the same" {
    for mpi in openmpi mpich; do
        jq -nc 'foreach inputs as $r (0; if $r.type == "run" then $r.repeat.command else . end;
            select(. == 2 and ($r.type | . == "run" or . == "case" or . == "end")) |
            $r | del(.repeat) | if .algo == "native" then .estimate *= 100 |
                .passes[].estimate *= 100 else . end)' $mpi-table.jsonl >slow.jsonl
        "$top_builddir/mpiperf-tune" slow.jsonl -o $mpi.tuned
    done
    grep -q '^64 3 0 1024 ' openmpi.tuned
    grep -q '^65536 1 0 0 ' openmpi.tuned
    grep -q '^65537 0 0 0$' openmpi.tuned
    grep -qx 'export MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial' mpich.tuned
}

@test "--resume keeps the rows of 1.0, and measures again what it left half measured" {
    resume() {
        "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" bcast:native,shmbcast -m 64,64Ki \
            -R 20 -c 2 --max-time 2 --passes 2 -M free --resume -o "$1"
    }
    for file in *-resumed.jsonl; do
        sed '/^{"type":"case"/,$d' "$file" >killed.jsonl
        cp "$file" rows.jsonl
        resume rows.jsonl | grep '^# every case is in rows.jsonl already'
        resume killed.jsonl
        jq -es '(map(select(.type == "case")) | length == 4 and all(has("from_passes") | not)) and
            (map(select(.type == "pass")) | length == 16)' killed.jsonl
    done
}
