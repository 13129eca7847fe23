/* params.c: the parameter an operation has of its own. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/params.h"

#include <stdlib.h>
#include "lib/number.h"
#include "lib/xmalloc.h"

static int parse(const struct op *op, const struct params *given, long *v,
                 char **cause)
{
    const char *value = params_get(given, op->name, op->param->name);

    return number_long(v, value != NULL ? value : op->param->def, 1,
                       OP_PARAM_MAX, cause);
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
    *cause = xasprintf("%s.%s: %s", op->name, op->param->name, why);
    free(why);
    return -1;
}
