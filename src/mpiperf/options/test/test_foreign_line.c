/* test_foreign_line.c: names and options of OSU and IMB. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/golden.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/foreign.h"
#include "mpiperf/options/test/line.h"
#include "print/benchmarks.h"

/* Translates a command line: the words of each line but the first, and the
 * remarks; or what is wrong. */
static char *translated(char *line)
{
    char *argv[32], *cause, *text;
    struct foreign_lines all;
    size_t length;
    int argc = 0;
    FILE *f;

    while (line != NULL && *line != '\0')
        argv[argc++] = strsep(&line, " ");
    foreign_lines(&all, argc, argv, &cause);
    f = text_open(&text, &length);
    for (size_t k = 0; k < all.n; k++) {
        fputs(k > 0 ? "\n" : "", f);
        for (int i = 1; i < all.v[k].argc; i++)
            fprintf(f, i > 1 ? " %s" : "%s", all.v[k].argv[i]);
    }
    for (char *c = all.remarks; c != NULL && c[0] != '\0' && c[1] != '\0'; c++)
        fputs(*c == '#' ? "\n>" : (char[]){*c, '\0'}, f);
    text_close(f);
    foreign_lines_free(&all);
    if (cause == NULL)
        return text;
    free(text);
    return cause;
}

UNIT_TEST(test_foreign_lines)
{
    assert_answers("src/mpiperf/options/test/foreign_line.txt", translated);
}

/* The names of OSU 7.4's c/mpi, and of IMB 2021.11's programs. */
static const char *const names[] = {
    "OSU osu_latency osu_latency_mp osu_latency_mt osu_multi_lat osu_bw "
    "osu_bibw osu_mbw_mr osu_bw_fan_in osu_bw_fan_out osu_latency_persistent "
    "osu_bw_persistent osu_bibw_persistent osu_hello osu_init osu_get_mbw "
    "osu_get_multi_lat "
    "osu_acc_latency osu_cas_latency osu_fop_latency osu_get_acc_latency "
    "osu_get_bw osu_get_latency osu_put_bibw osu_put_bw osu_put_latency",
    "OSU osu_allgather osu_allgatherv osu_allreduce osu_alltoall osu_alltoallv "
    "osu_alltoallw osu_barrier osu_bcast osu_gather osu_gatherv osu_reduce "
    "osu_reduce_scatter osu_reduce_scatter_block osu_scatter osu_scatterv",
    "OSU osu_iallgather osu_iallgatherv osu_iallreduce osu_ialltoall "
    "osu_ialltoallv osu_ialltoallw osu_ibarrier osu_ibcast osu_igather "
    "osu_igatherv osu_ireduce osu_ireduce_scatter osu_ireduce_scatter_block "
    "osu_iscatter osu_iscatterv",
    "OSU osu_allgather_persistent osu_allgatherv_persistent "
    "osu_allreduce_persistent osu_alltoall_persistent osu_alltoallv_persistent "
    "osu_alltoallw_persistent osu_barrier_persistent osu_bcast_persistent "
    "osu_gather_persistent osu_gatherv_persistent osu_reduce_persistent "
    "osu_reduce_scatter_persistent osu_scatter_persistent "
    "osu_scatterv_persistent",
    "OSU osu_neighbor_allgather osu_neighbor_allgatherv osu_neighbor_alltoall "
    "osu_neighbor_alltoallv osu_neighbor_alltoallw osu_ineighbor_allgather "
    "osu_ineighbor_allgatherv osu_ineighbor_alltoall osu_ineighbor_alltoallv "
    "osu_ineighbor_alltoallw",
    "IMB-MPI1 PingPong PingPongSpecificSource PingPongAnySource PingPing "
    "PingPingSpecificSource PingPingAnySource Sendrecv Exchange Allreduce "
    "Reduce Reduce_local Reduce_scatter Reduce_scatter_block Allgather "
    "Allgatherv Gather Gatherv Scatter Scatterv Alltoall Alltoallv Bcast "
    "Barrier Uniband Biband",
    "IMB-NBC Ibcast Ibcast_pure Iallgather Iallgather_pure Iallgatherv "
    "Iallgatherv_pure Igather Igather_pure Igatherv Igatherv_pure Iscatter "
    "Iscatter_pure Iscatterv Iscatterv_pure Ialltoall Ialltoall_pure "
    "Ialltoallv Ialltoallv_pure Ireduce Ireduce_pure Ireduce_scatter "
    "Ireduce_scatter_pure Iallreduce Iallreduce_pure Ibarrier Ibarrier_pure",
    "IMB-MPI4 Bcast_persist Bcast_persist_pure Allgather_persist "
    "Allgather_persist_pure Allgatherv_persist Allgatherv_persist_pure "
    "Gather_persist Gather_persist_pure Gatherv_persist Gatherv_persist_pure "
    "Scatter_persist Scatter_persist_pure Scatterv_persist "
    "Scatterv_persist_pure Alltoall_persist Alltoall_persist_pure "
    "Alltoallv_persist Alltoallv_persist_pure Reduce_persist "
    "Reduce_persist_pure Reduce_scatter_persist Reduce_scatter_persist_pure "
    "Allreduce_persist Allreduce_persist_pure Barrier_persist "
    "Barrier_persist_pure",
    "IMB-RMA Unidir_put Unidir_get Bidir_put Bidir_get One_put_all "
    "One_get_all All_put_all All_get_all Put_local Get_local Put_all_local "
    "Get_all_local Exchange_put Exchange_get Accumulate Get_accumulate "
    "Fetch_and_op Compare_and_swap Truly_passive_put",
    "IMB-EXT Window Unidir_Get Unidir_Put Bidir_Get Bidir_Put Accumulate",
    "IMB-MT PingPongMT PingPingMT SendRecvMT ExchangeMT UniBandMT BiBandMT "
    "BarrierMT BcastMT ReduceMT AllReduceMT",
    "IMB-P2P PingPong PingPing Unirandom Birandom Corandom SendRecv_Replace "
    "Stencil2D Stencil3D",
    "IMB-HALO simple_halo",
    "IMB-IO S_Write_Indv S_IWrite_Indv S_Write_Expl S_IWrite_Expl "
    "P_Write_Indv P_IWrite_Indv P_Write_Shared P_IWrite_Shared P_Write_Priv "
    "P_IWrite_Priv P_Write_Expl P_IWrite_Expl C_Write_Indv C_IWrite_Indv "
    "C_Write_Shared C_IWrite_Shared C_Write_Expl C_IWrite_Expl S_Read_Indv "
    "S_IRead_Indv S_Read_Expl S_IRead_Expl P_Read_Indv P_IRead_Indv "
    "P_Read_Shared P_IRead_Shared P_Read_Priv P_IRead_Priv P_Read_Expl "
    "P_IRead_Expl C_Read_Indv C_IRead_Indv C_Read_Shared C_IRead_Shared "
    "C_Read_Expl C_IRead_Expl Open_Close",
};

