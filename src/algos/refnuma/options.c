/* options.c: options by name, and which combinations are possible. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Where the paper leaves a choice to the version of the library, there is an
 * option: what a first read returns (its "special delivery"), and how touched
 * and written pages are found. options.def has names, values, defaults and
 * help. This file checks the options against the machine's properties, which
 * context.c finds: a combination either works or is rejected with the reason.
 * Pure.
 */
#include "context.h"

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

/* True if the value of each option is one of its enumerators. */
static bool known(const struct refnuma_options *o)
{
    return (o->first_read == REFNUMA_UNDEFINED ||
            o->first_read == REFNUMA_DELIVER) &&
           (o->detect == REFNUMA_DETECT_AUTO ||
            o->detect == REFNUMA_DETECT_TWIN ||
            o->detect == REFNUMA_DETECT_UFFD) &&
           (o->touch == REFNUMA_TOUCH_FAULT || o->touch == REFNUMA_TOUCH_CALL);
}

/* Returns the reason why the machine cannot support the options, or NULL if it
 * can. With first_read=deliver, pages are copied from the home rank's memory on
 * one node, and fetched by a thread from other nodes. */
static const char *lacks(const struct rn_machine *m,
                         const struct refnuma_options *o)
{
    if (o->detect == REFNUMA_DETECT_UFFD && !m->uffd)
        return m->no_uffd != NULL ? m->no_uffd : "userfaultfd is not available";
    if (m->one_node || o->first_read != REFNUMA_DELIVER)
        return NULL;
    if (o->detect == REFNUMA_DETECT_TWIN)
        return "first_read=deliver across nodes needs detect=uffd, because a "
               "thread handles its page faults";
    if (!m->thread_multiple)
        return "first_read=deliver across nodes needs MPI_THREAD_MULTIPLE";
    if (!m->remote_windows)
        return "first_read=deliver across nodes needs MPI windows that several "
               "threads may use, which this MPI lacks";
    return NULL;
}

int rn_options_settle(const struct refnuma_options *asked,
                      const struct rn_machine *machine,
                      struct refnuma_options *settled, bool *adaptive,
                      const char **why)
{
    struct refnuma_options o = *asked;
    bool remote = o.first_read == REFNUMA_DELIVER && !machine->one_node;
    const char *lack;

    if (!known(&o))
        return al_refuse(-EINVAL, why, "an option has an invalid value");
    if (o.detect == REFNUMA_DETECT_AUTO)
        o.detect = o.touch == REFNUMA_TOUCH_FAULT && (machine->uffd || remote)
                       ? REFNUMA_DETECT_UFFD
                       : REFNUMA_DETECT_TWIN;
    if (o.touch == REFNUMA_TOUCH_CALL && o.detect == REFNUMA_DETECT_UFFD)
        return al_refuse(
            -EINVAL, why,
            "touch=call needs detect=twin, because it watches no pages");
    lack = lacks(machine, &o);
    if (lack != NULL)
        return al_refuse(-EINVAL, why, lack);
    *adaptive =
        asked->detect == REFNUMA_DETECT_AUTO && o.detect == REFNUMA_DETECT_UFFD;
    *settled = o;
    return 0;
}
