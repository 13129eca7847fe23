/* params.c: OWNER.NAME=VALUE settings, as given with --param. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/params.h"

#include <stdlib.h>
#include <string.h>

#include "lib/xmalloc.h"

void params_add(struct params *p, const char *owner, const char *name,
                const char *value)
{
    p->v = xreallocarray(p->v, p->n + 1, sizeof(*p->v));
    p->v[p->n++] = (struct param_value){
        .owner = xstrdup(owner),
        .name = xstrdup(name),
        .value = xstrdup(value),
    };
}

const char *params_get(const struct params *p, const char *owner,
                       const char *name)
{
    for (size_t i = p->n; i > 0; i--) {
        const struct param_value *v = &p->v[i - 1];

        if (strcmp(v->owner, owner) == 0 && strcmp(v->name, name) == 0)
            return v->value;
    }
    return NULL;
}

void params_free(struct params *p)
{
    for (size_t i = 0; i < p->n; i++) {
        free(p->v[i].owner);
        free(p->v[i].name);
        free(p->v[i].value);
    }
    free(p->v);
    *p = (struct params){0};
}
