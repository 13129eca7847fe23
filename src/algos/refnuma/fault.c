/* fault.c: page faults: opens another rank's page when it is first touched. */
/* SPDX-License-Identifier: BSD-3-Clause */

/* A page is closed, being opened, or open. The first thread that faults on it
 * claims it by compare-and-swap, fills it and its twin, opens it, and appends
 * it to the list of pages opened since the last barrier. Other threads wait
 * meanwhile. As this runs in a signal handler, it takes no lock. */
#include "fault.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A large calloc() makes only those of its pages resident that are touched. */
int rn_fault_init(struct rn_mirror *m)
{
    const struct rn_extents *own = m->set.own;
    size_t pages = m->bytes / m->set.page;

    m->state = calloc(pages, sizeof(*m->state));
    m->opened = calloc(pages, sizeof(*m->opened));
    if (m->state == NULL || m->opened == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < own->n; i++)
        memset((void *)(m->state + own->v[i].first), RN_PAGE_OPEN,
               own->v[i].end - own->v[i].first);
    return 0;
}

void rn_fault_fini(struct rn_mirror *m)
{
    free((void *)m->state);
    free((void *)m->opened);
}

/* acquire: pairs with the release in leave(), so a thread that finds a page
 * open also sees its content. */
static int state_of(struct rn_mirror *m, uint64_t page)
{
    return atomic_load_explicit(&m->state[page], memory_order_acquire);
}

static bool claim(struct rn_mirror *m, uint64_t page)
{
    unsigned char closed = RN_PAGE_CLOSED;

    /* pairs with the release in leave() after opening failed */
    return atomic_compare_exchange_strong_explicit(
        &m->state[page], &closed, RN_PAGE_OPENING, memory_order_acquire,
        memory_order_relaxed);
}

/* Writes the first content of pages to their twins. *filled is the first page
 * that was not filled, or `end`. Returns 0 or -EIO. */
static int fill_twins(struct rn_mirror *m, uint64_t first, uint64_t end,
                      uint64_t *filled)
{
    size_t words_a_page = m->set.page / sizeof(uint64_t);
    uint64_t *words = (uint64_t *)(void *)m->twin + first * words_a_page;

    *filled = first;
    if (m->set.fill == NULL) {
        for (; *filled < end; ++*filled)
            for (size_t i = 0; i < words_a_page; i++)
                *words++ = m->set.undefined;
        return 0;
    }
    for (; *filled < end; ++*filled, words += words_a_page)
        if (!m->set.fill(m->set.fill_arg, *filled, words))
            return -EIO;
    return 0;
}

/* The ring has one entry for every page. That is enough, because a page leaves
 * the ring before it can be dropped and opened again. */
static _Atomic uint64_t *ring_at(struct rn_mirror *m, uint64_t at)
{
    return &m->opened[at % (m->bytes / m->set.page)];
}

static void append_opened(struct rn_mirror *m, uint64_t page)
{
    uint64_t at =
        atomic_fetch_add_explicit(&m->nopened, 1, memory_order_relaxed);

    /* pairs with the load in gather() */
    atomic_store_explicit(ring_at(m, at), page + 1, memory_order_release);
}

/* Ends this thread's claim of pages by setting their new state. */
static void leave(struct rn_mirror *m, uint64_t first, uint64_t end,
                  enum rn_page_state state)
{
    /* pairs with state_of() and claim() */
    for (uint64_t page = first; page < end; page++)
        atomic_store_explicit(&m->state[page], state, memory_order_release);
}

/* Opens pages whose twins are filled. After a failure, pages from *opened on
 * are still closed. Other threads may use the pages before they are in the
 * ring, so rn_mirror_opened() waits while `opening` is not 0. */
static int open_filled(struct rn_mirror *m, uint64_t first, uint64_t end,
                       uint64_t *opened)
{
    int rc;

    /* a thread that has used the page sees this increment; pairs with the load
     * in rn_mirror_opened() */
    atomic_fetch_add_explicit(&m->opening, 1, memory_order_seq_cst);
    rc = m->guard->open(m, first, end, opened);
    for (uint64_t page = first; page < *opened; page++)
        append_opened(m, page);
    leave(m, first, *opened, RN_PAGE_OPEN);
    atomic_fetch_sub_explicit(&m->opening, 1, memory_order_release);
    return rc;
}

/* Opens pages that this thread has claimed. Those that cannot be opened become
 * closed again. */
