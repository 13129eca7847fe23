/* options.c: how to share arrays, as people write it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/refnuma/refnuma.h"

#include "algos/param.h"

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
