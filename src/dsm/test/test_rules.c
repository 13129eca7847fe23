/* test_rules.c: sections, touched ranges and changes of dsm-barrier, and sweeps
 * of dsm-jacobi, checked element by element against their rules. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "dsm/barrier.h"
#include "dsm/jacobi.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"

enum { PAGE = 4, MOST = 7, ELEMENTS = 90 };

/* Loops over all arrays of up to ELEMENTS elements on up to MOST ranks. */
#define EACH_CASE(c)                                                           \
    for (struct dsm_case c = {.page = PAGE}; c.n <= ELEMENTS; c.n++)           \
        for (c.ranks = 1; c.ranks <= MOST; c.ranks++)

static bool in(const struct dsm_range *r, size_t element)
{
    return element >= r->first && element < r->first + r->count;
}

static int owner(const struct dsm_case *c, size_t element)
{
    for (int r = 0; r < c->ranks; r++) {
        struct dsm_range section = dsm_section(c, r);

        if (in(&section, element))
            return r;
    }
    return -1;
}

UNIT_TEST(test_sections)
{
    EACH_CASE(c)
    {
        size_t end = 0;
        size_t each =
            ((c.n + (size_t)c.ranks - 1) / (size_t)c.ranks + PAGE - 1) / PAGE *
            PAGE;

        for (int r = 0; r < c.ranks; r++) {
            struct dsm_range section = dsm_section(&c, r);

            assert_int_equal(section.first, end);
            end += section.count;
            /* all sections are equally long, but for the end of the array */
            assert_true(section.count == each || end == c.n);
            assert_true(end % PAGE == 0 || end == c.n);
        }
        assert_int_equal(end, c.n);
    }
}

/* True if the rule of --touched says that the rank touches element e. */
static bool rule_touches(const struct dsm_case *c, int rank, size_t e)
{
    int next = (rank + 1) % c->ranks, before = (rank + c->ranks - 1) % c->ranks;
    int whose = owner(c, e);
    struct dsm_range section = dsm_section(c, whose);

    if (whose == rank)
        return false;
    if (c->set.touched == DSM_ALL)
        return true;
    return (whose == next && e / PAGE == section.first / PAGE) ||
           (whose == before &&
            e / PAGE == (section.first + section.count - 1) / PAGE);
}

static void check_touched(const struct dsm_case *c, int rank)
{
    struct dsm_range touched[DSM_TOUCHED], readable[DSM_READABLE];
    int n = dsm_touched(c, rank, touched), m = dsm_readable(c, rank, readable);

    for (size_t e = 0; e < c->n; e++) {
        bool rule = rule_touches(c, rank, e);
        int t = 0, r = 0;

        for (int i = 0; i < n; i++)
            t += in(&touched[i], e);
        for (int i = 0; i < m; i++)
            r += in(&readable[i], e);
        assert_int_equal(t, rule);
        assert_int_equal(r, rule || owner(c, e) == rank);
    }
    for (int i = 1; i < m; i++)
        assert_true(readable[i - 1].first + readable[i - 1].count <=
                    readable[i].first);
    for (int i = 0; i < n; i++)
        assert_true(touched[i].count > 0 && touched[i].first % PAGE == 0);
}

UNIT_TEST(test_touched)
{
    EACH_CASE(c)
    for (c.set.touched = DSM_HALO; c.set.touched <= DSM_ALL; c.set.touched++)
        for (int r = 0; r < c.ranks; r++)
            check_touched(&c, r);
}

static void check_changed(const struct dsm_case *c, unsigned char *seen)
{
    size_t n = c->set.changed.n, *changed = xcalloc(n + 1, sizeof(*changed));

    memset(seen, 0, c->n);
    for (int r = 0; r < c->ranks; r++) {
        int whose = c->set.changed.foreign ? (r + 1) % c->ranks : r;
        struct dsm_range section = dsm_section(c, whose);

        dsm_changed(c, r, changed);
        for (size_t i = 0; i < n; i++) {
            assert_true(in(&section, changed[i]));
            assert_true(i == 0 || changed[i - 1] < changed[i]);
            assert_int_equal(seen[changed[i]]++, 0);
            if (c->set.changed.foreign)
                assert_true(rule_touches(c, r, changed[i]));
        }
    }
    free(changed);
}

/* Every number of changes that is not refused, from 0 to more than fit. */
UNIT_TEST(test_changed)
{
    unsigned char seen[ELEMENTS + 1];

    EACH_CASE(c)
    for (int kind = 0; kind < 4; kind++) {
        c.set.touched = kind % 2;
        c.set.changed.foreign = kind / 2;
        for (c.set.changed.n = 0;; c.set.changed.n++) {
            char *refused = dsm_refuse(&c);

            assert_true(refused == NULL || c.set.changed.n > 0);
            assert_true(c.set.changed.n <= c.n || refused != NULL);
            if (refused != NULL) {
                free(refused);
                break;
            }
            check_changed(&c, seen);
        }
    }
}

