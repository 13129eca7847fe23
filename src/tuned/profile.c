/* profile.c: parses a profile and finds the range that covers a call. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tuned/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 200 };

static bool line_parse(struct profile_range *r, const char *line)
{
    char more;

    *r = (struct profile_range){0};
    return sscanf(line, "%31s %9d %18lld %18lld %63s %c", r->op, &r->ranks,
                  &r->least, &r->most, r->algo, &more) == 5 &&
           r->ranks > 0 && r->least >= 0 && r->least <= r->most;
}

long profile_parse(struct profile *p, const char *text)
{
    long number = 1;

    *p = (struct profile){0};
    for (size_t n; *text != '\0'; text += n + (text[n] == '\n'), number++) {
        struct profile_range *v = realloc(p->v, (p->n + 1) * sizeof(*p->v));
        char line[LINE_MOST];

        if (v == NULL)
            return -1;
        p->v = v;
        n = strcspn(text, "\n");
        if (*text == '#' || strspn(text, " \t\r") >= n)
            continue;
        snprintf(line, sizeof(line), "%.*s", (int)n, text);
        if (n >= sizeof(line) || !line_parse(&v[p->n], line))
            return number;
        p->n++;
    }
    return 0;
}

struct profile_range *profile_find(const struct profile *p, const char *op,
                                   int ranks, long long bytes)
{
    for (size_t i = 0; i < p->n; i++) {
        struct profile_range *r = &p->v[i];

        if (r->ranks == ranks && bytes >= r->least && bytes <= r->most &&
            strcmp(r->op, op) == 0)
            return r;
    }
    return NULL;
}
