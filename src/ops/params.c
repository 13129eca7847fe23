/* params.c: the parameter an operation has of its own. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/params.h"

#include <stdlib.h>
#include <string.h>
#include "lib/names.h"
#include "lib/number.h"
#include "lib/xmalloc.h"

const char *op_param_owner(const struct op *op)
{
    return op->owner != NULL ? op->owner : op->name;
}

/* Which of the words it is, from 1 on. */
static int parse_word(const char *value, const char *const *words, long *v,
                      char **cause)
{
    size_t n = 0;

    for (; words[n] != NULL; n++)
        if (strcmp(words[n], value) == 0) {
            *v = (long)n + 1;
            return 0;
        }
    *cause = names_unknown("value", value, words, n);
    return -1;
}

static int parse(const struct op *op, const struct params *given, long *v,
                 char **cause)
{
    const char *value = params_get(given, op_param_owner(op), op->param->name);

    if (value == NULL)
        value = op->param->def;
    return op->words != NULL
               ? parse_word(value, op->words, v, cause)
               : number_long(v, value, 1, OP_PARAM_MAX, cause);
}

int op_param(const struct op *op, const struct params *given)
{
    char *cause = NULL;
    long v = 1;

    if (op->param != NULL && parse(op, given, &v, &cause) != 0)
        free(cause); /* it was checked: only the default is left */
    return (int)v;
}

int op_param_check(const struct op *op, const struct params *given,
                   char **cause)
{
    char *why;
    long v;

    if (op->param == NULL || parse(op, given, &v, &why) == 0)
        return 0;
    *cause = xasprintf("%s.%s: %s", op_param_owner(op), op->param->name, why);
    free(why);
    return -1;
}
