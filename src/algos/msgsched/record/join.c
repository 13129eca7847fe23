/* join.c: finds which sets of the ranks belong together, and in which order.
 *
 * For each envelope, the k-th send matches the k-th receive. A union-find
 * structure joins sets into steps, one union per match, in almost linear time.
 * A topological sort, linear in the number of sets, finds the levels.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "join.h"

#include <string.h>

#define NONE UINT32_MAX

/* Unmatched messages of one envelope, either all sends or all receives. */
struct queue {
    struct words waiting; /* pairs of an entry and its number of messages */
    size_t head;          /* index of the first unmatched pair */
    bool sends;
};

struct joining {
    const struct sets *of;
    int ranks;
    const int *node;
    struct joined *out;
    struct tally *tally;

    /* the entries of all histories, rank by rank. The root entry of a step
     * holds the step's data, and its index identifies the step */
    size_t *base; /* index of each rank's first entry, and the end */
    uint32_t n;
    struct entry {
        int rank;
        uint32_t what;   /* number of one of the rank's sets, or SETS_MARK */
        uint32_t parent; /* parent in the union-find tree */
        uint32_t next;   /* next entry of the step; later, of the level */
        uint32_t level;
        uint32_t open; /* number of unfinished entries just before this step */
        bool done;     /* this step is finished */
    } * e;

    struct intern envelopes; /* distinct vectors src, dst, tag, comm */
    struct queue *queues;    /* queue of each envelope */
    size_t nqueues, queues_max;
    size_t *marks_of;   /* number of marks of each rank seen so far */
    struct words marks; /* for each k: the entry of some rank's k-th mark */

    uint32_t *ready; /* steps whose predecessors are all finished */
    uint32_t nready;
    uint32_t cursor; /* all entries before this one belong to finished steps */
    uint32_t levels, *first; /* number of levels; first entry of each level */

    struct words messages; /* messages of this superstep, as sent */
    struct words key;      /* the same messages in the key's form */
    const int64_t **rows;  /* pointers to their rows, for sorting */
    size_t rows_max;
    struct intern keys; /* keys of all supersteps, numbered like the
                         * supersteps */
};

static bool make_entries(struct joining *j)
{
    size_t n = 0;

    j->base = calloc((size_t)j->ranks + 1, sizeof(*j->base));
    j->marks_of = calloc((size_t)j->ranks, sizeof(*j->marks_of));
    if (j->base == NULL || j->marks_of == NULL)
        return false;
    for (int r = 0; r < j->ranks; r++) {
        n += j->of[r].nhistory;
        j->base[r + 1] = n;
    }
    if (n >= UINT32_MAX)
        return false;
    j->n = (uint32_t)n;
    j->e = calloc(n + 1, sizeof(*j->e));
    j->ready = calloc(n + 1, sizeof(*j->ready));
    j->first = calloc(n + 1, sizeof(*j->first));
    if (j->e == NULL || j->ready == NULL || j->first == NULL)
        return false;
    for (int r = 0; r < j->ranks; r++)
        for (size_t i = j->base[r]; i < j->base[r + 1]; i++)
            j->e[i] = (struct entry){.rank = r,
                                     .what = j->of[r].history[i - j->base[r]],
                                     .parent = (uint32_t)i,
                                     .next = NONE};
    return true;
}

/* Returns the root entry of the step that [i] belongs to. */
static uint32_t root(struct joining *j, uint32_t i)
{
    struct entry *e = j->e;

    while (e[i].parent != i) {
        e[i].parent = e[e[i].parent].parent;
        i = e[i].parent;
    }
    return i;
}

static void join_entries(struct joining *j, uint32_t a, uint32_t b)
{
    a = root(j, a);
    b = root(j, b);
    if (a < b)
        j->e[b].parent = a;
    else
        j->e[a].parent = b;
}

/* ---- matching ------------------------------------------------------------
 *
 * Visits the first entry of each rank, then the second of each, and so on, so
 * that few messages wait in the queues. Linear in the number of messages.
 */

static struct queue *queue_of(struct joining *j, const int64_t envelope[4])
{
    int64_t id = intern(&j->envelopes, envelope, 4);

    if (id < 0 || !GROW(j->queues, j->queues_max, j->envelopes.n))
        return NULL;
    if ((size_t)id == j->nqueues)
        j->queues[j->nqueues++] = (struct queue){0};
    return &j->queues[id];
}

/* Matches [count] sends or receives of an envelope with tag w[1] and
 * communicator w[2]. Queues those without a match. */
