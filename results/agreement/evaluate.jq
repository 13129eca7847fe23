# evaluate.jq: records -> lines for evaluate.awk, separated by tabs.
# SPDX-License-Identifier: BSD-3-Clause

# Where cores were near in one table and far in another, a ratio is of one of the two:
# which, the one-way latency tells that goes with it. Null: they were not.
[.[] | select(.type == "merged") | .reference.oneway, .states[]?.oneway | numbers] as $all |
(if $all == [] or ($all | max / min) < 1.5 then null
    else ($all | min * max | sqrt) end) as $limit |
def distance: if $limit == null or . == null then null
    elif . < $limit then "near" else "far" end;

# A row in each distance: of states in the same one that which has the most rounds. States
# that differ in speed alone go by their names. The reference is read at the ends of a run,
# so a table of several states has none of one of them.
def in_distances: if (.states // [] | length) < 2
    then {vs, estimate, relative: .relative.estimate,
        distance: (.states[0].oneway? // .reference.oneway | distance)}
    else .states | map({vs, share, estimate, relative: null,
        distance: (if $limit == null then .name else .oneway | distance end)}) |
        group_by(.distance)[] | max_by(.share) end;

# The mean time of all rounds, whatever the machine did: what a tool has that knows no
# states.
def mixed: if (.states // [] | length) < 2 then .estimate
    else .states | map(select(.estimate != null)) |
        if . == [] then null else (map(.share * .estimate) | add) / (map(.share) | add) end
    end;

.[] | if .type == "merged" then
    [.mpi, .op, .algo, .bytes, .table] as $case |
    (select(.vs != null) | in_distances | ["ratio"] + $case +
        (.vs // {} | [.ratio] + (.ci // [null, null]) + [.verdict // "cannot tell"]) +
        [.distance]),
    (select(.estimate != null) | ["mixed"] + $case + [mixed],
        (in_distances | ["ours"] + $case + [.estimate, .relative, .distance])),
    (select(.variance != null) | ["variance"] + $case +
        (.variance | [.sittings, .runs, .passes, .rounds, .advice]))
elif .type == "theirs" then
    ["theirs", .mpi, .tool, .way, .bytes, .table, .seconds, .runs, .took]
else
    empty
end | map(if . == null then "-" else . end) | @tsv
