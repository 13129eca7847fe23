/* remote.c: fetches pages from their owners on other nodes when they fault. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A thread reads the events of userfaultfd, gets the page from its owner by
 * MPI_Rget and opens it: the paper's "special delivery" between nodes. Cost: a
 * round trip, which may last until the owner calls MPI.
 *
 * The window contains a rank's own pages only, because some networks make
 * window memory resident, which would open closed pages. All arrays of a
 * context share one userfaultfd, and each has a thread. The thread that reads
 * an event handles it, for any array.
 */
#include "array.h"

#include <errno.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "fault.h"

struct rn_remote {
    MPI_Comm comm;
    MPI_Win win;
    bool locked;
    const struct rn_layout *layout;
    struct rn_mirror *m;
    size_t attached; /* ranges of own pages that are attached to the window */
    MPI_Aint *base;  /* address of each rank's alias */
    int stop;        /* eventfd that makes the thread end */
    bool running;
    pthread_t thread;
};

static const char no_windows[] =
    "this MPI library (such as Open MPI 4 over TCP) has no windows that "
    "several threads may use across nodes: use first_read=undefined";

/* rn_fill_fn; runs in the thread or in rn_mirror_touch(). */
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

/* Opens the page of an event if no other thread has opened it, and wakes the
 * threads that wait for it. */
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
    /* the faulting thread can never continue without the page */
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
        /* read() fails if another thread has read the event */
        while ((files[0].revents & POLLIN) != 0 &&
               read(files[0].fd, &event, sizeof(event)) ==
                   (ssize_t)sizeof(event))
            serve(&event);
    }
    return NULL;
}

/* Starts the thread, with all signals blocked: the program's signals go to its
 * own threads. */
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

/* Creates a window if all ranks can. Otherwise ranks whose window was created
 * leak it, because freeing a window is collective. */
static int window_create(MPI_Comm comm, MPI_Win *win)
{
    int rc = MPI_Win_create_dynamic(MPI_INFO_NULL, comm, win);

    rc = rn_agree(comm, rc, no_windows);
    if (rc != MPI_SUCCESS)
        *win = MPI_WIN_NULL;
    return rc;
}

static int open_window(struct rn_remote *r)
{
    int rc = window_create(r->comm, &r->win);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Win_set_errhandler(r->win, MPI_ERRORS_RETURN);
    rc = rn_agree(r->comm, attach(r),
                  "cannot attach this rank's pages to an MPI window");
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Win_lock_all(MPI_MODE_NOCHECK, r->win);
    r->locked = rc == MPI_SUCCESS;
    return rn_agree(r->comm, rc, no_windows);
}

static int open_all(struct rn_remote *r)
{
    int rc = open_window(r);
    MPI_Aint mine;

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Get_address(r->m->alias, &mine);
    rc = MPI_Allgather(&mine, 1, MPI_AINT, r->base, 1, MPI_AINT, r->comm);
    rc = rn_agree(r->comm, rc, "MPI fails");
    if (rc != MPI_SUCCESS)
        return rc;
    r->m->set.fill = get;
    r->m->set.fill_arg = r;
    return rn_agree(r->comm, rn_code(start(r)),
                    "cannot start a thread that handles page faults");
}

int rn_remote_open(struct rn_remote **remote, MPI_Comm comm,
                   const struct rn_layout *layout, struct rn_mirror *m)
{
    struct rn_remote *r = calloc(1, sizeof(*r));
    MPI_Aint *base = calloc((size_t)layout->ranks, sizeof(*base));
    int rc = r != NULL && base != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;

    rc = rn_agree(comm, rc, "no memory");
    if (rc == MPI_SUCCESS) {
        *r = (struct rn_remote){.win = MPI_WIN_NULL,
                                .layout = layout,
                                .m = m,
                                .base = base,
                                .stop = -1};
        rc = rn_agree(comm, MPI_Comm_dup(comm, &r->comm), "MPI fails");
    }
    if (rc != MPI_SUCCESS) {
        free(r);
        free(base);
        return rc;
    }
    MPI_Comm_set_errhandler(r->comm, MPI_ERRORS_RETURN);
    rc = open_all(r);
    if (rc != MPI_SUCCESS)
        rn_remote_close(&r);
    *remote = r;
    return rc;
}

void rn_remote_close(struct rn_remote **remote)
{
    struct rn_remote *r = *remote;
    const struct rn_extents *own = r->m->set.own;

    stop(r);
    if (r->locked)
        MPI_Win_unlock_all(r->win);
    /* no rank fetches pages after this barrier */
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
    bool there;

    if (MPI_Comm_dup(comm, &own) != MPI_SUCCESS)
        return false;
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    there = window_create(own, &win) == MPI_SUCCESS;
    if (there)
        MPI_Win_free(&win);
    MPI_Comm_free(&own);
    return there;
}
