# mpiperf.bash: for bats files that run mpiperf and look at what it records.
# The program is that of the build, or what $mpiperf names.

# mpiperf N ARGUMENT...: N ranks; $status, $output. Where cores are shared a few
# launches may all be late: that is no error here. What is said of progress depends on
# how long a run takes.
mpiperf() {
    local n=$1
    shift
    run "$top_srcdir/tests/mpirun" "$n" "${mpiperf:-$top_builddir/mpiperf}" \
        ${na---allow-na} --format="${format-full}" --progress="${progress-never}" \
        "$@" </dev/null
    echo "$output"
}

# record N ARGUMENT...: the same, with records in r.jsonl, and none of before.
record() {
    rm -f r.jsonl
    mpiperf "$@" -o r.jsonl
}

# cases CONDITION [N]: of every case, and there are N, or at least one.
cases() {
    jq -es --argjson n "${2-null}" "map(select(.type == \"case\")) |
        all($1) and if \$n then length == \$n else length > 0 end" r.jsonl
}

# Every record parses, the first is `run`, the last `end`, N cases between.
records() {
    jq -es --argjson n "$2" '.[0].type == "run" and
        .[-1].type == "end" and .[-1].status == "complete" and
        (map(select(.type == "case")) | length) == $n' "$1"
}

# Each case has figures, or a reason why it has none.
figures_or_reason() {
    jq -es 'map(select(.type == "case")) | all(
        if .valid > 0 then .mean != null and .median != null and
            (.valid < 30 or (.ci | type) == "array")
        else .mean == null and (.reason | type) == "string" end)' "$1"
}
