/* test_mirror.c: pages are opened when touched, with each guard: once, from
 * several threads, and with failures. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/test/unit.h"
#include "../fault.h"
#include "mirrors.h"

enum { PAGES = 64, OWN = 16, OWN_END = 24 };

static void open_sized(struct mirrors *t, const char *guard, uint64_t pages,
                       uint64_t first, uint64_t end, rn_fill_fn *fill)
{
    int rc = mirrors_open(t, guard, pages, first, end, fill);

    if (rc == -ENOTSUP && getenv("REFNUMA_NEEDS_UFFD") == NULL)
        skip();
    assert_int_equal(rc, 0);
}

static void open_or_skip(struct mirrors *t, const char *guard, rn_fill_fn *fill)
{
    open_sized(t, guard, PAGES, OWN, OWN_END, fill);
}

/* Touches the page by a call if the guard needs that. */
static void touch(struct mirrors *t, uint64_t page)
{
    if (strcmp(t->guard, "call") == 0)
        assert_int_equal(rn_mirror_touch(&t->m, page, page + 1), 0);
}

/* Checks that the set has exactly these extents, and frees it. */
static void assert_extents(struct rn_extents *s, size_t n,
                           const struct rn_extent *expected)
{
    assert_int_equal(s->n, n);
    if (n > 0)
        assert_memory_equal(s->v, expected, n * sizeof(*expected));
    rn_extents_free(s);
}

/* Checks that exactly these pages have been opened. */
static void assert_opened(struct mirrors *t, size_t n,
                          const struct rn_extent *expected)
{
    struct rn_extents opened = {0};

    assert_int_equal(rn_mirror_opened(&t->m, &opened), 0);
    assert_extents(&opened, n, expected);
}

/* The first word of a page in the alias or twin. */
static uint64_t *alias(struct mirrors *t, uint64_t page)
{
    return (uint64_t *)(void *)(t->m.alias + page * t->m.set.page);
}

static uint64_t *twin(struct mirrors *t, uint64_t page)
{
    return (uint64_t *)(void *)(t->m.twin + page * t->m.set.page);
}

#define UNDER(guard, f)                                                        \
    {                                                                          \
        .name = #f ", " guard, .test_func = f, .initial_state = guard          \
    }
#define UNDER_EACH(f) UNDER("call", f), UNDER("twin", f), UNDER("uffd", f)
#define UNDER_FAULTS(f) UNDER("twin", f), UNDER("uffd", f)

static void first_touch(void **state)
{
    static const struct rn_extent expected[] = {{3, 4}, {24, 26}, {63, 64}};
    struct mirrors t;

    open_or_skip(&t, *state, NULL);
    for (uint64_t page = OWN; page < OWN_END; page++) {
        assert_int_equal(*mirrors_word(&t, page, 7), 0);
        *mirrors_word(&t, page, 7) = page;
        assert_int_equal(alias(&t, page)[7], page);
    }
    assert_opened(&t, 0, NULL);
    touch(&t, 63);
    assert_int_equal(*mirrors_word(&t, 63, 511), MIRRORS_UNDEFINED);
    touch(&t, 24);
    touch(&t, 3);
    touch(&t, 25);
    assert_int_equal(*mirrors_word(&t, 24, 0), MIRRORS_UNDEFINED);
    *mirrors_word(&t, 3, 5) = 5; /* the first access is a write */
    *mirrors_word(&t, 25, 0) = 0;
    *mirrors_word(&t, 63, 0) = 1;
    assert_int_equal(alias(&t, 3)[5], 5);
    assert_int_equal(alias(&t, 3)[6], MIRRORS_UNDEFINED);
    assert_int_equal(twin(&t, 3)[5], MIRRORS_UNDEFINED);
    assert_int_equal(alias(&t, 25)[0], 0);
    assert_int_equal(twin(&t, 63)[0], MIRRORS_UNDEFINED);
    assert_int_equal(t.m.faults, 4);
    assert_int_equal(t.m.delivered, 0);
    assert_opened(&t, 3, expected);
    assert_opened(&t, 0, NULL);
    mirrors_close(&t);
}

/* Gives each word of a page its own value. */
static bool fill(void *arg, uint64_t page, void *to)
{
    struct mirrors *t = arg;
    uint64_t *words = to;

    for (size_t i = 0; i < t->m.set.page / 8; i++)
        words[i] = page * 1000 + i;
    return true;
}

static void ranges(void **state)
{
    static const struct rn_extent expected[] = {{10, 16}, {24, 40}};
    static const struct rn_extent rest[] = {{0, 10}, {40, 64}};
    struct mirrors t;

    open_or_skip(&t, *state, fill);
    touch(&t, 30);
    *mirrors_word(&t, 30, 1) = 1;
    assert_int_equal(rn_mirror_touch(&t.m, 10, 40), 0);
    assert_int_equal(rn_mirror_touch(&t.m, 12, 12), 0);
    assert_int_equal(*mirrors_word(&t, 30, 1), 1);
    assert_int_equal(*mirrors_word(&t, 39, 3), 39003);
    assert_int_equal(twin(&t, 39)[500], 39500);
    assert_int_equal(t.m.delivered, 22);
    assert_opened(&t, 2, expected);
    assert_int_equal(rn_mirror_touch(&t.m, 0, PAGES), 0);
    assert_int_equal(t.m.faults, PAGES - (OWN_END - OWN));
    assert_opened(&t, 2, rest);
    mirrors_close(&t);
}