static bool match(struct joining *j, uint32_t entry, int64_t src, int64_t dst,
                  const int64_t *w, int64_t count, bool send)
{
    struct queue *q = queue_of(j, (int64_t[]){src, dst, w[1], w[2]});

    if (q == NULL)
        return false;
    while (count > 0 && q->head < q->waiting.n && q->sends != send) {
        int64_t *first = q->waiting.w + q->head;
        int64_t met = first[1] < count ? first[1] : count;

        join_entries(j, (uint32_t)first[0], entry);
        count -= met;
        first[1] -= met;
        if (first[1] == 0)
            q->head += 2;
    }
    if (q->head == q->waiting.n)
        q->head = q->waiting.n = 0;
    if (count == 0)
        return true;
    q->sends = send;
    return words_add(&q->waiting, (int64_t[]){entry, count}, 2);
}

static bool match_set(struct joining *j, uint32_t entry)
{
    const int rank = j->e[entry].rank;
    size_t n, i = 1;
    const int64_t *w = intern_words(&j->of[rank].unique, j->e[entry].what, &n);
    bool ok = true;

    for (int64_t k = 0; ok && k < w[0]; k++, i += SEND_WORDS)
        ok = match(j, entry, rank, w[i], w + i, w[i + 4], true);
    for (; ok && i < n; i += RECEIVE_WORDS)
        ok = match(j, entry, w[i], rank, w + i, w[i + 3], false);
    return ok;
}

/* Joins the k-th marks of all ranks. */
static bool match_mark(struct joining *j, uint32_t entry)
{
    size_t k = j->marks_of[j->e[entry].rank]++;

    if (k == j->marks.n)
        return words_add(&j->marks, (int64_t[]){entry}, 1);
    join_entries(j, (uint32_t)j->marks.w[k], entry);
    return true;
}

static bool match_all(struct joining *j)
{
    bool ok = true;

    for (size_t at = 0, left = j->n; ok && left > 0; at++)
        for (int r = 0; ok && r < j->ranks; r++) {
            uint32_t i = (uint32_t)(j->base[r] + at);

            if (at >= j->of[r].nhistory)
                continue;
            left--;
            ok = j->e[i].what == SETS_MARK ? match_mark(j, i) : match_set(j, i);
        }
    for (size_t i = 0; i < j->nqueues; i++) {
        const struct queue *q = &j->queues[i];

        for (size_t k = q->head; k < q->waiting.n; k += 2)
            j->tally->number[q->sends ? SENDS_UNMATCHED : RECEIVES_UNMATCHED] +=
                q->waiting.w[k + 1];
    }
    return ok;
}

/* ---- levels of steps ----------------------------------------------------- */

/* Returns the step that contains the rank's next entry, or NONE. */
static uint32_t after(struct joining *j, uint32_t i)
{
    if (i + 1 == j->base[j->e[i].rank + 1])
        return NONE;
    return root(j, i + 1);
}

/* Links the entries of each step, and counts their direct predecessors. */
static void connect(struct joining *j)
{
    struct entry *e = j->e;

    for (uint32_t i = j->n; i-- > 0;) {
        uint32_t step = root(j, i), then = after(j, i);

        if (step != i) {
            e[i].next = e[step].next;
            e[step].next = i;
        }
        if (then != NONE && then != step)
            e[then].open++;
    }
}

/* Returns the next step to finish, or NONE. If every remaining step has an
 * unfinished predecessor, for example because messages of two sets overtake one
 * another, returns the step of the first remaining entry. */
static uint32_t take(struct joining *j)
{
    if (j->nready > 0)
        return j->ready[--j->nready];
    while (j->cursor < j->n && j->e[root(j, j->cursor)].done)
        j->cursor++;
    return j->cursor < j->n ? root(j, j->cursor) : NONE;
}

static void finish(struct joining *j, uint32_t step)
{
    struct entry *e = j->e;
    const uint32_t level = e[step].level;

    e[step].done = true;
    if (level >= j->levels)
        j->levels = level + 1;
    for (uint32_t i = step; i != NONE; i = e[i].next) {
        uint32_t then = after(j, i);

        e[i].level = level;
        if (then == NONE || e[then].done)
            continue;
        if (e[then].level <= level)
            e[then].level = level + 1;
        if (--e[then].open == 0)
            j->ready[j->nready++] = then;
    }
}

