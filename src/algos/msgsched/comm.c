/* comm.c: state that all plans on a communicator share, stored as its
 * attribute.
 *
 * It holds a duplicate of the communicator, on which only this library sends;
 * the node of each rank; a tag for each plan; and the costs of messages and
 * copies (measure.c). The first plan creates it, by a duplicate, a split and an
 * allgather. The last plan frees it.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "comm.h"

#include <pthread.h>
#include <stdlib.h>
#include "mpi/nodes.h"

/* Protects the list of states, because several threads may make plans. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared_key = MPI_KEYVAL_INVALID;
static struct ms_comm *attached; /* start of the list of states */

static void shared_free(struct ms_comm *h)
{
    if (h->local != MPI_COMM_NULL)
        MPI_Comm_free(&h->local);
    if (h->comm != MPI_COMM_NULL)
        MPI_Comm_free(&h->comm);
    free(h->node);
    free(h->tags);
    free(h);
}

void ms_comm_put(struct ms_comm *h)
{
    int refs;

    pthread_mutex_lock(&lock);
    refs = --h->refs;
    pthread_mutex_unlock(&lock);
    if (refs == 0)
        shared_free(h);
}

static int user_gone(MPI_Comm comm, int key, void *value, void *extra)
{
    struct ms_comm *h = value, **at = &attached;

    (void)comm, (void)key, (void)extra;
    pthread_mutex_lock(&lock);
    while (*at != NULL && *at != h)
        at = &(*at)->next;
    if (*at != NULL)
        *at = h->next;
    pthread_mutex_unlock(&lock);
    h->user = MPI_COMM_NULL;
    ms_comm_put(h);
    return MPI_SUCCESS;
}

/* Called when MPI_Finalize() deletes the attributes of MPI_COMM_SELF, before
 * all others: deletes all states. */
static int finalizing(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    while (attached != NULL)
        if (MPI_Comm_delete_attr(attached->user, shared_key) != MPI_SUCCESS)
            break;
    if (shared_key != MPI_KEYVAL_INVALID)
        MPI_Comm_free_keyval(&shared_key);
    return MPI_SUCCESS;
}

static int keys_make(void)
{
    int rc = MPI_SUCCESS, self_key = MPI_KEYVAL_INVALID;

    pthread_mutex_lock(&lock);
    if (shared_key == MPI_KEYVAL_INVALID) {
        rc = MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, user_gone,
                                    &shared_key, NULL);
        if (rc == MPI_SUCCESS)
            rc = MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finalizing,
                                        &self_key, NULL);
        if (rc == MPI_SUCCESS)
            rc = MPI_Comm_set_attr(MPI_COMM_SELF, self_key, NULL);
        if (self_key != MPI_KEYVAL_INVALID)
            MPI_Comm_free_keyval(&self_key);
    }
    pthread_mutex_unlock(&lock);
    return rc;
}

/* Allocates the state. Local; the ranks then agree before any communicates. */
static int shared_make(MPI_Comm comm, struct ms_comm **shared)
{
    struct ms_comm *h = calloc(1, sizeof(*h));

    if (h == NULL)
        return MPI_ERR_NO_MEM;
    *shared = h;
    h->user = h->comm = h->local = MPI_COMM_NULL;
    MPI_Comm_rank(comm, &h->rank);
    MPI_Comm_size(comm, &h->size);
    h->node = malloc((size_t)h->size * sizeof(*h->node));
    return h->node == NULL ? MPI_ERR_NO_MEM : MPI_SUCCESS;
}

static int shared_dup(MPI_Comm comm, struct ms_comm *h)
{
    int *tag_ub, flag, rc = MPI_Comm_dup(comm, &h->comm);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_set_errhandler(h->comm, MPI_ERRORS_RETURN);
    MPI_Comm_get_attr(h->comm, MPI_TAG_UB, &tag_ub, &flag);
    h->tag_max = flag ? *tag_ub : 32767;
    return MPI_SUCCESS;
}