static int open_claimed(struct rn_mirror *m, uint64_t first, uint64_t end)
{
    uint64_t filled, opened = first;
    int failed = fill_twins(m, first, end, &filled);
    int rc = filled > first ? open_filled(m, first, filled, &opened) : 0;

    if (opened < end) {
        leave(m, opened, end, RN_PAGE_CLOSED);
        if (m->guard->wake != NULL)
            m->guard->wake(m, opened, end);
    }
    if (opened > first) {
        atomic_fetch_add_explicit(&m->faults, (int64_t)(opened - first),
                                  memory_order_relaxed);
        if (m->set.fill != NULL)
            atomic_fetch_add_explicit(&m->delivered, (int64_t)(opened - first),
                                      memory_order_relaxed);
        atomic_store_explicit(&m->again, 0, memory_order_relaxed);
    }
    return rc != 0 ? rc : failed;
}

static void say(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));

    (void)written; /* a failure cannot be handled */
}

/*
 * Handles a fault in a page that is already open. Usually another thread has
 * opened the page since the fault: the access then succeeds when repeated, and
 * the thread faults in an open page again only after another opening. Otherwise
 * open pages do not allow the access (for example a jump into data), or the
 * system has no memory for the page. That is so if more such faults have
 * occurred since the last opening than a process can have threads.
 */
static enum rn_fault was_open(struct rn_mirror *m)
{
    enum { MANY = 1 << 16 };

    /* relaxed: no other data depends on the counter */
    if (atomic_fetch_add_explicit(&m->again, 1, memory_order_relaxed) < MANY)
        return RN_FAULT_SERVED;
    return RN_FAULT_NOT_OURS;
}

static void wait_while_opening(struct rn_mirror *m, uint64_t page)
{
    while (state_of(m, page) == RN_PAGE_OPENING)
        sched_yield();
}

static const char not_delivered[] =
    "refnuma: a page cannot be opened: cannot get its content from its owner\n";

enum rn_fault rn_fault_at(struct rn_mirror *m, int sig, const void *address)
{
    uint64_t page = (uint64_t)((const char *)address - m->user) / m->set.page;

    if (sig != m->signal)
        return RN_FAULT_NOT_OURS;
    if (claim(m, page)) {
        int rc = open_claimed(m, page, page + 1);

        if (rc == 0)
            return RN_FAULT_SERVED;
        say(rc == -EIO ? not_delivered : m->guard->full);
        return RN_FAULT_FAILED;
    }
    if (state_of(m, page) == RN_PAGE_OPEN)
        return sig == 0 ? RN_FAULT_SERVED : was_open(m);
    wait_while_opening(m, page);
    return RN_FAULT_SERVED;
}

/* Returns the index of the first page at or after `page` that is not open. */
static uint64_t next_closed(struct rn_mirror *m, uint64_t page, uint64_t end)
{
    while (page < end && state_of(m, page) == RN_PAGE_OPEN)
        page++;
    return page;
}

int rn_mirror_touch(struct rn_mirror *m, uint64_t first, uint64_t end)
{
    enum { AT_ONCE = 512 };
    sigset_t all, before;
    int rc = 0;

    first = next_closed(m, first, end);
    if (first == end)
        return 0;
    /* otherwise a handler on this thread could wait for a page claimed here */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (rc == 0 && first < end) {
        uint64_t claimed = first;

        while (claimed < end && claimed - first < AT_ONCE && claim(m, claimed))
            claimed++;
        if (claimed > first)
            rc = open_claimed(m, first, claimed);
        else
            wait_while_opening(m, first);
        first = next_closed(m, first, end);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return rc;
}

/* Appends the ring's entries from m->taken to `end`, or to the first entry not
 * stored yet. Sets *taken to the position where it stopped. */
static int gather(struct rn_mirror *m, uint64_t end, uint64_t *taken,
                  struct rn_extents *pages)
{
    for (*taken = m->taken; *taken < end; ++*taken) {
        /* pairs with the store in append_opened() */
        uint64_t page =
            atomic_load_explicit(ring_at(m, *taken), memory_order_acquire);

        if (page == 0)
            break;
        if (rn_extents_append(pages, page - 1, page) != 0)
            return -ENOMEM;
    }
    rn_extents_unite(pages);
    return 0;
}

int rn_mirror_opened(struct rn_mirror *m, struct rn_extents *pages)
{
    struct rn_extents opened = {0};
    uint64_t end, taken;
    int rc;

    /* pairs with open_filled(). An opening takes about one system call, so the
     * number of pages limits the wait. */
    while (atomic_load_explicit(&m->opening, memory_order_seq_cst) != 0)
        sched_yield();
    /* relaxed: entries of the ring are read with acquire */
    end = atomic_load_explicit(&m->nopened, memory_order_relaxed);
    if (end == m->taken)
        return 0;
    rc = gather(m, end, &taken, &opened);
    if (rc == 0)
        rc = rn_extents_add(pages, &opened);
    for (; rc == 0 && m->taken < taken; m->taken++)
        atomic_store_explicit(ring_at(m, m->taken), 0, memory_order_relaxed);
    rn_extents_free(&opened);
    return rc;
}
