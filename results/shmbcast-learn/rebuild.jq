# rebuild.jq: runs of this campaign -> records of mpiperf, for mpiperf-compare.
# SPDX-License-Identifier: BSD-3-Clause
# Runs are an array, in the order of time. `part` is all, or the name of a state.

def figures($part): if $part == "all" then .ps
    else .states // [] | map(select(.name == $part)) | .[0].ps // {} end;

# Between the nearest and the farthest cores of any table; null: they were always as far.
def cut: [.[].states[]?.oneway] | if . == [] or max / min < 1.5 then null
    else min * max | sqrt end;

# Names the states of all runs, whatever table they are of: near or far.
def named: cut as $cut | map(if $cut == null or .states == null then del(.states)
    else .states |= map(. + {name: (if .oneway < $cut then "near" else "far" end)}) end);

# Adds `changed` to phases of flip: is it another of kernel and memory that is faster
# than in the phase before?
def marked: reduce .[] as $r ({pull: {}, runs: []};
    if $r.kind != "flip" then .runs += [$r]
    else "\($r.mpi) \($r.ps | keys)" as $k | ($r.better == "pull") as $pull |
        .runs += [$r + {changed: (.pull[$k] != null and .pull[$k] != $pull)}] |
        .pull[$k] = $pull end) | .runs;

# Adds `nth`: the run's number among those of the same sizes and ranks, from 1 on.
def numbered:
    reduce .[] as $r ({n: {}, runs: []};
        "\($r.ranks) \($r.ps | keys)" as $k | .n[$k] += 1 |
        .runs += [$r + {nth: .n[$k]}]) | .runs;

# A way is a command line of its own: mpiperf-compare's gate then asks about these runs,
# not about the next table.
def head($launch; $command): {type: "run", mpiperf: "-", program: {}, time: (.time // .at),
    command: ["-"], timer: {resolution: ((.step_ps // 0) * 1e-12)}, number: [$launch, $command],
    repeat: {$launch, $command, order: 1, seconds: 1, words: ["-"]}};

def row($command; $algo; $procs; $bytes; $ps): {$command, row: {type: "case", op: "bcast",
    $algo, $procs, bytes: ($bytes | tonumber), estimate: ($ps * 1e-12),
    passes: [{pass: 1, time: 0, rounds: 1, estimate: ($ps * 1e-12)}]}};

# The n-th runs of all sizes and ranks are one.
def records(rows): group_by(.nth) | to_entries[] | .key as $i | .value[0] as $first |
    [.value[] | rows] | group_by(.command)[] | .[0].command as $command |
    ($first | head($i + 1; $command)), .[].row, {type: "end", status: "complete"};

# All ways, compared with the first.
def all_ways($part): records(.ranks as $p | .ways as $w | figures($part) |
    to_entries[] | .key as $b | .value as $v | range($w | length) as $k |
    select($v[$k] != null) | row($k + 1; $w[$k]; $p; $b; $v[$k]));

# `auto`, compared with $factor times what the best rival takes. $best: "RANKS BYTES" ->
# its name.
def with_best($part; $best; $factor): records(.ranks as $p | .ways as $w |
    figures($part) | to_entries[] | .key as $b | .value as $v |
    $best["\($p) \($b)"] as $rival | select($rival != null) |
    $v[$w | index($rival)] as $its | $v[$w | index("auto")] as $own |
    select($its != null and $own != null) |
    row(1; "best"; $p; $b; $its * $factor), row(2; "auto"; $p; $b; $own));

# Of a table's rows: the fastest of the rivals, "RANKS BYTES" -> its name.
def fastest(rivals): map(select(.type == "merged" and .estimate != null)) |
    map(select(.algo | rivals)) | group_by([.procs, .bytes]) |
    map(min_by(.estimate) | {key: "\(.procs) \(.bytes)", value: .algo}) | from_entries;
