/* test_mirror_threads.c: with each guard, pages that several threads touch at
 * once, and pages that cannot be opened. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../fault.h"
#include "mirror_asserts.h"

enum { THREADS = 4, ROUNDS = 20, MANY = 2000 };

struct worker {
    struct mirrors *t;
    uint64_t id, wrong;
    pthread_t thread;
};

/* Threads touch the same pages at about the same time; each has its own word in
 * a page. They also allocate and free memory all the time. */
static void *work(void *arg)
{
    struct worker *w = arg;

    for (uint64_t page = 0; page < MANY; page++) {
        uint64_t *p = malloc(8 + page % 977 * 40);

        *p = page;
        if (*mirrors_word(w->t, page, 100) != page * 3)
            w->wrong++;
        *mirrors_word(w->t, page, w->id) = *p + w->id;
        free(p);
    }
    return NULL;
}

static bool fill_thrice(void *arg, uint64_t page, void *to)
{
    uint64_t *words = to;

    (void)arg;
    for (int i = 0; i < 512; i++)
        words[i] = page * 3;
    return true;
}

static void round_of_threads(const char *guard)
{
    struct worker w[THREADS];
    struct rn_extents opened = {0};
    struct mirrors t;

    open_sized(&t, guard, MANY, 0, 0, fill_thrice);
    for (uint64_t i = 0; i < THREADS; i++) {
        w[i] = (struct worker){.t = &t, .id = i};
        pthread_create(&w[i].thread, NULL, work, &w[i]);
    }
    while (opened.total < MANY / 2) /* while other threads fault */
        assert_int_equal(rn_mirror_opened(&t.m, &opened), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(w[i].thread, NULL);
        assert_int_equal(w[i].wrong, 0);
    }
    assert_int_equal(rn_mirror_opened(&t.m, &opened), 0);
    assert_int_equal(opened.n, 1);
    assert_int_equal(opened.total, MANY);
    assert_int_equal(t.m.faults, MANY);
    for (uint64_t page = 0; page < MANY; page++)
        for (uint64_t i = 0; i < THREADS; i++)
            assert_int_equal(*mirrors_word(&t, page, i), page + i);
    rn_extents_free(&opened);
    mirrors_close(&t);
}

TEST_UNDER_FAULTS(threads_fault_together)
{
    for (int round = 0; round < ROUNDS; round++)
        round_of_threads(*state);
}

/* The guard that the modified guard of a test is based on. */
static const struct rn_guard *real;

static struct rn_guard guard_like(struct mirrors *t)
{
    real = t->m.guard;
    return *real;
}

/* One thread opens a page slowly, while another already uses the page. */
static sem_t usable, used;

static int open_slowly(struct rn_mirror *m, uint64_t first, uint64_t end,
                       uint64_t *opened)
{
    struct timespec moment = {.tv_nsec = 20000000};
    int rc = real->open(m, first, end, opened);

    sem_post(&usable);
    sem_wait(&used);
    nanosleep(&moment, NULL); /* let the other thread run */
    return rc;
}

static void *touch_31(void *arg)
{
    struct mirrors *t = arg;

    rn_mirror_touch(&t->m, 31, 32);
    return NULL;
}

TEST_UNDER_EACH(what_is_used_is_opened)
{
    static const struct rn_extent expected[] = {{31, 32}};
    struct rn_guard slow;
    pthread_t thread;
    struct mirrors t;

    open_or_skip(&t, *state, NULL);
    slow = guard_like(&t);
    slow.open = open_slowly;
    t.m.guard = &slow;
    assert_int_equal(sem_init(&usable, 0, 0) | sem_init(&used, 0, 0), 0);
    assert_int_equal(pthread_create(&thread, NULL, touch_31, &t), 0);
    sem_wait(&usable);
    *mirrors_word(&t, 31, 3) = 3;
    sem_post(&used);
    assert_opened(&t, 1, expected);
    pthread_join(thread, NULL);
    t.m.guard = real;
    mirrors_close(&t);
}

/* Only pages with an odd number can be filled. */
static bool fill_odd(void *arg, uint64_t page, void *to)
{
    struct mirrors *t = arg;
    uint64_t *words = to;

    for (size_t i = 0; page % 2 == 1 && i < t->m.set.page / 8; i++)
        words[i] = page * 1000 + i;
    return page % 2 == 1;
}

TEST_UNDER_EACH(not_delivered)
{
    static const struct rn_extent expected[] = {{31, 32}};
    struct mirrors t;

    open_or_skip(&t, *state, fill_odd);
    assert_int_equal(rn_mirror_touch(&t.m, 30, 34), -EIO);
    assert_opened(&t, 0, NULL);
    assert_int_equal(rn_mirror_touch(&t.m, 31, 34), -EIO);
    assert_int_equal(*mirrors_word(&t, 31, 99), 31099);
    assert_opened(&t, 1, expected);
    assert_int_equal(t.m.faults, 1);
    assert_int_equal(t.m.delivered, 1);
    mirrors_close(&t);
}

/* Opens the first half of the pages and fails. */
static int open_half(struct rn_mirror *m, uint64_t first, uint64_t end,
                     uint64_t *opened)
{
    int rc = real->open(m, first, (first + end) / 2, opened);

    return rc != 0 ? rc : -ENOMEM;
}

TEST_UNDER_EACH(half_is_opened)
{
    static const struct rn_extent half[] = {{30, 35}}, rest[] = {{35, 40}};
    struct rn_guard scarce;
    struct mirrors t;

    open_or_skip(&t, *state, NULL);
    scarce = guard_like(&t);
    scarce.open = open_half;
    t.m.guard = &scarce;
    assert_int_equal(rn_mirror_touch(&t.m, 30, 40), -ENOMEM);
    t.m.guard = real;
    *mirrors_word(&t, 34, 1) = 34;
    assert_opened(&t, 1, half);
    assert_int_equal(rn_mirror_touch(&t.m, 30, 40), 0);
    assert_int_equal(*mirrors_word(&t, 34, 1), 34);
    assert_int_equal(*mirrors_word(&t, 35, 1), MIRRORS_UNDEFINED);
    assert_opened(&t, 1, rest);
    mirrors_close(&t);
}

/* If the memory of a page cannot be freed, the page is closed anyway, or
 * remains open and unchanged. */
TEST_UNDER_FAULTS(memory_is_not_given_back)
{
    static const struct rn_extent expected[] = {{30, 31}};
    struct rn_extents pages = {0};
    struct mirrors t;
    int fd, rc;

    open_or_skip(&t, *state, NULL);
    touch(&t, 30);
    *mirrors_word(&t, 30, 1) = 1;
    assert_int_equal(rn_mirror_opened(&t.m, &pages), 0);
    fd = t.m.fd;
    t.m.fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    rc = rn_mirror_drop(&t.m, &pages);
    close(t.m.fd);
    t.m.fd = fd;
    if (rc == 0)
        touch(&t, 30);
    assert_int_equal(*mirrors_word(&t, 30, 1), rc == 0 ? MIRRORS_UNDEFINED : 1);
    assert_opened(&t, rc == 0, expected);
    assert_true(rc == 0 || strcmp(t.guard, "uffd") == 0);
    rn_extents_free(&pages);
    mirrors_close(&t);
}
