# records.awk: awk -v what=runs|cases -v bytes=N -f records.awk RUN.jsonl: records of that
# run again and again, N bytes of them: as further runs, a minute apart, with other times;
# or as further cases of the run, with other sizes. -v most=N: at most N cases.
# SPDX-License-Identifier: BSD-3-Clause

{ line[NR] = $0 }

# A digit behind the first one makes another time of about the same length.
function vary(text) {
    gsub(/"(estimate|mean|median|rank_mean)":[1-9]\./, "&" int(10 * rand()), text)
    return text
}

function put(text) {
    written += length(text) + 1
    print text
}

function run(k, text) {
    text = line[1]
    sub(/"time":"[^"]*"/, sprintf("\"time\":\"2026-01-%02dT%02d:%02d:00Z\"",
        1 + int(k / 1440), int(k / 60) % 24, k % 60), text)
    put(text)
    for (i = 2; i <= NR; i++)
        put(vary(line[i]))
}

# 2^21 bytes more each time: no size of the run comes again.
function cases(k, text, size) {
    for (i = 2; i < NR && !(most && n >= most); i++) {
        text = line[i]
        match(text, /"bytes":[0-9]+/)
        size = substr(text, RSTART + 8, RLENGTH - 8) + k * 2097152
        sub(/"bytes":[0-9]+,"count":[0-9]+/, "\"bytes\":" size ",\"count\":" size, text)
        n += text ~ /^{"type":"case"/
        put(vary(text))
    }
}

END {
    srand(1)
    if (what == "cases")
        put(line[1])
    for (k = 0; written < bytes && !(most && n >= most); k++)
        what == "runs" ? run(k) : cases(k)
    if (what == "cases")
        put(line[NR])
}
