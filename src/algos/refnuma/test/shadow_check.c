/* shadow_check.c: checks the values that a rank of the oracle test may rely on.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "oracle.h"
#include "random.h"

/* Reads a word, which may be the first touch of its page. volatile, so that the
 * compiler keeps the read. */
static uint64_t look_at(const struct shadow *s, size_t word)
{
    return *(volatile const uint64_t *)&s->user[word];
}

/* Returns the value that a word in a known page has before the barrier: without
 * writes of other ranks. */
static uint64_t before(const struct oracle *o, const struct shadow *s,
                       size_t word)
{
    return s->writer[word] == o->rank ? s->new[word] : s->old[word];
}

/* Checks a word of a delivered page. If the owner has written it since the last
 * barrier, that may be visible; writes of other ranks are not. */
static void check_delivered(const struct oracle *o, const struct shadow *s,
                            size_t word)
{
    int writer = s->writer[word];
    uint64_t got = s->user[word];

    if (writer == s->home[word / s->page_words] && got == s->new[word])
        return;
    if (got != before(o, s, word))
        oracle_wrong(o, s, word, "special delivery", got, before(o, s, word));
}

/* Checks a word of a page that was touched since the last barrier. If it was
 * not delivered, only words that this rank wrote are defined. */
static void check_fresh(const struct oracle *o, const struct shadow *s,
                        size_t word)
{
    uint64_t got = s->user[word];

    if (shadow_delivers(o, s))
        check_delivered(o, s, word);
    else if (s->writer[word] == o->rank && got != s->new[word])
        oracle_wrong(o, s, word, "own write", got, s->new[word]);
}

void shadow_read(struct oracle *o, struct shadow *s)
{
    size_t n = random_below(&o->mine, 5);

    for (size_t i = 0; i < n; i++) {
        size_t word = random_below(&o->mine, s->words);
        enum page_state state;
        uint64_t got;

        shadow_touch(o, s, word);
        got = look_at(s, word);
        state = s->state[word / s->page_words];
        if (s->add)
            continue;
        if (state == PAGE_FRESH)
            check_fresh(o, s, word);
        else if (got != before(o, s, word))
            oracle_wrong(o, s, word, "before the barrier", got,
                         before(o, s, word));
    }
}

/* Touches all pages of the element between the halves of a barrier. */
static void touch_late(struct oracle *o, struct shadow *s, size_t element)
{
    size_t page = element * s->size / 8 / s->page_words;
    size_t last = ((element + 1) * s->size - 1) / 8 / s->page_words;

    oracle_must(o, refnuma_touch_range(s->array, element, 1));
    for (; page <= last; page++)
        if (s->state[page] == PAGE_CLOSED)
            s->state[page] = PAGE_LATE;
}

/* Reads between the halves: words may be old or new. Pages touched now count as
 * touched after the barrier. */
void shadow_read_between(struct oracle *o, struct shadow *s)
{
    size_t n = random_below(&o->mine, 6);

    for (size_t i = 0; i < n; i++) {
        size_t word = random_below(&o->mine, s->words);
        size_t page = word / s->page_words;
        enum page_state state = s->state[page];
        uint64_t got;

        if (state == PAGE_CLOSED && random_below(&o->mine, 2) == 0)
            continue;
        if (state == PAGE_CLOSED && (o->options.touch == REFNUMA_TOUCH_CALL ||
                                     random_below(&o->mine, 2) == 0))
            touch_late(o, s, word * 8 / s->size);
        got = look_at(s, word);
        if (state == PAGE_CLOSED)
            s->state[page] = PAGE_LATE;
        else if ((state == PAGE_OWN || state == PAGE_KNOWN) && !s->add &&
                 got != before(o, s, word) && got != s->new[word])
            oracle_wrong(o, s, word, "between the halves", got, s->new[word]);
    }
}

static void check_info(struct oracle *o, struct shadow *s)
{
    struct refnuma_info info;
    int64_t touched = 0, own = 0;

    oracle_must(o, refnuma_info(o->context, s->array, &info));
    for (size_t p = 0; p < s->pages; p++) {
        touched += s->state[p] == PAGE_KNOWN || s->state[p] == PAGE_FRESH;
        own += s->state[p] == PAGE_OWN;
    }
    oracle_check(o, info.touched == touched, "touched pages are counted wrong");
    oracle_check(o, info.shared <= own, "more shared pages than own ones");
    oracle_check(o,
                 info.twins == touched + (o->options.check ? own : info.shared),
                 "twins are counted wrong");
    oracle_check(o, info.races == 0, "a race where there is none");
    oracle_check(o, info.undefined == 0, "an undefined element was written");
}

void shadow_verify(struct oracle *o, struct shadow *s)
{
    for (size_t p = 0; p < s->pages; p++) {
        size_t end = (p + 1) * s->page_words;

        if (s->state[p] != PAGE_OWN && s->state[p] != PAGE_KNOWN)
            continue;
        for (size_t w = p * s->page_words; w < end && w < s->words; w++)
            if (s->user[w] != s->old[w])
                oracle_wrong(o, s, w, "behind the barrier", s->user[w],
                             s->old[w]);
    }
    check_info(o, s);
}
