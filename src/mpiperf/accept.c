/* accept.c: --accept: bounds, --check, a sweep, a verdict. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/accept.h"

#include <stdio.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/check/check.h"

/* Rank 0's. */
static enum acceptance bounds_take(struct accept *a, const char *file,
                                   const struct runinfo *info)
{
    json_t *run = json_pack(
        "{s:i, s:i, s:O?, s:O}", "ranks", info->nranks, "nodes", info->nnodes,
        "mpi", json_object_get(info->machine, "mpi"), "machine", info->machine);

    a->bounds = bounds_read(file, &a->text);
    if (a->bounds != NULL)
        a->text = bounds_elsewhere(a->bounds, run);
    json_decref(run);
    return a->text != NULL ? ACCEPT_ERROR : ACCEPT_PASS;
}

/* What rank 0 found becomes what all have found. */
static void found_tell(struct accept *a)
{
    int found = (int)a->found;

    MPI_Bcast(&found, 1, MPI_INT, 0, a->h->comm);
    a->found = (enum acceptance)found;
}

bool accept_begin(struct accept *a, const char *file, const struct harness *h,
                  struct runinfo *info)
{
    *a = (struct accept){.h = h};
    if (h->rank == 0)
        a->found = bounds_take(a, file, info);
    found_tell(a);
    if (a->found == ACCEPT_PASS && check_run(h, info, &a->text) != 0)
        a->found = ACCEPT_FAIL;
    if (a->found == ACCEPT_FAIL && h->rank == 0)
        a->text = xprefix("--check: UNFIT", a->text);
    return a->found == ACCEPT_PASS;
}

int accept_end(struct accept *a, const json_t *records)
{
    const char *word;

    if (a->found == ACCEPT_PASS && a->h->rank == 0 && records == NULL) {
        a->found = ACCEPT_ERROR;
        a->text = xstrdup("the sweep failed");
    } else if (a->found == ACCEPT_PASS && a->h->rank == 0) {
        a->found = bounds_judge(a->bounds, records, &a->text);
    }
    found_tell(a);
    word = a->found == ACCEPT_PASS   ? "PASS"
           : a->found == ACCEPT_FAIL ? "FAIL"
                                     : "ERROR";
    if (a->h->rank == 0)
        printf("%s: %s\n", word, a->text);
    fflush(stdout);
    json_decref(a->bounds);
    free(a->text);
    return (int)a->found;
}
