/* dirty.c: a plug-in with an operation that has memory of its own. */
/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 0 changes some of its bytes before each launch, and all ranks get them;
 * mpiexec -n 2 mpiperf --plugin dirty.so dirty -P dirty.bytes=9 --verify */
#include <mpiperf/op.h>
#include <mpiperf/params.h>
#include <stdlib.h>

struct dirty_params {
    int bytes;
};
static const struct param rows[] = {
    {.name = "bytes", .def = "1", .help = "bytes changed before each launch",
     .type = PARAM_INTEGER, .least = 1, .most = 1 << 20},
    {0}};
static const struct param_table table = {
    .owner = "dirty", .rows = rows, .size = sizeof(struct dirty_params)};

static int dirty_open(void **state, struct op_args *a, char **cause)
{
    (void)cause; /* MPI's own words will do */
    *state = calloc(1, sizeof(long)); /* launches so far */
    a->memory = calloc((size_t)a->count + 1, 1);
    return *state && a->memory ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}
static int dirty_before(void *state, const struct op_args *a)
{
    const struct dirty_params *p = a->params;
    long launch = ++*(long *)state;

    for (long i = 0; a->rank == 0 && i < p->bytes && i < a->count; i++)
        ((char *)a->memory)[i] = (char)(launch + i);
    return MPI_SUCCESS;
}
static int dirty_run(void *state, const struct op_args *a)
{
    (void)state;
    return MPI_Bcast(a->memory, (int)a->count, MPI_BYTE, 0, a->comm);
}
static long dirty_check(void *state, const struct op_args *a)
{
    return a->count > 0 && *(char *)a->memory != (char)*(long *)state;
}
static void dirty_close(void *state, struct op_args *a)
{ free(state), free(a->memory); }
static const struct figure figures[] = {
    {.name = "changed", .unit = "B", .help = "bytes changed by all launches"},
    {.name = "calls", .unit = "", .help = "launches", .over = FIGURE_SUM}, {0}};
static void dirty_figures(void *state, const struct op_args *a, double *values)
{
    values[1] = (double)*(long *)state;
    values[0] = values[1] * ((const struct dirty_params *)a->params)->bytes;
}
static const struct op dirty = {
    .name = "dirty", .help = "MPI_Bcast of memory that changes",
    .flags = OP_OWN_MEMORY, .params = &table, .call.run = dirty_run,
    .life = {dirty_open, dirty_before, NULL, dirty_check, dirty_close, figures,
             NULL, dirty_figures, 0}};
const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI, .ops = (const struct op *const[]){&dirty, 0}};
