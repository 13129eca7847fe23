# evaluate.jq: records -> lines for evaluate.awk, separated by tabs.
# SPDX-License-Identifier: BSD-3-Clause
def kind: .step | split("-")[1];
def name: if kind == "sides" then [null, null, "1 %", "5 %", "10 %"][.side.number]
    else .algo end;

# Of several states of the machine that in which the row is judged: one that has an
# interval, and of these the one with the most rounds. Null: there are none. What a row
# says of any state counts where nothing is to be seen.
def judged: if (.states // [] | length) < 2 then null
    else .states | map(select(.vs != null)) | max_by([.vs.ci != null, .share]).name end;

(map(select(.type == "merged" and .vs == null)) | INDEX("\(.step) \(.bytes)")) as $base |
.[] | if .type == "added" then
    ["added", .step, .name, .bytes, .seconds]
elif .type == "merged" and .vs != null then
    . as $row | judged as $state | $base["\(.step) \(.bytes)"] as $against |
    if $state == null then {time: $against.estimate, vs}
    else {time: ([$against.states[]? | select(.name == $state).estimate][0]),
        vs: ([.states[] | select(.name == $state).vs][0])} end |
    ["row", ($row | .step, name, .bytes, .mpi, kind, .table),
        (.vs | .ratio, (.ci // [null, null])[], .verdict), .time,
        ([$row.vs.verdict, $row.states[]?.vs.verdict] | any(IN("faster", "slower")))]
else
    empty
end | map(if . == null then "-" else . end) | @tsv
