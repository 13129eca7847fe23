/* test_auto_look.c: what roots find out beside each other, and of whom. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One thread plays all ranks, in an order in which nobody has to wait. So what
 * a root finds is the same in every run, but for the times.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../auto/choose.h"
#include "../auto/distance.h"
#include "../auto/look.h"

enum { RANKS_MAX = 128, RING = 64 << 10 };

/* A message of which a root may be some ahead; one that has other ways. */
enum { SHORT = SB_SHORT_MAX, LONG = 1000 };

struct ranks {
    int size;
    char *areas;
    int *leaders; /* one group */
    struct shmbcast_auto *h[RANKS_MAX];
};

static void *zeros(size_t n, size_t size)
{
    void *p = calloc(n, size);

    assert_non_null(p);
    return p;
}

static struct shmbcast_auto *handle(struct ranks *t, int rank, size_t pull)
{
    struct shmbcast_auto *h = zeros(1, sizeof(*h));

    *h = (struct shmbcast_auto){.areas = t->areas,
                                .stride = sizeof(struct sb_area) + RING,
                                .ring = RING,
                                .ring_at = sizeof(struct sb_area),
                                .rank = rank,
                                .size = t->size,
                                .leaders = t->leaders,
                                .stream = SIZE_MAX,
                                .learns = true,
                                .params = {.slot = SHMBCAST_AUTO_LEARN,
                                           .direct = SHMBCAST_AUTO_LEARN,
                                           .pull = pull},
                                .forced = SB_WAY_NONE,
                                .owed = -1};
    h->mine = sb_area(h, rank);
    h->asks = zeros((size_t)t->size, sizeof(*h->asks));
    h->marks = zeros((size_t)t->size, sizeof(*h->marks));
    h->messages.basic[0] = (struct sb_basic){.type = MPI_BYTE, .size = 1};
    sb_states_init(&h->learned.states, t->size - 1);
    sb_distance_init(h);
    return h;
}

/* With a number for [pull] a root does not choose ahead. */
static struct ranks ranks_of(int size, size_t pull)
{
    struct ranks t = {.size = size};
    size_t bytes = (size_t)size * (sizeof(struct sb_area) + RING);

    t.leaders = zeros((size_t)size, sizeof(*t.leaders));
    t.areas = aligned_alloc(SB_PAGE, bytes);
    assert_non_null(t.areas);
    memset(t.areas, 0, bytes);
    for (int r = 0; r < size; r++)
        t.h[r] = handle(&t, r, pull);
    return t;
}

static void ranks_free(struct ranks *t)
{
    for (int r = 0; r < t->size; r++) {
        sb_learned_free(&t->h[r]->learned);
        free(t->h[r]->asks);
        free(t->h[r]->marks);
        free(t->h[r]);
    }
    free(t->leaders);
    free(t->areas);
}

/* The part of a rank in a broadcast. */
static void call(struct ranks *t, int rank, int root, size_t nbytes)
{
    char buf[LONG];
    int rc;

    memset(buf, rank == root, sizeof(buf));
    rc =
        shmbcast_auto_bcast(buf, (MPI_Count)nbytes, MPI_BYTE, root, t->h[rank]);
    assert_int_equal(rc, MPI_SUCCESS);
    assert_int_equal(buf[nbytes - 1], 1);
}

/* A root that is ahead of a rank, and of all. */
static void distance_to_ranks_that_are_late(void **state)
{
    enum { CALLS = 20000, BEHIND = SB_NSLOTS - 2 };

    (void)state;
    for (int late = 1; late < 4; late++) { /* ranks, as bits */
        struct ranks t = ranks_of(3, SHMBCAST_AUTO_LEARN);

        for (int i = 0; i < CALLS; i++) {
            call(&t, 0, 0, SHORT);
            for (int r = 1; r < t.size; r++)
                if ((late & r) == 0 || i >= BEHIND)
                    call(&t, r, 0, SHORT);
        }
        assert_int_equal(t.h[0]->learned.states.n,
                         t.h[0]->learned.states.window);
        assert_true(t.h[0]->learned.states.centre[0] > 0);
        ranks_free(&t);
    }
}

static void bcast(struct ranks *t, int root)
{
    for (int i = 0; i < t->size; i++)
        call(t, (root + i) % t->size, root, LONG);
}

static int times_of(const struct ranks *t, int root)
{
    int times = 0;

    for (unsigned s = 0; s < SB_STATES; s++) {
        const struct sb_row *row =
            t->h[root]->learned.rows[s][SB_PLAIN][sb_class(LONG)];

        for (int w = 0; row != NULL && w < SB_WAYS; w++)
            times += row->arms[w].n;
    }
    return times;
}

/* Who is a root in turn with others has at least [least] times after so many
 * turns. */
static void assert_all_learn(int size, size_t pull, int turns, int least)
{
    struct ranks t = ranks_of(size, pull);

    for (int i = 0; i < turns; i++)
        for (int root = 0; root < size; root++)
            bcast(&t, root);
    for (int root = 0; root < size; root++)
        assert_true(times_of(&t, root) >= least);
    ranks_free(&t);
}

static void roots_in_turn_learn(void **state)
{
    (void)state;
    for (int size = 2; size <= SB_LOOKS; size++) {
        assert_all_learn(size, SHMBCAST_AUTO_LEARN, 16, 4);
        assert_all_learn(size, SHMBCAST_AUTO_NEVER, 16, 4);
    }
}

