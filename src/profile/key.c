/* key.c: makes keys from the arguments of collective calls. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/key.h"

#include <stdio.h>
#include <string.h>

/* ---- arguments ----------------------------------------------------------- */

/* MPI_IN_PLACE in Open MPI's Fortran. MPICH's calls C functions. */
extern MPI_Fint mpi_fortran_in_place_ __attribute__((weak));

static bool is_in_place(const struct preload_call *c, const struct shape *s)
{
    const void *buffer = (const void *)c->arg[s->in_place];

    return s->in_place > 0 && (is_fortran(c) ? buffer == &mpi_fortran_in_place_
                                             : buffer == MPI_IN_PLACE);
}

int key_root(const struct preload_call *c, const struct shape *s)
{
    int root = s->root > 0 ? integer(c, s->root) : ROOT_NONE;

    return root >= 0 ? root : ROOT_NONE; /* of an intercommunicator */
}

/* Returns the i-th count of an array. */
static int64_t count_at(const struct preload_call *c, int k, int i)
{
    return c->form == FORM_LARGE ? ((const MPI_Count *)c->arg[k])[i]
                                 : pointed(c, k)[i];
}

static MPI_Datatype block_type(const struct preload_call *c,
                               const struct shape *s, int i)
{
    const int k = s->counts_type;

    if (!s->types)
        return type_of(c, k);
    return is_fortran(c) ? PMPI_Type_f2c(pointed(c, k)[i])
                         : ((const MPI_Datatype *)c->arg[k])[i];
}

/* Sets the mean bytes of blocks, and the ratio of the largest to the mean. */
static void blocks_of(struct memo *m, const struct preload_call *c,
                      const struct shape *s, int n)
{
    int64_t sum = 0, most = 0;

    if (n == 0)
        return;
    for (int i = 0; i < n; i++) {
        const int64_t bytes =
            bytes_of(count_at(c, s->counts, i), block_type(c, s, i));
        sum += bytes;
        most = bytes > most ? bytes : most;
    }
    m->bytes = sum / n;
    m->type = (uint64_t)(uintptr_t)block_type(c, s, 0);
    for (m->spread = 1; most * n > sum << (m->spread - 1) && m->spread < 30;)
        m->spread++;
}

static void block_of(struct memo *m, const struct preload_call *c, int count)
{
    MPI_Datatype type = type_of(c, count + 1);

    m->bytes = bytes_of(count_of(c, count), type);
    m->type = (uint64_t)(uintptr_t)type;
}

static struct memo memo_of(const struct channel *ch,
                           const struct preload_call *c, const struct shape *s,
                           int root)
{
    struct memo m = {.function = c->kind, .in_place = is_in_place(c, s)};
    const int count = m.in_place ? s->other_count : s->count;

    /* in rooted functions, only the root has the array */
    if (s->counts > 0 && (root == ROOT_NONE || root == ch->rank) &&
        (ch->matched || ch->alone))
        blocks_of(&m, c, s, s->to_neighbours ? ch->targets : ch->size);
    else if (count > 0)
        block_of(&m, c, count);
    if (s->reduction > 0)
        m.reduction = is_fortran(c) ? (uint64_t)*pointed(c, s->reduction)
                                    : c->arg[s->reduction];
    return m;
}

/* ---- names --------------------------------------------------------------- */

static void name_type(char *name, size_t room, MPI_Datatype type)
{
    char full[MPI_MAX_OBJECT_NAME] = "";
    int length, size = 0;

    if (type == MPI_DATATYPE_NULL)
        return;
    if (sb_type_named(type) &&
        PMPI_Type_get_name(type, full, &length) == MPI_SUCCESS) {
        snprintf(name, room, "%.*s", (int)room - 1, full);
        return;
    }
    PMPI_Type_size(type, &size);
    snprintf(name, room, "%d B%s", size,
             sb_type_dense(type) ? "" : " with gaps");
}

static void name_reduction(char *name, size_t room, MPI_Op op)
{
    const struct {
        MPI_Op op;
        const char *name;
    } known[] = {
        {MPI_MAX, "max"},         {MPI_MIN, "min"},
        {MPI_SUM, "sum"},         {MPI_PROD, "prod"},
        {MPI_LAND, "land"},       {MPI_BAND, "band"},
        {MPI_LOR, "lor"},         {MPI_BOR, "bor"},
        {MPI_LXOR, "lxor"},       {MPI_BXOR, "bxor"},
        {MPI_MAXLOC, "maxloc"},   {MPI_MINLOC, "minloc"},
        {MPI_REPLACE, "replace"},
    };
    int commutes = 1;

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (known[i].op == op) {
            snprintf(name, room, "%s", known[i].name);
            return;
        }
    PMPI_Op_commutative(op, &commutes);
    snprintf(name, room, "%s", commutes ? "user" : "user, ordered");
}

static struct key key_of(const struct channel *ch, const struct preload_call *c,
                         const struct shape *s, const struct memo *m)
{
    struct key k;

    memset(&k, 0, sizeof(k)); /* compared by memory */
    k.function = m->function;
    k.procs = ch->size;
    k.bytes = m->bytes;
    k.in_place = m->in_place;
    k.spread = m->spread;
    if (m->type != 0)
        name_type(k.type, sizeof(k.type), (MPI_Datatype)m->type);
    if (s->reduction > 0)
        name_reduction(k.reduction, sizeof(k.reduction),
                       is_fortran(c) ? PMPI_Op_f2c((MPI_Fint)m->reduction)
                                     : (MPI_Op)m->reduction);
    return k;
}

int64_t key_find(struct channel *ch, const struct preload_call *c,
                 const struct shape *s, int root)
{
    struct memo m = memo_of(ch, c, s, root), *at;
    struct key k;

    for (at = ch->memo; at < ch->memo + MEMOS; at++)
        if (at->type == m.type && at->bytes == m.bytes &&
            at->reduction == m.reduction && at->function == m.function &&
            at->in_place == m.in_place && at->spread == m.spread &&
            at->key >= 0)
            return at->key;
    k = key_of(ch, c, s, &m);
    m.key = (int32_t)log_key(&ch->log, &k);
    ch->memo[ch->next_memo++ % MEMOS] = m;
    return m.key;
}

const char *key_spread_text(char buf[32], int spread)
{
    if (spread == 0)
        return NULL;
    if (spread == 1)
        return "equal";
    snprintf(buf, 32, "up to %d times the mean", 1 << (spread - 1));
    return buf;
}
