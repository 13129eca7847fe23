/* listener.c: reads Open MPI's reports of the components that it chooses.
 *
 * Open MPI chooses a component for each peer when the first message is sent to
 * it. It reports this choice at verbosity 1 of its BTLs, on the file descriptor
 * that OPAL_OUTPUT_STDERR_FD names. Here this is a pipe. A thread reads the
 * pipe until the end of the program, since a new peer may appear at any time.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/xmalloc.h"

struct listener {
    FILE *from; /* read end of the pipe */
    int to;     /* write end, used by Open MPI */
    pthread_t thread;
    sem_t asked; /* posted when the thread has read that line */
    struct route *route;
    size_t n; /* constant after `asked` is posted */
};

/* Lines that the main thread writes to the pipe: the first one asks for the
 * routes so far, the other one ends the reading thread. */
static const char asked[] = "mpiperf: routes?\n";
static const char last[] = "mpiperf: last line\n";
static const char verbosity[] = "OMPI_MCA_btl_base_verbose";
static const char output[] = "OPAL_OUTPUT_STDERR_FD";

const char *const btl_names[] = {
    "vader", "sm",   "smcuda",   "tcp",   "openib", "ofi",
    "uct",   "ugni", "portals4", "usnic", "self",   NULL,
};

bool route_parse(const char *line, struct route *r)
{
    const char *at = strstr(line, "mca: bml: Using ");
    char name[16], peer[64], *comma;

    if (at == NULL ||
        sscanf(at, "mca: bml: Using %15s btl for send to %63s on node", name,
               peer) != 2)
        return false;
    comma = strrchr(peer, ','); /* before RANK in [[JOB,1],RANK] */
    r->peer = -1;
    if (comma != NULL)
        sscanf(comma, ",%d", &r->peer);
    for (r->component = 0; btl_names[r->component] != NULL; r->component++)
        if (strcmp(btl_names[r->component], name) == 0)
            return true;
    r->peer = -1;
    return true;
}

static void *listen_all(void *listener)
{
    struct listener *l = listener;
    bool first = true;
    char *line = NULL;
    size_t size = 0;
    struct route r;

    while (getline(&line, &size, l->from) > 0) {
        if (strstr(line, last) != NULL)
            break;
        if (strstr(line, asked) != NULL) {
            first = false;
            sem_post(&l->asked);
        } else if (!route_parse(line, &r))
            fputs(line, stderr);
        else if (first) {
            l->route = xroom(l->route, l->n, sizeof(*l->route));
            l->route[l->n++] = r;
        }
    }
    free(line);
    return NULL;
}

/* Starts the thread with all signals blocked, so that the main thread receives
 * them. */
static bool listener_start(struct listener *l)
{
    sigset_t all, before;
    int rc;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    rc = pthread_create(&l->thread, NULL, listen_all, l);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return rc == 0;
}

bool is_openmpi(const char *library)
{
    return strncmp(library, "Open MPI", strlen("Open MPI")) == 0;
}

/* True if ranks of Open MPI were started by a launcher. A process without a
 * launcher has no peer, and may start a daemon that inherits the settings. */
static bool is_wanted(void)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    return getenv("PMIX_RANK") != NULL && getenv(verbosity) == NULL &&
           getenv(output) == NULL && getenv("OPAL_OUTPUT_REDIRECT") == NULL &&
           MPI_Get_library_version(library, &length) == MPI_SUCCESS &&
           is_openmpi(library);
}

struct listener *listener_open(void)
{
    struct listener *l;
    char text[16];
    int end[2];

    if (!is_wanted() || pipe2(end, O_CLOEXEC) != 0)
        return NULL;
    l = xcalloc(1, sizeof(*l));
    l->to = end[1];
    l->from = fdopen(end[0], "r");
    sem_init(&l->asked, 0, 0);
    if (l->from == NULL || !listener_start(l))
        goto out_pipe;
    snprintf(text, sizeof(text), "%d", l->to);
    setenv(verbosity, "1", 1);
    setenv(output, text, 1);
    return l;

out_pipe:
    close(end[1]);
    if (l->from != NULL)
        fclose(l->from);
    else
        close(end[0]);
    sem_destroy(&l->asked);
    free(l);
    return NULL;
}

static bool line_send(const struct listener *l, const char *line)
{
    return write(l->to, line, strlen(line)) == (ssize_t)strlen(line);
}

const struct route *listener_routes(struct listener *l, size_t *n)
{
    unsetenv(verbosity);
    unsetenv(output);
    *n = 0;
    if (!line_send(l, asked))
        return NULL;
    while (sem_wait(&l->asked) != 0 && errno == EINTR)
        ;
    *n = l->n;
    return l->route;
}

/* Open MPI may still write to l->to when the program exits: it becomes standard
 * error. */
void listener_close(struct listener *l)
{
    if (l == NULL || !line_send(l, last))
        return;
    pthread_join(l->thread, NULL);
    dup2(STDERR_FILENO, l->to);
    fclose(l->from);
    sem_destroy(&l->asked);
    free(l->route);
    free(l);
}
