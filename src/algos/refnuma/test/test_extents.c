/* test_extents.c: sets and runs, compared with one flag per number; messages
 * decode to what was encoded, and malformed messages are rejected. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../runs.h"
#include "random.h"

enum { N = 400, A_PAGE = 16, PAGES = N / A_PAGE };
enum { LONGEST = (1 << RN_RUN_COUNT_BITS) - 1 };

/* Appends random extents, either ascending or overlapping in any order, and
 * sets the flags of their numbers. */
static void append(struct rn_extents *s, bool *model, uint64_t end,
                   bool ascending, uint64_t *seed)
{
    uint64_t first = random_below(seed, 12), gap = 1 + random_below(seed, 40);

    rn_extents_clear(s);
    memset(model, 0, end * sizeof(*model));
    for (size_t i = random_below(seed, 40); i > 0 && first < end; i--) {
        uint64_t to = first + random_below(seed, 9);

        to = to < end ? to : end;
        assert_int_equal(rn_extents_append(s, first, to), 0);
        for (uint64_t k = first; k < to; k++)
            model[k] = true;
        /* often adjacent to the previous extent */
        first = ascending                    ? to + random_below(seed, gap)
                : random_below(seed, 3) == 0 ? to
                                             : random_below(seed, end);
    }
}

/* Checks that the set is valid and equal to the model. */
static void assert_is(const struct rn_extents *s, const bool *model)
{
    bool have[N] = {false};
    uint64_t total = 0;

    for (size_t i = 0; i < s->n; i++) {
        assert_true(s->v[i].first < s->v[i].end && s->v[i].end <= N);
        assert_true(i == 0 || s->v[i - 1].end < s->v[i].first);
        for (uint64_t k = s->v[i].first; k < s->v[i].end; k++)
            have[k] = true;
        total += s->v[i].end - s->v[i].first;
    }
    assert_memory_equal(have, model, sizeof(have));
    assert_int_equal(s->total, total);
}

UNIT_TEST(random_sets)
{
    struct rn_extents a = {0}, b = {0}, pages = {0}, out = {0};
    bool in_a[N], in_b[N], in_pages[PAGES], want[N];
    uint64_t seed = 1;

    for (int step = 0; step < 3000; step++) {
        append(&a, in_a, N, true, &seed);
        append(&b, in_b, N, true, &seed);
        append(&pages, in_pages, PAGES, true, &seed);
        assert_is(&a, in_a);
        for (int k = 0; k < N; k++)
            want[k] =
                in_a[k] && (step % 2 == 0 ? in_b[k] : in_pages[k / A_PAGE]);
        rn_extents_clear(&out);
        assert_int_equal(rn_extents_within(&out, &a,
                                           step % 2 == 0 ? &b : &pages,
                                           step % 2 == 0 ? 1 : A_PAGE),
                         0);
        assert_is(&out, want);
        for (int k = 0; k < N; k++)
            want[k] = step % 3 == 0 ? in_a[k] || in_b[k] : in_a[k] && !in_b[k];
        assert_int_equal(step % 3 == 0 ? rn_extents_add(&a, &b)
                                       : rn_extents_remove(&a, &b),
                         0);
        assert_is(&a, want);
        assert_is(&b, in_b);
        append(&b, in_b, N, false, &seed);
        rn_extents_unite(&b);
        assert_is(&b, in_b);
        rn_extents_unite(&b); /* uniting again must change nothing */
        assert_is(&b, in_b);
        if (step % 100 == 0) /* start again without memory */
            rn_extents_free(&a);
    }
    rn_extents_free(&a);
    rn_extents_free(&b);
    rn_extents_free(&pages);
    rn_extents_free(&out);
    assert_null(out.v);
}

