# evaluate.jq: records -> lines for evaluate.awk, separated by tabs.
# SPDX-License-Identifier: BSD-3-Clause
# KIND MPI ALGO - BYTES STATE TABLE SPEEDUP LO HI SIGN, KIND being rivals, equal,
#     night-equal or night-slower
# theirs MPI TOOL - BYTES - TABLE SECONDS, TOOL being mpiperf for our rank_mean
# answer MPI KIND ANSWER - - TABLE RUNS SECONDS
def ratio(kind): [kind, .mpi, .algo, "-", .bytes, .state, .table, .vs.speedup] +
    (.vs.range // [null, null]) + [.vs.sign];

[.[] | if .type == "merged" then
    (select(.vs != null) | ratio(.set)),
    (select(.set == "rivals" and .algo == "native" and .rank_mean != null) |
        ["theirs", .mpi, "mpiperf", "-", .bytes, "-", .table, .rank_mean])
elif .type == "theirs" then
    ["theirs", .mpi, .tool, "-", .bytes, "-", .table, .seconds]
elif .type == "answer" then
    ["answer", .mpi, .kind, .answer, "-", "-", .table, .runs, .seconds]
elif .type == "against" then
    ratio(.kind)
else
    empty
end] | unique[] | map(if . == null then "-" else . end) | @tsv
