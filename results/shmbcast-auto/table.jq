# table.jq: a row per size: shmbcast-auto's median (us), the one-way latency of a
# cache line before and after (ns), and how many times longer each of the others
# takes: ratio of the medians and its 99 % interval. "!": by that interval the
# other may be faster by more than 5 %.
def r: . * 100 | round / 100;
def us: . * 1e6 | if . < 10 then . * 1000 | round / 1000 else r end;
map(select(.type == "case")) | group_by(.bytes)
| (.[0] | map(.algo)) as $algos
| ($algos[1:] | map("\(.)/auto")) as $others
| (["bytes", "auto us", "one-way ns"] + $others | join("|")),
  (.[] | . as $row
   | [.[] | select(.algo == $algos[0])][0] as $auto
   | [($auto.bytes | tostring), ($auto.median | us | tostring),
      "\($auto.oneway_start * 1e9 | round)-\($row[-1].oneway_end * 1e9 | round)"]
     + [$algos[1:][] as $a | [$row[] | select(.algo == $a)][0].vs
        | if .ratio == null then "n/a" else "\(.ratio | r) [\(.ci[0] | r), \(.ci[1] | r)]"
          + if .ci[0] < 1 / 1.05 then "!" else "" end end]
   | join("|"))
