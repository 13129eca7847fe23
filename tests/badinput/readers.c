/* readers.c: the table of readers; readers of command lines, parameters,
 * profiles and the environment. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "readers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "algos/msgsched/msgsched.h"
#include "algos/refnuma/refnuma.h"
#include "algos/shmbcast/preload/process.h"
#include "algos/shmbcast/shmbcast.h"
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "machine/launcher.h"
#include "mpiperf/options/plan.h"
#include "tuned/profile.h"

/* ---- numbers and sweeps -------------------------------------------------- */

/* True if the call accepts its input; its message is in `cause`. */
#define ACCEPTED(call) (cause = NULL, rc = (call), accepted(rc, cause))

static bool number_line(char *s)
{
    struct sweep sweep = {0};
    double real = 0;
    int64_t size = 0;
    long whole = 0;
    char *cause;
    int rc;
    bool any = ACCEPTED(number_size(&size, s, &cause));

    any |= ACCEPTED(number_long(&whole, s, -7, 1000, &cause));
    any |= ACCEPTED(number_real(&real, s, &cause));
    any |= ACCEPTED(number_share(&real, s, true, &cause));
    any |= ACCEPTED(number_duration(&real, s, &cause));
    DEMAND(size >= 0 && whole >= -7 && whole <= 1000 && isfinite(real));
    if (ACCEPTED(sweep_parse(&sweep, s, 0, 1 << 30, &cause))) {
        DEMAND(sweep.n > 0 && sweep.n <= SWEEP_MAX);
        any = true;
    }
    for (size_t i = 0; i < sweep.n; i++)
        DEMAND(sweep.v[i] >= 0 && sweep.v[i] <= 1 << 30);
    sweep_free(&sweep);
    return any;
}

static bool numbers_read(const char *text, size_t n)
{
    return read_lines_of(text, n, number_line);
}

/* ---- command lines ------------------------------------------------------- */

/* Making the plan of several long lists of sizes and ranks can take minutes. */
static bool is_small(const struct options *o)
{
    return o->nchoices * (o->size.n + 1) * (o->procs.n + 1) < 10000;
}

/* Each line of the text is a word of the command line. */
static bool options_read(const char *text, size_t n)
{
    enum { WORDS = 64, RANKS = 4 };
    char *copy = xmalloc(n + 1), *rest = copy, *argv[WORDS + 1] = {"mpiperf"};
    struct early early;
    struct options o;
    struct plan plan;
    char *cause = NULL;
    int argc = 1;
    enum options_outcome outcome;

    memcpy(copy, text, n + 1);
    while (rest != NULL && *rest != '\0' && argc < WORDS)
        argv[argc++] = strsep(&rest, "\n");
    early_parse(&early, argc, argv);
    outcome = options_parse(&o, &early, 0, RANKS, NULL, &cause);
    early_free(&early);
    accepted(outcome == OPTIONS_BAD, cause);
    if (outcome == OPTIONS_RUN && is_small(&o)) {
        plan_build(&plan, &o);
        for (size_t i = 0; i < plan.n; i++)
            DEMAND(plan.cases[i].procs >= 1 && plan.cases[i].procs <= RANKS);
        plan_free(&plan);
    }
    if (outcome != OPTIONS_BAD)
        options_free(&o);
    free(copy);
    return outcome != OPTIONS_BAD;
}

/* ---- parameters of the libraries: NAME=VALUE ----------------------------- */

static void refused(int rc, const char *why)
{
    DEMAND(rc == 0 || (rc < 0 && why != NULL));
}

static bool param_line(char *line)
{
    struct msgsched_options m = msgsched_options_default();
    struct refnuma_options r = refnuma_options_default();
    struct shmbcast_params s = shmbcast_params_default();
    char *value = line, *name = strsep(&value, "=");
    const char *why = NULL;
    int rc, any;

    if (value == NULL)
        return false;
    rc = msgsched_options_parse(&m, name, value, &why);
    refused(rc, why);
    any = rc == 0;
    rc = msgsched_options_check(&m, &why);
    refused(rc, why);
    why = NULL;
    rc = refnuma_options_parse(&r, name, value, &why);
    refused(rc, why);
    any |= rc == 0;
    why = NULL;
    rc = shmbcast_params_parse(&s, name, value, &why);
    refused(rc, why);
    any |= rc == 0;
    rc = shmbcast_params_check(&s, &why);
    refused(rc, why);
    return any;
}

