# evaluate.jq: records -> lines for evaluate.awk, separated by tabs.
# SPDX-License-Identifier: BSD-3-Clause
if .type == "merged" then
    (select(.vs != null) | ["ratio", .mpi, .op, .algo, .bytes, .table,
        (.vs | .ratio, (.ci // [null, null])[], .verdict)]),
    (select(.estimate != null) | ["ours", .mpi, .op, .algo, .bytes, .table,
        .estimate, .relative.estimate]),
    (select(.variance != null) | ["variance", .mpi, .op, .algo, .bytes, .table,
        (.variance | .sittings, .runs, .passes, .rounds, .advice)])
elif .type == "theirs" then
    ["theirs", .mpi, .tool, .way, .bytes, .table, .seconds, .runs, .took]
else
    empty
end | map(if . == null then "-" else . end) | @tsv
