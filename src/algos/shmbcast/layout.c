/* layout.c: offsets in the shared segment and its size. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "layout.h"

#include <errno.h>

#include "page.h"

/*
 * w * ceil(4p / w) + w * q + p * s * (w + f). For p = 8, s = 8, f = 8192,
 * q = 2 and pages of 4096 bytes these are 780 KiB, as in the paper's figure 1.
 * For p = 64, s = 1024, f = 8192 the paper's text says 384 MB, its own formula
 * 768 MB; the formula is right.
 */
int sb_layout_init(struct sb_layout *l, const struct shmbcast_params *params,
                   int nranks)
{
    size_t w = sb_page_size(), p = (size_t)nranks, s = (size_t)params->s;
    size_t stride;

    l->page = w;
    l->f = params->f;
    l->sets = sb_whole_pages(sizeof(int) * p);
    l->data = s * w;
    l->extent.cookie = l->sets + offsetof(struct sb_set, cookie);
    if (__builtin_mul_overflow(s, w + params->f, &stride))
        return -EOVERFLOW;
    return sb_extent_init(&l->extent, l->sets + w * (size_t)params->q, stride,
                          nranks);
}

size_t shmbcast_segment_bytes(const struct shmbcast_params *params, int nranks)
{
    struct sb_layout l;

    if (nranks < 1 || shmbcast_params_check(params, NULL) != 0 ||
        sb_layout_init(&l, params, nranks) != 0)
        return 0;
    return l.extent.bytes;
}
