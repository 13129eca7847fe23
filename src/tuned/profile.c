/* profile.c: reads a profile. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tuned/profile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 5 };

/* Parses a whole number from 0. */
static bool number(long long *to, const char *word)
{
    char *end;

    errno = 0;
    *to = strtoll(word, &end, 10);
    return *word >= '0' && *word <= '9' && *end == '\0' && errno == 0;
}

/* Parses a line; *any: it has a range. */
static bool line_parse(struct profile_range *r, char *line, bool *any)
{
    char *word[WORDS], *rest = line;
    long long ranks;
    size_t n = 0;

    *any = line[strspn(line, " \t\r")] != '\0' && *line != '#';
    if (!*any)
        return true;
    while (n < WORDS && (word[n] = strtok_r(rest, " \t\r", &rest)) != NULL)
        n++;
    if (n < WORDS || strtok_r(rest, " \t\r", &rest) != NULL ||
        !number(&ranks, word[1]) || !number(&r->least, word[2]) ||
        !number(&r->most, word[3]) || r->least > r->most)
        return false;
    r->op = word[0];
    r->ranks = (long)ranks;
    r->algo = word[4];
    r->algorithm = NULL;
    return true;
}

long profile_parse(struct profile *p, char *text)
{
    long number = 0;
    char *line;

    *p = (struct profile){0};
    while ((line = strsep(&text, "\n")) != NULL) {
        struct profile_range *v = realloc(p->v, (p->n + 1) * sizeof(*p->v));
        bool any;

        if (v == NULL)
            return -1;
        p->v = v;
        number++;
        if (!line_parse(&v[p->n], line, &any))
            return number;
        p->n += any;
    }
    return 0;
}

const struct profile_range *profile_find(const struct profile *p,
                                         const char *op, long ranks,
                                         long long bytes)
{
    for (size_t i = 0; i < p->n; i++) {
        const struct profile_range *r = &p->v[i];

        if (r->ranks == ranks && bytes >= r->least && bytes <= r->most &&
            strcmp(r->op, op) == 0)
            return r;
    }
    return NULL;
}
