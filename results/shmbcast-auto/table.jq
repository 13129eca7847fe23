# table.jq: a row per size and state: shmbcast-auto's time (us), the one-way latency of
# a cache line before and after (ns), and how many times longer each of the others
# takes, with its interval. "!": by that interval the other may be faster by more than
# 5 %. Rows of a table, or cases of one run as they were before.
include "ratio";
def r: . * 100 | round / 100;
def us: . * 1e6 | if . < 10 then . * 1000 | round / 1000 else r end;
map(select(.type == "case")) as $cases
| (map(select(.type == "merged")) | if . == [] then $cases else . end)
| group_by([.bytes, .state])
| (.[0] | map(.algo)) as $algos
| ($algos[1:] | map("\(.)/auto")) as $others
| (["bytes", "auto us", "one-way ns"] + $others | join("|")),
  (.[] | . as $row
   | [.[] | select(.algo == $algos[0])][0] as $auto
   | ($cases | map(select(.bytes == $auto.bytes))) as $runs
   | [([$auto.bytes, ($auto.state // empty)] | map(tostring) | join(" ")),
      ($auto | if .type == "case" then .median else .estimate end
         | if . then us | tostring else "n/a" end),
      "\($runs[0].oneway_start * 1e9 | round)-\($runs[-1].oneway_end * 1e9 | round)"]
     + [$algos[1:][] as $a | [$row[] | select(.algo == $a)][0] | compared
        | if .lo == null then "n/a" else "\(.ratio | r) [\(.lo | r), \(.hi | r)]"
          + if .lo < 1 / 1.05 then "!" else "" end end]
   | join("|"))
