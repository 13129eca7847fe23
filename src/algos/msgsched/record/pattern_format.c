/* pattern_format.c: writes a set of messages to a file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/msgsched/record/pattern_format.h"

static int message_write(FILE *f, const struct pattern_message *m)
{
    int rc = fprintf(f, "%d %d %lld", m->src, m->dst, (long long)m->bytes);

    if (rc >= 0 && (m->tag != 0 || m->count != 1))
        rc = fprintf(f, " %d", m->tag);
    if (rc >= 0 && m->count != 1)
        rc = fprintf(f, " %lld", (long long)m->count);
    return rc >= 0 && putc('\n', f) != EOF ? 0 : -1;
}

int pattern_write(FILE *f, const struct pattern *p)
{
    if (fprintf(f, "# msgsched 1\nranks %d\n", p->ranks) < 0)
        return -1;
    if (p->repeat != 1 && fprintf(f, "repeat %lld\n", (long long)p->repeat) < 0)
        return -1;
    for (int i = 0; p->node != NULL && i < p->ranks; i++)
        if (fprintf(f, "node %d %d\n", i, p->node[i]) < 0)
            return -1;
    for (size_t i = 0; i < p->n; i++)
        if (message_write(f, &p->messages[i]) != 0)
            return -1;
    return fflush(f) == 0 ? 0 : -1;
}
