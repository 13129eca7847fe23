# evaluate.jq: records -> lines for evaluate.awk, separated by tabs.
# SPDX-License-Identifier: BSD-3-Clause
def kind: .step | split("-")[1];
def name: if kind == "sides" then [null, null, "1 %", "5 %", "10 %"][.side.number]
    else .algo end;

if .type == "added" then
    ["added", .step, .name, .bytes, .seconds]
elif .type == "merged" then
    (select(.vs == null) | ["base", .step, "-", .bytes, .estimate]),
    (select(.vs != null) | ["row", .step, name, .bytes, .mpi, kind, .table,
        (.vs | .ratio, (.ci // [null, null])[], .verdict)])
else
    empty
end | map(if . == null then "-" else . end) | @tsv
