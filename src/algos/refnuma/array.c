/* array.c: creation and release of arrays. */
/* SPDX-License-Identifier: BSD-3-Clause */

/* An array has a layout (which rank is the home of each page), a mirror (its
 * memory), and sets of pages: those touched by this rank, those touched by
 * others, and those with twins. Collective calls check that all ranks passed
 * the same arguments: one reduction compares digests of the arguments. */
#include "array.h"

#include <stdlib.h>
#include <string.h>

#include "algos/type.h"
#include "lib/digest.h"

/* Returns the bytes of an element; 0 if the type has gaps or no bytes. */
static size_t type_size(MPI_Datatype type)
{
    MPI_Aint lb, extent;
    int size;

    if (type == MPI_DATATYPE_NULL ||
        MPI_Type_size(type, &size) != MPI_SUCCESS ||
        MPI_Type_get_extent(type, &lb, &extent) != MPI_SUCCESS)
        return 0;
    if (size <= 0 || lb != 0 || extent != size || !sb_type_dense(type))
        return 0;
    return (size_t)size;
}

static enum rn_type type_of(MPI_Datatype type, size_t size)
{
    if (size != sizeof(uint64_t))
        return RN_OTHER;
    if (type == MPI_DOUBLE || type == MPI_DOUBLE_PRECISION)
        return RN_DOUBLE;
    if (type == MPI_LONG || type == MPI_INT64_T || type == MPI_LONG_LONG ||
        type == MPI_UNSIGNED_LONG || type == MPI_UINT64_T)
        return RN_LONG;
    return RN_OTHER;
}

static int open_mirror(struct refnuma_array *a, const char **why)
{
    struct refnuma *c = a->context;
    bool fills = a->delivers && c->one_node;
    struct rn_mirror_set set = {
        .pages = a->layout.pages,
        .page = c->page,
        .own = &a->own,
        .by_call = c->options.touch == REFNUMA_TOUCH_CALL,
        .uffd = c->has_uffd ? &c->uffd : NULL,
        .undefined = c->undefined,
        .fill = fills ? rn_source_fill : NULL,
        .fill_arg = fills ? &a->source : NULL,
    };
    int rc = rn_mirror_open(&a->mirror, &set, why);

    a->has_mirror = rc == 0;
    return rc;
}

/* Makes the twins that check mode needs, and starts watching for writes. */
static int begin_twins(struct refnuma_array *a)
{
    const struct refnuma *c = a->context;
    int rc = 0;

    a->detect.watching =
        c->has_uffd && c->options.detect == REFNUMA_DETECT_UFFD && !c->adaptive;
    a->detect.costs = c->costs;
    if (!c->options.check)
        return 0;
    rc = rn_extents_add(&a->twinned, &a->own);
    if (rc != 0)
        return rc;
    rn_mirror_twin(&a->mirror, &a->own, c->page);
    return a->detect.watching ? rn_mirror_watch(&a->mirror, &a->own, true) : 0;
}

/*
 * Decides whether the array needs REFNUMA_DELIVER. Comparison and messages work
 * in words. If the program writes one element of a word in a page that was not
 * delivered, the word would also carry undefined values of the other elements
 * to the owner.
 */
static int first_read(struct refnuma_array *a, size_t size, const char **why)
{
    const struct refnuma *c = a->context;
    bool asked = c->options.first_read == REFNUMA_DELIVER;

    a->delivers = asked || size % RN_WORD != 0;
    *why = "elements whose size is not a multiple of 8 bytes need "
           "first_read=deliver "
           "across nodes";
    return a->delivers && !asked && !c->one_node ? MPI_ERR_TYPE : MPI_SUCCESS;
}

/* Opens what one rank can open alone. Returns an error code, with the reason in
 * *why. */
