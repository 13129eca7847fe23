# runs.jq: records of mpiperf-repeat, slurped -> a record of each run. $rivals: lines
# "NAME VARIANT"; $what: which buffers; $slot: the longest message of the way slot.
# SPDX-License-Identifier: BSD-3-Clause
# Of a size there is a row of picoseconds, in the order of `ways`; and where the table
# shows the cores near and far, such rows of the passes in each, with its latency.

def ps: if . == null then null else . * 1e12 | round end;

($rivals | split("\n") | map(select(. != "") | split(" ") | {(.[1]): .[0]}) | add)
    as $name |
# Where the table's latencies are cut; null: there is one distance.
(map(select(.type == "table").cut | select(.gauge? == "oneway")) | first) as $cut |

# Of a case: its time in passes that begin and end nearer than the cut, or farther.
def in_state($near):
    [.passes[]? | select(.estimate != null and .gauge.oneway != null) |
        select(all(.gauge.oneway[]; . != null and (. <= $cut.at) == $near)) |
        .estimate | log] |
    if . == [] then null else add / length | exp end;

# Rows by size of what `figure` is of each case.
def rows(figure): . as $cases | map(.bytes) | unique | map(. as $b |
    {key: ($b | tostring), value: [$name[] as $n |
        [$cases[] | select(.bytes == $b and $name[.algo] == $n) |
            select($n != "slot" or $b <= $slot) | figure] | first | ps]}) |
    map(select(.value | any(. != null))) | from_entries;

reduce .[] as $r ([]; if $r.type == "run" then . + [{run: $r, cases: []}]
    elif $r.type == "case" then .[-1].cases += [$r] else . end) | .[] |
{type: "run", kind: "best", ranks: .run.ranks, $what, time: .run.time,
    step_ps: (.run.timer.resolution | ps), ways: [$name[]],
    ps: (.cases | rows(.estimate))} +
(if $cut == null then {} else
    {states: [{oneway: $cut.low, ps: (.cases | rows(in_state(true)))},
              {oneway: $cut.high, ps: (.cases | rows(in_state(false)))}]} end)