/* Sets node[r] to the lowest rank on the node of rank r. */
static int nodes_gather(MPI_Comm comm, MPI_Comm local, int *node)
{
    int rank, lowest, rc;

    MPI_Comm_rank(comm, &rank);
    rc = MPI_Allreduce(&rank, &lowest, 1, MPI_INT, MPI_MIN, local);
    if (rc != MPI_SUCCESS)
        lowest = rank;
    return MPI_Allgather(&lowest, 1, MPI_INT, node, 1, MPI_INT, comm) ==
                   MPI_SUCCESS
               ? rc
               : MPI_ERR_OTHER;
}

static int shared_split(struct ms_comm *h)
{
    int rc = MPI_Comm_split_type(h->comm, MPI_COMM_TYPE_SHARED, h->rank,
                                 MPI_INFO_NULL, &h->local);

    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_set_errhandler(h->local, MPI_ERRORS_RETURN);
    if (rc == MPI_SUCCESS)
        rc = nodes_gather(h->comm, h->local, h->node);
    if (rc == MPI_SUCCESS)
        h->nnodes = nodes_number(h->node, h->size);
    return rc;
}

static int shared_attach(MPI_Comm comm, struct ms_comm *h)
{
    int rc;

    h->user = comm;
    h->refs = 1;
    rc = MPI_Comm_set_attr(comm, shared_key, h);
    if (rc != MPI_SUCCESS)
        return rc;
    pthread_mutex_lock(&lock);
    h->next = attached;
    attached = h;
    pthread_mutex_unlock(&lock);
    return MPI_SUCCESS;
}

int ms_comm_get(MPI_Comm comm, struct ms_comm **shared, struct ms_agree *a)
{
    struct ms_comm *h = NULL;
    int rc = keys_make(), found = 0;

    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_get_attr(comm, shared_key, &h, &found);
    if (rc != MPI_SUCCESS)
        return ms_all(a, rc);
    if (!found) {
        h = NULL;
        rc = ms_agreed_on(a, shared_make(comm, &h));
        if (rc == MPI_SUCCESS)
            rc = ms_agreed_on(a, shared_dup(comm, h));
        if (rc == MPI_SUCCESS)
            rc = ms_agreed_on(a, shared_split(h));
        if (rc == MPI_SUCCESS)
            rc = ms_all(a, shared_attach(comm, h));
        if (rc != MPI_SUCCESS) {
            if (h != NULL)
                shared_free(h);
            return rc;
        }
    }
    pthread_mutex_lock(&lock);
    h->refs++;
    pthread_mutex_unlock(&lock);
    *shared = h;
    return MPI_SUCCESS;
}

static bool tag_used(const struct ms_comm *h, int tag)
{
    for (int i = 0; i < h->ntags; i++)
        if (h->tags[i] == tag)
            return true;
    return false;
}

int ms_comm_tag(struct ms_comm *h)
{
    int *tags, tag;

    while (tag_used(h, h->next_tag))
        h->next_tag = h->next_tag < h->tag_max ? h->next_tag + 1 : 0;
    tag = h->next_tag; /* advance next_tag, as the ranks that have memory do */
    h->next_tag = tag < h->tag_max ? tag + 1 : 0;
    tags = realloc(h->tags, ((size_t)h->ntags + 1) * sizeof(*tags));
    if (tags == NULL)
        return -1;
    h->tags = tags;
    tags[h->ntags++] = tag;
    return tag;
}

void ms_comm_untag(struct ms_comm *h, int tag)
{
    for (int i = 0; i < h->ntags; i++)
        if (h->tags[i] == tag) {
            h->tags[i] = h->tags[--h->ntags];
            return;
        }
}

enum ms_where ms_where(const struct ms_comm *c, int rank)
{
    return c->node[rank] == c->node[c->rank] ? MS_SAME_NODE : MS_OTHER_NODE;
}
