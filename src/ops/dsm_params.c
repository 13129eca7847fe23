/* dsm_params.c: --touched and --changed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "ops/dsm.h"

/* Positions of as many take no more memory than an array of 8 GiB. */
enum { CHANGED_MOST = 1 << 30 };

static int changed_parse(const struct param *p, void *at, const char *text,
                         char **cause)
{
    char *number = xstrdup(text), *whose = strchr(number, ':');
    bool foreign = false;
    long n;
    int rc;

    (void)p;
    if (whose != NULL)
        *whose++ = '\0';
    if (whose != NULL && strcmp(whose, "own") != 0) {
        foreign = strcmp(whose, "foreign") == 0;
        if (!foreign) {
            free(number);
            return param_refuse(text, "must be N, N:own or N:foreign", cause);
        }
    }
    rc = number_long(&n, number, 0, CHANGED_MOST, cause);
    if (rc == 0)
        *(struct dsm_changed *)at = (struct dsm_changed){(size_t)n, foreign};
    free(number);
    return rc;
}

static const struct param rows[] = {
    {.name = "touched",
     .def = "halo",
     .arg = "NAME",
     .help = "pages of other ranks' sections that each rank has touched in "
             "dsm-barrier",
     .type = PARAM_WORD,
     .offset = offsetof(struct dsm_params, touched),
     .words =
         (const struct param_word[]){
             {"halo", DSM_HALO,
              "the first page of the next rank's section, and the last one of "
              "the rank's before"},
             {"all", DSM_ALL, "all of the array"},
             {0}},
     .option = true},
    {.name = "changed",
     .def = "0",
     .arg = "N[:own|foreign]",
     .help = "number of elements that each rank changes in each launch of "
             "dsm-barrier, in its own section or in the next rank's; those of "
             "shared pages first",
     .type = PARAM_TEXT,
     .offset = offsetof(struct dsm_params, changed),
     .parse = changed_parse,
     .option = true},
    {0},
};

const struct param_table dsm_params = {
    .owner = "dsm-barrier",
    .rows = rows,
    .size = sizeof(struct dsm_params),
};
