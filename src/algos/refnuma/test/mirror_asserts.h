/* mirror_asserts.h: shared by the tests of mirrors: mirrors of one size with
 * each guard, and checks which of their pages are open. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_TEST_MIRROR_ASSERTS_H
#define REFNUMA_TEST_MIRROR_ASSERTS_H

#include "lib/test/unit.h"
#include "mirrors.h"

enum { PAGES = 64, OWN = 16, OWN_END = 24 };

static inline void open_sized(struct mirrors *t, const char *guard,
                              uint64_t pages, uint64_t first, uint64_t end,
                              rn_fill_fn *fill)
{
    int rc = mirrors_open(t, guard, pages, first, end, fill);

    if (rc == -ENOTSUP && getenv("REFNUMA_NEEDS_UFFD") == NULL)
        skip();
    assert_int_equal(rc, 0);
}

static inline void open_or_skip(struct mirrors *t, const char *guard,
                                rn_fill_fn *fill)
{
    open_sized(t, guard, PAGES, OWN, OWN_END, fill);
}

/* Touches the page, by a call if the guard needs that. */
static inline void touch(struct mirrors *t, uint64_t page)
{
    if (strcmp(t->guard, "call") == 0)
        assert_int_equal(rn_mirror_touch(&t->m, page, page + 1), 0);
}

/* Checks that the set has exactly these extents, and frees the set. */
static inline void assert_extents(struct rn_extents *s, size_t n,
                                  const struct rn_extent *expected)
{
    assert_int_equal(s->n, n);
    if (n > 0)
        assert_memory_equal(s->v, expected, n * sizeof(*expected));
    rn_extents_free(s);
}

/* Checks that these pages have been opened, and no others. */
static inline void assert_opened(struct mirrors *t, size_t n,
                                 const struct rn_extent *expected)
{
    struct rn_extents opened = {0};

    assert_int_equal(rn_mirror_opened(&t->m, &opened), 0);
    assert_extents(&opened, n, expected);
}

/* Returns the first word of a page in the alias, or in the twin. */
static inline uint64_t *alias(struct mirrors *t, uint64_t page)
{
    return (uint64_t *)(void *)(t->m.alias + page * t->m.set.page);
}

static inline uint64_t *twin(struct mirrors *t, uint64_t page)
{
    return (uint64_t *)(void *)(t->m.twin + page * t->m.set.page);
}

#define UNDER(guard, f)                                                        \
    UNIT_LIST(guard##_##f, {#f ", " #guard, f, NULL, NULL, #guard})

/* Define a test that is run with each guard, or each one of page faults. */
#define TEST_UNDER_EACH(f)                                                     \
    static void f(void **state);                                               \
    UNDER(call, f);                                                            \
    UNDER(twin, f);                                                            \
    UNDER(uffd, f);                                                            \
    static void f(void **state)
#define TEST_UNDER_FAULTS(f)                                                   \
    static void f(void **state);                                               \
    UNDER(twin, f);                                                            \
    UNDER(uffd, f);                                                            \
    static void f(void **state)

#endif /* REFNUMA_TEST_MIRROR_ASSERTS_H */
