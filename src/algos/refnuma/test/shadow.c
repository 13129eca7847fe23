/* shadow.c: an array of the oracle test and its model: creation, writes, and
 * barriers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "random.h"

static void *some(size_t n, size_t size)
{
    void *p = calloc(n + 1, size);

    if (p == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return p;
}

/* Draws a datatype of 4, 8 or 24 bytes. */
static MPI_Datatype draw_type(uint64_t *r, struct shadow *s)
{
    MPI_Datatype type = MPI_DOUBLE;

    s->integer = random_below(r, 3) == 0;
    s->size = 8;
    if (s->add || random_below(r, 3) > 0)
        return s->integer ? MPI_LONG : MPI_DOUBLE;
    s->integer = true;
    s->size = 4;
    if (random_below(r, 2) == 0)
        return MPI_INT;
    s->size = 24;
    MPI_Type_contiguous(3, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    return type;
}

/* Makes an array of sections of random length, some of them empty. */
static int open_sections(struct oracle *o, struct shadow *s, MPI_Datatype type)
{
    size_t *counts = some((size_t)o->ranks, sizeof(*counts));
    int rc;

    s->n = 0;
    for (int i = 0; i < o->ranks; i++) {
        counts[i] = random_below(&o->common, 5) == 0
                        ? 0
                        : random_below(&o->common, 1500);
        s->n += counts[i];
    }
    counts[0] += s->n == 0;
    s->n += s->n == 0;
    rc = refnuma_alloc_sections(o->context, counts, type, &s->array);
    free(counts);
    return rc;
}

static int open_blocks(struct oracle *o, struct shadow *s, MPI_Datatype type)
{
    int prows = 1 + (int)random_below(&o->common, (uint64_t)o->ranks);
    size_t rows, cols, ld;

    while (o->ranks % prows != 0)
        prows--;
    rows = 1 + random_below(&o->common, 30);
    cols = 1 + random_below(&o->common, 150);
    ld = cols + random_below(&o->common, 2) * random_below(&o->common, 100);
    s->n = (rows - 1) * ld + cols;
    return refnuma_alloc_blocks(o->context, rows, cols, ld, prows,
                                o->ranks / prows, type, &s->array);
}

static int open_array(struct oracle *o, struct shadow *s, MPI_Datatype type)
{
    switch (random_below(&o->common, 4)) {
    case 0:
        return open_sections(o, s, type);
    case 1:
        return open_blocks(o, s, type);
    default:
        s->n = 1 + random_below(
                       &o->common,
                       1 + random_below(&o->common, 900 * (uint64_t)o->ranks));
        return refnuma_alloc(o->context, s->n, type, &s->array);
    }
}

void shadow_open(struct oracle *o, struct shadow *s, int number)
{
    MPI_Datatype type;

    *s = (struct shadow){.number = number};
    s->add = random_below(&o->common, 5) == 0;
    type = draw_type(&o->common, s);
    oracle_must(o, open_array(o, s, type));
    if (s->add)
        oracle_must(o, refnuma_combine_add(s->array));
    if (s->size == 24)
        MPI_Type_free(&type);
    s->n = s->array->layout.n; /* with the gaps at the ends of rows */
    s->words = s->n * s->size / 8 + (s->n * s->size % 8 != 0);
    s->page_words = s->array->layout.page / 8;
    s->pages = s->array->layout.pages;
    s->user = refnuma_pointer(s->array);
    s->old = some(s->words, sizeof(*s->old));
    s->new = some(s->words, sizeof(*s->new));
    s->writer = some(s->words, sizeof(*s->writer));
    s->home = some(s->pages, sizeof(*s->home));
    s->state = some(s->pages, sizeof(*s->state));
    memset(s->writer, 0xff, s->words * sizeof(*s->writer));
    for (size_t p = 0; p < s->pages; p++) {
        s->home[p] = rn_layout_home(&s->array->layout, p);
        s->state[p] = s->home[p] == o->rank ? PAGE_OWN : PAGE_CLOSED;
    }
}

void shadow_close(struct oracle *o, struct shadow *s)
{
    oracle_check(o, refnuma_free(&s->array) == MPI_SUCCESS && s->array == NULL,
                 "an array that cannot be freed");
    shadow_forget(s);
}

void shadow_forget(struct shadow *s)
{
    free(s->old);
    free(s->new);
    free(s->writer);
    free(s->home);
    free(s->state);
}

static void set_touched(struct shadow *s, size_t page)
{
    if (s->state[page] == PAGE_CLOSED)
        s->state[page] = PAGE_FRESH;
}

void shadow_touch(struct oracle *o, struct shadow *s, size_t word)
{
    size_t element = word * 8 / s->size;
    size_t first = element * s->size / 8 / s->page_words;
    size_t last = ((element + 1) * s->size - 1) / 8 / s->page_words;

    if (o->options.touch != REFNUMA_TOUCH_CALL &&
        random_below(&o->mine, 5) > 0) {
        set_touched(s, word / s->page_words);
        return;
    }
    oracle_must(o, refnuma_touch_range(s->array, element, 1));
    set_touched(s, first);
    set_touched(s, last);
}

/* Returns a special value, the present value, or any value. */
static uint64_t draw_value(struct oracle *o, const struct shadow *s,
                           size_t word)
{
    static const uint64_t special[] = {
        0,
        UINT64_C(1) << 63,                /* -0.0 */
        UINT64_C(0x7ff8) << 48,           /* NaN */
        (UINT64_C(0x7ff8) << 48) + 1,     /* another NaN */
        (UINT64_C(0xfff8) << 48) + 12345, /* another NaN */
        (UINT64_C(0x7ff0) << 48) + 1,     /* signalling NaN */
        UINT64_C(0x3ff) << 52,            /* 1.0 */
        UINT64_MAX,
    };
    uint64_t kind = random_below(&o->common, 4);
    uint64_t value = random_next(&o->common);

    if (kind == 0)
        return special[value % (sizeof(special) / sizeof(special[0]))];
    return kind == 1 ? s->old[word] : value;
}

/* Lets one rank write a word, or one of two elements of 4 bytes in the word. */
static void write_word(struct oracle *o, struct shadow *s, size_t word,
                       int rank)
{
    uint64_t value = draw_value(o, s, word);
    size_t half = random_below(&o->common, 2);

    if (s->writer[word] >= 0)
        return;
    s->writer[word] = rank;
    if (s->size == 4) {
        if (2 * word + half >= s->n)
            half = 0;
        memcpy((char *)&s->new[word] + 4 * half, &value, 4);
    } else {
        s->new[word] = value;
    }
    if (rank != o->rank)
        return;
    shadow_touch(o, s, word);
    if (s->size == 4)
        ((uint32_t *)s->user)[2 * word + half] = (uint32_t)value;
    else
        s->user[word] = value;
}

/* Returns the sum of an element of the owner and a difference, both as bits. */
static uint64_t sum(const struct shadow *s, uint64_t word, uint64_t value)
{
    double a, b;

    if (s->integer)
        return word + value;
    memcpy(&a, &word, sizeof(a));
    memcpy(&b, &value, sizeof(b));
    a += b;
    memcpy(&word, &a, sizeof(word));
    return word;
}

static void add_word(struct oracle *o, struct shadow *s, size_t word, int rank)
{
    uint64_t value;
    double whole;

    if (s->integer) {
        value = random_next(&o->common);
    } else {
        whole = (double)random_below(&o->common, 1000);
        memcpy(&value, &whole, sizeof(value));
    }
    s->new[word] = sum(s, s->new[word], value);
    if (rank != o->rank)
        return;
    shadow_touch(o, s, word);
    s->user[word] = sum(s, s->user[word], value);
}

void shadow_write(struct oracle *o, struct shadow *s)
{
    uint64_t *r = &o->common;
    int n = (int)random_below(r, 2 + 2 * (uint64_t)o->ranks);

    for (int i = 0; i < n; i++) {
        int rank = (int)random_below(r, (uint64_t)o->ranks);
        size_t first = random_below(r, s->words);
        size_t step = random_below(r, 4) == 0 ? 1 + random_below(r, 5) : 1;
        size_t count = 1;

        if (random_below(r, 3) == 0) /* sometimes near a page border */
            first -= first % s->page_words < first ? first % s->page_words : 0;
        first -= first > 0 && random_below(r, 2);
        if (random_below(r, 2) == 0)
            count = 1 + random_below(r, random_below(r, 4) == 0 ? 700 : 20);
        for (size_t k = 0; k < count && first + k * step < s->words; k++)
            if (s->add)
                add_word(o, s, first + k * step, rank);
            else
                write_word(o, s, first + k * step, rank);
    }
}

void shadow_pass(struct shadow *s)
{
    memcpy(s->old, s->new, s->words * sizeof(*s->old));
    memset(s->writer, 0xff, s->words * sizeof(*s->writer));
    for (size_t p = 0; p < s->pages; p++)
        if (s->state[p] == PAGE_FRESH)
            s->state[p] = PAGE_KNOWN;
        else if (s->state[p] == PAGE_LATE)
            s->state[p] = PAGE_FRESH;
}

void shadow_drop(struct shadow *s, size_t first, size_t count)
{
    size_t page = 8 * s->page_words;

    for (size_t p = 0; p < s->pages; p++) {
        size_t end = (p + 1) * page;

        if (end > s->n * s->size)
            end = s->n * s->size;
        if (s->state[p] != PAGE_OWN && count > 0 &&
            p * page >= first * s->size && end <= (first + count) * s->size)
            s->state[p] = PAGE_CLOSED;
    }
}
