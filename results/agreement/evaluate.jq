# evaluate.jq: records -> lines for evaluate.awk, separated by tabs.
# SPDX-License-Identifier: BSD-3-Clause

# Where cores were near in one table and far in another, a ratio is of one of the two:
# which, the one-way latency tells that goes with it. Null: they were not.
[.[] | select(.type == "merged") | .reference.oneway, .states[]?.oneway | numbers] as $all |
(if $all == [] or ($all | max / min) < 2 then null
    else ($all | min * max | sqrt) end) as $limit |
def distance: if $limit == null or . == null then null
    elif . < $limit then "near" else "far" end;

# The row in each distance: of states in the same one that which has the most rounds.
def in_distances: if $limit == null or (.states // [] | length) < 2
    then {vs, distance: (.states[0].oneway? // .reference.oneway | distance)}
    else .states | map(select(.vs.ratio != null) | {vs, share, distance: (.oneway | distance)}) |
        group_by(.distance)[] | max_by(.share) end;

.[] | if .type == "merged" then
    (select(.vs != null) | . as $row | in_distances | ["ratio", ($row | .mpi, .op, .algo,
        .bytes, .table), (.vs | .ratio, (.ci // [null, null])[], .verdict), .distance]),
    (select(.estimate != null) | ["ours", .mpi, .op, .algo, .bytes, .table,
        .estimate, .relative.estimate]),
    (select(.variance != null) | ["variance", .mpi, .op, .algo, .bytes, .table,
        (.variance | .sittings, .runs, .passes, .rounds, .advice)])
elif .type == "theirs" then
    ["theirs", .mpi, .tool, .way, .bytes, .table, .seconds, .runs, .took]
else
    empty
end | map(if . == null then "-" else . end) | @tsv