static bool params_read_all(const char *text, size_t n)
{
    return read_lines_of(text, n, param_line);
}

/* ---- files of parameters, as written by a calibration -------------------- */

/* What was read, written and read again must be the same. */
static bool calibration_file(const char *file)
{
    struct shmbcast_auto_params p = shmbcast_auto_params_default(), q = p;
    const char *why = NULL;
    int line = -1, rc = shmbcast_auto_params_read(&p, file, &line, &why);
    char name[] = "/tmp/badinputXXXXXX";

    refused(rc, why);
    DEMAND(line >= 0);
    if (rc != 0 || shmbcast_auto_params_check(&p, &why) != 0)
        return rc == 0;
    close(mkstemp(name));
    DEMAND(shmbcast_auto_params_write(&p, name) == 0);
    DEMAND(shmbcast_auto_params_read(&q, name, &line, &why) == 0);
    unlink(name);
    DEMAND(memcmp(p.dense, q.dense, sizeof(p.dense)) == 0 &&
           memcmp(p.gaps, q.gaps, sizeof(p.gaps)) == 0);
    DEMAND(p.slot == q.slot && p.ring == q.ring && p.pull == q.pull &&
           p.direct == q.direct && p.group == q.group);
    return true;
}

static bool calibration_read(const char *text, size_t n)
{
    return read_as_file(text, n, calibration_file);
}

/* ---- distances of nodes -------------------------------------------------- */

static bool distance_file(const char *file)
{
    int nodes = 0, *distance = NULL, line = -1;
    const char *why = NULL;
    int rc = msgsched_distance_read(file, &nodes, &distance, &line, &why);

    refused(rc, why);
    for (long i = 0; rc == 0 && i < (long)nodes * nodes; i++)
        DEMAND(distance[i] >= 0);
    DEMAND(rc == 0 || (distance == NULL && line >= 0));
    free(distance);
    return rc == 0;
}

static bool distance_read(const char *text, size_t n)
{
    return read_as_file(text, n, distance_file);
}

/* ---- profiles ------------------------------------------------------------ */

static bool profile_read(const char *text, size_t n)
{
    struct profile p;
    long wrong = profile_parse(&p, text);

    (void)n;
    DEMAND(wrong >= 0);
    for (size_t i = 0; i < p.n; i++) {
        const struct profile_range *r = &p.v[i];

        DEMAND(r->ranks > 0 && r->least >= 0 && r->least <= r->most);
        DEMAND(*r->op != '\0' && *r->algo != '\0');
        DEMAND(profile_find(&p, r->op, r->ranks, r->most) != NULL);
    }
    free(p.v);
    return wrong == 0;
}

/* ---- the environment: NAME=VALUE ----------------------------------------- */

static bool environment_line(char *line)
{
    char *value = line, *name = strsep(&value, "=");
    struct settings s;

    if (value == NULL || *name == '\0')
        return false;
    setenv(name, value, 1);
    s = settings_read(false);
    DEMAND(s.verbose >= 0 && s.verbose <= 2);
    free(launcher_refuse(1, "Open MPI 4.1"));
    unsetenv(name);
    return s.memory != settings_read(false).memory;
}

static bool environment_read(const char *text, size_t n)
{
    return read_lines_of(text, n, environment_line);
}

const struct reader readers[] = {
    {"numbers", numbers_read},         {"options", options_read},
    {"params", params_read_all},       {"calibration", calibration_read},
    {"distance", distance_read},       {"profile", profile_read},
    {"environment", environment_read}, {"pattern", pattern_read_all},
    {"records", records_read_all},     {"bounds", bounds_read},
    {"resume", resume_read},           {"program", program_read_all},
    {"search", search_read},           {NULL, NULL},
};
