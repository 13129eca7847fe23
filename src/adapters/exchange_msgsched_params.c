/* exchange_msgsched_params.c: options of libmsgsched as -P msgsched.NAME. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/exchange_msgsched.h"
#include "lib/xmalloc.h"

/* The library reads its own options. */
static int library_parse(const struct param *p, void *at, const char *text,
                         char **cause)
{
    const char *why = NULL;
    int rc = msgsched_options_parse(at, p->name, text, &why);

    return rc == 0 ? 0 : param_refuse(text, why, cause);
}

/* Do they go together? */
static int sound(const void *values, char **cause)
{
    const char *why = NULL;

    const struct msgsched_settings *s = values;

    if (msgsched_options_check(&s->library, &why) == 0)
        return 0;
    *cause = xasprintf("msgsched: %s", why);
    return -1;
}

#define OPTION(NAME, KIND, WORDS, SET, DEF, WHY, HELP)                         \
    {.name = #NAME,                                                            \
     .def = DEF,                                                               \
     .help = HELP,                                                             \
     .type = PARAM_TEXT,                                                       \
     .parse = library_parse},
static const struct param rows[] = {
#include "algos/msgsched/options.def"
    {.name = "distance",
     .def = "none",
     .help = "file of the nodes' distances, a line for each node with a number "
             "for each; none: the difference of their numbers",
     .type = PARAM_FILE,
     .offset = offsetof(struct msgsched_settings, distance)},
    COMPUTATION_ROWS(struct msgsched_settings, beside., "none",
                     "msgsched_test"),
    {0},
};
#undef OPTION

const struct param_table msgsched_params = {
    .owner = "msgsched",
    .rows = rows + 1, /* the first is the schedule: an algorithm's name */
    .size = sizeof(struct msgsched_settings),
    .check = sound,
};
