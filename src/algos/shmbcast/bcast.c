/* bcast.c: the broadcast through the root's queue (section 4.2, figure 2). */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Copy-in, copy-out: the root copies the message, cut into fragments of f
 * bytes, into the s buffers of its queue. Ranks notify each other along a tree
 * that a buffer is filled, and copy it from the root's queue. The buffers are
 * split into q sets; the root enters a set when all ranks have left it.
 *
 * Cost: let t be seconds per byte, tW per notification, tWO for opening a set,
 * tA for an atomic decrement, and b = f s. For m > f the time is about
 *   ceil(m / b) (tWO + tA + f t) + ceil(m / f) tW + m t,
 * because the root's copy overlaps with the other ranks' (shmbcast_model.h).
 * All ranks must share the machine.
 *
 * M. G. Kurnosov, E. I. Tokmasheva, "Shared memory based MPI broadcast
 * algorithm for NUMA systems", 2020. doc/shmbcast.md argues that the protocol
 * is correct; test/model_queue.c models it, and a test searches all its states.
 */
#include "line.h"
#include "handle.h"

/* Limits of the root's prefetches: bytes of data, and children whose control
 * words it fetches. */
enum { OWN_BYTES = 512, OWN_CHILDREN = 4 };

/* A control word is 0 if its buffer is empty; otherwise it holds the length of
 * the fragment and two flags. The flags are not in the paper. They mark the end
 * of the message, so that the protocol completes even if a rank expects another
 * length or packing fails. */
#define WORD_LAST ((uint64_t)1 << 63)
#define WORD_FAILED ((uint64_t)1 << 62)
#define WORD_BYTES (WORD_FAILED - 1)

/* The children of this rank in the tree of one call. */
struct family {
    const int *child, *end; /* first child and end, as virtual ranks */
    int root;
};

static struct family family_of(const struct shmbcast *h, int root)
{
    int v = sb_tree_virtual(&h->tree, h->rank, root);

    return (struct family){
        .child = h->tree.child + h->tree.first[v],
        .end = h->tree.child + h->tree.first[v + 1],
        .root = root,
    };
}

static inline void notify(const struct shmbcast *h, const struct family *fam,
                          unsigned index, uint64_t word)
{
    for (const int *v = fam->child; v < fam->end; v++) {
        int rank = sb_tree_rank(&h->tree, *v, fam->root);

        /* release: comes after storing the fragment or receiving the parent's
         * notification; pairs with the child's wait in read_fragment() */
        atomic_store_explicit(sb_control(h->base, &h->layout, rank, index),
                              word, memory_order_release);
    }
}

/* Returns the set of the next operation. All ranks get the same set, because
 * they make the same calls. */
static inline unsigned next_set(struct shmbcast *h, uint64_t *op)
{
    unsigned set = h->set;

    *op = ++h->op;
    h->set = set + 1 < h->nsets ? set + 1 : 0;
    return set;
}

/* Prefetches for writing the cache lines that the next message of [nbytes] will
 * use, so that no rank has to wait for them. Does nothing if there is only one
 * set, because it is still being read. Skips the controls of messages longer
 * than OWN_BYTES: the children poll them during the copy and would take the
 * lines back. */
static void own_next(const struct shmbcast *h, const struct family *fam,
                     size_t nbytes)
{
    struct sb_set *set = sb_set(h->base, &h->layout, h->set);
    char *fragment;
    unsigned index = h->set * h->set_len;

    if (h->nsets == 1)
        return;
    SB_LINE_OWN(&set->op);
    SB_LINE_OWN(&set->nreaders);
    fragment = sb_fragment(h->base, &h->layout, h->rank, index);
    sb_lines_own(fragment, nbytes < OWN_BYTES ? nbytes : OWN_BYTES);
    if (nbytes > OWN_BYTES)
        return;
    for (int i = 0; i < OWN_CHILDREN && fam->child + i < fam->end; i++)
        SB_LINE_OWN(sb_control(h->base, &h->layout,
                               sb_tree_rank(&h->tree, fam->child[i], fam->root),
                               index));
}

