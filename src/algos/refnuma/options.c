/* options.c: options by name, and which go together. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "options.h"

#include <errno.h>
#include <stddef.h>

#include "algos/param.h"
#include "refnuma.h"

static const struct al_word first_reads[] = {
    {"undefined", REFNUMA_UNDEFINED}, {"deliver", REFNUMA_DELIVER}, {NULL, 0}};
static const struct al_word detects[] = {{"auto", REFNUMA_DETECT_AUTO},
                                         {"twin", REFNUMA_DETECT_TWIN},
                                         {"uffd", REFNUMA_DETECT_UFFD},
                                         {NULL, 0}};
static const struct al_word touches[] = {
    {"fault", REFNUMA_TOUCH_FAULT}, {"call", REFNUMA_TOUCH_CALL}, {NULL, 0}};

#define OPTION(name, type, words, def, why, help)                              \
    {#name, AL_##type, offsetof(struct refnuma_options, name),                 \
     words, NULL,      why},
static const struct al_param rows[] = {
#include "algos/refnuma/options.def"
    {.why = "no such option"},
};
#undef OPTION

#define OPTION(name, type, words, def, why, help) {#name, def, help},
static const struct refnuma_choice choices[] = {
#include "algos/refnuma/options.def"
    {NULL, NULL, NULL},
};
#undef OPTION

const struct refnuma_choice *refnuma_option_table(void)
{
    return choices;
}

struct refnuma_options refnuma_options_default(void)
{
    struct refnuma_options o = {0};

    for (const struct refnuma_choice *c = choices; c->name != NULL; c++)
        al_param_parse(rows, &o, c->name, c->def, NULL);
    return o;
}

int refnuma_options_parse(struct refnuma_options *options, const char *name,
                          const char *value, const char **why)
{
    return al_param_parse(rows, options, name, value, why);
}

/* On one node pages are copied from their owner's memory. Across nodes they are
 * fetched by a thread, at a fault, without the owner's help. */
static const char by_event[] =
    "first_read=deliver across nodes leaves page faults to a thread: it needs "
    "detect=uffd";

#define UNDEFINED REFNUMA_UNDEFINED
#define DELIVER REFNUMA_DELIVER
#define TWIN REFNUMA_DETECT_TWIN
#define UFFD REFNUMA_DETECT_UFFD
const struct rn_legal rn_legal_table[] = {
    {UNDEFINED, TWIN, false, true, NULL},
    {UNDEFINED, UFFD, false, true, NULL},
    {DELIVER, TWIN, false, true, NULL},
    {DELIVER, UFFD, false, true, NULL},
    {UNDEFINED, TWIN, true, true, NULL},
    {UNDEFINED, UFFD, true, true, NULL},
    {DELIVER, TWIN, true, false, by_event},
    {DELIVER, UFFD, true, true, NULL},
};
const int rn_legal_rows = sizeof(rn_legal_table) / sizeof(rn_legal_table[0]);

/* NULL: an option has a value that is none of its own. */
static const struct rn_legal *find(const struct refnuma_options *o,
                                   bool many_nodes)
{
    for (int i = 0; i < rn_legal_rows; i++) {
        const struct rn_legal *l = &rn_legal_table[i];

        if (l->first_read == o->first_read && l->detect == o->detect &&
            l->many_nodes == many_nodes)
            return l;
    }
    return NULL;
}

/* What the table says, and what detect is where it is AUTO: what the machine
 * has, or what alone is legal. */
static const struct rn_legal *settle(struct refnuma_options *o,
                                     const struct rn_machine *machine)
{
    bool many = !machine->one_node;
    const struct rn_legal *twin;

    if (o->detect != REFNUMA_DETECT_AUTO)
        return find(o, many);
    o->detect = REFNUMA_DETECT_TWIN;
    twin = find(o, many);
    if (o->touch != REFNUMA_TOUCH_CALL &&
        (machine->uffd || (twin != NULL && !twin->legal)))
        o->detect = REFNUMA_DETECT_UFFD;
    return find(o, many);
}

/* Why this machine cannot do what is legal; NULL: it can. */
static const char *lacks(const struct rn_machine *m,
                         const struct refnuma_options *o)
{
    if (o->detect == REFNUMA_DETECT_UFFD && !m->uffd)
        return m->no_uffd != NULL ? m->no_uffd : "there is no userfaultfd";
    if (m->one_node || o->first_read != REFNUMA_DELIVER)
        return NULL;
    if (!m->thread_multiple)
        return "first_read=deliver across nodes needs MPI_THREAD_MULTIPLE";
    if (!m->remote_windows)
        return "first_read=deliver across nodes needs MPI windows that several "
               "threads may use, which this MPI has not";
    return NULL;
}

int rn_legal_settle(const struct refnuma_options *asked,
                    const struct rn_machine *machine,
                    struct refnuma_options *settled, bool *adaptive,
                    const char **why)
{
    struct refnuma_options o = *asked;
    const struct rn_legal *row = settle(&o, machine);
    const char *lack;

    if (row == NULL ||
        (o.touch != REFNUMA_TOUCH_FAULT && o.touch != REFNUMA_TOUCH_CALL))
        return al_refuse(-EINVAL, why, "an option has no value of its own");
    if (o.touch == REFNUMA_TOUCH_CALL && o.detect == REFNUMA_DETECT_UFFD)
        return al_refuse(-EINVAL, why,
                         "with touch=call no page is watched: it needs "
                         "detect=twin");
    if (!row->legal)
        return al_refuse(-EINVAL, why, row->why);
    lack = lacks(machine, &o);
    if (lack != NULL)
        return al_refuse(-EINVAL, why, lack);
    *adaptive =
        asked->detect == REFNUMA_DETECT_AUTO && o.detect == REFNUMA_DETECT_UFFD;
    *settled = o;
    return 0;
}
