# summary.jq: records of launches as a table, by the distance of the cores.
#
# A virtual machine's cores are moved: a case whose two one-way latencies, before
# and after it, are below 150 ns is "near", above "far"; one in which they
# changed by more than half is left out.
def median: sort | if length % 2 == 1 then .[length / 2 | floor]
    else (.[length / 2 - 1] + .[length / 2]) / 2 end;
def distance: [.oneway_start, .oneway_end] | if any(. == null) then "unknown"
    elif max / min > 1.5 then "changed"
    elif max < 150e-9 then "near" elif min >= 150e-9 then "far"
    else "changed" end;

# one object a case and launch: {distance, bytes, of: {ALGO: mean over roots}}
reduce .[] as $r ({launch: 0, v: []};
    if $r.type == "run" then .launch += 1
    elif $r.type == "case" and $r.median != null then
        .v += [$r + {launch}]
    else . end) | .v
| group_by([.launch, .bytes]) | map(
    {bytes: .[0].bytes,
     distance: (map(distance) | unique | if length == 1 then .[0]
        else "changed" end),
     of: (group_by(.algo) | map({key: .[0].algo,
        value: (map(.median) | add / length)}) | from_entries)})
| map(select(.distance != "changed" and .of[$base] != null))
| group_by([.distance, .bytes]) | .[] | . as $cases
| (map(.of | keys_unsorted) | add | unique)[] as $algo
| [$cases[].of | select(.[$algo] != null)] as $of
| ($of | map(.[$algo] / .[$base])) as $ratios
| [$cases[0].distance, $cases[0].bytes, $algo,
   ($of | map(.[$algo] * 1e6) | median), ($ratios | median),
   ($ratios | min), ($ratios | max), ($of | length)]
| map(if type == "number" then . * 1000 | round / 1000 else . end)
| join(" ")
