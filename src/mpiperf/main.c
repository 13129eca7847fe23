/* main.c: parses the options, and starts the run or prints help, list or
 * version. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "adapters/library/library.h"
#include "lib/c_locale.h"
#include "lib/file.h"
#include "lib/json.h"
#include "lib/now.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "machine/launcher.h"
#include "machine/machine.h"
#include "machine/tools.h"
#include "machine/transport.h"
#include "mpiperf/options/plan.h"
#include "mpiperf/options/options.h"
#include "mpiperf/run.h"

static int answer(const struct options *o, enum options_outcome outcome,
                  int rank)
{
    if (rank != 0)
        return EXIT_DONE;
    if (outcome == OPTIONS_HELP)
        options_help(stdout, o);
    else if (outcome == OPTIONS_LIST) {
        if (options_list(stdout, o) == 0) {
            fputs("mpiperf: --list: no name matches (--list alone "
                  "shows all)\n",
                  stderr);
            return EXIT_USAGE;
        }
    } else if (outcome == OPTIONS_SETTINGS)
        cvars_print(stdout);
    else
        puts("mpiperf " PACKAGE_VERSION);
    return fflush(stdout) == 0 ? EXIT_DONE : EXIT_FAILED;
}

/* Gets the content of operations that define their messages themselves. */
static int contents_ask(struct options *o)
{
    char *cause = NULL;
    int rc = 0;

    for (size_t i = 0; i < o->nchoices && rc == 0; i++) {
        struct choice *c = &o->choices[i];

        c->content.bytes = -1;
        if (c->op->content != NULL)
            rc = c->op->content(c->values, MPI_COMM_WORLD, &c->content, &cause);
        c->one_case = c->content.bytes >= 0;
    }
    return cause_agree(rc != 0, cause) ? EXIT_USAGE : EXIT_DONE;
}

/* Returns rank 0's value on all ranks, a new reference. Collective. */
static json_t *json_of_root(const json_t *mine, int rank)
{
    char *text = rank == 0 ? json_line(mine, JSON_COMPACT) : NULL;
    int n = text != NULL ? (int)strlen(text) : 0;
    json_t *value;

    HARNESS_BCAST(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank > 0)
        text = xmalloc((size_t)n);
    HARNESS_BCAST(text, n, MPI_CHAR, 0, MPI_COMM_WORLD);
    value = json_loadb(text, (size_t)n, 0, NULL);
    free(text);
    return value;
}

/* Reads the profile of --program on rank 0, and gives it to all ranks. */
static int calls_ask(struct options *o, int rank, int size, const char *mpi)
{
    json_t *calls = NULL;
    char *cause = NULL;
    struct plan plan;

    if (o->program == NULL)
        return EXIT_DONE;
    if (rank == 0 && (o->calls = calls_read(o, size, mpi, &cause)) != NULL) {
        plan_build(&plan, o);
        if (plan.n == 0)
            cause = xasprintf("--program: %s: the program calls none of these "
                              "operations on more than one rank",
                              SHOWN_FILE(o->program));
        plan_free(&plan);
    }
    if (cause_agree(cause != NULL, cause))
        return EXIT_USAGE;
    calls = json_of_root(o->calls, rank);
    json_decref(o->calls);
    o->calls = calls;
    return EXIT_DONE;
}

/* Minimum time limit of MPI_Init in seconds: large jobs take long. */
static const double init_least = 30;

/* Returns the time limit of MPI_Init; --stuck-after is not yet checked. */
static double init_limit(const struct early *e)
{
    const struct setting *s = option_line_find(&e->line, "stuck-after");
    double given = NAN;
    char *cause;

    if (s != NULL && number_duration(&given, s->arg, &cause) != 0)
        free(cause);
    return given == 0  ? 0
           : given > 0 ? fmax(given, init_least)
                       : watchdog_limit(NAN, INFINITY);
}

