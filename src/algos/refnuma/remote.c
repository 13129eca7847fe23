/* remote.c: pages got from their owners on other nodes, at a fault. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "source.h"

#include <errno.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "guard.h"
#include "fault.h"
#include "handler.h"
#include "uffd.h"

/*
 * The window has own pages and nothing else: a network that keeps the memory of
 * windows resident would otherwise open closed pages. All arrays of a context
 * share one userfaultfd; each has a thread, and whichever reads an event serves
 * it, whatever array it is about.
 */
struct rn_remote {
    MPI_Comm comm;
    MPI_Win win;
    bool locked;
    const struct rn_layout *layout;
    struct rn_mirror *m;
    size_t attached; /* ranges of own pages */
    MPI_Aint *base;  /* of every rank's alias */
    int stop;        /* eventfd that ends the thread */
    bool running;
    pthread_t thread;
};

static const char no_windows[] =
    "this MPI library has no windows that several threads may use across "
    "nodes, as Open MPI 4 over TCP has none: use first_read=undefined";

/* rn_fill_fn, in the thread or in rn_mirror_touch(). */
static bool get(void *remote, uint64_t page, void *to)
{
    const struct rn_remote *r = remote;
    int home = rn_layout_home(r->layout, page);
    int words = (int)(r->layout->page / sizeof(uint64_t));
    MPI_Aint at =
        MPI_Aint_add(r->base[home], (MPI_Aint)(page * r->layout->page));
    MPI_Request request;

    return MPI_Rget(to, words, MPI_UINT64_T, home, at, words, MPI_UINT64_T,
                    r->win, &request) == MPI_SUCCESS &&
           MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

/* A thread that waits for the page goes on, whoever has opened it. */
static void serve(const struct uffd_msg *event)
{
    char *address = (char *)(uintptr_t)event->arg.pagefault.address;
    struct rn_mirror *m;
    uint64_t page;

    if (event->event != UFFD_EVENT_PAGEFAULT)
        return;
    m = rn_registry_find(address);
    if (m == NULL)
        return;
    /* nobody could return to the program without its page */
    if (rn_fault_at(m, 0, address) == RN_FAULT_FAILED)
        abort();
    page = (uint64_t)(address - m->user) / m->set.page;
    m->guard->wake(m, page, page + 1);
}

static void *serve_all(void *arg)
{
    const struct rn_remote *r = arg;
    struct pollfd files[] = {{.fd = r->m->set.uffd->fd, .events = POLLIN},
                             {.fd = r->stop, .events = POLLIN}};
    struct uffd_msg event;

    while (files[1].revents == 0) {
        if (poll(files, 2, -1) < 0 && errno != EINTR)
            abort();
        /* not there any more: another thread has read it */
        while ((files[0].revents & POLLIN) != 0 &&
               read(files[0].fd, &event, sizeof(event)) ==
                   (ssize_t)sizeof(event))
            serve(&event);
    }
    return NULL;
}

/* No signal of the program's is for this thread. */
static int start(struct rn_remote *r)
{
    sigset_t all, before;
    int rc;

    r->stop = eventfd(0, EFD_CLOEXEC);
    if (r->stop < 0)
        return -errno;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    rc = pthread_create(&r->thread, NULL, serve_all, r);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    r->running = rc == 0;
    return -rc;
}

static void stop(struct rn_remote *r)
{
    uint64_t one = 1;

    if (r->running && write(r->stop, &one, sizeof(one)) == sizeof(one))
        pthread_join(r->thread, NULL);
    if (r->stop >= 0)
        close(r->stop);
}

static int attach(struct rn_remote *r)
{
    const struct rn_extents *own = r->m->set.own;
    size_t page = r->m->set.page;

    for (; r->attached < own->n; r->attached++) {
        const struct rn_extent *e = &own->v[r->attached];
        int rc = MPI_Win_attach(r->win, r->m->alias + e->first * page,
                                (MPI_Aint)((e->end - e->first) * page));

        if (rc != MPI_SUCCESS)
            return rc;
    }
    return MPI_SUCCESS;
}

/* Are all ranks well? */
static bool agree(MPI_Comm comm, bool well)
{
    int mine = well, all = 0;

    return MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LAND, comm) ==
               MPI_SUCCESS &&
           all != 0;
}