static int open_local(struct refnuma_array *a, const struct rn_wish *w,
                      MPI_Datatype type, const char **why)
{
    size_t size = type_size(type);
    const struct refnuma *c = a->context;
    int rc;

    *why = "not a datatype, or one with gaps";
    if (size == 0)
        return MPI_ERR_TYPE;
    a->type = type_of(type, size);
    rc = first_read(a, size, why);
    if (rc != MPI_SUCCESS)
        return rc;
    *why = "no memory for an array";
    rc = rn_layout_make(&a->layout, w, size, c->page, c->ranks, why);
    if (rc == 0)
        rc = rn_layout_homes(&a->layout, c->rank, &a->own);
    if (rc != 0)
        return rn_code(rc);
    a->words = (a->layout.n * size + RN_WORD - 1) / RN_WORD;
    a->words_a_page = c->page / RN_WORD;
    rc = open_mirror(a, why);
    if (rc != 0) {
        rc = rn_fail_error(rc, *why,
                           "smaller arrays or a higher limit (ulimit -v, "
                           "ulimit -n, vm.max_map_count) may help");
        *why = refnuma_failure();
        return rc;
    }
    *why = "no memory for twins";
    return rn_code(begin_twins(a));
}

/* Opens what needs collective calls. */
static int open_shared(struct refnuma_array *a)
{
    struct refnuma *c = a->context;

    if (!a->delivers)
        return MPI_SUCCESS;
    if (!c->one_node)
        return rn_remote_open(&a->remote, c->comm, &a->layout, &a->mirror);
    return rn_source_open(&a->source, c->comm, &a->layout, &a->mirror);
}

void rn_array_close(struct refnuma_array *a)
{
    if (a == NULL)
        return;
    if (a->remote != NULL)
        rn_remote_close(&a->remote);
    if (a->has_mirror)
        rn_mirror_close(&a->mirror);
    rn_source_close(&a->source);
    rn_peers_free(&a->foreign);
    rn_peers_free(&a->readers);
    rn_extents_free(&a->own);
    rn_extents_free(&a->shared);
    rn_extents_free(&a->twinned);
    rn_extents_free(&a->opened);
    rn_extents_free(&a->late);
    rn_extents_free(&a->dirty);
    rn_extents_free(&a->piece);
    rn_extents_free(&a->dropped);
    rn_extents_free(&a->changed);
    rn_extents_free(&a->mine);
    rn_extents_free(&a->written);
    rn_extents_free(&a->out);
    rn_writes_free(&a->writes);
    rn_layout_free(&a->layout);
    free(a);
}

/* Finds an array number that no rank uses. All ranks get the same. */
static int take_number(struct refnuma *c, uint32_t *number)
{
    struct refnuma_array **v;
    size_t i = 0;

    while (i < c->narrays && c->arrays[i] != NULL)
        i++;
    *number = (uint32_t)i;
    if (i >= (UINT32_MAX >> RN_KIND_BITS))
        return -ENOMEM;
    v = rn_grow(c->arrays, &c->room, i + 1, sizeof(struct refnuma_array *));
    if (v == NULL)
        return -ENOMEM;
    c->arrays = v;
    return 0;
}

static void enter(struct refnuma *c, struct refnuma_array *a)
{
    c->arrays[a->number] = a;
    if (a->number == c->narrays)
        c->narrays++;
    c->delivering += a->delivers;
}

uint64_t rn_array_digest(const struct refnuma_array *a, enum rn_call call,
                         const char *path)
{
    uint64_t digest = rn_layout_digest(&a->layout);

    digest = digest_add(digest, a->type);
    digest = digest_add(digest, a->number);
    digest = digest_add(digest, call);
    for (; path != NULL && *path != '\0'; path++)
        digest = digest_add(digest, *path);
    return digest;
}

static int make(struct refnuma *c, const struct rn_wish *w, MPI_Datatype type,
                struct refnuma_array **array)
{
    const char *why = "no memory for an array";
    struct refnuma_array *a;
    int rc = MPI_ERR_NO_MEM;