/* Others look in between, again and again: none learns for all to learn. */
static void more_roots_than_words_learn(void **state)
{
    (void)state;
    for (int size = SB_LOOKS + 1; size <= 3 * SB_LOOKS; size += 2) {
        assert_all_learn(size, SHMBCAST_AUTO_LEARN, 24, 1);
        assert_all_learn(size, SHMBCAST_AUTO_NEVER, 24, 1);
    }
}

static void a_root_that_is_one_rarely_learns(void **state)
{
    enum { TURNS = 12, OTHERS = 1100 }; /* more than are between two looks */
    struct ranks t = ranks_of(3, SHMBCAST_AUTO_LEARN);

    (void)state;
    for (int i = 0; i < TURNS; i++) {
        bcast(&t, 0);
        for (int n = 0; n < OTHERS; n++)
            bcast(&t, 1);
    }
    assert_true(times_of(&t, 0) >= TURNS / 4);
    ranks_free(&t);
}

/* Messages of rank 0 that were chosen to go in a slot before they came. */
static int chosen_slots(struct ranks *t, size_t nbytes, int calls)
{
    const struct sb_quick *q =
        &t->h[0]->quick[SB_PLAIN][sb_message_class(nbytes)];
    int chosen = 0;

    for (int i = 0; i < calls; i++) {
        chosen +=
            q->left > 0 && !q->next && sb_way_is_slot((enum sb_way)q->way);
        call(t, 0, 0, nbytes);
        call(t, 1, 0, nbytes);
    }
    return chosen;
}

/* But the few that are looked at, and all are counted. */
static void slots_are_chosen_before_the_call(void **state)
{
    enum { CALLS = 4000 };
    struct ranks t = ranks_of(2, SHMBCAST_AUTO_LEARN);
    uint64_t calls = 0;

    (void)state;
    (void)chosen_slots(&t, SHORT, CALLS);
    assert_true(chosen_slots(&t, SHORT, CALLS) > CALLS * 9 / 10);
    sb_rows_settle(t.h[0]);
    for (unsigned s = 0; s < SB_STATES; s++) {
        struct sb_row *row = t.h[0]->learned.rows[s][SB_PLAIN][sb_class(SHORT)];

        calls += row != NULL ? row->calls : 0;
    }
    assert_int_equal(calls, 2 * CALLS);
    ranks_free(&t);
}

/* By the threshold, if it lets all messages of the class. */
static void slots_are_chosen_without_learning(void **state)
{
    enum { CALLS = 100 };

    (void)state;
    for (int all = 0; all < 2; all++) {
        struct ranks t = ranks_of(2, SHMBCAST_AUTO_NEVER);

        for (int r = 0; r < t.size; r++) {
            t.h[r]->learns = false;
            t.h[r]->params.slot = all ? SHORT : SHORT - 1;
        }
        assert_int_equal(chosen_slots(&t, SHORT - 1, CALLS),
                         all ? CALLS - 1 : 0);
        ranks_free(&t);
    }
}

static void all_through_with(struct ranks *t, uint64_t op)
{
    for (int r = 0; r < t->size; r++)
        atomic_store_explicit(&t->h[r]->mine->mark, op, memory_order_relaxed);
}

static unsigned samples(const struct ranks *t)
{
    return t->h[0]->learned.states.n;
}

/* A line that was read and is the same is in this core's cache. */
static void distance_to_lines_that_are_here(void **state)
{
    struct ranks t = ranks_of(2, SHMBCAST_AUTO_LEARN);
    struct shmbcast_auto *h = t.h[0];

    (void)state;
    h->op = 5;
    all_through_with(&t, 5);
    h->look = (struct sb_look){.op = 5, .try_at = 5, .wait = 1};
    h->look.row = sb_learned_row(&h->learned, 0, SB_PLAIN, 5);
    sb_look_take(h);
    for (h->op = 6; h->op < 100; h->op++)
        (void)sb_distance_state(h, 0);
    assert_int_equal(samples(&t), 0);
    all_through_with(&t, 99);
    for (; h->op < 200; h->op++)
        (void)sb_distance_state(h, 0);
    assert_int_equal(samples(&t), 1);
    ranks_free(&t);
}

/* Of many, some: the same in every window, and each once. */
static void distance_to_many_ranks(void **state)
{
    static const int sizes[] = {4, 16, 17, 40, RANKS_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct ranks t = ranks_of(sizes[i], SHMBCAST_AUTO_LEARN);
        struct shmbcast_auto *h = t.h[sizes[i] / 3];
        int window = (int)h->learned.states.window;
        int times[RANKS_MAX] = {0};

        for (int n = 0; n < 3 * window; n++) {
            times[h->distance.rank]++;
            h->op = h->distance.due + 1;
            all_through_with(&t, h->op);
            (void)sb_distance_state(h, 0);
            assert_true(h->op < h->distance.due);
        }
        for (int r = 0; r < t.size; r++) {
            assert_true(times[r] == 0 || times[r] == 3);
            window -= times[r] != 0;
        }
        assert_int_equal(window, 0);
        assert_int_equal(times[h->rank], 0);
        ranks_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_in_turn_learn),
        cmocka_unit_test(more_roots_than_words_learn),
        cmocka_unit_test(a_root_that_is_one_rarely_learns),
        cmocka_unit_test(slots_are_chosen_before_the_call),
        cmocka_unit_test(slots_are_chosen_without_learning),
        cmocka_unit_test(distance_to_ranks_that_are_late),
        cmocka_unit_test(distance_to_lines_that_are_here),
        cmocka_unit_test(distance_to_many_ranks),
    };

    return cmocka_run_group_tests_name("auto_look", tests, NULL, NULL);
}
