/* readers_pattern.c: the reader of files of messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "readers.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ops/pattern_file.h"

static int pattern_text(const char *text, size_t n, struct pattern *p)
{
    static const char name[] = "fuzz.msgs";
    FILE *f = fmemopen((void *)(uintptr_t)text, n, "r");
    char *cause = NULL, *end;
    int rc = pattern_read(f, name, p, &cause);

    fclose(f);
    if (cause != NULL) {
        DEMAND(strncmp(cause, "fuzz.msgs:", strlen(name) + 1) == 0);
        DEMAND(strtol(cause + strlen(name) + 1, &end, 10) > 0);
        DEMAND(strncmp(end, ": ", 2) == 0 && end[2] != '\0');
    }
    accepted(rc, cause);
    return rc;
}

/* Checks bounds that other code relies on. */
static void pattern_check(const struct pattern *p)
{
    int64_t messages = 0, bytes = 0, more;

    DEMAND(p->ranks > 0 && p->ranks <= PATTERN_RANKS_MAX && p->repeat > 0);
    for (int i = 0; p->node != NULL && i < p->ranks; i++)
        DEMAND(p->node[i] >= 0);
    for (size_t i = 0; i < p->n; i++) {
        const struct pattern_message *m = &p->messages[i];

        DEMAND(m->src >= 0 && m->src < p->ranks);
        DEMAND(m->dst >= 0 && m->dst < p->ranks);
        DEMAND(m->tag >= 0 && m->bytes >= 0 && m->count > 0);
        messages += m->count;
        DEMAND(messages <= PATTERN_MESSAGES_MAX);
        DEMAND(!__builtin_mul_overflow(m->bytes, m->count, &more));
        DEMAND(!__builtin_add_overflow(bytes, more, &bytes));
    }
}

/* What was read, written and read again must be the same. */
bool pattern_read_all(const char *text, size_t n)
{
    struct pattern p, q;
    char *again = NULL;
    size_t length = 0;
    FILE *f;

    if (n == 0 || pattern_text(text, n, &p) != 0)
        return false;
    pattern_check(&p);
    f = open_memstream(&again, &length);
    DEMAND(f != NULL && pattern_write(f, &p) == 0);
    fclose(f);
    DEMAND(pattern_text(again, length, &q) == 0);
    DEMAND(p.repeat == q.repeat && p.n == q.n);
    DEMAND(pattern_digest(&p) == pattern_digest(&q));
    free(again);
    pattern_free(&p);
    pattern_free(&q);
    return true;
}
