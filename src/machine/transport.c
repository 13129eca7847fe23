/* transport.c: finds the components of the MPI library that carry messages.
 *
 * Open MPI chooses a component (BTL) for each peer when the first message is
 * sent to it. With verbosity 1 of the BTLs, it reports the choice on the file
 * descriptor in OPAL_OUTPUT_STDERR_FD. Here this is a pipe, which a thread
 * reads until the end of the program, because a new peer may appear at any
 * time. Other components are in Open MPI's variables. MPICH names its
 * device in the version string. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/transport.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "lib/json.h"
#include "lib/names.h"
#include "lib/xmalloc.h"
#include "machine/parameters.h"
#include "mpi/library.h"

/* ---- Open MPI's reports -------------------------------------------------- */

struct listener {
    FILE *from; /* read end of the pipe */
    int to;     /* write end, where Open MPI writes */
    pthread_t thread;
    sem_t asked; /* posted when the thread has read the line `asked` */
    struct route *route;
    size_t n; /* does not change after the semaphore is posted */
};

/* Lines that the main thread writes to the pipe. `asked` requests the routes
 * found so far; the other one ends the reading thread. */
static const char asked[] = "mpiperf: routes?\n";
static const char last[] = "mpiperf: last line\n";
static const char verbosity[] = "OMPI_MCA_btl_base_verbose";
static const char output[] = "OPAL_OUTPUT_STDERR_FD";

const char *const btl_names[] = {
    "vader", "sm",   "smcuda",   "tcp",   "openib", "ofi",
    "uct",   "ugni", "portals4", "usnic", "self",   NULL,
};
enum { SHARED_MEMORY = 3 }; /* set of vader and sm, which copy messages once */

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
        else if (first)
            XAPPEND(l->route, l->n, r);
    }
    free(line);
    return NULL;
}

/* Starts the thread with all signals blocked; the main thread receives them. */
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

/* True if a launcher started the ranks of Open MPI. Without a launcher, a
 * process has no peer and may start a daemon, which inherits the settings. */
static bool is_wanted(void)
{
    return getenv("PMIX_RANK") != NULL && getenv(verbosity) == NULL &&
           getenv(output) == NULL && getenv("OPAL_OUTPUT_REDIRECT") == NULL &&
           mpi_running().mpi == openmpi;
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
    if (l->from == NULL)
        out_of_memory();
    sem_init(&l->asked, 0, 0);
    if (!listener_start(l)) {
        fclose(l->from);
        close(l->to);
        free(l);
        return NULL;
    }
    snprintf(text, sizeof(text), "%d", l->to);
    setenv(verbosity, "1", 1);
    setenv(output, text, 1);
    return l;
}

static bool line_send(const struct listener *l, const char *line)
{
    return write(l->to, line, strlen(line)) == (ssize_t)strlen(line);
}

/* Returns the routes to the peers that this process has sent messages to, and
 * their number *n. The listener owns them. Call this once, after MPI_Init. */
static const struct route *listener_routes(struct listener *l, size_t *n)
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

/* Open MPI may still write to l->to when the program exits, so that descriptor
 * becomes a copy of standard error. */
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

/* From Open MPI's variables. A component not in use has no variables. */
struct variables {
    char pml[64], mtl[64], single_copy[64];
    int pmls, mtls; /* number of components in use */
    int priority;   /* of the smsc component in single_copy; -1 if none */
};

bool component_parse(char name[64], const char *variable, const char *framework,
                     const char *suffix)
{
    size_t n = strlen(framework);

    if (strncmp(variable, framework, n) != 0 ||
        !has_suffix(variable + n, suffix))
        return false;
    snprintf(name, 64, "%.*s", (int)(strlen(variable + n) - strlen(suffix)),
             variable + n);
    return true;
}

/* In Open MPI 4, a variable of vader names the mechanism for single copies. In
 * Open MPI 5, the smsc component with the highest priority is used. */
static void single_copy_set(struct variables *v, const char *variable,
                            const char *value)
{
    char name[64];
    int priority = atoi(value);

    if (strcmp(variable, "btl_vader_single_copy_mechanism") == 0)
        snprintf(v->single_copy, sizeof(v->single_copy), "%s", value);
    if (component_parse(name, variable, "smsc_", "_priority") &&
        priority > v->priority) {
        v->priority = priority;
        strcpy(v->single_copy, name);
    }
}

static void variable_read(void *variables, const char *name, const char *value,
                          bool from_file)
{
    struct variables *v = variables;

    (void)from_file;
    v->pmls += component_parse(v->pml, name, "pml_", "_major_version");
    v->mtls += component_parse(v->mtl, name, "mtl_", "_major_version");
    single_copy_set(v, name, value);
}

enum { WITHIN, BETWEEN, KINDS }; /* within a node, between nodes */

/* Finds the BTLs that carry this rank's messages within and between nodes. Bit
 * i of a set stands for btl_names[i]. */
