# short.jq: records -> a line for each of the runs and starts that README.md counts under
# "What is short, and why": gzip -dc records.jsonl.gz | jq -r -f short.jq | sort | uniq -c
select(.type == "run") | .kind as $kind | .ranks as $ranks | .mpi as $mpi | .ways as $ways |
(.ps | to_entries[]) as {key: $bytes, value: $ps} |
([$ways, $ps] | transpose | map({key: .[0], value: .[1]}) | from_entries) as $ns |
if $kind == "best" and .what == "warm" and ($bytes == "65536" or $bytes == "131072") and
    $ns.pull < 0.75 * $ns.ring
then "\($bytes) B, pull clearly faster than ring: auto " +
    if $ns.auto > 1.3 * $ns.pull then "over 1.3 of pull" else "at most 1.3 of pull" end
elif $kind == "crowd" and $mpi == "mpich" and $bytes == "262144" and $ranks > 2
then "\($bytes) B, \($ranks) ranks, MPICH: auto " +
    if $ns.auto > 1.5 * $ns.old then "over 1.5 of before" else "at most 1.5 of before" end
else empty end
