# mpiperf.bash: helpers for bats files that run mpiperf and check its records.
# $mpiperf names the program; by default the one just built.

# mpiperf N ARGUMENT...: runs N ranks; sets $status and $output. On shared
# cores, all of a few launches may be late: no error here. Prints no progress,
# because that depends on how long a run takes.
mpiperf() {
    local n=$1
    shift
    run "$top_srcdir/tests/mpirun" "$n" "${mpiperf:-$top_builddir/mpiperf}" \
        ${na---allow-na} --format="${format-full}" --progress="${progress-never}" \
        "$@" </dev/null
    echo "$output"
}

# record N ARGUMENT...: the same; r.jsonl gets the records of this run only.
record() {
    rm -f r.jsonl
    mpiperf "$@" -o r.jsonl
}

# cases CONDITION [N]: holds for all cases; there are N, or at least one.
cases() {
    jq -es --argjson n "${2-null}" "map(select(.type == \"case\")) |
        all($1) and if \$n then length == \$n else length > 0 end" r.jsonl
}

# records FILE N: all lines parse; first `run`, last `end`, and N cases.
records() {
    jq -es --argjson n "$2" '.[0].type == "run" and
        .[-1].type == "end" and .[-1].status == "complete" and
        (map(select(.type == "case")) | length) == $n' "$1"
}

# figures_or_reason FILE: each case has figures, or a reason for not having any.
figures_or_reason() {
    jq -es 'map(select(.type == "case")) | all(
        if .valid > 0 then .mean != null and .median != null and
            (.valid < 30 or (.ci | type) == "array")
        else .mean == null and (.reason | type) == "string" end)' "$1"
}
