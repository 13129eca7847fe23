/* agree.c: makes all ranks fail for the same reason if one fails.
 *
 * A rank that fails records why and goes on to the next agreement. There an
 * allreduce finds the lowest failed rank, which broadcasts its reason. So no
 * rank waits for one that has already returned.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "agree.h"

#include <stdio.h>
#include <stdlib.h>

#include "algos/type.h"

static const struct {
    int code;
    const char *what;
} reasons[] = {
    [MS_FINE] = {MPI_SUCCESS, "no failure"},
    [MS_MEMORY] = {MPI_ERR_NO_MEM, "no memory"},
    [MS_LENGTH] = {MPI_ERR_COUNT, "a list of messages with a negative length"},
    [MS_NODES] = {MPI_ERR_ARG,
                  "distances for another number of nodes, or negative"},
    [MS_PEER] = {MPI_ERR_RANK, "not a rank of the communicator"},
    [MS_TAG] = {MPI_ERR_TAG, "tag is negative or too large"},
    [MS_COUNT] = {MPI_ERR_COUNT,
                  "the number of elements is negative or too large"},
    [MS_TYPE] = {MPI_ERR_TYPE, "not a datatype"},
    [MS_NO_RECEIVE] = {MPI_ERR_ARG, "a message without a receive"},
    [MS_NO_MESSAGE] = {MPI_ERR_ARG, "a receive without a message"},
    [MS_SHORT] = {MPI_ERR_TRUNCATE, "a receive shorter than its message"},
    [MS_LARGE] = {MPI_ERR_COUNT, "over 2 GiB from one rank, with a message "
                                 "that ends within an element of its receive"},
    [MS_IN_FLIGHT] = {MPI_ERR_REQUEST, "the plan is in flight"},
    [MS_BROKEN] = {MPI_ERR_OTHER, "the plan's last exchange failed"},
    [MS_OUTPUT] = {MPI_ERR_ARG, "plan is a null pointer"},
    [MS_NO_NEIGHBOR] = {MPI_ERR_UNSUPPORTED_OPERATION,
                        "this MPI has no neighborhood collectives"},
    [MS_MPI] = {MPI_ERR_OTHER, "MPI failed"},
};

void ms_agree_open(struct ms_agree *a, MPI_Comm comm, int rank)
{
    *a = (struct ms_agree){.comm = comm, .rank = rank};
    a->why.rank = -1;
    a->why.peer = a->why.tag = MPI_PROC_NULL;
    a->why.what = reasons[MS_FINE].what;
}

int ms_all_fail(struct ms_agree *a, int code, const char *what)
{
    a->why.code = al_error_class(code);
    a->why.what = what;
    a->why.rank = -1;
    a->why.peer = a->why.tag = MPI_PROC_NULL;
    return a->why.code;
}

int ms_all(struct ms_agree *a, int code)
{
    return code == MPI_SUCCESS ? MPI_SUCCESS
                               : ms_all_fail(a, code, reasons[MS_MPI].what);
}

int ms_agree_all(struct ms_agree *a)
{
    int mine = ms_well(a) ? INT32_MAX : a->rank, first = INT32_MAX;
    int said[3] = {a->mine.reason, a->mine.peer, a->mine.tag};
    int rc = MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, a->comm);

    if (rc == MPI_SUCCESS && first != INT32_MAX)
        rc = MPI_Bcast(said, 3, MPI_INT, first, a->comm);
    a->mine.reason = MS_FINE;
    if (rc != MPI_SUCCESS || first == INT32_MAX)
        return ms_all(a, rc);
    a->why.code = reasons[said[0]].code;
    a->why.what = reasons[said[0]].what;
    a->why.rank = first;
    a->why.peer = said[1];
    a->why.tag = said[2];
    return a->why.code;
}

int msgsched_failure_text(const struct msgsched_failure *why, char *text,
                          size_t size)
{
    char rank[32] = "", message[64] = "";

    if (why->code == MPI_SUCCESS)
        return snprintf(text, size, "no failure");
    if (why->rank >= 0)
        snprintf(rank, sizeof(rank), " on rank %d", why->rank);
    if (why->peer != MPI_PROC_NULL)
        snprintf(message, sizeof(message), ", peer %d, tag %d", why->peer,
                 why->tag);
    return snprintf(text, size, "%s%s%s", why->what, rank, message);
}

/* ---- local checks of messages -------------------------------------------- */

static enum ms_reason wrong(const struct msgsched_message *m, int size)
{
    MPI_Count bytes, total;

    if (m->peer == MPI_PROC_NULL)
        return MS_FINE;
    if (m->peer < 0 || m->peer >= size)
        return MS_PEER; /* negative, such as MPI_ANY_SOURCE, or too high */
    if (m->tag < 0)
        return MS_TAG; /* negative, such as MPI_ANY_TAG */
    if (m->count < 0)
        return MS_COUNT;
    if (m->type == MPI_DATATYPE_NULL ||
        AS_COUNT(MPI_Type_size)(m->type, &bytes) != MPI_SUCCESS ||
        bytes == MPI_UNDEFINED)
        return MS_TYPE;
    if (__builtin_mul_overflow(bytes, m->count, &total) || total > INT64_MAX)
        return MS_COUNT;
    return MS_FINE;
}

void ms_check_list(struct ms_agree *a, int size, int n,
                   const struct msgsched_message *list)
{
    if (n < 0 || (n > 0 && list == NULL))
        ms_refuse(a, MS_LENGTH, MPI_PROC_NULL, MPI_PROC_NULL);
    for (int i = 0; i < n && ms_well(a); i++) {
        enum ms_reason reason = wrong(&list[i], size);

        if (reason != MS_FINE)
            ms_refuse(a, reason, list[i].peer, list[i].tag);
    }
}