static const char *open_window(struct rn_remote *r)
{
    bool well =
        MPI_Win_create_dynamic(MPI_INFO_NULL, r->comm, &r->win) == MPI_SUCCESS;

    if (well)
        MPI_Win_set_errhandler(r->win, MPI_ERRORS_RETURN);
    else
        r->win = MPI_WIN_NULL;
    if (!agree(r->comm, well)) {
        r->win = MPI_WIN_NULL; /* to free it needs all ranks: it is lost */
        return no_windows;
    }
    if (!agree(r->comm, attach(r) == MPI_SUCCESS))
        return "own pages cannot be attached to a window of MPI";
    r->locked = MPI_Win_lock_all(MPI_MODE_NOCHECK, r->win) == MPI_SUCCESS;
    return agree(r->comm, r->locked) ? NULL : no_windows;
}

static const char *open_all(struct rn_remote *r)
{
    const char *why = open_window(r);
    MPI_Aint mine;

    if (why != NULL)
        return why;
    MPI_Get_address(r->m->alias, &mine);
    if (!agree(r->comm, MPI_Allgather(&mine, 1, MPI_AINT, r->base, 1, MPI_AINT,
                                      r->comm) == MPI_SUCCESS))
        return "MPI fails";
    r->m->set.fill = get;
    r->m->set.fill_arg = r;
    return agree(r->comm, start(r) == 0)
               ? NULL
               : "no thread can be started that serves page faults";
}

int rn_remote_open(struct rn_remote **remote, MPI_Comm comm,
                   const struct rn_layout *layout, struct rn_mirror *m,
                   const char **why)
{
    struct rn_remote *r = calloc(1, sizeof(*r));
    MPI_Aint *base = calloc((size_t)layout->ranks, sizeof(*base));

    if (!agree(comm, r != NULL && base != NULL)) {
        free(r);
        free(base);
        *why = "no memory";
        return MPI_ERR_NO_MEM;
    }
    *r = (struct rn_remote){.win = MPI_WIN_NULL,
                            .layout = layout,
                            .m = m,
                            .base = base,
                            .stop = -1};
    if (!agree(comm, MPI_Comm_dup(comm, &r->comm) == MPI_SUCCESS)) {
        free(r);
        free(base);
        *why = "MPI fails";
        return MPI_ERR_OTHER;
    }
    MPI_Comm_set_errhandler(r->comm, MPI_ERRORS_RETURN);
    *why = open_all(r);
    if (*why != NULL) {
        rn_remote_close(&r);
        return MPI_ERR_OTHER;
    }
    *remote = r;
    return MPI_SUCCESS;
}

void rn_remote_close(struct rn_remote **remote)
{
    struct rn_remote *r = *remote;
    const struct rn_extents *own = r->m->set.own;

    stop(r);
    if (r->locked)
        MPI_Win_unlock_all(r->win);
    /* nobody gets anything any more */
    MPI_Barrier(r->comm);
    while (r->attached-- > 0)
        MPI_Win_detach(r->win, r->m->alias +
                                   own->v[r->attached].first * r->m->set.page);
    if (r->win != MPI_WIN_NULL)
        MPI_Win_free(&r->win);
    MPI_Comm_free(&r->comm);
    free(r->base);
    free(r);
    *remote = NULL;
}

bool rn_remote_windows(MPI_Comm comm)
{
    MPI_Comm own;
    MPI_Win win;
    bool well;

    if (MPI_Comm_dup(comm, &own) != MPI_SUCCESS)
        return false;
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    well = MPI_Win_create_dynamic(MPI_INFO_NULL, own, &win) == MPI_SUCCESS;
    well = agree(own, well);
    if (well) /* all ranks have it: to free it needs them all */
        MPI_Win_free(&win);
    MPI_Comm_free(&own);
    return well;
}
