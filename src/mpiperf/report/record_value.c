/* record_value.c: what records are made of: figures, or null. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/report/record.h"

json_t *record_real(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

json_t *record_interval(double lo, double hi)
{
    if (!isfinite(lo) || !isfinite(hi))
        return json_null();
    return json_pack("[ff]", lo, hi);
}

json_t *record_text(const char *s)
{
    json_t *text = json_string(s);
    char *plain;

    if (text != NULL || s == NULL)
        return text == NULL ? json_null() : text;
    plain = xstrdup(s); /* not UTF-8 */
    for (char *c = plain; *c != '\0'; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    text = json_string(plain);
    free(plain);
    return text;
}

json_t *record_given(const struct params *p, const char *owner)
{
    json_t *given = json_object();

    for (size_t i = 0; i < p->n; i++)
        if (strcmp(p->v[i].owner, owner) == 0)
            json_object_set_new(given, p->v[i].name,
                                record_text(p->v[i].value));
    return given;
}

bool result_has_figures(const struct result *res)
{
    return res->why_not == NULL && res->times.n > 0;
}

const char *result_reason(const struct result *res)
{
    if (res->why_not != NULL)
        return res->why_not;
    return res->times.n == 0 ? "no valid launch" : NULL;
}
