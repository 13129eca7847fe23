/* list.c: prints the names that the user can choose, for --list. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/list.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "lib/xmalloc.h"
#include "mpiperf/options/catalog.h"

/* True if the pattern matches the name, or a part of it: the operation or the
 * algorithm of OPERATION:ALGORITHM, or the owner of OWNER.PARAMETER. */
static bool name_fits(const char *pattern, const char *name)
{
    char *first = xstrdup(name), *rest = first;
    bool fits = fnmatch(pattern, name, 0) == 0 ||
                fnmatch(pattern, strsep(&rest, ".:"), 0) == 0 ||
                (rest != NULL && strchr(name, ':') != NULL &&
                 fnmatch(pattern, rest, 0) == 0);

    free(first);
    return fits;
}

/* True if the entry is a parameter of this owner. */
static bool is_owned(const struct catalog_entry *e, const char *owner)
{
    size_t n = strlen(owner);

    return strcmp(e->kind, "parameter") == 0 &&
           strncmp(e->name, owner, n) == 0 && e->name[n] == '.';
}

/* True if the entry belongs to the operation: as one of its algorithms *:NAME,
 * or as a parameter of the operation or of one of its algorithms. */
static bool belongs(const struct registry *r, const struct catalog_entry *e,
                    const struct op *op)
{
    if (op->params != NULL && is_owned(e, op->params->owner))
        return true;
    for (size_t i = 0; i < r->nalgos; i++)
        if (algo_fits(r->algos[i], op) &&
            (is_owned(e, algo_owner(r->algos[i])) ||
             (strcmp(e->kind, "algorithm") == 0 &&
              strncmp(e->name, "*:", 2) == 0 &&
              strcmp(e->name + 2, r->algos[i]->name) == 0)))
            return true;
    return false;
}

static bool is_listed(const struct options *o, const struct catalog_entry *e)
{
    const struct registry *r = &o->registry;

    for (size_t i = 0; i < o->nlisted; i++) {
        if (name_fits(o->listed[i], e->name))
            return true;
        for (size_t j = 0; j < r->nops; j++)
            if (fnmatch(o->listed[i], r->ops[j]->name, 0) == 0 &&
                belongs(r, e, r->ops[j]))
                return true;
    }
    return o->nlisted == 0;
}

/* True if the name of the entry contains an operand. */
static bool is_like(const struct options *o, const struct catalog_entry *e)
{
    for (size_t i = 0; i < o->nlisted; i++)
        if (strstr(e->name, o->listed[i]) != NULL)
            return true;
    return false;
}

size_t options_list(FILE *f, const struct options *o)
{
    struct catalog c;
    int kind = 0, name = 0;
    size_t listed = 0;

    catalog_build(&c, &o->registry);
    for (size_t i = 0; i < c.n; i++) {
        int k = (int)strlen(c.v[i].kind);
        int n = (int)strlen(c.v[i].name);

        kind = k > kind ? k : kind;
        name = n > name ? n : name;
    }
    for (int like = 0; like < 2 && listed == 0; like++)
        for (size_t i = 0; i < c.n; i++)
            if ((like ? is_like : is_listed)(o, &c.v[i])) {
                fprintf(f, "%-*s  %-*s  %s\n", kind, c.v[i].kind, name,
                        c.v[i].name, c.v[i].help);
                listed++;
            }
    catalog_free(&c);
    return listed;
}
