/* param.h: parameters as people write them, by name. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ALGOS_PARAM_H
#define ALGOS_PARAM_H

#include <stddef.h>
#include <stdint.h>

/* Digits and an optional suffix Ki, Mi or Gi; 0 or -EINVAL. */
int al_size_parse(const char *text, size_t *value);

/* What a value is, and the C type of the member that holds it. */
enum al_type {
    AL_SIZE,  /* size_t */
    AL_BYTES, /* int64_t, not negative */
    AL_INT,   /* int, not negative */
    AL_WORD,  /* int: the value of a word */
    AL_FLAG,  /* bool: 0 or 1 */
    AL_OTHER, /* set() says */
};

/* A word that stands for a value. A table of them ends with a NULL name. */
struct al_word {
    const char *name;
    uint64_t value; /* converted to the type of the member */
};

/* A parameter. A table ends with a row that has no name; its [why] is for names
 * that are not there. */
struct al_param {
    const char *name;
    enum al_type type;
    size_t offset; /* of the member */
    const struct al_word
        *words; /* numbers may be one of them instead; or NULL */
    int (*set)(void *params, const char *value); /* 0 or -EINVAL, unchanged */
    const char *why; /* what is wrong with a value that is refused */
};

/* Changes one parameter of a table. 0, -ENOENT or -EINVAL with [*why], if that
 * is not NULL, and [params] unchanged. */
int al_param_parse(const struct al_param *rows, void *params, const char *name,
                   const char *value, const char **why);

/* Returns [error], with [text] in [why] if that is not NULL. */
static inline int al_refuse(int error, const char **why, const char *text)
{
    if (why != NULL)
        *why = text;
    return error;
}

#endif /* ALGOS_PARAM_H */
