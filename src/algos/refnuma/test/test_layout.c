/* test_layout.c: owners and home ranks, compared with loops over all elements.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../layout.h"
#include "random.h"

enum { MOST = 4100, RANKS = 9 };

/* Checks pages, cuts and home ranks against the owner of each element. */
static void assert_fits(const struct rn_layout *l, const int *owner)
{
    size_t bytes = l->n * l->size, found = 0;
    uint64_t pages = (bytes + l->page - 1) / l->page;
    struct rn_extents homes = {0};

    assert_int_equal(l->pages, pages);
    for (size_t e = 0; e < l->n; e++)
        assert_int_equal(rn_layout_owner(l, e), owner[e]);
    for (size_t c = 0; c < l->ncuts; c++) {
        assert_true(l->cuts[c].page < pages);
        assert_true(c == 0 ? l->cuts[c].page == 0
                           : l->cuts[c].page > l->cuts[c - 1].page &&
                                 l->cuts[c].rank != l->cuts[c - 1].rank);
    }
    for (uint64_t p = 0; p < pages; p++) {
        int home = owner[p * l->page / l->size];

        while (found + 1 < l->ncuts && l->cuts[found + 1].page <= p)
            found++;
        assert_int_equal(rn_layout_home(l, p), home);
        assert_int_equal(l->cuts[found].rank, home);
    }
    for (int r = 0; r < l->ranks; r++) {
        size_t at = 0;

        assert_int_equal(rn_layout_homes(l, r, &homes), 0);
        for (uint64_t p = 0; p < pages; p++) {
            bool home = at < homes.n && homes.v[at].first <= p;

            assert_int_equal(home, rn_layout_home(l, p) == r);
            at += home && p + 1 == homes.v[at].end;
        }
        assert_int_equal(at, homes.n);
    }
    rn_extents_free(&homes);
}

static void make(struct rn_layout *l, const struct rn_wish *w, size_t size,
                 size_t page, int ranks)
{
    const char *why = NULL;

    assert_int_equal(rn_layout_make(l, w, size, page, ranks, &why), 0);
    assert_null(why);
}

#define BLOCKS(r, c, d, p, q)                                                  \
    .cut = RN_BLOCKS, .rows = r, .cols = c, .ld = d, .prows = p, .pcols = q

/* Makes a layout, and checks where its sections begin. */
static void check_sections(const struct rn_wish *w, size_t size, size_t page,
                           int ranks, const size_t *start)
{
    static int owner[RANKS * MOST];
    struct rn_layout l;

    make(&l, w, size, page, ranks);
    assert_memory_equal(l.start, start, ((size_t)ranks + 1) * sizeof(size_t));
    assert_int_equal(l.n, start[ranks]);
    for (int r = 0; r < ranks; r++)
        for (size_t e = start[r]; e < start[r + 1]; e++)
            owner[e] = r;
    assert_fits(&l, owner);
    rn_layout_free(&l);
    assert_null(l.start);
    assert_null(l.cuts);
}

static const struct {
    size_t n, size, page;
    int ranks;
    size_t start[5];
} even[] = {
    {4096, 8, 4096, 2, {0, 2048, 4096}},
    {4096, 8, 4096, 1, {0, 4096}},
    {1, 8, 4096, 3, {0, 1, 1, 1}},
    {512, 8, 4096, 2, {0, 512, 512}},
    {513, 8, 4096, 2, {0, 512, 513}},
    {1025, 8, 4096, 2, {0, 1024, 1025}},
    {3000, 8, 4096, 4, {0, 1024, 2048, 3000, 3000}},
    {0, 8, 4096, 2, {0, 0, 0}},
    {3000, 4, 4096, 2, {0, 2048, 3000}},
    {2000, 24, 4096, 3, {0, 1024, 2000, 2000}},
    {1500, 24, 4096, 3, {0, 512, 1024, 1500}},
    {10, 4096, 4096, 4, {0, 3, 6, 9, 10}},
    {10, 8192, 4096, 4, {0, 3, 6, 9, 10}},
    {10, 6144, 4096, 2, {0, 6, 10}},
    {3000, 8, 16384, 2, {0, 2048, 3000}},
};

UNIT_TEST(sections_even)
{
    for (size_t i = 0; i < sizeof(even) / sizeof(even[0]); i++)
        check_sections(&(struct rn_wish){.n = even[i].n}, even[i].size,
                       even[i].page, even[i].ranks, even[i].start);
}

static const size_t sizes[] = {1, 4, 8, 12, 16, 24, 100, 128, 200};

