/* param.h: parameters as people write them, by name. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_PARAM_H
#define SHMBCAST_PARAM_H

#include <stddef.h>

/* Digits and an optional suffix Ki, Mi or Gi; 0 or -EINVAL. */
int sb_size_parse(const char *text, size_t *value);

/* What a value is, and the C type of the member that holds it. */
enum sb_param_type {
    SB_SIZE,  /* size_t */
    SB_INT,   /* int, not negative */
    SB_FLAG,  /* bool: 0 or 1 */
    SB_OTHER, /* set() says */
};

/* Words that sizes and integers can be instead, as bits. */
enum { SB_NEVER = 1 << 0, SB_DISTANCE = 1 << 1, SB_MODEL = 1 << 2 };

/* A parameter. A table ends with a row that has no name; its [why] is for names
 * that are not there. */
struct sb_param {
    const char *name;
    enum sb_param_type type;
    size_t offset; /* of the member */
    unsigned words;
    int (*set)(void *params, const char *value); /* 0 or -EINVAL, unchanged */
    const char *why; /* what is wrong with a value that is refused */
};

/* As shmbcast_params_parse(), by a table. */
int sb_param_parse(const struct sb_param *rows, void *params, const char *name,
                   const char *value, const char **why);

/* Returns [error], with [text] in [why] if that is not NULL. */
static inline int sb_refuse(int error, const char **why, const char *text)
{
    if (why != NULL)
        *why = text;
    return error;
}

#endif /* SHMBCAST_PARAM_H */