/* True if the words are an operand and options that mpiperf has; or if the
 * library lacks the function. */
static bool is_accepted(const struct benchmark *b)
{
    char *as = benchmark_is_osu(b) ? xasprintf("--as=%s", b->name)
                                   : xasprintf("--as=%s", b->program);
    char *argv[] = {"mpiperf", as, (char *)b->name, NULL}, *cause = NULL;
    struct options o;
    bool ok = line_words(&o, 3, argv, 8, &cause) == OPTIONS_RUN;

    if (ok) {
        assert_ptr_equal(o.as, b);
        assert_int_equal(o.nchoices, 1);
        assert_true(strncmp(b->ours, o.choices->op->name,
                            strlen(o.choices->op->name)) == 0);
        options_free(&o);
    } else
        print_message("%s: %s\n", b->name, cause);
    free(cause);
    free(as);
    return ok;
}

UNIT_TEST(test_every_name)
{
    size_t runs = 0, refused = 0;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char *copy = xstrdup(names[i]), *rest = copy, *name;
        const char *program = strsep(&rest, " ");

        while ((name = strsep(&rest, " ")) != NULL) {
            const struct benchmark *b = benchmark_find(program, name);

            if (b == NULL)
                fail_msg("%s %s is unknown", program, name);
            if (b->columns == COLUMNS_NONE) {
                refused++;
                assert_non_null(strstr(b->ours, "use "));
                assert_null(strchr(b->ours, '\n'));
            } else {
                runs++;
                assert_true(is_accepted(b));
            }
        }
        free(copy);
    }
    assert_int_equal(runs, 159);
    assert_int_equal(refused, 78);
}
