/* presence.c: the ranks of a node agree in a shared page. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "presence.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <time.h>

#include "lib/digest.h"
#include "lib/now.h"

struct presence_page {
    atomic_int unfit;    /* number of ranks that cannot use the library */
    atomic_int entered;  /* number of ranks that have the library */
    atomic_int decision; /* an enum presence; 0: not decided */
};

static const double PATIENCE = 3;

static uint64_t mix(uint64_t hash, const char *text)
{
    return digest_bytes(hash, text, strlen(text));
}

/* Adds to the hash the process that started this node's ranks: Hydra and Slurm
 * connect each rank to it by the socket PMI_FD. Its start time distinguishes it
 * from an earlier process with the same id. */
static uint64_t mix_launcher(uint64_t hash)
{
    const char *fd = getenv("PMI_FD");
    struct ucred peer;
    socklen_t size = sizeof(peer);
    char text[64], start[32] = "";
    FILE *f;

    if (fd == NULL ||
        getsockopt(atoi(fd), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return hash;
    snprintf(text, sizeof(text), "/proc/%d/stat", (int)peer.pid);
    f = fopen(text, "re");
    if (f != NULL) {
        /* field 22; fields are counted after the name in brackets */
        if (fscanf(f,
                   "%*[^)]) %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s "
                   "%*s %*s %*s %*s %*s %*s %*s %31s",
                   start) != 1)
            start[0] = '\0';
        fclose(f);
    }
    return mix(mix(hash, text), start);
}

/* Returns a number that identifies the job on this node; 0 if the launcher's
 * environment gives no such number. */
static uint64_t job_of(void)
{
    static const char *const names[] = {
        "PMIX_NAMESPACE",
        "PMIX_SERVER_TMPDIR",
        "OMPI_MCA_orte_precondition_transports",
        "PMI_PORT",
        "SLURM_JOB_ID",
        "SLURM_STEP_ID",
    };
    uint64_t hash = DIGEST_BEGIN;
    struct utsname host;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = getenv(names[i]);

        if (value != NULL)
            hash = mix(mix(hash, names[i]), value);
    }
    hash = mix_launcher(hash);
    if (hash == DIGEST_BEGIN)
        return 0;
    /* add the host name: two virtual hosts may share segments */
    return uname(&host) == 0 ? mix(hash, host.nodename) : hash;
}

void presence_enter(struct presence_node *node, const char *name, int ranks,
                    bool fit)
{
    const uint64_t job = job_of();
    uint64_t hash = mix(job, name);
    void *page;

    *node = (struct presence_node){.patience = PATIENCE};
    if (job == 0 || ranks <= 0)
        return;
    node->ranks = ranks;
    node->key = (key_t)(hash >> 32 ^ hash);
    /* the first rank creates it, filled with zeros */
    node->id =
        shmget(node->key, sizeof(struct presence_page), IPC_CREAT | 0600);
    page = node->id != -1 ? shmat(node->id, NULL, 0) : (void *)-1;
    if (page == (void *)-1)
        return;
    node->page = page;
    if (!fit)
        /* relaxed: the next operation releases it */
        atomic_fetch_add_explicit(&node->page->unfit, 1, memory_order_relaxed);
    /* release: pairs with the acquire in opinion(). acquire: pairs with the
     * other ranks' releases, so all have attached it when the last removes the
     * key */
    if (atomic_fetch_add_explicit(&node->page->entered, 1,
                                  memory_order_acq_rel) == ranks - 1)
        shmctl(node->id, IPC_RMID, NULL);
}

/* Returns the decision that this rank would make now. */
static int opinion(struct presence_node *node)
{
    /* acquire: pairs with the release in presence_enter() */
    node->entered =
        atomic_load_explicit(&node->page->entered, memory_order_acquire);
    if (node->entered < node->ranks)
        return PRESENCE_MISSING;
    /* relaxed: the acquire above orders it */
    return atomic_load_explicit(&node->page->unfit, memory_order_relaxed) > 0
               ? PRESENCE_UNFIT
               : PRESENCE_FIT;
}

enum presence presence_decide(struct presence_node *node)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    const double end = now() + node->patience;
    int mine, decision = 0;

    if (node->ranks == 0)
        return PRESENCE_UNKNOWN;
    if (node->page == NULL)
        return PRESENCE_MISSING;
    while ((mine = opinion(node)) == PRESENCE_MISSING && now() < end &&
           /* relaxed: no other data depends on it */
           atomic_load_explicit(&node->page->decision, memory_order_relaxed) ==
               0)
        nanosleep(&pause, NULL);
    node->first =
        atomic_compare_exchange_strong(&node->page->decision, &decision, mine);
    /* ranks that come later get a new segment and find ranks missing */
    if (node->first && mine == PRESENCE_MISSING)
        shmctl(node->id, IPC_RMID, NULL);
    shmdt(node->page);
    node->page = NULL;
    return (enum presence)(node->first ? mine : decision);
}