/* In rank 0's section (0 to 31), changes fill both outer pages alternately.
 * Those in inner pages, or in all pages if all are touched, are spread evenly.
 * In section 32 to 63, the first page is filled first. */
UNIT_TEST(test_order)
{
    static const struct {
        struct dsm_params set;
        size_t expected[12];
    } t[] = {
        {{DSM_HALO, {1, false}}, {0}},
        {{DSM_HALO, {5, false}}, {0, 1, 2, 28, 29}},
        {{DSM_HALO, {8, false}}, {0, 1, 2, 3, 28, 29, 30, 31}},
        {{DSM_HALO, {12, false}}, {0, 1, 2, 3, 4, 10, 16, 22, 28, 29, 30, 31}},
        {{DSM_HALO, {4, true}}, {32, 33, 34, 35}},
        {{DSM_ALL, {12, false}}, {0, 2, 5, 8, 10, 13, 16, 18, 21, 24, 26, 29}},
    };

    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        struct dsm_case c = {
            .n = 64, .page = PAGE, .ranks = 2, .set = t[i].set};
        size_t changed[12];

        dsm_changed(&c, 0, changed);
        assert_memory_equal(changed, t[i].expected,
                            c.set.changed.n * sizeof(*changed));
    }
}

UNIT_TEST(test_values)
{
    static const uint64_t launches[] = {1, 2, 7, 0xfffffe, 0xffffff, 0x1000000};
    static const size_t elements[] = {0, 1, 511, 0xfffffff, (size_t)1 << 33};

    for (size_t i = 0; i < sizeof(launches) / sizeof(launches[0]); i++)
        for (size_t j = 0; j < sizeof(elements) / sizeof(elements[0]); j++) {
            double x = dsm_value(launches[i], elements[j]);

            assert_true(x >= 0 && x < 0x1p52 && x == (double)(int64_t)x);
            assert_true(x != dsm_value(launches[i] + 1, elements[j]));
        }
    assert_true(dsm_value(3, 5) != dsm_value(3, 6));
    assert_true(dsm_value(1, 0) != 0);
}

/* An array after launch 3 passes the check. A single wrong element is found if
 * the rank can read it, and only then. */
UNIT_TEST(test_wrong_elements)
{
    double mirror[64] = {0}, right;
    struct dsm d = {.c = {.n = 64, .page = PAGE, .ranks = 4},
                    .rank = 1,
                    .pass.launch = 3,
                    .mirror = mirror};
    size_t changed[6];

    d.c.set.changed.n = 6;
    for (int r = 0; r < 4; r++) {
        dsm_changed(&d.c, r, changed);
        for (size_t i = 0; i < 6; i++)
            mirror[changed[i]] = dsm_value(3, changed[i]);
    }
    assert_int_equal(dsm_wrong(&d), 0);
    for (size_t e = 0; e < 64; e++) {
        right = mirror[e];
        mirror[e] = right == 0 ? -0.0 : dsm_value(2, e);
        assert_int_equal(dsm_wrong(&d),
                         owner(&d.c, e) == 1 || rule_touches(&d.c, 1, e));
        mirror[e] = right;
    }
    free(d.marks);
}

static int nothing(void *state)
{
    (void)state;
    return 0;
}

static int64_t no_time(void)
{
    return 0;
}

/* One rank without neighbours: sweeps alone give the expected values. A wrong
 * element makes others wrong in the next sweep. */
UNIT_TEST(test_sweeps)
{
    static const struct timer timer = {.read = no_time};
    const struct clock clock = {.timer = &timer, .ticks_per_sec = 1};

    for (size_t side = 0; side < 12; side++) {
        struct op_args a = {.count = (MPI_Count)(side * side + (side > 1)),
                            .type_size = sizeof(double),
                            .size = 1,
                            .clock = &clock};
        double *grids = xcalloc(2 * side * side + 1, sizeof(*grids));
        struct dsm_grid g;

        dsm_grid_open(&g, &a, NULL, nothing);
        assert_int_equal(g.side, side);
        assert_ptr_equal(a.memory, &g);
        g.at[0] = grids;
        g.at[1] = grids + side * side;
        dsm_grid_fill(&g);
        assert_int_equal(dsm_grid_wrong(&g), 0);
        for (int i = 0; i < 5; i++) {
            assert_int_equal(dsm_grid_launch(NULL, &a), 0);
            assert_int_equal(dsm_grid_wrong(&g), 0);
        }
        if (side > 3) { /* inner elements have inner neighbours */
            g.at[g.pass.launch % 2][side + 1] -= 1;
            assert_int_equal(dsm_grid_wrong(&g), 1);
            dsm_grid_launch(NULL, &a);
            assert_true(dsm_grid_wrong(&g) > 0);
        }
        free(grids);
    }
}
