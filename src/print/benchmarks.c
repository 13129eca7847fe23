/* benchmarks.c: the table of benchmarks of OSU and IMB. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h" /* FNM_CASEFOLD */
#include "print/benchmarks.h"

#include <fnmatch.h>
#include <string.h>

#define ROW(PROGRAM, NAME, TITLE, OURS, SIZES, COLUMNS, EXTRA)                 \
    {                                                                          \
        PROGRAM, NAME, TITLE, OURS, SIZES, COLUMNS_##COLUMNS, EXTRA            \
    }
#define OSU_ROW(NAME, ...) ROW(OSU, "osu_" NAME, __VA_ARGS__, false)
#define IMB_ROW(PROGRAM, NAME, ...)                                            \
    ROW("IMB-" PROGRAM, NAME, "", __VA_ARGS__, false)
/* One that runs only if it is named. */
#define IMB_MORE(PROGRAM, NAME, ...)                                           \
    ROW("IMB-" PROGRAM, NAME, "", __VA_ARGS__, true)
#define OSU_NOT(NAME, REASON) OSU_ROW(NAME, "", REASON, NULL, NONE)
#define IMB_NOT(PROGRAM, NAME, REASON)                                         \
    IMB_ROW(PROGRAM, NAME, REASON, NULL, NONE)

