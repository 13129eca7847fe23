/* launcher.c: did the launcher start more ranks than MPI sees? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/launcher.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/xmalloc.h"

/* What launchers leave in the environment of what they start. Variables of a
 * Slurm job as a whole say nothing: a batch script has them too. */
static const struct {
    const char *name;
    int more; /* ranks there are, beside the number: 1 after a rank */
} variables[] = {
    {"OMPI_COMM_WORLD_SIZE", 0}, /* mpiexec of Open MPI */
    {"PMI_SIZE", 0},             /* of MPICH and its kin; srun --mpi=pmi2 */
    {"SLURM_STEP_NUM_TASKS", 0}, /* srun */
    {"PMIX_RANK", 1},            /* prterun, jsrun, srun --mpi=pmix */
};

enum { NVARIABLES = sizeof(variables) / sizeof(variables[0]) };

/* The least number of ranks that the variable tells of; 0: none. */
static long ranks_told(int i)
{
    const char *text = getenv(variables[i].name);
    char *cause;
    long n;

    if (text == NULL)
        return 0;
    if (number_long(&n, text, 0, INT_MAX - 1, &cause) != 0) {
        free(cause);
        return 0;
    }
    return n + variables[i].more;
}

/*
 * Inside of another launcher's job there are variables of both. That one rank
 * was meant is then said by the number 1, which only a launcher leaves.
 */
char *launcher_refuse(int world, const char *library)
{
    int says = -1;

    for (int i = 0; i < NVARIABLES; i++) {
        long n = ranks_told(i);

        if (n == 1 && variables[i].more == 0)
            return NULL;
        if (n > 1 && says < 0)
            says = i;
    }
    if (world != 1 || says < 0)
        return NULL;
    /* what follows a comma is about the package */
    return xasprintf("each rank runs by itself: %s=%s, but MPI sees one rank. "
                     "Start mpiperf with the mpiexec of the MPI that it was "
                     "built for, %.*s, or unset %s to measure with one rank",
                     variables[says].name, getenv(variables[says].name),
                     (int)strcspn(library, ","), library, variables[says].name);
}
