# table.jq: a row for each file of sync_error's, as a table in Markdown.
def us: . * 1e6 | if fabs < 10 then . * 1000 | round / 1000
    else . * 10 | round / 10 end;
def median: sort | if length % 2 == 1 then .[length / 2 | floor]
    else (.[length / 2 - 1] + .[length / 2]) / 2 end;
# Repetitions in which f holds of every rank.
def reps(f): group_by(.rep) | map(select(all(f))) | length;
def row: map(select(.rank > 0)) | [.[0].file,
    (map(.rep) | unique | length),
    (map(.error | fabs) | median | us), (map(.error | fabs) | max | us),
    reps((.error | fabs) <= .bound),
    (map(.bound) | median | us), (map(.rtt / 2) | median | us),
    reps(.bound <= .rtt / 2 + 1e-6),
    (if .[0].file | test("hca3|renewed") # the ones whose clocks drift
        then (map(.error_after | fabs) | (median | us), (max | us)),
            reps((.error_after | fabs) <= .bound_after)
        else "", "", "" end),
    (if .[0].file | endswith("renewed")
        then (map(.error_worst) | (median | us), (max | us)),
            (map(.renewals) | median)
        else "", "", "" end),
    (map(.cost) | median * 1e5 | round / 100)];
def columns: ["method", "ranks", "rep", "rank", "error", "bound",
    "error_after", "bound_after", "residual", "rtt", "cost", "renewals",
    "error_worst"];

"| MPI, hosts, method | repetitions | median error | worst error " +
"| all ranks within bound | median bound | half round trip " +
"| bound at most that + 1 us | median error after 10 s | worst after 10 s " +
"| all within bound then | median of the largest error meanwhile " +
"| worst meanwhile | renewals | cost, ms |",
"| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- " +
"| --- | --- | --- |",
([inputs | select(startswith("method") | not) | split(",") as $cells |
        [columns, [$cells[0]] + ($cells[1:] | map(tonumber))] | transpose |
        map({(.[0]): .[1]}) | add +
        {file: (input_filename | ltrimstr("./") | rtrimstr(".csv"))}] |
    group_by(.file) | .[] | row | map(tostring) | "| " + join(" | ") + " |")