static int carriers_find(unsigned set[KINDS], struct listener *l,
                         const struct placement *p)
{
    MPI_Group all, node;
    const struct route *r;
    size_t n;
    int rc;

    if (l == NULL)
        return MPI_SUCCESS;
    r = listener_routes(l, &n);
    rc = MPI_Comm_group(p->comm, &all);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_group(p->node, &node);
    for (; n > 0 && rc == MPI_SUCCESS; n--, r++) {
        int near;

        if (r->peer == p->rank || r->peer < 0 || r->peer >= p->n)
            continue;
        rc = MPI_Group_translate_ranks(all, 1, &r->peer, node, &near);
        set[near == MPI_UNDEFINED ? BETWEEN : WITHIN] |= 1U << r->component;
    }
    if (rc == MPI_SUCCESS)
        rc = MPI_Group_free(&node);
    return rc == MPI_SUCCESS ? MPI_Group_free(&all) : rc;
}

/* Reads a byte from the memory of the node's next rank, as libraries do to copy
 * a message only once. Sets *denied to errno if this fails, else to 0. */
static int copy_try(int *denied, const struct placement *p)
{
    struct {
        pid_t pid;
        const char *at;
    } mine, theirs;
    int next = (p->noderank + 1) % p->nnode, rc;
    int before = (p->noderank + p->nnode - 1) % p->nnode;
    char byte = 1, got;

    mine.pid = getpid();
    mine.at = &byte;
    rc = MPI_Sendrecv(&mine, sizeof(mine), MPI_BYTE, before, 0, &theirs,
                      sizeof(theirs), MPI_BYTE, next, 0, p->node,
                      MPI_STATUS_IGNORE);
    *denied = rc == MPI_SUCCESS &&
                      process_vm_readv(theirs.pid, &(struct iovec){&got, 1}, 1,
                                       &(struct iovec){(void *)theirs.at, 1}, 1,
                                       0) != 1
                  ? errno
                  : 0;
    if (rc == MPI_SUCCESS)
        rc = MPI_Barrier(p->node); /* the next rank reads `byte` until then */
    return rc;
}

static void member_set(json_t *transport, const char *name, const char *text)
{
    if (*text != '\0')
        json_object_set_new(transport, name, json_text(text));
}

static void names_set(char names[64], unsigned set)
{
    for (int i = 0; btl_names[i] != NULL; i++)
        if (set & 1U << i)
            strcat(strcat(names, *names != '\0' ? " " : ""), btl_names[i]);
}

/* Names the components that carry messages: the BTLs in `set` if the pml is
 * ob1, the mtl if it is cm, or else the pml itself. */
static json_t *transport_openmpi(const unsigned set[KINDS])
{
    struct variables v = {.priority = -1};
    char names[KINDS][64] = {{0}};
    json_t *transport = json_object();

    openmpi_variables(variable_read, &v);
    if (v.pmls != 1)
        *v.pml = '\0';
    for (int kind = 0; kind < KINDS; kind++)
        if (strcmp(v.pml, "ob1") == 0)
            names_set(names[kind], set[kind]);
        else if (strcmp(v.pml, "cm") != 0)
            strcpy(names[kind], v.pml);
        else if (v.mtls == 1)
            strcpy(names[kind], v.mtl);
    member_set(transport, "pml", v.pml);
    member_set(transport, "within_node", names[WITHIN]);
    member_set(transport, "between_nodes", names[BETWEEN]);
    if (set[WITHIN] & SHARED_MEMORY)
        member_set(transport, "single_copy", v.single_copy);
    return transport;
}

json_t *transport_mpich(const char *library)
{
    static const char before[] = "MPICH Device:";
    const char *at = strstr(library, before);
    json_t *transport = json_object();
    char device[64] = "";

    if (at != NULL)
        sscanf(at + strlen(before), "%63s", device);
    member_set(transport, "device", device);
    if (strncmp(device, "ch4:", 4) == 0) /* "ch4:NETWORK" */
        member_set(transport, "between_nodes", device + 4);
    return transport;
}

int transport_find(struct runinfo *ri, const struct placement *p,
                   struct listener *l)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING];
    unsigned mine[KINDS] = {0}, all[KINDS];
    int rc = carriers_find(mine, l, p), length, errors[2] = {0};

    if (rc == MPI_SUCCESS)
        rc = copy_try(&errors[0], p);
    if (rc == MPI_SUCCESS)
        rc =
            MPI_Reduce(&errors[0], &errors[1], 1, MPI_INT, MPI_MAX, 0, p->comm);
    if (rc == MPI_SUCCESS)
        rc = MPI_Reduce(mine, all, KINDS, MPI_UNSIGNED, MPI_BOR, 0, p->comm);
    if (rc == MPI_SUCCESS)
        rc = MPI_Get_library_version(library, &length);
    if (rc == MPI_SUCCESS && p->rank == 0 && p->n > 1)
        ri->transport = mpi_running().mpi == openmpi ? transport_openmpi(all)
                                                     : transport_mpich(library);
    if (ri->transport != NULL && errors[1] != 0)
        member_set(ri->transport, "copy_denied", strerror(errors[1]));
    return rc;
}
