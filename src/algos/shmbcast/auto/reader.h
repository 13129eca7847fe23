/* reader.h: what comes, put where the user wants it, as far as it fits. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_READER_H
#define SHMBCAST_AUTO_READER_H

#include "handle.h"

static inline void sb_reader_fail(struct sb_reader *r, int code)
{
    if (r->rc == MPI_SUCCESS)
        r->rc = code;
}

/* The next [n] bytes of the message. */
static inline void sb_reader_put(struct sb_reader *r, const char *from,
                                 size_t n)
{
    size_t fits = n < r->left ? n : r->left;

    if (r->rc != MPI_SUCCESS)
        return;
    if (fits > 0)
        r->rc = sb_stream_put(r->st, from, fits);
    r->left -= fits;
    if (fits < n)
        sb_reader_fail(r, MPI_ERR_TRUNCATE);
}

#endif /* SHMBCAST_AUTO_READER_H */