int sb_queue_send(struct shmbcast *h, struct sb_stream *st, size_t nbytes)
{
    struct family fam = family_of(h, h->rank);
    size_t whole = nbytes;
    int rc = MPI_SUCCESS;

    while (nbytes > 0) {
        uint64_t op;
        unsigned which = next_set(h, &op), index = which * h->set_len;
        struct sb_set *set = sb_set(h->base, &h->layout, which);

        sb_set_open(h, set, op);
        for (unsigned end = index + h->set_len; index < end && nbytes > 0;
             index++) {
            size_t n = nbytes < h->layout.f ? nbytes : h->layout.f;
            uint64_t word = n == nbytes ? n | WORD_LAST : n;

            rc = sb_stream_get(
                st, sb_fragment(h->base, &h->layout, h->rank, index), n);
            nbytes -= n;
            if (rc != MPI_SUCCESS) {
                word = WORD_LAST | WORD_FAILED;
                nbytes = 0;
            }
            notify(h, &fam, index, word);
        }
    }
    if (whole <= h->layout.f)
        own_next(h, &fam, whole);
    return rc;
}

/* State of a call on a rank that is not the root. */
struct reader {
    struct sb_stream *st;
    size_t left; /* bytes of the user's buffer not yet filled */
    int rc;      /* first error; the rank completes the protocol anyway */
};

static int copy_out(struct reader *r, const char *fragment, size_t n, bool last)
{
#ifdef SHMBCAST_FAULT
    /* test build only: the last byte of every message is wrong */
    if (last && n > 0) {
        char bad = (char)(fragment[n - 1] ^ 1);
        int rc = sb_stream_put(r->st, fragment, n - 1);

        return rc == MPI_SUCCESS ? sb_stream_put(r->st, &bad, 1) : rc;
    }
#endif
    (void)last;
    return n > 0 ? sb_stream_put(r->st, fragment, n) : MPI_SUCCESS;
}

static inline void take_fragment(struct reader *r, const char *fragment,
                                 uint64_t word)
{
    size_t sent = word & WORD_BYTES, n = sent < r->left ? sent : r->left;

    if (r->rc != MPI_SUCCESS)
        return;
    r->rc = copy_out(r, fragment, n, (word & WORD_LAST) != 0);
    r->left -= n;
    if (r->rc == MPI_SUCCESS && (word & WORD_FAILED) != 0)
        r->rc = MPI_ERR_OTHER;
    else if (r->rc == MPI_SUCCESS && n < sent)
        r->rc = MPI_ERR_TRUNCATE;
}

static inline uint64_t read_fragment(struct shmbcast *h, struct reader *r,
                                     const struct family *fam, unsigned index)
{
    sb_control_t *control = sb_control(h->base, &h->layout, h->rank, index);
    /* pairs with the parent's store in notify() */
    uint64_t word = sb_wait_least(control, 1, &h->waiter);
    const char *fragment = sb_fragment(h->base, &h->layout, fam->root, index);

    /* relaxed: the next writer waits until we decrement the set's readers */
    atomic_store_explicit(control, 0, memory_order_relaxed);
    notify(h, fam, index, word);
    take_fragment(r, fragment, word);
    return word;
}

static uint64_t read_set(struct shmbcast *h, struct reader *r,
                         const struct family *fam)
{
    uint64_t op, word = 0;
    unsigned which = next_set(h, &op), index = which * h->set_len;
    struct sb_set *set = sb_set(h->base, &h->layout, which);

    /* pairs with the store of op in sb_set_open() */
    sb_wait_equal(&set->op, op, &h->waiter);
    for (unsigned end = index + h->set_len;
         index < end && (word & WORD_LAST) == 0; index++)
        word = read_fragment(h, r, fam, index);
    sb_set_leave(h, set);
    return word;
}

int sb_queue_receive(struct shmbcast *h, struct sb_stream *st, size_t nbytes,
                     int root)
{
    struct reader r = {.st = st, .left = nbytes, .rc = MPI_SUCCESS};
    struct family fam = family_of(h, root);

    while ((read_set(h, &r, &fam) & WORD_LAST) == 0)
        ;
    return r.rc;
}

int shmbcast_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                   struct shmbcast *h)
{
    struct sb_stream st;
    size_t nbytes;
    int rc;

    if (h == NULL)
        return MPI_ERR_ARG;
    if (root < 0 || root >= h->size)
        return MPI_ERR_ROOT;
    rc = sb_message(&h->messages, buf, count, type, &st, &nbytes);
    if (rc != MPI_SUCCESS || nbytes == 0 || h->size == 1)
        return rc;
    if (root == h->rank)
        return sb_queue_send(h, &st, nbytes);
    return sb_queue_receive(h, &st, nbytes, root);
}
