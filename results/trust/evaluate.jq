# evaluate.jq: records -> lines for evaluate.awk, separated by tabs.
# SPDX-License-Identifier: BSD-3-Clause
# KIND MPI ALGO - BYTES STATE TABLE SPEEDUP LO HI SIGN, KIND being rivals, equal or
#     named (rivals, with the state that the table itself names, if any)
# KIND MPI ALGO NIGHTS BYTES STATE TABLE SPEEDUP LO HI SIGN, KIND being night-equal or
#     night-slower, NIGHTS how many are behind
# theirs MPI TOOL - BYTES - TABLE SECONDS, TOOL being mpiperf for our rank_mean
# answer MPI KIND ANSWER NIGHTS - TABLE RUNS SECONDS, NIGHTS being - of a gate
# sentence MPI SENTENCE - - - TABLE
def ratio(kind): [kind, .mpi, .algo, "-", .bytes, .state, .table, .vs.speedup] +
    (.vs.range // [null, null]) + [.vs.sign];

# Tables of a machine in one state have no name for it; which one it was tells the cores'
# distance, where the widest gap between tables' is a factor of 1.5.
(map(select(.type == "merged").oneway // empty) | unique | [.[:-1], .[1:]] | transpose |
    map({gap: (.[1] / .[0]), at: (.[0] * .[1] | sqrt)}) | max_by(.gap) |
    if . != null and .gap > 1.5 then .at else null end) as $at |
(map(select(.type == "merged" and .set == "rivals" and .vs != null) | .set = "named") +
    map(if .type == "merged" and .state == null and .oneway != null and $at != null then
        .state = (if .oneway > $at then "far" else "near" end) else . end)) |

[.[] | if .type == "merged" then
    (select(.vs != null) | ratio(.set)),
    (select(.set == "rivals" and .algo == "native" and .rank_mean != null) |
        ["theirs", .mpi, "mpiperf", "-", .bytes, "-", .table, .rank_mean])
elif .type == "theirs" then
    ["theirs", .mpi, .tool, "-", .bytes, "-", .table, .seconds]
elif .type == "answer" then
    ["answer", .mpi, .kind, .answer, .behind, "-", .table, .runs, .seconds]
elif .type == "against" then
    .behind as $behind | ratio(.kind) | .[3] = $behind
elif .type == "sentence" then
    ["sentence", .mpi, .line, "-", "-", "-", .table]
else
    empty
end] | unique[] | map(if . == null then "-" else . end) | @tsv