/* Without memory for a set, a call fails; the other set is unchanged. */
UNIT_TEST(no_memory)
{
    struct rn_extents s = {0}, huge = {.n = SIZE_MAX / 16};
    bool want[N] = {[3] = true, [4] = true};

    assert_int_equal(rn_extents_append(&s, 3, 5), 0);
    assert_true(rn_extents_add(&s, &huge) != 0);
    assert_is(&s, want);
    assert_true(rn_extents_remove(&s, &huge) != 0);
    assert_is(&s, want);
    rn_extents_free(&s);
}

/* Makes two memories that differ in single words, in long runs, or nowhere. */
static void differ(uint64_t *memory, uint64_t *twin, uint64_t *seed)
{
    uint64_t rare = 1 + random_below(seed, 300), stay = random_below(seed, 90);
    bool other = false;

    for (int i = 0; i < N; i++) {
        if (random_below(seed, other ? stay + 1 : rare) == 0)
            other = !other;
        memory[i] = twin[i] = random_next(seed);
        if (other) /* lets the words differ in one bit */
            memory[i] ^= UINT64_C(1) << random_below(seed, 64);
    }
}

UNIT_TEST(compare)
{
    uint64_t memory[N], twin[N], seed = 1;
    struct rn_extents r = {0};

    for (int step = 0; step < 3000; step++) {
        uint64_t first = random_below(&seed, N), from = first;
        uint64_t end = first + random_below(&seed, N - first + 1);
        bool want[N];

        differ(memory, twin, &seed);
        for (uint64_t i = 0; i < N; i++)
            want[i] = i >= first && i < end && memory[i] != twin[i];
        rn_extents_clear(&r);
        while (from < end) { /* page by page: adjacent runs have to be merged */
            uint64_t to = step % 2 == 0 ? end : (from / 64 + 1) * 64;

            to = to < end ? to : end;
            assert_int_equal(rn_runs_compare(&r, memory, twin, from, to), 0);
            from = to;
        }
        assert_is(&r, want);
    }
    rn_extents_free(&r);
}

/* What decoding has delivered: words and runs. */
struct taken {
    uint64_t *memory; /* destination of the words, or NULL */
    struct rn_extents runs;
    int calls, stop_at; /* stop_at: call that fails, or 0 */
};

static int take(void *arg, uint64_t first, uint64_t count,
                const uint64_t *words)
{
    struct taken *t = arg;

    if (++t->calls == t->stop_at)
        return -EDOM;
    if (t->memory != NULL)
        memcpy(&t->memory[first], words, count * sizeof(*words));
    return rn_extents_append(&t->runs, first, first + count);
}

static void assert_same(const struct rn_extents *a, const struct rn_extents *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->total, b->total);
    assert_memory_equal(a->v, b->v, a->n * sizeof(*a->v));
}

/* A run too long for one header is split; decoding merges the parts. */
UNIT_TEST(long_run)
{
    const uint64_t first = 3, end = first + LONGEST + 1;
    uint64_t *memory = calloc(end, 8), *copy = calloc(end, 8), *message;
    struct taken t = {.memory = copy};
    struct rn_extents r = {0};
    size_t bytes;

    assert_non_null(memory);
    assert_non_null(copy);
    memory[first] = memory[end - 2] = 1;
    memory[end - 1] = 2;
    assert_int_equal(rn_extents_append(&r, first, end), 0);
    bytes = rn_runs_bytes(&r, true);
    assert_int_equal(bytes, 8 * 2 + 8 * (end - first));
    message = malloc(bytes);
    assert_non_null(message);
    rn_runs_encode(&r, memory, message);
    assert_int_equal(rn_runs_decode(message, bytes, end, true, take, &t), 0);
    assert_int_equal(t.calls, 2);
    assert_same(&t.runs, &r);
    assert_memory_equal(memory, copy, end * 8);
    free(memory);
    free(copy);
    free(message);
    rn_extents_free(&r);
    rn_extents_free(&t.runs);
}

