# runs.jq: records of mpiperf-repeat, slurped -> a record of each run. $rivals: lines
# "NAME VARIANT"; $what: which buffers; $slot: the longest message of the way slot.
# SPDX-License-Identifier: BSD-3-Clause
# Of a size there is a row of picoseconds, in the order of `ways`; and where the table
# shows the machine near and far, such rows of the rounds in each state.

def ps: if . == null then null else . * 1e12 | round end;

($rivals | split("\n") | map(select(. != "") | split(" ") | {(.[1]): .[0]}) | add)
    as $name |
# Between the readings of both states; null: there are not two.
([.[] | select(.type == "merged") | .states // empty |
    select((map(.name) | length == 2 and (.[0] | startswith("near")) and
        (.[1] | startswith("far")))) | .[0].oneway * .[1].oneway | sqrt] | first)
    as $cut |

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
    {states: {near: (.cases | rows(in_state(true))),
              far: (.cases | rows(in_state(false)))}} end)
