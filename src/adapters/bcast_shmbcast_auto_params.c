/* bcast_shmbcast_auto_params.c: parameters of shmbcast-auto, some of which may
 * be in a file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <string.h>
#include "adapters/bcast_shmbcast_auto.h"
#include "adapters/shmbcast_common.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* Reads the file; parameters that are given come after it and win. */
static int file_parse(const struct param *p, void *at, const char *text,
                      char **cause)
{
    struct auto_settings *s = at;
    const char *why;
    int line, rc;

    (void)p;
    s->library = shmbcast_auto_params_default();
    if (strcmp(text, "none") == 0)
        return 0;
    s->file = text;
    rc = shmbcast_auto_params_read(&s->library, text, &line, &why);
    s->file_read = rc == 0;
    if (rc == 0 || (line == 0 && rc == -ENOENT))
        return 0;
    if (line == 0)
        return param_refuse(text, why, cause);
    *cause = xasprintf("%s: line %d: %s", QUOTED(text), line, why);
    return -1;
}

/* The library reads its own parameters. */
static int library_parse(const struct param *p, void *at, const char *text,
                         char **cause)
{
    const char *why = NULL;
    int rc = shmbcast_auto_params_parse(at, p->name, text, &why);

    return rc == 0 ? 0 : param_refuse(text, why, cause);
}

static int sound(const void *values, char **cause)
{
    const struct auto_settings *s = values;
    const char *why = NULL;

    if (s->file != NULL && !s->file_read && !s->library.calibrate) {
        *cause = xasprintf("shmbcast-auto.file: '%s': no such file; "
                           "calibrate=1 would make it",
                           s->file);
        return -1;
    }
    if (shmbcast_auto_params_check(&s->library, &why) == 0)
        return 0;
    *cause = xasprintf("shmbcast-auto: %s", why);
    return -1;
}

static const struct param adapter_rows[] = {
    {.name = "file",
     .def = "none",
     .help = "where these are read from; with calibrate=1 written to if new",
     .type = PARAM_TEXT,
     .parse = file_parse},
    LIBRARY_ROW("slot", "learn",
                "longest message that is in a slot, in bytes, or learn"),
    LIBRARY_ROW("ring", "0",
                "bytes of a rank's ring, a power of two; 0: by the L2 cache"),
    LIBRARY_ROW("pull", "learn",
                "shortest message read through the kernel, learn, or never"),
    LIBRARY_ROW("direct", "learn",
                "shortest message copied from shared memory, learn, or never"),
    LIBRARY_ROW("group", "0",
                "ranks in a group with a leader; 0: those of a NUMA node"),
    LIBRARY_ROW("calibrate", "0",
                "1 measures at the start which slot, ring and pull are "
                "fastest, and keeps to that"),
    LIBRARY_ROW("learn", "1",
                "0 learns nothing: every run sends a message the same way"),
    {.name = "learn_file",
     .shown = "$SHMBCAST_LEARN_FILE",
     .help = "file with what was learned, read and written; none",
     .type = PARAM_TEXT,
     .offset = offsetof(struct auto_settings, learn_file)},
    {.name = "report",
     .def = "0",
     .help = "1 prints thresholds, pages of every rank, and what was learned",
     .type = PARAM_INTEGER,
     .offset = offsetof(struct auto_settings, report),
     .most = 1},
    {0},
};

const struct param_table shmbcast_auto_param_table = {
    .owner = "shmbcast-auto",
    .rows = adapter_rows,
    .size = sizeof(struct auto_settings),
    .check = sound,
};
