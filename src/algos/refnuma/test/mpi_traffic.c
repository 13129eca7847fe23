/* mpi_traffic.c: barriers send no more bytes and messages than necessary. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "refnuma_mpi.h"

/*
 * Halo exchange along a line of ranks: each rank touches the adjacent page of
 * each neighbour. If there are three or more ranks, the last one does not take
 * part and must not send a byte or a message.
 */
enum { PAGES = 4, LETTER = 16, RUN = 8, WORD = 8 };

static struct test_array t;
static int left, right, neighbours; /* MPI_PROC_NULL if there is none */
static bool takes_part;

static void places(void)
{
    int n = test_size >= 3 ? test_size - 1 : test_size;

    takes_part = test_rank < n;
    left = takes_part && test_rank > 0 ? test_rank - 1 : MPI_PROC_NULL;
    right = takes_part && test_rank + 1 < n ? test_rank + 1 : MPI_PROC_NULL;
    neighbours = (left >= 0) + (right >= 0);
}

static enum refnuma_detect detect;

static size_t left_page(void)
{
    return t.first - t.page;
}

static size_t right_page(void)
{
    return t.first + t.count;
}

/* Runs a barrier in which this rank must send exactly these amounts, in the
 * messages of `exchanges` exchanges. */
static void costs(int64_t bytes, int64_t runs, int64_t elements, int exchanges)
{
    struct refnuma_info a = test_info(&t), b;

    test_barrier(&t);
    b = test_info(&t);
    EXPECT(b.bytes - a.bytes == bytes);
    EXPECT(b.runs - a.runs == runs);
    EXPECT(b.elements - a.elements == elements);
    EXPECT(b.messages - a.messages == exchanges * neighbours);
    EXPECT(b.active - a.active == (exchanges > 0));
    EXPECT(b.barriers - a.barriers == 1);
    EXPECT(b.neighbours == a.neighbours);
}

/* A barrier without changes sends nothing; with userfaultfd it also compares
 * nothing. */
static void idle(void)
{
    struct refnuma_info a = test_info(&t), b;

    costs(0, 0, 0, 0);
    b = test_info(&t);
    EXPECT(b.compared - a.compared ==
           (detect == REFNUMA_DETECT_UFFD ? 0 : a.twins * a.page));
}

static void touch(void)
{
    struct refnuma_info a = test_info(&t), b;
    int64_t page = (int64_t)t.page;

    if (left >= 0)
        EXPECT(refnuma_touch_range(t.array, left_page(), t.page) ==
               MPI_SUCCESS);
    if (right >= 0)
        EXPECT(refnuma_touch_range(t.array, right_page(), 1) == MPI_SUCCESS);
    test_barrier(&t);
    b = test_info(&t);
    /* each neighbour gets a list of touched pages, and sends a page back */
    EXPECT(b.bytes - a.bytes ==
           neighbours * (LETTER + RUN + LETTER + RUN + WORD * page));
    EXPECT(b.elements - a.elements == neighbours * page);
    EXPECT(b.neighbours == neighbours);
    EXPECT(b.touched == neighbours && b.shared == neighbours);
    EXPECT(b.twins == 2 * neighbours);
}

static void write_halo(double x)
{
    if (!takes_part)
        return;
    for (size_t i = 0; i < 3; i++) /* three runs, sent to the left */
        t.v[t.first + 2 * i] = x + (double)i;
    for (size_t i = 0; i < 5; i++) /* one run, sent to the right */
        t.v[t.first + t.count - 1 - i] = x + (double)i;
    t.v[t.first + t.page] = x; /* not sent: no rank has touched this page */
}

static void check_halo(double x)
{
    for (size_t i = 0; i < 3 && right >= 0; i++)
        EXPECT(t.v[right_page() + 2 * i] == x + (double)i);
    for (size_t i = 0; i < 5 && left >= 0; i++)
        EXPECT(t.v[t.first - 1 - i] == x + (double)i);
}

/* Writes an element of the left neighbour's last page. The owner sends it back,
 * because it does not know whether another rank has replaced the value. */
static void write_foreign(double x)
{
    int64_t one = LETTER + RUN + WORD;

    if (left >= 0)
        t.v[left_page()] = x + test_rank;
    /* one element to the left, and one returned to the right neighbour */
    costs(neighbours * one, neighbours, neighbours, test_size > 1 ? 2 : 0);
    if (right >= 0)
        EXPECT(t.v[t.first + t.count - t.page] == x + right);
}

void case_traffic(const struct refnuma_options *o)
{
    int any = test_size > 1;

    places();
    detect = o->detect;
    test_array_open(&t, o, PAGES);
    idle();
    touch();
    idle();
    write_halo(10);
    costs((left >= 0) * (LETTER + 3 * (RUN + WORD)) +
              (right >= 0) * (LETTER + RUN + 5 * WORD),
          3 * (left >= 0) + (right >= 0), 3 * (left >= 0) + 5 * (right >= 0),
          any);
    check_halo(10);
    write_halo(10); /* writing the same values changes nothing */
    costs(0, 0, 0, 0);
    write_foreign(100);
    idle();
    check_halo(10);
    if (!takes_part)
        EXPECT(test_info(&t).bytes == 0 && test_info(&t).messages == 0);
    test_array_close(&t);
}