/* Pages at the end of the largest array; runs too long for one header. */
UNIT_TEST(far_pages)
{
    const uint64_t far = UINT64_C(1) << RN_RUN_FIRST_BITS, most = LONGEST;
    struct rn_extents s = {0}, more = {0};
    struct taken t = {0};
    uint64_t message[8];

    assert_int_equal(rn_runs_bytes(&s, false), 0);
    assert_int_equal(rn_extents_append(&s, 0, 1), 0);
    assert_int_equal(rn_extents_append(&s, 7, 7 + most), 0);
    assert_int_equal(rn_extents_append(&s, far / 2, far / 2 + 2 * most + 1), 0);
    assert_int_equal(rn_extents_append(&s, far - 1, far), 0);
    assert_int_equal(rn_runs_bytes(&s, false), 6 * 8);
    rn_runs_encode(&s, NULL, message);
    assert_int_equal(rn_runs_decode(message, 48, far, false, take, &t), 0);
    assert_same(&t.runs, &s);
    assert_int_equal(rn_runs_decode(message, 48, far - 1, false, take, &t),
                     -EPROTO);
    assert_int_equal(rn_extents_append(&more, 1, far - 1), 0);
    assert_int_equal(rn_extents_add(&s, &more), 0);
    assert_int_equal(s.n, 1);
    assert_true(s.total == far);
    rn_extents_free(&s);
    rn_extents_free(&more);
    rn_extents_free(&t.runs);
}

#define HEAD(first, count) ((uint64_t)(first) << RN_RUN_COUNT_BITS | (count))

/* Malformed messages. The first `calls` runs of each are valid. */
static const struct {
    uint64_t message[6];
    size_t bytes;
    bool words;
    int calls;
} wrong[] = {
    {{HEAD(0, 1), 5}, 12, true, 0},    /* not a multiple of a word */
    {{HEAD(0, 1), 5}, 4, true, 0},     /* not a multiple of a word */
    {{HEAD(0, 0), 5}, 16, true, 0},    /* a run without words */
    {{HEAD(0, 2), 5}, 16, true, 0},    /* shorter than its header says */
    {{HEAD(0, 1)}, 8, true, 0},        /* no content */
    {{HEAD(8, 2), 5, 5}, 24, true, 0}, /* extends beyond the end */
    {{HEAD(9, 1), 5}, 16, true, 0},    /* starts at the end */
    {{HEAD(1, 1), 5, HEAD(3, 2), 5}, 32, true, 1},
    {{HEAD(1, 1), 5, HEAD(9, 1), 5}, 32, true, 1},
    {{HEAD(1, 1), 5, HEAD(2, 1), 5, 0, 5}, 48, true, 2},
    {{HEAD(5, 1), 5, HEAD(3, 1), 5}, 32, true, 1}, /* not ascending */
    {{HEAD(5, 1), HEAD(3, 1)}, 16, false, 1},      /* not ascending */
    {{HEAD(3, 3), HEAD(5, 1)}, 16, false, 1},      /* overlapping */
    {{HEAD(3, 0)}, 8, false, 0},
    {{HEAD(3, 1)}, 7, false, 0},
    {{HEAD(8, 2)}, 8, false, 0},
};

UNIT_TEST(not_runs)
{
    const uint64_t right[] = {HEAD(1, 1), 5, HEAD(3, 1), 5, HEAD(5, 1), 5};
    struct taken stopped = {.stop_at = 2};

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct taken t = {0};

        assert_int_equal(rn_runs_decode(wrong[i].message, wrong[i].bytes, 9,
                                        wrong[i].words, take, &t),
                         -EPROTO);
        assert_int_equal(t.calls, wrong[i].calls);
        rn_extents_free(&t.runs);
    }
    assert_int_equal(
        rn_runs_decode(right, sizeof(right), 9, true, take, &stopped), -EDOM);
    assert_int_equal(rn_runs_decode(right, 0, 9, true, take, &stopped), 0);
    assert_int_equal(stopped.calls, 2);
    rn_extents_free(&stopped.runs);
}
