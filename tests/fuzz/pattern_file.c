/* pattern_file.c: fuzz target: a set of messages that was read is written and
 * read again, with the same result; an error message has the line's number.
 * Built with libFuzzer by tests/fuzz.bats. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/pattern_file.h"

#define NAME "fuzz.msgs"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(int holds)
{
    if (!holds)
        abort();
}

static int read_all(const void *data, size_t size, struct pattern *p)
{
    FILE *f = fmemopen((void *)(uintptr_t)data, size, "r");
    char *cause = NULL, *end;
    int rc;

    demand(f != NULL);
    rc = pattern_read(f, NAME, p, &cause);
    fclose(f);
    demand((rc == 0) == (cause == NULL));
    if (rc != 0) {
        demand(strncmp(cause, NAME ":", strlen(NAME ":")) == 0);
        demand(strtol(cause + strlen(NAME ":"), &end, 10) > 0);
        demand(strncmp(end, ": ", 2) == 0 && end[2] != '\0');
        demand(strchr(cause, '\n') == NULL);
    }
    free(cause);
    return rc;
}

/* Checks the bounds that other code relies on. */
static void check(const struct pattern *p)
{
    int64_t messages = 0, bytes = 0, more;

    demand(p->ranks > 0 && p->ranks <= PATTERN_RANKS_MAX && p->repeat > 0);
    for (int i = 0; p->node != NULL && i < p->ranks; i++)
        demand(p->node[i] >= 0);
    for (size_t i = 0; i < p->n; i++) {
        const struct pattern_message *m = &p->messages[i];

        demand(m->src >= 0 && m->src < p->ranks);
        demand(m->dst >= 0 && m->dst < p->ranks);
        demand(m->tag >= 0 && m->bytes >= 0 && m->count > 0);
        messages += m->count;
        demand(messages <= PATTERN_MESSAGES_MAX);
        demand(!__builtin_mul_overflow(m->bytes, m->count, &more));
        demand(!__builtin_add_overflow(bytes, more, &bytes));
    }
}

static void same(const struct pattern *p, const struct pattern *q)
{
    demand(p->ranks == q->ranks && p->repeat == q->repeat && p->n == q->n);
    demand((p->node == NULL) == (q->node == NULL));
    for (int i = 0; p->node != NULL && i < p->ranks; i++)
        demand(p->node[i] == q->node[i]);
    for (size_t i = 0; i < p->n; i++) {
        const struct pattern_message *m = &p->messages[i];
        const struct pattern_message *o = &q->messages[i];

        demand(m->src == o->src && m->dst == o->dst && m->tag == o->tag &&
               m->bytes == o->bytes && m->count == o->count);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pattern p, q;
    char *text = NULL;
    size_t n = 0;
    FILE *f;

    if (size == 0 || read_all(data, size, &p) != 0)
        return 0;
    check(&p);
    f = open_memstream(&text, &n);
    demand(f != NULL && pattern_write(f, &p) == 0);
    fclose(f);
    demand(read_all(text, n, &q) == 0);
    same(&p, &q);
    free(text);
    pattern_free(&p);
    pattern_free(&q);
    return 0;
}
