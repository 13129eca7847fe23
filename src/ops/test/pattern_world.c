/* pattern_world.c: the messages of all ranks by a pattern, without MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/test/pattern_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include "ops/edges.h"

struct pattern_params pattern_parsed(const char *text)
{
    struct params given = {0};
    struct pattern_params p;
    char *cause = NULL;

    params_add(&given, PARAM_NO_OWNER, "pattern", text);
    if (params_read(&pattern_params, &given, &p, &cause) != 0)
        fail_msg("%s", cause);
    if (p.pattern.file != NULL)
        p.pattern.file = text;
    params_free(&given);
    return p;
}

struct pattern_world pattern_world_open(const char *text, int size,
                                        MPI_Count count, size_t type_size)
{
    struct pattern_params p = pattern_parsed(text);
    struct pattern_world w = {.size = size};
    char *cause = NULL;

    for (int rank = 0; rank < size; rank++) {
        struct op_args *a = &w.a[rank];

        *a = (struct op_args){.rank = rank,
                              .size = size,
                              .count = count,
                              .type_size = type_size,
                              .params = &p};
        if (pattern_edges(a, &a->edges, &cause) != MPI_SUCCESS)
            fail_msg("%s", cause);
        assert_null(a->edges.node);
    }
    return w;
}

void pattern_world_close(struct pattern_world *w)
{
    for (int rank = 0; rank < w->size; rank++)
        edges_free(&w->a[rank].edges);
}
