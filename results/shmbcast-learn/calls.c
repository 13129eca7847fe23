/* calls.c: broadcasts by several ways, one after another, each call timed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls.h"

#include <math.h>
#include <shmbcast_auto.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* From when all ranks know the start until it has come: a rank that is told
 * last is still in time. */
static const double AHEAD = 10e-6;

void quit(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- ways ---------------------------------------------------------------- */

/* [text] is changed. */
static struct shmbcast_auto_params params_of(char *text)
{
    struct shmbcast_auto_params p = shmbcast_auto_params_default();
    const char *why = NULL;
    char *rest, *word;

    for (word = strtok_r(text, ",", &rest); word != NULL;
         word = strtok_r(NULL, ",", &rest)) {
        char *value = strchr(word, '=');

        if (value == NULL)
            quit("%s: not PARAMETER=VALUE", word);
        *value++ = '\0';
        if (shmbcast_auto_params_parse(&p, word, value, &why) != 0)
            quit("%s=%s: %s", word, value, why);
    }
    return p;
}

static void handle_open(struct way *w, char *params)
{
    const struct shmbcast_auto_params p = params_of(params);
    struct shmbcast_failure why;
    char text[256];

    if (shmbcast_auto_create_why(w->comm, &p, &w->h, &why) == MPI_SUCCESS)
        return;
    shmbcast_failure_text(&why, text, sizeof(text));
    quit("%s: %s", w->name, text);
}

void way_open(struct way *w, const char *text)
{
    char *copy = strdup(text),
         *params = copy != NULL ? strchr(copy, ':') : NULL;

    if (copy == NULL)
        quit("no memory");
    if (params != NULL)
        *params++ = '\0';
    *w = (struct way){.comm = MPI_COMM_NULL};
    snprintf(w->name, sizeof(w->name), "%s", copy);
    MPI_Comm_dup(MPI_COMM_WORLD, &w->comm);
    MPI_Barrier(MPI_COMM_WORLD);
    w->made = now();
    if (params != NULL)
        handle_open(w, params);
    w->made = now() - w->made;
    largest(&w->made, 1);
    free(copy);
}

void way_close(struct way *w)
{
    if (w->h != NULL)
        shmbcast_auto_free(&w->h);
    MPI_Comm_free(&w->comm);
}

static void bcast(const struct way *w, char *buf, size_t n)
{
    int rc = w->h != NULL
                 ? shmbcast_auto_bcast(buf, (MPI_Count)n, MPI_BYTE, 0, w->h)
                 : MPI_Bcast(buf, (int)n, MPI_BYTE, 0, w->comm);

    if (rc != MPI_SUCCESS)
        quit("%s: a broadcast of %zu bytes failed", w->name, n);
}

/* ---- messages ------------------------------------------------------------ */

enum { PAGE = 4096 };

char *message_new(size_t n)
{
    size_t bytes = (n + PAGE - 1) / PAGE * PAGE;
    char *buf = aligned_alloc(PAGE, bytes);

    if (buf == NULL)
        quit("no memory");
    memset(buf, 0, bytes);
    return buf;
}

/* How many bytes of a call's number are in the message, at either end. */
static size_t mark_bytes(size_t n)
{
    return n < sizeof(uint64_t) ? n : sizeof(uint64_t);
}

static void mark(char *buf, size_t n, uint64_t number)
{
    size_t most = mark_bytes(n);

    memcpy(buf, &number, most);
    memcpy(buf + n - most, &number, most);
}

static void check(const struct way *w, const char *buf, size_t n,
                  uint64_t number)
{
    size_t most = mark_bytes(n);

    if (memcmp(buf, &number, most) != 0 ||
        memcmp(buf + n - most, &number, most) != 0)
        quit("%s: %zu bytes: not the message of call %llu", w->name, n,
             (unsigned long long)number);
}

static int my_rank(void)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

/* ---- calls --------------------------------------------------------------- */

/* The number of the next call, on all ranks the same. */
static uint64_t next_number(void)
{
    static uint64_t number = 0;

    return ++number;
}

double call_timed(const struct way *w, char *buf, size_t n)
{
    uint64_t number = next_number();
    double start, end;

    if (my_rank() == 0)
        mark(buf, n, number);
    start = now();
    largest(&start, 1);
    start += AHEAD;
    while (now() < start)
        ;
    bcast(w, buf, n);
    end = now();
    check(w, buf, n, number);
    return end - start;
}

double calls_in_a_loop(const struct way *w, char *buf, size_t n, int calls)
{
    uint64_t number = next_number();
    double seconds;

    if (my_rank() == 0)
        mark(buf, n, number);
    MPI_Barrier(MPI_COMM_WORLD);
    seconds = now();
    for (int i = 0; i < calls; i++)
        bcast(w, buf, n);
    seconds = now() - seconds;
    check(w, buf, n, number);
    largest(&seconds, 1);
    return seconds;
}

void largest(double *values, size_t n)
{
    MPI_Allreduce(MPI_IN_PLACE, values, (int)n, MPI_DOUBLE, MPI_MAX,
                  MPI_COMM_WORLD);
}

/* ---- order, figures ------------------------------------------------------ */

/* Marsaglia's xorshift; the state is not 0. */
static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

uint64_t random_state(const char *text)
{
    /* odd, so that no number gives 0 but a multiple of 2^64 */
    return (strtoull(text, NULL, 10) + 1) * 0x9e3779b97f4a7c15;
}

void shuffled(int *order, int n, uint64_t *state)
{
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = (int)(draw(state) % (uint64_t)(i + 1)), k = order[i];

        order[i] = order[j];
        order[j] = k;
    }
}

void print_names(char *const *ways, int n)
{
    for (int i = 0; i < n; i++)
        printf("%s\"%.*s\"", i > 0 ? "," : "[", (int)strcspn(ways[i], ":"),
               ways[i]);
    printf("]");
}

void print_time(double seconds)
{
    printf("%lld", llround(seconds * 1e12));
}

void print_times(const double *seconds, int n)
{
    for (int i = 0; i < n; i++) {
        printf("%s", i > 0 ? "," : "[");
        print_time(seconds[i]);
    }
    printf("]");
}
