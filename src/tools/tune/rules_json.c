/* rules_json.c: writes rules for coll/tuned as JSON, which Open MPI reads from
 * version 6 on. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/tune.h"

#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/xmalloc.h"

bool rules_are_json(const struct library *l)
{
    return l->version[0] >= 6;
}

/* Returns Open MPI's name for "tuned/NAME" or "tuned/NAME@segsize=...". */
static json_t *name_json(const struct candidate *algo)
{
    const char *name = strchr(algo->name, '/') + 1;
    char *text = xasprintf("%.*s", (int)strcspn(name, "@"), name);
    json_t *json = json_text(text);

    free(text);
    return json;
}

/* Returns the rules of a comparison. Where no rule matches, the library
 * decides. The last rule ends at the largest size, others below the next size.
 */
static json_t *sizes_json(const struct comparison *c)
{
    const long factor = rules_factor(c);
    json_t *rules = json_array();

    for (size_t size = 0, end; size < c->sizes; size = end) {
        const struct candidate *algo = &c->algo[c->rule[size]];
        json_t *rule;

        for (end = size + 1; end < c->sizes; end++)
            if (c->rule[end] != c->rule[size])
                break;
        if (c->rule[size] == 0)
            continue;
        rule = json_object();
        if (factor > 0) { /* otherwise for all sizes, the default */
            json_object_set_new(rule, "msg_size_min",
                                json_integer(factor * c->bytes[size]));
            json_object_set_new(rule, "msg_size_max",
                                json_integer(end < c->sizes
                                                 ? factor * c->bytes[end] - 1
                                                 : factor * c->bytes[end - 1]));
        }
        json_object_set_new(rule, "alg", name_json(algo));
        if (algo->fanout > 0)
            json_object_set_new(rule, "faninout", json_integer(algo->fanout));
        if (algo->segment > 0)
            json_object_set_new(rule, "seg_size", json_integer(algo->segment));
        json_array_append_new(rules, rule);
    }
    return rules;
}

char *rules_json_text(const struct comparisons *all)
{
    json_t *colls = json_object(), *coll;
    char *text = NULL;

    for (const struct comparison *c = all->v; c < all->v + all->n; c++) {
        if (!comparison_has(c, c->rule))
            continue;
        coll = json_object_get(colls, c->op);
        if (coll == NULL)
            json_object_set_new(colls, c->op, coll = json_array());
        json_array_append_new(
            coll, json_pack("{s:I, s:I, s:o}", "comm_size_min",
                            (json_int_t)c->procs, "comm_size_max",
                            (json_int_t)c->procs, "rules", sizes_json(c)));
    }
    if (json_object_size(colls) > 0)
        text = json_line(colls, JSON_INDENT(2));
    json_decref(colls);
    return text;
}

char *rules_text(const struct comparisons *all, const struct library *l)
{
    return rules_are_json(l) ? rules_json_text(all) : rules_lines(all, l);
}

/* JSON has no comments, but Open MPI ignores keys that it does not know. */
void rules_json_put(FILE *f, const char *comment, const char *colls)
{
    json_t *lines = json_array(), *whole;
    char *text;

    for (size_t n; *comment != '\0'; comment += n + (comment[n] == '\n')) {
        n = strcspn(comment, "\n");
        text = xasprintf("%.*s", (int)n, comment);
        json_array_append_new(lines, json_text(text));
        free(text);
    }
    whole = json_pack("{s:o, s:i, s:s, s:o}", "comment", lines,
                      "rule_file_version", 3, "module", "tuned", "collectives",
                      json_loads(colls, 0, NULL));
    text = json_line(whole, JSON_INDENT(2));
    fprintf(f, "%s\n", text);
    free(text);
    json_decref(whole);
}
