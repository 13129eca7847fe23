/* failure.c: reasons of failures, and agreement on them between ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */

/* A collective call fails on all ranks or on none. Before it takes effect, one
 * reduction of three numbers finds the lowest rank that failed, and checks that
 * all ranks passed the same arguments, by comparing digests. The reason is then
 * broadcast from that rank. refnuma_failure() returns the reason of the calling
 * thread's last failure. */
#include "context.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "algos/type.h"

struct failure {
    int code;
    char why[252];
};

static _Thread_local struct failure last;

const char *refnuma_failure(void)
{
    return last.why;
}

int rn_fail_class(int code, const char *why)
{
    last.code = al_error_class(code);
    if (why != last.why)
        snprintf(last.why, sizeof(last.why), "%s", why);
    return last.code;
}

int rn_fail_error(int error, const char *what, const char *remedy)
{
    char words[MPI_MAX_ERROR_STRING] = "MPI gives no reason";
    int length;

    last.code = error > 0 ? al_error_class(error) : rn_code(error);
    if (error > 0 && last.code == MPI_ERR_NO_MEM)
        remedy = "fewer or smaller arrays may help";
    if (error > 0)
        MPI_Error_string(error, words, &length);
    snprintf(last.why, sizeof(last.why), "%s: %.150s; %s", what,
             error > 0 ? words : strerror(-error), remedy);
    return last.code;
}

void rn_note(struct refnuma *c, int code, const char *why)
{
    if (code == MPI_SUCCESS || c->code != MPI_SUCCESS)
        return;
    c->code = code;
    snprintf(c->why, sizeof(c->why), "%s", why);
}

void rn_note_error(struct refnuma *c, int error)
{
    if (error == -ENOMEM) {
        rn_note(c, MPI_ERR_NO_MEM,
                "no memory for a barrier: smaller arrays, fewer shared pages "
                "or a higher vm.max_map_count may help");
    } else if (error == -EPROTO) {
        rn_note(c, MPI_ERR_OTHER,
                "received an invalid message: do all ranks use the same "
                "version of refnuma?");
    } else if (error != 0) {
        rn_fail_error(error, "the kernel refused to protect pages",
                      "the other value of detect may help");
        rn_note(c, MPI_ERR_OTHER, refnuma_failure());
    }
}

int rn_agree_all(MPI_Comm comm, uint64_t digest, int code, const char *why)
{
    int64_t mine[] = {INT64_MAX, (int64_t)digest, (int64_t)~digest}, least[3];
    struct failure failed = {.code = MPI_SUCCESS};
    int rank, rc;

    MPI_Comm_rank(comm, &rank);
    if (code != MPI_SUCCESS) {
        mine[0] = rank;
        failed.code = al_error_class(code);
        snprintf(failed.why, sizeof(failed.why), "%s", why);
    }
    rc = MPI_Allreduce(mine, least, 3, MPI_INT64_T, MPI_MIN, comm);
    if (rc == MPI_SUCCESS && least[0] == INT64_MAX)
        return least[1] == ~least[2]
                   ? MPI_SUCCESS
                   : rn_fail(MPI_ERR_ARG, "ranks made different calls or "
                                          "passed different arguments");
    if (rc == MPI_SUCCESS)
        rc = MPI_Bcast(&failed, sizeof(failed), MPI_BYTE, (int)least[0], comm);
    if (rc != MPI_SUCCESS)
        return rn_fail_error(rc, "MPI failed",
                             "do other programs run with this MPI library?");
    return rn_fail(failed.code, failed.why);
}

int rn_code(int error)
{
    return error == 0         ? MPI_SUCCESS
           : error == -ENOMEM ? MPI_ERR_NO_MEM
           : error == -EINVAL ? MPI_ERR_ARG
                              : MPI_ERR_OTHER;
}
