/* param.c: parses parameters given by name and value. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "param.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int al_size_parse(const char *text, size_t *value)
{
    static const char *const suffixes[] = {"", "Ki", "Mi", "Gi"};
    unsigned long long n;
    char *end;

    if (text[0] < '0' || text[0] > '9')
        return -EINVAL;
    errno = 0;
    n = strtoull(text, &end, 10);
    for (unsigned i = 0; errno == 0 && i < 4; i++)
        if (strcmp(end, suffixes[i]) == 0 && n <= SIZE_MAX >> (10 * i)) {
            *value = (size_t)n << (10 * i);
            return 0;
        }
    return -EINVAL;
}

/* Returns the largest number that a parameter of this type accepts. Sizes stop
 * two short of the maximum, because words take the last two values. */
static uint64_t most(enum al_type type)
{
    return type == AL_INT     ? INT_MAX
           : type == AL_BYTES ? (uint64_t)INT64_MAX - 2
                              : SIZE_MAX - 2;
}

/* Parses a word from the table or, except for AL_WORD, a number. */
static int value_parse(const struct al_param *p, const char *text,
                       uint64_t *value)
{
    size_t number;

    for (const struct al_word *w = p->words; w != NULL && w->name != NULL; w++)
        if (strcmp(text, w->name) == 0) {
            *value = w->value;
            return 0;
        }
    if (p->type == AL_WORD || al_size_parse(text, &number) != 0 ||
        number > most(p->type))
        return -EINVAL;
    *value = number;
    return 0;
}

static int flag_parse(const char *text, bool *flag)
{
    if (strcmp(text, "0") != 0 && strcmp(text, "1") != 0)
        return -EINVAL;
    *flag = text[0] == '1';
    return 0;
}

static int set(const struct al_param *p, void *params, const char *text)
{
    void *at = (char *)params + p->offset;
    uint64_t v;

    if (p->type == AL_OTHER)
        return p->set(params, text);
    if (p->type == AL_FLAG)
        return flag_parse(text, at);
    if (value_parse(p, text, &v) != 0)
        return -EINVAL;
    if (p->type == AL_SIZE)
        *(size_t *)at = (size_t)v;
    else if (p->type == AL_BYTES)
        *(int64_t *)at = (int64_t)v;
    else
        *(int *)at = (int)v;
    return 0;
}

int al_param_parse(const struct al_param *rows, void *params, const char *name,
                   const char *value, const char **why)
{
    for (; rows->name != NULL; rows++) {
        if (strcmp(name, rows->name) != 0)
            continue;
        return set(rows, params, value) == 0
                   ? 0
                   : al_refuse(-EINVAL, why, rows->why);
    }
    return al_refuse(-ENOENT, why, rows->why);
}
