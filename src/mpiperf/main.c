/* main.c: parses the options, and starts the run or prints help, list or
 * version. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "adapters/library.h"
#include "lib/c_locale.h"
#include "lib/file.h"
#include "lib/json.h"
#include "lib/now.h"
#include "measure/watchdog.h"
#include "mpiperf/agree.h"
#include "mpiperf/machine/launcher.h"
#include "mpiperf/machine/machine.h"
#include "mpiperf/machine/transport.h"
#include "mpiperf/run.h"

/* Prints help, list or version. Returns the exit status. */
static int answer(const struct options *o, enum options_outcome outcome,
                  int rank)
{
    if (rank != 0)
        return EXIT_DONE;
    if (outcome == OPTIONS_HELP)
        options_help(stdout, o);
    else if (outcome == OPTIONS_LIST) {
        if (options_list(stdout, o) == 0) {
            fputs("mpiperf: --list: nothing has such a name (--list alone "
                  "shows all)\n",
                  stderr);
            return EXIT_USAGE;
        }
    } else
        puts("mpiperf " PACKAGE_VERSION);
    return fflush(stdout) == 0 ? EXIT_DONE : EXIT_FAILED;
}

/* Asks the operations that determine their own messages for their content. */
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

/* Ends the process although MPI_Finalize() does not return: all results are
 * written. Called by the watchdog's thread. */
static void leave(void *status)
{
    _exit(*(int *)status);
}

/* Calls MPI_Finalize(), for at most the time of --stuck-after. */
static void finalize(const struct options *o, int rank, int *status)
{
    struct watchdog watchdog;

    watchdog_start(&watchdog, rank, 0,
                   watchdog_limit(o->stuck_after, o->how.max_time), leave,
                   status);
    watchdog.op = "MPI_Finalize";
    watchdog_step(&watchdog, PLACE_CALL);
    MPI_Finalize();
    watchdog_stop(&watchdog);
}

int main(int argc, char **argv)
{
    struct openmpi_environment environment;
    struct library *library;
    struct options o;
    enum options_outcome outcome;
    char version[MPI_MAX_LIBRARY_VERSION_STRING], *refusal = NULL;
    char *cause = NULL;
    struct startup start = {.argc = argc, .argv = argv};
    struct early early;
    int rank, size, status, level;

    c_locale_enter();
    files_prepare();
    json_setup();
    early_parse(&early, argc, argv);
    start.listener = listener_open();
    openmpi_prepare(&environment, &early.line);
    start.parameters = environment.parameters;
    start.init = -now();
    if (option_line_find(&early.line, "threads") != NULL)
        MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    else
        MPI_Init(&argc, &argv);
    start.init += now();
    openmpi_restore(&environment);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    library = library_open(&early.line);
    outcome = options_parse(&o, &early, size,
                            library != NULL ? library->algos : NULL, &cause);
    if (outcome == OPTIONS_RUN || outcome == OPTIONS_BAD) {
        machine_library(version);
        refusal = launcher_refuse(size, version);
    }
    /* first, since errors in options may be due to the wrong number of ranks */
    if (cause_agree(refusal != NULL, refusal)) {
        free(cause);
        status = EXIT_USAGE;
    } else if (cause_agree(outcome == OPTIONS_BAD, cause) ||
               facts_agree(&early))
        status = EXIT_USAGE;
    else if (outcome != OPTIONS_RUN)
        status = answer(&o, outcome, rank);
    else if ((status = contents_ask(&o)) == EXIT_DONE)
        status = run_all(&o, &start);
    library_close(library);
    json_decref(start.parameters);
    if (outcome == OPTIONS_RUN)
        finalize(&o, rank, &status);
    else
        MPI_Finalize();
    if (outcome != OPTIONS_BAD)
        options_free(&o);
    early_free(&early);
    listener_close(start.listener);
    return status;
}