/* Computes the levels. Links each level's entries by rank, then by time. */
static void order(struct joining *j)
{
    struct entry *e = j->e;
    uint32_t step;

    connect(j);
    for (uint32_t i = 0; i < j->n; i++)
        if (root(j, i) == i && e[i].open == 0)
            j->ready[j->nready++] = i;
    while ((step = take(j)) != NONE)
        finish(j, step);
    for (uint32_t l = 0; l < j->levels; l++)
        j->first[l] = NONE;
    for (uint32_t i = j->n; i-- > 0;) {
        e[i].next = j->first[e[i].level];
        j->first[e[i].level] = i;
    }
}

/* ---- supersteps ---------------------------------------------------------- */

static bool add_messages(struct joining *j, const struct entry *e)
{
    const int rank = e->rank;
    size_t n;
    const int64_t *w = intern_words(&j->of[rank].unique, e->what, &n);

    for (int64_t k = w[0]; k > 0; k--, w += SEND_WORDS) {
        const int64_t dst = w[1], tag = w[2], bytes = w[4], count = w[5];
        const int64_t row[] = {rank, dst, tag, bytes, count};

        if (j->node != NULL && j->node[rank] == j->node[dst])
            amount_add(&j->tally->amount[AMOUNT_INSIDE], count, count * bytes);
        else if (!words_count(&j->messages, row, MESSAGE_WORDS))
            return false;
    }
    return true;
}

/* Compares source, target and tag. Rows that are equal in these keep their
 * order, because such messages do not overtake one another. */
static int by_envelope(const void *a, const void *b)
{
    const int64_t *x = *(const int64_t *const *)a,
                  *y = *(const int64_t *const *)b;

    for (int i = 0; i < 3; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return (x > y) - (x < y);
}

/* Makes the key of the current superstep. Two supersteps have the same key if
 * they differ only in the values of tags, or in the order of messages that MPI
 * does not order. The key replaces the tags between a source and a target by
 * their positions in ascending order. */
static bool make_key(struct joining *j)
{
    const size_t n = j->messages.n / MESSAGE_WORDS;
    int64_t tag = 0;

    if (!GROW(j->rows, j->rows_max, n))
        return false;
    for (size_t i = 0; i < n; i++)
        j->rows[i] = j->messages.w + i * MESSAGE_WORDS;
    qsort(j->rows, n, sizeof(*j->rows), by_envelope);
    j->key.n = 0;
    for (size_t i = 0; i < n; i++) {
        const int64_t *m = j->rows[i], *last = i > 0 ? j->rows[i - 1] : m;

        if (m[0] != last[0] || m[1] != last[1])
            tag = 0;
        else if (m[2] != last[2])
            tag++;
        if (!words_count(&j->key, (int64_t[]){m[0], m[1], tag, m[3], m[4]},
                         MESSAGE_WORDS))
            return false;
    }
    return true;
}

/* Counts the current superstep. Stores its messages if it is a new one. */
static bool count_superstep(struct joining *j)
{
    struct joined *out = j->out;
    int64_t id;

    if (!make_key(j))
        return false;
    id = intern(&j->keys, j->key.w, j->key.n);
    if (id < 0)
        return false;
    if ((size_t)id == out->repeat.n &&
        (intern(&out->supersteps, j->messages.w, j->messages.n) != id ||
         !words_add(&out->repeat, (int64_t[]){0}, 1)))
        return false;
    out->repeat.w[id]++;
    return true;
}

static bool add_level(struct joining *j, uint32_t level)
{
    j->messages.n = 0;
    for (uint32_t i = j->first[level]; i != NONE; i = j->e[i].next)
        if (j->e[i].what != SETS_MARK && !add_messages(j, &j->e[i]))
            return false;
    return j->messages.n == 0 || count_superstep(j);
}

static void free_all(struct joining *j)
{
    for (size_t i = 0; i < j->nqueues; i++)
        free(j->queues[i].waiting.w);
    free(j->queues);
    intern_free(&j->envelopes);
    free(j->marks_of);
    free(j->marks.w);
    free(j->base);
    free(j->e);
    free(j->ready);
    free(j->first);
    free(j->messages.w);
    free(j->key.w);
    free(j->rows);
    intern_free(&j->keys);
}

bool join(const struct sets of[], int ranks, const int *node,
          struct joined *out, struct tally *tally)
{
    struct joining j = {
        .of = of, .ranks = ranks, .node = node, .out = out, .tally = tally};
    bool ok;

    *out = (struct joined){0};
    ok = make_entries(&j) && match_all(&j);
    if (ok)
        order(&j);
    for (uint32_t l = 0; ok && l < j.levels; l++)
        ok = add_level(&j, l);
    free_all(&j);
    return ok;
}

void joined_free(struct joined *j)
{
    intern_free(&j->supersteps);
    free(j->repeat.w);
}
