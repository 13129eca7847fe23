/* agree.c: agreement on failures, and their description as text. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The paper does not say what happens if a step fails on one rank only. Here
 * each such step ends with an MPI_Allreduce, after which all ranks know the
 * lowest rank that failed. That is its cost.
 */
#include "agree.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/c_locale.h"

static const char *const step_names[] = {
    [SB_ARGUMENT] = "bad argument",
    [SB_MACHINE] = "ranks do not share one machine",
    [SB_MEMORY] = "no memory",
    [SB_FILE] = "cannot create a file in /dev/shm",
    [SB_OPEN] = "cannot open the file of rank 0",
    [SB_MAP] = "cannot map the segment",
    [SB_RESERVE] = "cannot reserve pages in /dev/shm",
};

static const char no_agreement[] = "cannot agree with the other ranks";

static int code_of(enum sb_step step, int error)
{
    if (step == SB_MACHINE)
        return MPI_ERR_COMM;
    if (error == ENOSPC || error == EFBIG || error == EDQUOT)
        return MPI_ERR_NO_SPACE;
    return error == ENOMEM       ? MPI_ERR_NO_MEM
           : step == SB_ARGUMENT ? MPI_ERR_ARG
                                 : MPI_ERR_OTHER;
}

int sb_result(struct sb_agree *a, const char *step, int code)
{
    if (code == MPI_SUCCESS)
        return MPI_SUCCESS;
    a->why.code = al_error_class(code);
    a->why.step = step;
    a->why.error = 0;
    a->why.rank = -1;
    return a->why.code;
}

int sb_agree_all(struct sb_agree *a)
{
    /* the word holds rank, step and errno, so the minimum names the lowest
     * rank */
    int64_t mine = INT64_MAX, first;
    int rc;

    if (a->error != 0)
        mine = (int64_t)a->rank << 32 | (int64_t)a->step << 16 | a->error;
    rc = PMPI_Allreduce(&mine, &first, 1, MPI_INT64_T, MPI_MIN, a->comm);
    if (rc != MPI_SUCCESS || first == INT64_MAX)
        return sb_result(a, no_agreement, rc);
    a->why.rank = (int)(first >> 32);
    a->why.step = step_names[first >> 16 & 0xffff];
    a->why.error = (int)(first & 0xffff);
    a->why.code = code_of((enum sb_step)(first >> 16 & 0xffff), a->why.error);
    return a->why.code;
}

int sb_agree_same(struct sb_agree *a, const long long *values, int n)
{
    long long in[2 * SB_SAME_MOST], out[2 * SB_SAME_MOST];
    int rc = sb_agree(a), same = 1;

    if (rc != MPI_SUCCESS)
        return rc;
    for (int i = 0; i < n; i++) {
        in[i] = values[i];
        in[n + i] = -values[i];
    }
    rc = PMPI_Allreduce(in, out, 2 * n, MPI_LONG_LONG, MPI_MAX, a->comm);
    for (int i = 0; i < n && rc == MPI_SUCCESS; i++)
        same &= out[i] == -out[n + i];
    if (rc == MPI_SUCCESS && !same)
        return sb_result(a, "parameters differ between ranks", MPI_ERR_ARG);
    return sb_result(a, no_agreement, rc);
}

int sb_agree_least(struct sb_agree *a, int mine, int *least)
{
    return sb_result(
        a, no_agreement,
        PMPI_Allreduce(&mine, least, 1, MPI_INT, MPI_MIN, a->comm));
}

int sb_agree_first(struct sb_agree *a, uint64_t *values, int n)
{
    return sb_result(a, no_agreement,
                     PMPI_Bcast(values, n, MPI_UINT64_T, 0, a->comm));
}

static void size_text(char *text, size_t size, size_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    const locale_t before = c_locale_enter();
    double value = (double)bytes;
    int i = 0;

    while (value >= 1024 && i < 5) {
        value /= 1024;
        i++;
    }
    snprintf(text, size, "%.*f %s", i > 0 && value < 10, value, units[i]);
    c_locale_leave(before);
}

int shmbcast_failure_text(const struct shmbcast_failure *why, char *text,
                          size_t size)
{
    char bytes[32], rank[32] = "", error[96] = "";

    if (why->code == MPI_SUCCESS)
        return snprintf(text, size, "no failure");
    size_text(bytes, sizeof(bytes), why->bytes);
    if (why->rank >= 0)
        snprintf(rank, sizeof(rank), " on rank %d", why->rank);
    if (why->error != 0) {
        char room[80];

        snprintf(error, sizeof(error), ": %s",
                 strerror_r(why->error, room, sizeof(room)));
    }
    return snprintf(text, size, "%s%s%s%s%s%s", why->bytes ? "segment of " : "",
                    why->bytes ? bytes : "", why->bytes ? ": " : "", why->step,
                    rank, error);
}
