/* broken.c: operations that this release of the MPI library gets wrong. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What --verify finds wrong, or what never returns, is no figure to publish;
 * once it is known to be the library's fault there is a row here, up to the
 * first release without the fault.
 */
#include "ops/broken.h"

#include <string.h>

#ifdef MPICH_NUMVERSION
enum { RELEASE = MPICH_NUMVERSION };
#else
enum { RELEASE = 0 };
#endif

/* MPICH's number of release a.b: abb00000, and so many for Open MPI: none. */
#define FROM_MPICH(a, b) ((a) * 10000000 + (b) * 100000)

static const struct {
    const char *op;
    int before; /* this release of MPICH */
    const char *why;
} faults[] = {
    {"gather_init", FROM_MPICH(4, 3),
     "started again it moves stale data (pmodels/mpich#7078)"},
    {"scatter_init", FROM_MPICH(4, 3),
     "started again it moves stale data or hangs (see pmodels/mpich#7078)"},
    {"allgather_init", FROM_MPICH(4, 2),
     "started again it loses data (see pmodels/mpich#6423)"},
};

const char *op_missing(const struct op *op)
{
    if (op->missing != NULL)
        return op->missing;
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        if (RELEASE > 0 && RELEASE < faults[i].before &&
            strcmp(op->name, faults[i].op) == 0)
            return faults[i].why;
    return NULL;
}
