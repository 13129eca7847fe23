/* view.h: what every tool does with runs: a table on standard output, a gate.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TOOLS_VIEW_H
#define TOOLS_VIEW_H

#include <stdbool.h>
#include "compare/gate.h"
#include "compare/output.h"
#include "lib/tool.h"

struct table_view {
    struct table_options table;
    int format;   /* enum output_format */
    double limit; /* the gate's; NAN: there is none */
    int gate;     /* enum gate_of */
    const char *junit;
    bool github;
    const char **name; /* with NULL at the end; NULL: none */
    size_t names;
};

void table_view_init(struct table_view *v);
void table_view_name(struct table_view *v, const char *name);
void table_view_free(struct table_view *v);
bool table_view_gated(const struct table_view *v);
/* What no single option can know: the cause, malloced, or NULL. */
char *table_view_check(const struct table_view *v, size_t sides);

/* Prints the table; the order of the runs is what runs_order() said. */
void table_view_print(const struct table_view *v, const struct table *t,
                      const char *file);

/*
 * Says a gate's verdict, in the last line of standard output, and to where CI
 * wants it. Returns the exit status; frees the gate. t: NULL: there is no
 * table.
 */
int table_view_verdict(const struct table_view *v, const struct tool *tool,
                       struct gate *g, const struct table *t);

/* An option of versions before 1.0 among the arguments, up to `--`: what took
 * its place, malloced, or NULL. */
char *option_gone(int argc, char *const *argv);

#endif /* TOOLS_VIEW_H */
