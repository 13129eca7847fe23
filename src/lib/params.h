/* params.h: OWNER.NAME=VALUE settings, as given with --param. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_PARAMS_H
#define LIB_PARAMS_H

#include <stddef.h>

/* One parameter an owner (an algorithm, the window method) understands. */
struct param {
    const char *name;
    const char *def; /* as the user would type it; shown in the help */
    const char *help;
};

/* What was given, in order; a later value of the same name wins. */
struct params {
    struct param_value {
        char *owner, *name, *value;
    } * v;
    size_t n;
};

void params_add(struct params *p, const char *owner, const char *name,
                const char *value);
/* The value given last, or NULL. */
const char *params_get(const struct params *p, const char *owner,
                       const char *name);
void params_free(struct params *p);

#endif /* LIB_PARAMS_H */