#define COLL_SIZES "1:1Mi"
#define OSU_COLL(low, TITLE, MORE, SIZES)                                      \
    OSU_ROW(#low, TITLE " Latency", #low MORE, SIZES, MEAN),                   \
        OSU_ROW("i" #low, "Non-blocking " TITLE " Latency",                    \
                "i" #low ":native,overlap" MORE, SIZES, OVERLAP)
#define NEIGHBOR(low, TITLE)                                                   \
    OSU_COLL(neighbor_##low, "Neighborhood " TITLE, " --topology=ring",        \
             COLL_SIZES)
#define OSU_COLL_INIT(low, TITLE, MORE, SIZES)                                 \
    OSU_COLL(low, TITLE, MORE, SIZES),                                         \
        OSU_ROW(#low "_persistent", TITLE " Persistent Latency",               \
                #low "_init" MORE, SIZES, MEAN)
#define IMB_REQUEST(PROGRAM, NAME, OURS, MORE, SIZES)                          \
    IMB_ROW(PROGRAM, NAME, OURS ":native,overlap" MORE, SIZES, OVERLAP),       \
        IMB_MORE(PROGRAM, NAME "_pure", OURS MORE, SIZES, MEAN)
/* A collective: its name, IMB's, OSU's; options and sizes of OSU and IMB. */
#define COLL_OF(low, NAME, TITLE, OSU_MORE, OSU_SIZES, IMB_MORE, IMB_SIZES)    \
    OSU_COLL_INIT(low, TITLE, OSU_MORE, OSU_SIZES),                            \
        IMB_ROW("MPI1", NAME, #low IMB_MORE, IMB_SIZES, MEAN),                 \
        IMB_REQUEST("NBC", "I" #low, "i" #low, IMB_MORE, IMB_SIZES),           \
        IMB_REQUEST("MPI4", NAME "_persist", #low "_init", IMB_MORE,           \
                    IMB_SIZES)
#define COLL(low, NAME, TITLE)                                                 \
    COLL_OF(low, NAME, TITLE, "", COLL_SIZES, "", "0")
#define INT32 " --datatype=int32"
#define FLOAT " --datatype=float"
#define REDUCTION(low, NAME)                                                   \
    COLL_OF(low, NAME, NAME, INT32, COLL_SIZES, FLOAT, "0,4")

#define FROM_0 "0:4Mi"
#define FROM_1 "1:4Mi"
#define HALVES " --pairs=halves"
#define MADE " --param=rma.window=allocate"
#define CALLS " --param=rma.calls=64" MADE

#define ONCE " --min-valid=1 --max-valid=1"

#define MANY "calls of or to several ranks are not measured: use "
#define ONE_WAY "only puts are measured both ways: use "
#define PERSISTENT "windows of persistent messages are not measured: use "
#define FILES "files are not measured: use IOR"
#define HALO "use exchange --pattern=halo3d:1"

const struct benchmark benchmarks[] = {
    OSU_ROW("latency", "Latency", "pingpong", FROM_0, MEAN),
    OSU_ROW("multi_lat", "Multi Latency", "pingpong" HALVES, FROM_0, MEAN),
    OSU_ROW("latency_mt", "Multi-threaded Latency", "pingpong --threads=2",
            FROM_0, MEAN),
    OSU_ROW("bw", "Bandwidth", "bandwidth", FROM_1, RATE),
    OSU_ROW("bibw", "Bi-Directional Bandwidth", "bibandwidth", FROM_1, RATE),
    OSU_ROW("mbw_mr", "Multiple Bandwidth / Message Rate", "bandwidth" HALVES,
            FROM_1, RATES),
    OSU_NOT("latency_mp", "forked processes are not measured: use more ranks, "
                          "with pingpong" HALVES),
    OSU_NOT("latency_persistent",
            "persistent messages are measured one way: use send_init"),
    OSU_NOT("bw_persistent", PERSISTENT "bandwidth, or send_init"),
    OSU_NOT("bibw_persistent", PERSISTENT "bibandwidth, or send_init"),
    OSU_NOT("bw_fan_in", "windows of messages from many ranks are not "
                         "measured: use exchange --pattern=incast"),
    OSU_NOT("bw_fan_out", "windows of messages to many ranks are not "
                          "measured: use exchange --pattern=outcast"),

    IMB_ROW("MPI1", "PingPong", "pingpong", "0", ORIGIN),
    IMB_MORE("MPI1", "PingPongSpecificSource", "pingpong", "0", ORIGIN),
    IMB_ROW("MPI1", "PingPing", "pingping", "0", ORIGIN),
    IMB_MORE("MPI1", "PingPingSpecificSource", "pingping", "0", ORIGIN),
    IMB_MORE("MPI1", "*AnySource",
             "MPI_ANY_SOURCE is not measured: use PingPong or PingPing", NULL,
             NONE),
    IMB_ROW("MPI1", "Sendrecv", "sendrecv", "0", SENDRECV),
    IMB_ROW("MPI1", "Exchange", "exchange", "0", EXCHANGE),
    IMB_MORE("MPI1", "Uniband", "bandwidth" HALVES, "0", RATES),
    IMB_MORE("MPI1", "Biband", "bibandwidth" HALVES, "0", RATES),
    IMB_NOT("MPI1", "Reduce_local", "no message is sent: use Reduce"),
    IMB_ROW("MPI1", "Reduce_scatter_block", "reduce_scatter_block" FLOAT, "0,4",
            MEAN),

    COLL(allgather, "Allgather", "Allgather"),
    COLL(allgatherv, "Allgatherv", "Allgatherv"),
    COLL(alltoall, "Alltoall", "All-to-All Personalized Exchange"),
    COLL(alltoallv, "Alltoallv", "All-to-Allv Personalized Exchange"),
    COLL(bcast, "Bcast", "Broadcast"),
    COLL(gather, "Gather", "Gather"),
    COLL(gatherv, "Gatherv", "Gatherv"),
    COLL(scatter, "Scatter", "Scatter"),
    COLL(scatterv, "Scatterv", "Scatterv"),
    COLL_OF(barrier, "Barrier", "Barrier", "", NULL, "", NULL),
    REDUCTION(allreduce, "Allreduce"),
    REDUCTION(reduce, "Reduce"),
    REDUCTION(reduce_scatter, "Reduce_scatter"),
    OSU_COLL_INIT(alltoallw, "All-to-Allw Personalized Exchange", "",
                  COLL_SIZES),
    OSU_COLL(reduce_scatter_block, "Reduce_scatter_block", INT32, COLL_SIZES),
    NEIGHBOR(allgather, "Allgather"),
    NEIGHBOR(allgatherv, "Allgatherv"),
    NEIGHBOR(alltoall, "Alltoall"),
    NEIGHBOR(alltoallv, "Alltoallv"),
    NEIGHBOR(alltoallw, "Alltoallw"),

    OSU_ROW("put_latency", "_Put Latency", "put_flush" MADE, FROM_0, ORIGIN),
    OSU_ROW("get_latency", "_Get latency", "get_flush" MADE, FROM_0, ORIGIN),
    OSU_ROW("put_bw", "_Put Bandwidth", "put_flush" CALLS, FROM_1, RATE),
    OSU_ROW("get_bw", "_Get Bandwidth", "get_flush" CALLS, FROM_1, RATE),
    OSU_ROW("put_bibw", "_Put Bi-directional Bandwidth", "biput_pscw" CALLS,
            FROM_1, RATE),
    OSU_ROW("acc_latency", "_Accumulate latency", "accumulate_flush" INT32 MADE,
            FROM_0, ORIGIN),
    OSU_ROW("get_acc_latency", "_Get_accumulate latency",
            "get_accumulate_flush" INT32 MADE, FROM_0, ORIGIN),
    OSU_ROW("cas_latency", "_Compare_and_swap latency",
            "compare_and_swap_flush" INT32 MADE, "4", ORIGIN),
    OSU_ROW("fop_latency", "_Fetch_and_op latency",
            "fetch_and_op_flush" INT32 MADE, "4", ORIGIN),
    OSU_ROW("get_mbw", "_Get Multiple Bandwidth Bandwidth",
            "get_flush" HALVES CALLS, FROM_1, RATE),
    OSU_ROW("get_multi_lat", "_Get Multi Latency", "get_pscw" HALVES MADE,
            FROM_0, ORIGIN),
    OSU_ROW("init", "Init", "null" ONCE, NULL, INIT),
    OSU_ROW("hello", "Hello World", "null" ONCE, NULL, HELLO),

    IMB_ROW("RMA", "Unidir_put", "put_flush", "0", ORIGIN),
    IMB_ROW("RMA", "Unidir_get", "get_flush", "0", ORIGIN),
    IMB_ROW("RMA", "Bidir_put", "biput_flush", "0", ORIGIN),
    IMB_ROW("RMA", "Put_local", "put_flush_local", "0", ORIGIN),
    IMB_MORE("RMA", "Get_local", "get_flush_local", "0", ORIGIN),
    IMB_ROW("RMA", "Accumulate", "accumulate_flush" FLOAT, "0,4", ORIGIN),
    IMB_ROW("RMA", "Get_accumulate", "get_accumulate_flush" FLOAT, "0,4",
            ORIGIN),
    IMB_ROW("RMA", "Fetch_and_op", "fetch_and_op_flush" INT32, "4", ORIGIN),
    IMB_ROW("RMA", "Compare_and_swap", "compare_and_swap_flush" INT32, "4",
            ORIGIN),
    IMB_NOT("RMA", "Bidir_get", ONE_WAY "biput_flush, or get_flush"),
    IMB_NOT("RMA", "*_put_all", MANY "put_flush --pairs=each"),
    IMB_NOT("RMA", "*_get_all", MANY "get_flush --pairs=each"),
    IMB_NOT("RMA", "Exchange_[pg]?t", MANY "put_flush --pairs=each"),
    IMB_NOT("RMA", "Truly_passive_put",
            "a target that computes is not measured: use put_flush"),
    IMB_NOT("RMA", "???_all_local", MANY "put_flush_local --pairs=each"),
    IMB_ROW("EXT", "Unidir_Put", "put_fence", "0", ORIGIN),
    IMB_ROW("EXT", "Unidir_Get", "get_fence", "0", ORIGIN),
    IMB_ROW("EXT", "Bidir_Put", "biput_fence", "0", ORIGIN),
    IMB_NOT("EXT", "Bidir_Get", ONE_WAY "biput_fence, or get_fence"),
    IMB_NOT("EXT", "Accumulate", MANY "accumulate_fence"),
    IMB_NOT("EXT", "Window",
            "MPI_Win_create is not measured: use win_allocate"),

    IMB_NOT("MT", "*MT",
            "messages divided among threads are not measured: use "
            "the operation of this name with --threads=N"),
    IMB_NOT("P2P", "PingP?ng", "use IMB-MPI1, with -multi 0 -map Px2"),
    IMB_NOT("P2P", "*random",
            "pairs that change with each message are not "
            "measured: use pingpong --pairs=random"),
    IMB_NOT("P2P", "SendRecv_Replace", "use sendrecv_replace"),
    IMB_NOT("P2P", "Stencil2D", "use exchange --pattern=torus"),
    IMB_NOT("P2P", "Stencil3D", HALO),
    IMB_NOT("HALO", "simple_halo", HALO),
    IMB_NOT("IO", "[SPC]_*Write_*", FILES),
    IMB_NOT("IO", "[SPC]_*Read_*", FILES),
    IMB_NOT("IO", "Open_Close", FILES),
    {0},
};

bool benchmark_is_osu(const struct benchmark *b)
{
    return strcmp(b->program, OSU) == 0;
}

const struct benchmark *benchmark_find(const char *program, const char *name)
{
    for (const struct benchmark *b = benchmarks; b->name != NULL; b++)
        if ((program == NULL || strcmp(b->program, program) == 0) &&
            fnmatch(b->name, name, FNM_CASEFOLD) == 0)
            return b;
    return NULL;
}

const struct benchmark *benchmark_of(const char *op, bool osu)
{
    size_t n = strlen(op);

    for (const struct benchmark *b = benchmarks; b->name != NULL; b++)
        if (benchmark_is_osu(b) == osu && b->columns != COLUMNS_NONE &&
            strncmp(b->ours, op, n) == 0 && strchr(" :", b->ours[n]) != NULL)
            return b;
    return NULL;
}
