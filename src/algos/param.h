/* param.h: parameters given as text, by name and value. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ALGOS_PARAM_H
#define ALGOS_PARAM_H

#include <stddef.h>
#include <stdint.h>

/* Parses digits with an optional suffix Ki, Mi or Gi. Returns 0 or -EINVAL. */
int al_size_parse(const char *text, size_t *value);

/* The type of a parameter, and of the struct member that holds it. */
enum al_type {
    AL_SIZE,  /* the member is a size_t */
    AL_BYTES, /* the member is an int64_t, not negative */
    AL_INT,   /* the member is an int, not negative */
    AL_WORD,  /* the member is an int: one of the words */
    AL_FLAG,  /* the member is a bool: 0 or 1 */
    AL_OTHER, /* the function set() parses it */
};

/* A word that stands for a value. A NULL name ends a table of words. */
struct al_word {
    const char *name;
    uint64_t value; /* converted to the member's type */
};

/* A parameter. A row without a name ends a table; its [why] is the error text
 * for unknown names. */
struct al_param {
    const char *name;
    enum al_type type;
    size_t offset;               /* offset of the member in the structure */
    const struct al_word *words; /* words accepted besides numbers; or NULL */
    int (*set)(void *params, const char *value); /* returns 0, or -EINVAL */
    const char *why; /* error text for a bad value */
};

/* Sets one parameter of a table. Returns 0, -ENOENT or -EINVAL. After an error
 * [params] is unchanged and [*why], unless [why] is NULL, is the reason. */
int al_param_parse(const struct al_param *rows, void *params, const char *name,
                   const char *value, const char **why);

/* Returns [error]. Sets [*why] to [text] unless [why] is NULL. */
static inline int al_refuse(int error, const char **why, const char *text)
{
    if (why != NULL)
        *why = text;
    return error;
}

#endif /* ALGOS_PARAM_H */