static void mpi_init(const struct early *e, struct startup *start)
{
    struct watchdog watchdog;
    int level;

    watchdog_start(&watchdog, launcher_rank(), 0, init_limit(e));
    watchdog_enter(&watchdog, "MPI_Init");
    start->init = -now();
    if (option_line_find(&e->line, "threads") != NULL)
        MPI_Init_thread(&start->argc, &start->argv, MPI_THREAD_MULTIPLE,
                        &level);
    else
        MPI_Init(&start->argc, &start->argv);
    start->init += now();
    watchdog_stop(&watchdog);
}

static void enter(void *watchdog, const char *step)
{
    watchdog_enter(watchdog, step);
}

/* Ends the process when MPI_Finalize() does not return; all results have been
 * written by then. The watchdog's thread calls this. */
static void leave(void *status, int signal)
{
    (void)signal;
    _exit(*(int *)status);
}

/* Returns 0 if all ranks have the same facts (early.h). Otherwise prints the
 * first difference, and returns nonzero on all ranks. Collective. */
static int facts_agree(const struct early *e, int rank)
{
    json_t *mine = facts(e, environ), *first = json_of_root(mine, rank);
    char *cause = facts_differ(mine, rank, first);

    json_decref(first);
    json_decref(mine);
    return cause_agree(cause != NULL, cause);
}

/* Compares the options of all ranks, then measures the n lines, or prints what
 * was asked for. Returns the exit status. */
static int agreed(const struct early *e, struct options *o, size_t n,
                  enum options_outcome outcome, char *cause,
                  const struct startup *start, struct watchdog *watchdog)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING], *refusal = NULL;
    int rank, size, status;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (outcome == OPTIONS_RUN || outcome == OPTIONS_BAD) {
        machine_library(version);
        refusal = launcher_refuse(size, version);
    }
    /* first, because a wrong number of ranks may cause errors in options */
    if (cause_agree(refusal != NULL, refusal)) {
        free(cause);
        return EXIT_USAGE;
    }
    if (cause_agree(outcome == OPTIONS_BAD, cause) || facts_agree(e, rank))
        return EXIT_USAGE;
    if (outcome != OPTIONS_RUN)
        return answer(o, outcome, rank);
    status = contents_ask(o);
    if (status == EXIT_DONE)
        status = calls_ask(o, rank, size, version);
    return status != EXIT_DONE ? status : run_all(o, n, start, watchdog);
}

int main(int argc, char **argv)
{
    struct openmpi_environment environment;
    struct library *library;
    struct options *o;
    enum options_outcome outcome = OPTIONS_RUN;
    char *cause = NULL;
    size_t n = 0;
    struct startup start = {.argc = argc, .argv = argv};
    struct early early;
    struct watchdog watchdog;
    int rank, size, status;

    c_locale_enter();
    files_prepare();
    json_setup();
    early_parse(&early, argc, argv);
    start.listener = listener_open();
    openmpi_prepare(&environment, &early.line);
    start.parameters = environment.parameters;
    mpi_init(&early, &start);
    openmpi_restore(&environment);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    library = library_open(&early.line);
    o = xcalloc(early.words.n, sizeof(*o));
    for (; n < early.words.n && outcome == OPTIONS_RUN; n++)
        outcome =
            options_parse(&o[n], &early, n, size,
                          library != NULL ? library->algos : NULL, &cause);
    /* if a shell started this one rank, that shell may end */
    watchdog_start(&watchdog, rank, size > 1 ? getppid() : 0,
                   outcome == OPTIONS_RUN
                       ? watchdog_limit(o->stuck_after, o->how.max_time)
                       : init_limit(&early));
    watchdog_catch(&watchdog);
    start.step = enter;
    start.arg = &watchdog;
    watchdog_enter(&watchdog, "comparing the ranks' options");
    status = agreed(&early, o, n, outcome, cause, &start, &watchdog);
    library_close(library);
    json_decref(start.parameters);
    watchdog_at_end(&watchdog, leave, &status);
    watchdog_enter(&watchdog, "MPI_Finalize");
    watchdog_step(&watchdog, PLACE_CALL);
    MPI_Finalize();
    watchdog_stop(&watchdog);
    while (n > 0)
        options_free(&o[--n]);
    free(o);
    early_free(&early);
    listener_close(start.listener);
    return status;
}
