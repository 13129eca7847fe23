/* home.c: a communicator's duplicate, as an attribute of it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "home.h"

#include <pthread.h>
#include <stdlib.h>

#include "agree.h"
#include "nodes.h"

/* Plans may be made by several threads, on different communicators. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int home_key = MPI_KEYVAL_INVALID;
static struct ms_home *homes; /* attached */

static void home_free(struct ms_home *h)
{
    if (h->local != MPI_COMM_NULL)
        MPI_Comm_free(&h->local);
    if (h->comm != MPI_COMM_NULL)
        MPI_Comm_free(&h->comm);
    free(h->node);
    free(h->tags);
    free(h);
}

void ms_home_put(struct ms_home *h)
{
    int refs;

    pthread_mutex_lock(&lock);
    refs = --h->refs;
    pthread_mutex_unlock(&lock);
    if (refs == 0)
        home_free(h);
}

static int user_gone(MPI_Comm comm, int key, void *value, void *extra)
{
    struct ms_home *h = value, **at = &homes;

    (void)comm, (void)key, (void)extra;
    pthread_mutex_lock(&lock);
    while (*at != NULL && *at != h)
        at = &(*at)->next;
    if (*at != NULL)
        *at = h->next;
    pthread_mutex_unlock(&lock);
    h->user = MPI_COMM_NULL;
    ms_home_put(h);
    return MPI_SUCCESS;
}

/* MPI_Finalize() deletes the attributes of MPI_COMM_SELF first. */
static int finalizing(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    while (homes != NULL)
        if (MPI_Comm_delete_attr(homes->user, home_key) != MPI_SUCCESS)
            break;
    if (home_key != MPI_KEYVAL_INVALID)
        MPI_Comm_free_keyval(&home_key);
    return MPI_SUCCESS;
}

static int keys_make(void)
{
    int rc = MPI_SUCCESS, self_key = MPI_KEYVAL_INVALID;

    pthread_mutex_lock(&lock);
    if (home_key == MPI_KEYVAL_INVALID) {
        rc = MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, user_gone, &home_key,
                                    NULL);
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

/* Its memory. Local: the ranks agree before they do anything together. */
static int home_make(MPI_Comm comm, struct ms_home **home)
{
    struct ms_home *h = calloc(1, sizeof(*h));

    if (h == NULL)
        return MPI_ERR_NO_MEM;
    *home = h;
    h->user = h->comm = h->local = MPI_COMM_NULL;
    MPI_Comm_rank(comm, &h->rank);
    MPI_Comm_size(comm, &h->size);
    h->node = malloc((size_t)h->size * sizeof(*h->node));
    return h->node == NULL ? MPI_ERR_NO_MEM : MPI_SUCCESS;
}

static int home_dup(MPI_Comm comm, struct ms_home *h)
{
    int *tag_ub, flag, rc = MPI_Comm_dup(comm, &h->comm);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_set_errhandler(h->comm, MPI_ERRORS_RETURN);
    MPI_Comm_get_attr(h->comm, MPI_TAG_UB, &tag_ub, &flag);
    h->tag_max = flag ? *tag_ub : 32767;
    return MPI_SUCCESS;
}

static int home_look(struct ms_home *h)
{
    int rc = MPI_Comm_split_type(h->comm, MPI_COMM_TYPE_SHARED, h->rank,
                                 MPI_INFO_NULL, &h->local);

    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_set_errhandler(h->local, MPI_ERRORS_RETURN);
    if (rc == MPI_SUCCESS)
        rc = ms_nodes_gather(h->comm, h->local, h->node);
    if (rc == MPI_SUCCESS)
        h->nnodes = ms_nodes_number(h->node, h->size);
    return rc == MPI_SUCCESS && h->nnodes < 0 ? MPI_ERR_NO_MEM : rc;
}

static int home_attach(MPI_Comm comm, struct ms_home *h)
{
    int rc;

    h->user = comm;
    h->refs = 1;
    rc = MPI_Comm_set_attr(comm, home_key, h);
    if (rc != MPI_SUCCESS)
        return rc;
    pthread_mutex_lock(&lock);
    h->next = homes;
    homes = h;
    pthread_mutex_unlock(&lock);
    return MPI_SUCCESS;
}

/* What fails on one rank fails on all: none waits for another. */
static int all_well(MPI_Comm comm, int rc)
{
    int mine = ms_class(rc), worst;
    int said = MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, comm);

    return said != MPI_SUCCESS ? said : worst;
}

int ms_home_get(MPI_Comm comm, struct ms_home **home)
{
    struct ms_home *h = NULL;
    int rc = keys_make(), found = 0;

    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_get_attr(comm, home_key, &h, &found);
    if (rc != MPI_SUCCESS)
        return rc;
    if (!found) {
        h = NULL;
        rc = all_well(comm, home_make(comm, &h));
        if (rc == MPI_SUCCESS)
            rc = all_well(comm, home_dup(comm, h));
        if (rc == MPI_SUCCESS)
            rc = all_well(comm, home_look(h));
        if (rc == MPI_SUCCESS)
            rc = home_attach(comm, h);
        if (rc != MPI_SUCCESS) {
            if (h != NULL)
                home_free(h);
            return rc;
        }
    }
    pthread_mutex_lock(&lock);
    h->refs++;
    pthread_mutex_unlock(&lock);
    *home = h;
    return MPI_SUCCESS;
}

static bool tag_used(const struct ms_home *h, int tag)
{
    for (int i = 0; i < h->ntags; i++)
        if (h->tags[i] == tag)
            return true;
    return false;
}

int ms_home_tag(struct ms_home *h)
{
    int *tags, tag;

    while (tag_used(h, h->next_tag))
        h->next_tag = h->next_tag < h->tag_max ? h->next_tag + 1 : 0;
    tag = h->next_tag; /* goes on without memory too: as on the other ranks */
    h->next_tag = tag < h->tag_max ? tag + 1 : 0;
    tags = realloc(h->tags, ((size_t)h->ntags + 1) * sizeof(*tags));
    if (tags == NULL)
        return -1;
    h->tags = tags;
    tags[h->ntags++] = tag;
    return tag;
}

void ms_home_untag(struct ms_home *h, int tag)
{
    for (int i = 0; i < h->ntags; i++)
        if (h->tags[i] == tag) {
            h->tags[i] = h->tags[--h->ntags];
            return;
        }
}
