/* refnuma_common.c: what the algorithms of librefnuma have in common. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/refnuma_common.h"

#include <jansson.h>
#include "lib/xmalloc.h"
#include "timers/timer.h"

/* ---- parameters --------------------------------------------------------- */

/* The library reads its own options. */
static int library_parse(const struct param *p, void *at, const char *text,
                         char **cause)
{
    const char *why = NULL;
    int rc = refnuma_options_parse(at, p->name, text, &why);

    return rc == 0 ? 0 : param_refuse(text, why, cause);
}

#define OPTION(NAME, KIND, WORDS, DEF, WHY, HELP)                              \
    {.name = #NAME,                                                            \
     .def = DEF,                                                               \
     .help = HELP,                                                             \
     .type = PARAM_TEXT,                                                       \
     .parse = library_parse},
static const struct param rows[] = {
#include "algos/refnuma/options.def"
    {0},
};
#undef OPTION

const struct param_table refnuma_params = {
    .owner = "refnuma",
    .rows = rows,
    .size = sizeof(struct refnuma_options),
};

/* ---- the context -------------------------------------------------------- */

int refnuma_use_failed(int rc, char **cause)
{
    if (rc != MPI_SUCCESS && *cause == NULL)
        *cause = xstrdup(refnuma_failure());
    return rc;
}

int refnuma_use_create(MPI_Comm comm, const void *params, void **state,
                       char **cause)
{
    struct refnuma_use *u = xcalloc(1, sizeof(*u));

    (void)comm, (void)cause;
    u->options = *(const struct refnuma_options *)params;
    *state = u;
    return MPI_SUCCESS;
}

int refnuma_use_open(struct refnuma_use *u, MPI_Comm comm, char **cause)
{
    if (time_is_simulated() && u->options.touch != REFNUMA_TOUCH_CALL) {
        *cause = xstrdup("page faults are not simulated: touch=call");
        return MPI_ERR_UNSUPPORTED_OPERATION;
    }
    return refnuma_use_failed(refnuma_init(comm, &u->options, &u->context),
                              cause);
}

void refnuma_use_close(struct refnuma_use *u)
{
    if (u->context != NULL)
        refnuma_finalize(&u->context);
}

/* Page faults find one read a page; calls are told all of it. */
int refnuma_use_touch(const struct refnuma_use *u, struct refnuma_array *array,
                      size_t first, size_t count)
{
    const volatile double *element = refnuma_double(array);
    size_t page = 4096 / sizeof(*element);

    if (u->options.touch == REFNUMA_TOUCH_CALL)
        return refnuma_touch_range(array, first, count);
    for (size_t i = first; i < first + count; i = (i / page + 1) * page)
        (void)element[i];
    return MPI_SUCCESS;
}

int refnuma_use_begin(struct refnuma_use *u, int rc, char **cause)
{
    int later = refnuma_barrier(u->context);

    refnuma_info(u->context, NULL, &u->since);
    return refnuma_use_failed(rc != MPI_SUCCESS ? rc : later, cause);
}

/* ---- what it cost ------------------------------------------------------- */

void refnuma_use_cost(const struct refnuma_use *u,
                      struct refnuma_use_cost *cost)
{
    const struct refnuma_info *since = &u->since;
    struct refnuma_info now;
    double n;

    refnuma_info(u->context, NULL, &now);
    n = (double)(now.barriers - since->barriers); /* 0 / 0: not known */
    *cost = (struct refnuma_use_cost){
        .compared = (double)(now.compared - since->compared) / n,
        .sent = (double)(now.bytes - since->bytes) / n,
        .messages = (double)(now.messages - since->messages) / n,
        .foreign = (double)((now.touched + now.twins) * now.page),
        .pages = (double)now.touched,
    };
}

struct json_t *refnuma_use_describe(void *state)
{
    const struct refnuma_use *u = state;

    return json_pack("{s:b, s:I}", "uffd", u->since.uffd, "neighbours",
                     (json_int_t)u->since.neighbours);
}