static void dropped_pages_are_new(void **state)
{
    static const struct rn_extent expected[] = {{30, 31}, {33, 34}};
    struct rn_extents pages = {0};
    struct mirrors t;

    open_or_skip(&t, *state, NULL);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(rn_mirror_touch(&t.m, 30, 34), 0);
        *mirrors_word(&t, 30, 1) = 1;
        rn_extents_clear(&pages);
        assert_int_equal(rn_mirror_opened(&t.m, &pages), 0);
        assert_int_equal(pages.total, 4);
        assert_int_equal(rn_mirror_drop(&t.m, &pages), 0);
        assert_int_equal(mirrors_twins(&t.m), 0);
        if (t.m.fd >= 0)
            assert_int_equal(mirrors_backed(&t.m), 0);
    }
    touch(&t, 33);
    touch(&t, 30);
    assert_int_equal(*mirrors_word(&t, 33, 1), MIRRORS_UNDEFINED);
    assert_int_equal(*mirrors_word(&t, 30, 1), MIRRORS_UNDEFINED);
    assert_opened(&t, 2, expected);
    rn_extents_free(&pages);
    mirrors_close(&t);
}

/* ---- several mirrors, and the signal handler ---------------------------- */

static void many_mirrors(void **state)
{
    enum { MIRRORS = 100 };
    static struct mirrors t[MIRRORS];

    for (int i = 0; i < MIRRORS; i++)
        open_or_skip(&t[i], *state, NULL);
    for (int i = 0; i < MIRRORS; i += 2)
        mirrors_close(&t[i]);
    for (int i = 1; i < MIRRORS; i += 2)
        *mirrors_word(&t[i], 1, 2) = (uint64_t)i;
    for (int i = 0; i < MIRRORS; i += 2) {
        open_or_skip(&t[i], *state, NULL);
        *mirrors_word(&t[i], 1, 2) = (uint64_t)i;
    }
    for (int i = 0; i < MIRRORS; i++) {
        assert_int_equal(alias(&t[i], 1)[2], i);
        mirrors_close(&t[i]);
    }
}

static void programs_handler(int sig)
{
    (void)sig;
}

/* The last mirror restores the handler that was installed before. */
static void handler_comes_and_goes(void **state)
{
    static const int signals[] = {SIGSEGV, SIGBUS};
    struct sigaction theirs = {.sa_handler = programs_handler}, before, now;
    struct mirrors a, b;

    for (int i = 0; i < 2; i++) {
        sigaction(signals[i], &theirs, &before);
        open_or_skip(&a, *state, NULL);
        open_or_skip(&b, *state, NULL);
        mirrors_close(&a);
        *mirrors_word(&b, 1, 1) = 1;
        mirrors_close(&b);
        sigaction(signals[i], NULL, &now);
        assert_ptr_equal(now.sa_handler, programs_handler);
        sigaction(signals[i], &before, NULL);
    }
}

/* The program replaces the handler, then sets the default: later mirrors
 * install it again. */
static void handler_comes_again(void **state)
{
    static const int signals[] = {SIGSEGV, SIGBUS};
    struct sigaction theirs = {.sa_handler = programs_handler}, now;
    struct mirrors t;

    open_or_skip(&t, *state, NULL);
    for (int i = 0; i < 2; i++)
        sigaction(signals[i], &theirs, NULL);
    mirrors_close(&t);
    for (int i = 0; i < 2; i++)
        signal(signals[i], SIG_DFL);
    open_or_skip(&t, *state, NULL);
    *mirrors_word(&t, 1, 1) = 1;
    mirrors_close(&t);
    for (int i = 0; i < 2; i++) {
        sigaction(signals[i], NULL, &now);
        assert_true(now.sa_handler == SIG_DFL);
    }
}

/* ---- writes detected by the kernel -------------------------------------- */

static void assert_written(struct mirrors *t, const struct rn_extents *of,
                           size_t n, const struct rn_extent *expected)
{
    struct rn_extents dirty = {0};

    assert_int_equal(rn_mirror_written(&t->m, of, &dirty), 0);
    assert_extents(&dirty, n, expected);
}

