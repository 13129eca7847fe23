# runs.jq: records of mpiperf-repeat, slurped -> a record of each run. $rivals: lines
# "NAME VARIANT"; $what: which buffers; $slot: the longest message of the way slot.
# SPDX-License-Identifier: BSD-3-Clause
# Of a size there is a row of picoseconds, in the order of `ways`; and where the table
# shows the cores in several distances, such rows of the rounds in the nearest and in the
# farthest, with their latencies.

def ps: if . == null then null else . * 1e12 | round end;

($rivals | split("\n") | map(select(. != "") | split(" ") | {(.[1]): .[0]}) | add)
    as $name |
# The readings of the nearest and the farthest state; null: there is one distance.
([.[] | select(.type == "merged") | .states // empty | map(.oneway | numbers) |
    select(length > 1 and max / min >= 1.5) | [min, max]] | first) as $ends |
(if $ends == null then null else $ends[0] * $ends[1] | sqrt end) as $cut |

# Of a case: its time in stretches that are nearer than $cut, or farther.
def in_state($near):
    (.stays // {at: []}) as $s |
    [range($s.at | length) | select($s.oneway[.] != null and $s.estimate[.] != null) |
        select(($s.oneway[.] < $cut) == $near) |
        {n: $s.rounds[.], log: ($s.estimate[.] | log)}] |
    (map(.n) | add // 0) as $n |
    if $n < 3 then null else (map(.n * .log) | add) / $n | exp end;

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
    {states: [{oneway: $ends[0], ps: (.cases | rows(in_state(true)))},
              {oneway: $ends[1], ps: (.cases | rows(in_state(false)))}]} end)
