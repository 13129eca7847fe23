/* ga_none.c: stands in for ga.c if built without Global Arrays. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "dsm/table.h"
#include "lib/xmalloc.h"

static int adapter_create(MPI_Comm comm, const void *params, void **state,
                          char **cause)
{
    (void)comm, (void)params, (void)state;
    *cause = xstrdup("this mpiperf was built without Global Arrays "
                     "(configure --with-ga)");
    return MPI_ERR_UNSUPPORTED_OPERATION;
}

const struct algo algo_dsm_barrier_ga = {
    .name = "ga",
    .op = "dsm-barrier",
    .help = "Global Arrays: scatters the changed elements, and reads by "
            "one-sided calls",
    .create = adapter_create,
};