    if (array != NULL)
        *array = NULL;
    if (c == NULL)
        return rn_fail(MPI_ERR_ARG, "no context");
    if (c->begun)
        return rn_fail(MPI_ERR_OTHER, "a barrier has begun but not ended");
    a = calloc(1, sizeof(*a));
    if (a != NULL) {
        a->context = c;
        rc = rn_code(take_number(c, &a->number));
        if (rc == MPI_SUCCESS)
            rc = open_local(a, w, type, &why);
    }
    if (array == NULL) {
        rc = MPI_ERR_ARG;
        why = "array is a null pointer";
    }
    rc = rn_agree_same(
        c->comm, a != NULL ? rn_array_digest(a, RN_ALLOC, NULL) : 0, rc, why);
    if (rc == MPI_SUCCESS)
        rc = open_shared(a);
    if (rc != MPI_SUCCESS) {
        rn_array_close(a);
        return rc;
    }
    enter(c, a);
    *array = a;
    return MPI_SUCCESS;
}

int refnuma_alloc(struct refnuma *context, size_t n, MPI_Datatype type,
                  struct refnuma_array **array)
{
    const struct rn_wish w = {.cut = RN_EVEN, .n = n};

    return make(context, &w, type, array);
}

int refnuma_alloc_sections(struct refnuma *context, const size_t counts[],
                           MPI_Datatype type, struct refnuma_array **array)
{
    const struct rn_wish w = {.cut = RN_SECTIONS, .counts = counts};

    return make(context, &w, type, array);
}

int refnuma_alloc_blocks(struct refnuma *context, size_t rows, size_t cols,
                         size_t ld, int prows, int pcols, MPI_Datatype type,
                         struct refnuma_array **array)
{
    const struct rn_wish w = {.cut = RN_BLOCKS,
                              .rows = rows,
                              .cols = cols,
                              .ld = ld,
                              .prows = prows,
                              .pcols = pcols};

    return make(context, &w, type, array);
}

int rn_array_idle(const struct refnuma_array *a)
{
    if (a == NULL)
        return rn_fail(MPI_ERR_ARG, "no array");
    if (a->context->begun)
        return rn_fail(MPI_ERR_OTHER, "a barrier has begun but not ended");
    return MPI_SUCCESS;
}

static int64_t relaxed(const _Atomic int64_t *n)
{
    return atomic_load_explicit(n, memory_order_relaxed);
}

void rn_info_add(struct refnuma_info *sum, const struct refnuma_array *a)
{
    sum->bytes += a->count.bytes;
    sum->runs += a->count.runs;
    sum->elements += a->count.elements;
    sum->compared += a->count.compared;
    sum->races += a->count.races;
    sum->undefined += a->count.undefined;
    sum->faults += relaxed(&a->mirror.faults);
    sum->delivered += relaxed(&a->mirror.delivered);
}

int refnuma_free(struct refnuma_array **array)
{
    struct refnuma *c;
    int rc = rn_array_idle(array != NULL ? *array : NULL);

    if (rc != MPI_SUCCESS)
        return rc;
    c = (*array)->context;
    rc = rn_agree_same(c->comm, rn_array_digest(*array, RN_FREE, NULL),
                       MPI_SUCCESS, "");
    if (rc != MPI_SUCCESS)
        return rc;
    rn_info_add(&c->count, *array);
    c->arrays[(*array)->number] = NULL;
    c->delivering -= (*array)->delivers;
    rn_array_close(*array);
    *array = NULL;
    return MPI_SUCCESS;
}

/* Returns the reason why this rank cannot combine writes; NULL if it can. */
static const char *refusal(const struct refnuma_array *a)
{
    if (a->type == RN_OTHER)
        return "only doubles and longs can be added";
    if (a->barriers > 0)
        return "the array has been in a barrier before";
    if (atomic_load_explicit(&a->mirror.nopened, memory_order_relaxed) > 0)
        return "elements of other ranks have been touched";
    return NULL;
}

int refnuma_combine_add(struct refnuma_array *array)
{
    const char *why;
    int rc;

    if (array == NULL)
        return rn_fail(MPI_ERR_ARG, "no array");
    why = refusal(array);
    rc = rn_agree_same(array->context->comm,
                       rn_array_digest(array, RN_COMBINE, NULL),
                       why != NULL ? MPI_ERR_ARG : MPI_SUCCESS, why);
    if (rc != MPI_SUCCESS)
        return rc;
    array->add = true;
    array->mirror.set.undefined = 0;
    return MPI_SUCCESS;
}