static void written_pages_are_told_of(void **state)
{
    static const struct rn_extent some[] = {{17, 18}, {30, 32}},
                                  one[] = {{33, 34}}, both[] = {{16, 18}};
    struct rn_extents pages = {0}, own = {0};
    struct mirrors t;

    (void)state;
    open_or_skip(&t, "uffd", NULL);
    rn_extents_append(&own, 16, 18);
    rn_extents_append(&pages, 16, 18);
    rn_extents_append(&pages, 30, 34);
    *mirrors_word(&t, 16, 0) = 1;
    assert_int_equal(rn_mirror_touch(&t.m, 30, 34), 0);
    assert_int_equal(rn_mirror_watch(&t.m, &pages, true), 0);
    assert_written(&t, &pages, 0, NULL);
    *mirrors_word(&t, 17, 0) = 1; /* first touch of this page */
    *mirrors_word(&t, 30, 0) = 1;
    *mirrors_word(&t, 31, 511) = *mirrors_word(&t, 31, 511);
    *mirrors_word(&t, 20, 0) = 1; /* a page that is not watched */
    assert_int_equal(*mirrors_word(&t, 32, 0), MIRRORS_UNDEFINED);
    assert_written(&t, &pages, 2, some);
    assert_written(&t, &pages, 0, NULL);
    /* writes through the alias must not be reported */
    alias(&t, 16)[1] = alias(&t, 32)[1] = 2;
    *mirrors_word(&t, 33, 0) = 1;
    assert_written(&t, &pages, 1, one);
    *mirrors_word(&t, 16, 0) = *mirrors_word(&t, 17, 0) = 5;
    assert_written(&t, &own, 1, both);
    assert_int_equal(rn_mirror_watch(&t.m, &pages, false), 0);
    assert_int_equal(rn_mirror_watch(&t.m, &own, true), 0);
    assert_written(&t, &own, 0, NULL);
    rn_extents_free(&pages);
    rn_extents_free(&own);
    mirrors_close(&t);
}

/* More ranges than one system call reports. */
static void many_written_ranges(void **state)
{
    enum { ALL = 1000 };
    struct rn_extents pages = {0}, dirty = {0};
    struct mirrors t;

    (void)state;
    open_sized(&t, "uffd", ALL, 0, 0, NULL);
    rn_extents_append(&pages, 0, ALL);
    assert_int_equal(rn_mirror_touch(&t.m, 0, ALL), 0);
    assert_int_equal(rn_mirror_watch(&t.m, &pages, true), 0);
    for (uint64_t page = 0; page < ALL; page += 2)
        *mirrors_word(&t, page, 0) = 1;
    assert_int_equal(rn_mirror_written(&t.m, &pages, &dirty), 0);
    assert_int_equal(dirty.n, ALL / 2);
    for (uint64_t i = 0; i < ALL / 2; i++)
        assert_int_equal(dirty.v[i].first, 2 * i);
    rn_extents_free(&pages);
    rn_extents_free(&dirty);
    mirrors_close(&t);
}

/* ---- threads ------------------------------------------------------------ */

enum { THREADS = 4, ROUNDS = 20, MANY = 2000 };

struct worker {
    struct mirrors *t;
    uint64_t id, wrong;
    pthread_t thread;
};

/* Threads touch the same pages at about the same time; each has its own word in
 * a page. They allocate and free memory all the time. */
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

static void threads_fault_together(void **state)
{
    for (int round = 0; round < ROUNDS; round++)
        round_of_threads(*state);
}

/* The guard that a test's modified guard is based on. */
static const struct rn_guard *real;

static struct rn_guard guard_like(struct mirrors *t)
{
    real = t->m.guard;
    return *real;
}

/* A thread opens a page slowly, while another one already uses it. */
static sem_t usable, used;

static int open_slowly(struct rn_mirror *m, uint64_t first, uint64_t end,
                       uint64_t *opened)
{
    struct timespec moment = {.tv_nsec = 20000000};
    int rc = real->open(m, first, end, opened);

    sem_post(&usable);
    sem_wait(&used);
    nanosleep(&moment, NULL); /* let the other thread go on */
    return rc;
}

static void *touch_31(void *arg)
{
    struct mirrors *t = arg;

    rn_mirror_touch(&t->m, 31, 32);
    return NULL;
}

static void what_is_used_is_opened(void **state)
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

/* ---- failures ----------------------------------------------------------- */

/* Only pages with an odd number can be filled. */
static bool fill_odd(void *arg, uint64_t page, void *to)
{
    struct mirrors *t = arg;
    uint64_t *words = to;

    for (size_t i = 0; page % 2 == 1 && i < t->m.set.page / 8; i++)
        words[i] = page * 1000 + i;
    return page % 2 == 1;
}

static void not_delivered(void **state)
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

static void half_is_opened(void **state)
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

/* If the memory of a page cannot be freed, the page is closed nevertheless, or
 * stays open unchanged. */
static void memory_is_not_given_back(void **state)
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

UNIT_GROUP(mirror)
{
    const struct CMUnitTest tests[] = {
        UNDER_EACH(first_touch),
        UNDER_EACH(ranges),
        UNDER_EACH(dropped_pages_are_new),
        UNDER_FAULTS(many_mirrors),
        UNDER_FAULTS(handler_comes_and_goes),
        UNDER_FAULTS(handler_comes_again),
        cmocka_unit_test(written_pages_are_told_of),
        cmocka_unit_test(many_written_ranges),
        UNDER_FAULTS(threads_fault_together),
        UNDER_EACH(what_is_used_is_opened),
        UNDER_EACH(not_delivered),
        UNDER_EACH(half_is_opened),
        UNDER_FAULTS(memory_is_not_given_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