UNIT_TEST(random_sections)
{
    uint64_t seed = 5;

    for (int step = 0; step < 400; step++) {
        size_t size = sizes[random_below(&seed, 9)], counts[RANKS];
        size_t start[RANKS + 1] = {0}, most = step % 2 == 0 ? 10 : 400;
        int ranks = 1 + (int)random_below(&seed, RANKS);

        for (int r = 0; r < ranks; r++) {
            counts[r] =
                random_below(&seed, 3) == 0 ? 0 : random_below(&seed, most);
            start[r + 1] = start[r] + counts[r];
        }
        check_sections(&(struct rn_wish){.cut = RN_SECTIONS, .counts = counts},
                       size, 64, ranks, start);
    }
}

/* Sets the owner of each element (and gap) from the blocks of the layout. */
static void own_blocks(int *owner, const struct rn_layout *l)
{
    size_t row, rows, col, cols;
    size_t prows = (size_t)l->prows, pcols = (size_t)l->pcols;

    for (size_t e = 0; e < l->n; e++)
        owner[e] = -1;
    for (size_t r = 0; r < prows * pcols; r++) {
        rn_layout_block(l, (int)r, &row, &rows, &col, &cols);
        /* larger blocks come first */
        assert_int_equal(rows, (l->rows + prows - 1 - r / pcols) / prows);
        assert_int_equal(cols, (l->cols + pcols - 1 - r % pcols) / pcols);
        for (size_t i = row; i < row + rows; i++)
            for (size_t k = col; k < col + cols; k++) {
                assert_int_equal(owner[i * l->ld + k], -1);
                owner[i * l->ld + k] = (int)r;
            }
    }
    for (size_t e = 0; e < l->n; e++)
        if (e % l->ld >= l->cols)
            owner[e] = owner[e - 1];
        else
            assert_true(owner[e] >= 0);
}

UNIT_TEST(random_blocks)
{
    static int owner[80 * 80];
    uint64_t seed = 11;

    for (int step = 0; step < 400; step++) {
        size_t size = sizes[random_below(&seed, 9)];
        struct rn_wish w = {.cut = RN_BLOCKS,
                            .rows = random_below(&seed, 40),
                            .cols = random_below(&seed, 60),
                            .prows = 1 + (int)random_below(&seed, 5),
                            .pcols = 1 + (int)random_below(&seed, 5)};
        struct rn_layout l;

        w.ld = w.cols + random_below(&seed, 20);
        make(&l, &w, size, 64, w.prows * w.pcols);
        assert_null(l.start);
        assert_int_equal(l.n, w.cols == 0 ? 0 : w.rows * w.ld);
        own_blocks(owner, &l);
        assert_fits(&l, owner);
        rn_layout_free(&l);
    }
}

enum { TIB_BITS = 40 };
#define TIB ((size_t)1 << TIB_BITS)

static const size_t many[] = {TIB, 1}, huge[] = {SIZE_MAX, 2};
static const char large[] = "an array has at most 8 TiB",
                  no_blocks[] =
                      "the number of blocks differs from the number of ranks";

static const struct {
    struct rn_wish wish;
    size_t size;
    int ranks;
    const char *why; /* NULL if valid */
} limits[] = {
    {{.n = TIB}, 8, 2, NULL},
    {{.n = TIB + 1}, 8, 2, large},
    {{.n = SIZE_MAX}, 8, 2, large},
    {{.n = 3}, 0, 2, "elements have no bytes"},
    {{.cut = RN_SECTIONS}, 8, 2, "no counts"},
    {{.cut = RN_SECTIONS, .counts = many}, 8, 2, large},
    {{.cut = RN_SECTIONS, .counts = huge}, 8, 2, large},
    {{.cut = RN_SECTIONS, .counts = many}, 4, 2, NULL},
    {{BLOCKS(TIB, 9, 9, 1, 2)}, 1, 2, large},
    {{BLOCKS(1, 9, SIZE_MAX, 1, 2)}, 8, 2, large},
    {{BLOCKS(9, 9, 8, 1, 2)}, 8, 2, "rows overlap: ld is less than cols"},
    {{BLOCKS(9, 9, 9, 2, 2)}, 8, 5, no_blocks},
    {{BLOCKS(9, 9, 9, 0, 2)}, 8, 0, no_blocks},
    {{BLOCKS(9, 9, 9, 2, -1)}, 8, -2, no_blocks},
    {{BLOCKS(9, 9, 9, 1 << 16, 1 << 16)}, 8, 1, no_blocks},
};

UNIT_TEST(refused)
{
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        const char *why = NULL;
        struct rn_layout l;
        int rc = rn_layout_make(&l, &limits[i].wish, limits[i].size, 4096,
                                limits[i].ranks, &why);

        assert_int_equal(rc, limits[i].why != NULL ? -EINVAL : 0);
        if (rc != 0)
            assert_string_equal(why, limits[i].why);
        else
            assert_int_equal(rn_layout_home(&l, l.pages - 1), 1);
        rn_layout_free(&l);
    }
}
