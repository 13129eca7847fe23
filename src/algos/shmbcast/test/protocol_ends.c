/* protocol_ends.c: where the protocol begins, and how it may end. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "protocol_state.h"

#include <string.h>

/* Nobody can move: all have to be done, and everything as at the start. */
static void check_end(const void *config, const void *state, const char **wrong)
{
    const struct pr_config *c = config;
    const struct state *st = state;

    for (int r = 0; r < c->p; r++) {
        if (st->rank[r].step != DONE)
            *wrong = "deadlock";
        for (int i = 0; i < PR_BUFFERS; i++)
            if (st->control[r][i] != 0 && *wrong == NULL)
                *wrong = "a control is left set";
    }
    for (int k = 0; k < PR_SETS && *wrong == NULL; k++)
        if (st->nreaders[k] != 0)
            *wrong = "a set is left occupied";
}

static int step(const void *config, void *state, int rank, const char **wrong)
{
    struct search_step se = {.c = config};
    int moved = pr_step(&se, state, rank);

    if (se.wrong != NULL)
        *wrong = se.wrong;
    return moved;
}

struct search_result pr_search(const struct pr_config *config)
{
    const struct search_machine machine = {.config = config,
                                           .ranks = config->p,
                                           .bytes = sizeof(struct state),
                                           .room = 1 << 18,
                                           .step = step,
                                           .end = check_end};
    struct state start = {0};

    memset(start.op, config->bug == PR_PAPER_INITIAL ? 1 : PR_NO_OP, PR_SETS);
    for (int r = 0; r < config->p; r++)
        pr_begin_call(config, &start.rank[r], r);
    return search(&machine, &start);
}
