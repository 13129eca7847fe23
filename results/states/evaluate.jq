# evaluate.jq: records -> lines for evaluate.awk, separated by tabs.
# SPDX-License-Identifier: BSD-3-Clause
# states PAIR DWELL STEP ALGO HOW-MANY, of each row; and of rows with two states
# time|ratio PAIR DWELL STEP ALGO STATE VALUE LOWER UPPER TRUTH STAYS SHARE
# cost MPI BYTES SHARE TIME RATE: with gauges / without
def us(state): split("/") | .[if state == 0 then 0 else -1 end] | tonumber;

(.[] | select(.type == "cost") |
    ["cost", .mpi, .bytes, .share, .time, .rate]),
(group_by(.step)[] | map(select(.type == "merged")) |
    (map(select(.algo == "a"))[0].us // "0") as $a |
    .[] | . as $row | [.pair, .dwell, .step, .algo] as $who |
    ["states", $who[], (.states // [0] | length)],
    ((.states // []) | select(length == 2) | to_entries[] |
        .key as $k | .value as $s |
        ["time", $who[], $k, $s.estimate, ($s.ci // [null, null])[],
            ($row.us | us($k) * 1e-6), $s.stays, $s.share],
        (select($row.algo != "a") | ["ratio", $who[], $k, $s.vs.ratio,
            ($s.vs.ci // [null, null])[],
            ($row.us | us($k)) / ($a | us($k)), $s.stays, $s.share]))) |
    map(if . == null then "-" else . end) | @tsv
