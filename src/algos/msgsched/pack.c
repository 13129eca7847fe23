/* pack.c: messages into a wire message and out of it.
 *
 * Merging pays because memory is several times as fast as a network: a copy of
 * the bytes on each side in place of a send and a receive of MPI for each
 * message. Elements that are one run of bytes are copied by memcpy(), others by
 * MPI_Pack(). There are no headers: both sides know the cuts.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire.h"

#include "config.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Most messages that are merged are a word or two: no call for these. */
static inline void copy(char *to, const char *from, size_t n)
{
    if (n == 8)
        memcpy(to, from, 8);
    else
        memcpy(to, from, n);
}

/*
 * The packed form of elements is their data one after another, without headers:
 * true of MPI_Pack() between equal ranks in Open MPI and MPICH, as a test
 * checks.
 */
static int pack_elements(const struct ms_shape *s, const char *from,
                         MPI_Count count, char *to, int64_t bytes,
                         MPI_Comm comm)
{
    int at = 0;

    return MPI_Pack(from, (int)count, s->type, to, (int)bytes, &at, comm);
}

static int unpack_elements(const struct ms_shape *s, const char *from,
                           int64_t bytes, char *to, MPI_Count count,
                           MPI_Comm comm)
{
    int at = 0;

    return MPI_Unpack((void *)from, (int)bytes, &at, to, (int)count, s->type,
                      comm);
}

/* The last of a message's bytes are less than an element of the receive: the
 * rest of that stays as it was. */
static int unpack_part(const struct ms_shape *s, const char *from,
                       int64_t bytes, char *to, MPI_Comm comm)
{
    char *whole = malloc((size_t)s->size);
    int rc;

    if (whole == NULL)
        return MPI_ERR_NO_MEM;
    rc = pack_elements(s, to, 1, whole, (int64_t)s->size, comm);
    memcpy(whole, from, (size_t)bytes);
    if (rc == MPI_SUCCESS)
        rc = unpack_elements(s, whole, (int64_t)s->size, to, 1, comm);
    free(whole);
    return rc;
}

static int unpack_derived(const struct ms_shape *s, const char *from,
                          int64_t bytes, char *to, MPI_Comm comm)
{
    MPI_Count count = bytes / s->size;
    int64_t whole = (int64_t)(count * s->size);
    int rc = MPI_SUCCESS;

    if (count > 0)
        rc = unpack_elements(s, from, whole, to, count, comm);
    if (rc == MPI_SUCCESS && bytes > whole)
        rc = unpack_part(s, from + whole, bytes - whole, to + count * s->extent,
                         comm);
    return rc;
}

int ms_pack(const struct ms_side *side, const struct ms_wire *w,
            const void *base, MPI_Comm comm)
{
    char *to = ms_address(side->stage, w->at);
    int rc = MPI_SUCCESS;

    for (size_t i = w->first; i < w->first + w->n && rc == MPI_SUCCESS; i++) {
        const struct ms_piece *p = &side->pieces[i];
        const struct ms_shape *s = &side->shapes[p->shape];

        if (p->bytes == 0)
            continue; /* its address may be none */
        if (s->dense)
            copy(to, ms_address(base, p->displ + s->first), (size_t)p->bytes);
        else
            rc = pack_elements(s, ms_address(base, p->displ),
                               p->bytes / s->size, to, p->bytes, comm);
        to += p->bytes;
    }
    ms_charge(w->n, (size_t)w->bytes);
    return rc;
}

int ms_unpack(const struct ms_side *side, const struct ms_wire *w, void *base,
              MPI_Comm comm)
{
    const char *from = ms_address(side->stage, w->at);
    int rc = MPI_SUCCESS;

    for (size_t i = w->first; i < w->first + w->n && rc == MPI_SUCCESS; i++) {
        const struct ms_piece *p = &side->pieces[i];
        const struct ms_shape *s = &side->shapes[p->shape];

        if (p->bytes == 0)
            continue;
        if (s->dense)
            copy(ms_address(base, p->displ + s->first), from, (size_t)p->bytes);
        else
            rc = unpack_derived(s, from, p->bytes, ms_address(base, p->displ),
                                comm);
        from += p->bytes;
    }
    ms_charge(w->n, (size_t)w->bytes);
    return rc;
}

void ms_charge(size_t messages, size_t bytes)
{
#ifdef HAVE_SMPI
    enum { CACHE_LINE = 64 };

    smpi_execute_flops((double)(bytes + messages * CACHE_LINE));
#else
    (void)messages, (void)bytes;
#endif
}
