/* text_columns.c: which columns the table has, and their titles. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/text_columns.h"

#include <stdlib.h>
#include <string.h>
#include "mpiperf/report/figures.h"
#include "mpiperf/report/text_cells.h"

/* ---- shown or not ------------------------------------------------------ */

/* All operations at once: is there one that the column is for? */
static bool any_choice(const struct options *o,
                       bool (*is)(const struct choice *c))
{
    for (size_t i = 0; i < o->nchoices; i++)
        if (is(&o->choices[i]))
            return true;
    return false;
}

static bool is_rooted(const struct choice *c)
{
    return c->op->flags & OP_ROOTED;
}

bool root_shown(const struct options *o)
{
    return (o->root_mode != ROOT_ONE || o->root != 0) &&
           any_choice(o, is_rooted);
}

/* Either it was asked for, or it differs between the operations. */
bool datatype_shown(const struct options *o)
{
    size_t reductions = 0;

    if (o->dtype != NULL)
        return o->dtype->kind != DTYPE_BYTES || o->dtype->create != NULL;
    for (size_t i = 0; i < o->nchoices; i++)
        reductions += (o->choices[i].op->flags & OP_REDUCTION) != 0;
    return reductions > 0 && reductions < o->nchoices;
}

bool paper_shown(const struct options *o)
{
    return o->how.paper;
}

static bool has_traffic(const struct choice *c)
{
    return c->op->traffic != NULL;
}

bool rates_shown(const struct options *o)
{
    return any_choice(o, has_traffic);
}

bool method_shown(const struct options *o)
{
    return o->how.nmethods > 1 ||
           (o->how.nmethods > 0 && o->how.methods[0] != &method_window);
}

/* Times by the global clock say more of such methods and arrivals. */
bool global_shown(const struct options *o)
{
    return method_shown(o) || o->how.arrival.pattern != NULL;
}

static bool has_overlap(const struct choice *c)
{
    for (size_t j = 0; j < c->nvariants; j++)
        if (variant_computes(&c->variants[j]))
            return true;
    return false;
}

bool hidden_shown(const struct options *o)
{
    return any_choice(o, has_overlap);
}

const struct column *text_next(const struct column *last,
                               const struct options *o)
{
    const struct column *next = NULL;

    for (const struct column *c = columns; c->name != NULL; c++)
        if (c->text.title != NULL &&
            (last == NULL || c->text.place > last->text.place) &&
            (next == NULL || c->text.place < next->text.place) &&
            (c->text.shown == NULL || c->text.shown(o)))
            next = c;
    return next;
}

/* ---- titles ------------------------------------------------------------ */

static void fit_name(struct text_title *t, const char *name)
{
    if ((int)strlen(name) > t->width)
        t->width = (int)strlen(name);
}

void op_fit(struct text_title *t, const struct options *o)
{
    for (size_t i = 0; i < o->nchoices; i++)
        fit_name(t, o->choices[i].op->name);
}

void algo_fit(struct text_title *t, const struct options *o)
{
    for (size_t i = 0; i < o->nchoices; i++)
        for (size_t j = 0; j < o->choices[i].nvariants; j++)
            fit_name(t, o->choices[i].variants[j].label);
}

static void put_column(struct table *t, const struct column *c,
                       const struct options *o)
{
    const struct text_column *text = &c->text;
    static const char *const ends[] = {"_lo", "_hi"};
    bool interval = c->pair;

    for (int i = 0; i < (interval ? 2 : 1); i++) {
        struct text_title title = {.width = text->width};

        snprintf(title.text, sizeof(title.text), "%s%s", text->title,
                 interval ? ends[i] : "");
        if (text->fit != NULL)
            text->fit(&title, o);
        table_column(t, title.text, title.width, text->left);
    }
}

/* "wait_us", "moved_B", "calls" */
static void figure_title(struct text_title *t, const struct figure *f)
{
    const char *unit = strcmp(f->unit, "s") == 0 ? "us" : f->unit;

    snprintf(t->text, sizeof(t->text), "%s%s%s", f->name,
             *unit != '\0' ? "_" : "", unit);
}

void text_table(struct table *t, const struct options *o)
{
    const struct figure **figures = figures_asked(o);
    struct text_title title;

    *t = (struct table){.gap = 1};
    for (const struct column *c = text_next(NULL, o); c; c = text_next(c, o))
        put_column(t, c, o);
    for (const struct figure **f = figures; *f != NULL; f++) {
        figure_title(&title, *f);
        table_column(t, title.text, 7, false);
    }
    free(figures);
}

/* ---- the head ---------------------------------------------------------- */

void mean_explain(FILE *f, const struct options *o)
{
    fprintf(f,
            "times in us, of the slowest rank; mean, ci: after dropping %g %% "
            "at each end, %g %% interval",
            100.0 * o->how.trim, 100.0 * o->how.confidence);
}

void min_explain(FILE *f, const struct options *o)
{
    fputs(o->how.paper ? "median: all valid launches; min, max: of those left "
                         "after trimming"
                       : "min, median, max: all valid launches",
          f);
}

void text_legend(FILE *f, const struct options *o)
{
    const struct figure **figures = figures_asked(o);
    struct text_title title;

    for (const struct column *c = text_next(NULL, o); c; c = text_next(c, o)) {
        if (c->text.legend == NULL && c->text.explain == NULL)
            continue;
        fputs("# ", f);
        if (c->text.legend != NULL)
            fputs(c->text.legend, f);
        else
            c->text.explain(f, o);
        putc('\n', f);
    }
    for (const struct figure **p = figures; *p != NULL; p++) {
        figure_title(&title, *p);
        fprintf(f, "# %s: %s%s\n", title.text, (*p)->help,
                (*p)->launch ? ", median" : "");
    }
    free(figures);
}

/* ---- rows -------------------------------------------------------------- */

void text_cells(struct row *w)
{
    const struct options *o = w->r->o;
    const struct figure **figures = figures_asked(o);

    for (const struct column *c = text_next(NULL, o); c; c = text_next(c, o)) {
        text_cell_fn *put = c->text.cell != NULL ? c->text.cell : cell_value;
        json_t *value = column_value(c, w);

        for (size_t i = 0; i < (c->pair ? 2 : 1); i++) {
            w->value = c->pair ? json_array_get(value, i) : value;
            put(w);
        }
        json_decref(value);
    }
    for (const struct figure **f = figures; *f != NULL; f++)
        cell_figure(w, *f);
    free(figures);
}
