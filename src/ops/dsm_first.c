/* dsm_first.c: dsm-first-touch: an element of another rank read the first time.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/dsm_first.h"
#include "ops/families.h"

static int owner_of(const struct dsm_case *c)
{
    int owner = c->ranks - 1;

    while (owner > 0 && dsm_section(c, owner).count == 0)
        owner--;
    return owner;
}

void dsm_first_open(struct dsm_first *f, struct op_args *a)
{
    *f = (struct dsm_first){
        .c = dsm_case_of(a),
        .rank = a->rank,
    };
    f->owner = owner_of(&f->c);
    f->element = dsm_section(&f->c, f->owner).first;
    a->memory = f;
}

/* The algorithms' open() sets a->memory. */
static int first_open(void **state, struct op_args *a, char **cause)
{
    struct dsm_case c = dsm_case_of(a);

    (void)state;
    a->memory = NULL;
    if (owner_of(&c) > 0)
        return MPI_SUCCESS;
    *cause =
        xasprintf("an array of %zu elements has no section but rank 0's", c.n);
    return MPI_ERR_ARG;
}

static long first_check(void *state, const struct op_args *a)
{
    const struct dsm_first *f = a->memory;
    double right;

    (void)state;
    if (f->rank != 0)
        return 0;
    right = dsm_value(f->launch, f->element);
    return memcmp(&f->value, &right, sizeof(right)) != 0;
}

const struct op op_dsm_first_touch = {
    .name = "dsm-first-touch",
    .help = "rank 0 reads an element of the last rank's section for the first "
            "time",
    .flags = OP_OWN_MEMORY | OP_DOUBLE,
    .life = {.open = first_open, .check = first_check},
};
