/* conditions.c: names of MPI libraries and processors, and conditions of a
 * case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/conditions.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "record/fields.h"

char *mpi_text(const json_t *run)
{
    const char *mpi = text_of(run, "mpi"), *version = strstr(mpi, "Version:");
    char *text, *v;

    if (version != NULL) {
        version += strlen("Version:");
        version += strspn(version, " \t");
        return xasprintf("%.*s %.*s", (int)strcspn(mpi, " "), mpi,
                         (int)strcspn(version, " \t\n,"), version);
    }
    text = xasprintf("%.*s", (int)strcspn(mpi, ",\n"), mpi);
    v = strstr(text, " v");
    if (v != NULL && v[2] >= '0' && v[2] <= '9')
        memmove(v + 1, v + 2, strlen(v + 2) + 1);
    return text;
}

char *cpu_text(const json_t *run)
{
    static const char *const noise[] = {"(R)", "(TM)", "(tm)", " Processor",
                                        " CPU"};
    const char *cpu = text_of(json_object_get(run, "machine"), "cpu");
    char *text = xasprintf("%.*s", (int)strcspn(cpu, "@"), cpu);

    for (size_t i = 0; i < sizeof(noise) / sizeof(noise[0]); i++) {
        char *at = strstr(text, noise[i]);

        if (at != NULL)
            memmove(at, at + strlen(noise[i]),
                    strlen(at + strlen(noise[i])) + 1);
    }
    for (size_t n = strlen(text); n > 0 && text[n - 1] == ' ';)
        text[--n] = '\0';
    return text;
}

/* True if the value is unusual and must be shown even if all rows have it. */
static bool is_notable(const char *name, const char *text)
{
    static const struct {
        const char *name, *usual;
    } notable[] = {{"param", "-"},    {"in_place", "false"}, {"buffer", "warm"},
                   {"root", "0"},     {"rotate", "false"},   {"counts", "-"},
                   {"topology", "-"}, {"arrival", "-"}};

    for (size_t i = 0; i < sizeof(notable) / sizeof(notable[0]); i++)
        if (strcmp(name, notable[i].name) == 0)
            return strcmp(text, notable[i].usual) != 0;
    return false;
}

/* Prints ", root 1" or ", in place"; for parameters, ", changed=256". */
static void put_condition(FILE *f, const char *name, const char *text)
{
    bool self = strcmp(name, "param") == 0, flag = strcmp(text, "true") == 0;

    fputs(", ", f);
    for (const char *c = name; !self && *c != '\0'; c++)
        putc(*c == '_' ? ' ' : *c, f);
    fprintf(f, "%s%s", self || flag ? "" : " ", flag ? "" : text);
}

void describe_conditions(FILE *f, const struct table *t, const struct row *row)
{
    static const char *const known = " op algo bytes given procs origin "
                                     "target round groups group threads "
                                     "load_ranks ";

    for (const struct field *p = fields; p->name != NULL; p++) {
        const json_t *own = json_object_get(row->c->which, p->name);
        char *word = xasprintf(" %s ", p->name), *text = value_text(own);
        bool shown = is_notable(p->name, text);

        for (size_t i = 0; i < t->n; i++)
            shown |=
                !json_equal(own, json_object_get(t->v[i].c->which, p->name));
        if (shown && (p->of & OF_KEY) && strstr(known, word) == NULL &&
            strcmp(text, "-") != 0 && strcmp(text, "false") != 0)
            put_condition(f, p->name, text);
        free(word);
        free(text);
    }
}
