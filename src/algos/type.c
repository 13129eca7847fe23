/* type.c: is a datatype's data one dense run of bytes? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/type.h"
#include "algos/counts.h"

/* How a type was made; v: its integers, counts and addresses in that order. */
struct recipe {
    int combiner;
    MPI_Count nvalues;
    MPI_Count v[4];
    MPI_Datatype old;
};

static bool basic(int combiner)
{
    return combiner == MPI_COMBINER_NAMED ||
           combiner == MPI_COMBINER_F90_REAL ||
           combiner == MPI_COMBINER_F90_COMPLEX ||
           combiner == MPI_COMBINER_F90_INTEGER;
}

/*
 * Types made by MPI-4's large-count functions can only be asked by those; they
 * know the older types too.
 */
#if MPI_VERSION >= 4
static int envelope(MPI_Datatype type, MPI_Count n[4], int *combiner)
{
    return MPI_Type_get_envelope_c(type, &n[0], &n[1], &n[2], &n[3], combiner);
}

static int contents(MPI_Datatype type, const MPI_Count n[4], int *ints,
                    MPI_Aint *addrs, MPI_Count *counts, MPI_Datatype *types)
{
    return MPI_Type_get_contents_c(type, n[0], n[1], n[2], n[3], ints, addrs,
                                   counts, types);
}
#else
static int envelope(MPI_Datatype type, MPI_Count n[4], int *combiner)
{
    int m[3] = {0}, rc;

    rc = MPI_Type_get_envelope(type, &m[0], &m[1], &m[2], combiner);
    n[0] = m[0];
    n[1] = m[1];
    n[2] = 0;
    n[3] = m[2];
    return rc;
}

static int contents(MPI_Datatype type, const MPI_Count n[4], int *ints,
                    MPI_Aint *addrs, MPI_Count *counts, MPI_Datatype *types)
{
    (void)counts;
    return MPI_Type_get_contents(type, (int)n[0], (int)n[1], (int)n[3], ints,
                                 addrs, types);
}
#endif

/* False if the type was made in a way that is not analysed; r owns nothing. */
static bool recipe_read(struct recipe *r, MPI_Datatype type)
{
    MPI_Count n[4], counts[4];
    MPI_Aint addrs[4];
    int ints[4];

    if (envelope(type, n, &r->combiner) != MPI_SUCCESS)
        return false;
    r->nvalues = 0;
    r->old = MPI_DATATYPE_NULL;
    if (basic(r->combiner))
        return true;
    /* all those analysed have one old type and up to three numbers */
    if (n[3] != 1 || n[0] + n[1] + n[2] > 4 ||
        contents(type, n, ints, addrs, counts, &r->old) != MPI_SUCCESS)
        return false;
    for (MPI_Count i = 0; i < n[0]; i++)
        r->v[r->nvalues++] = ints[i];
    for (MPI_Count i = 0; i < n[2]; i++)
        r->v[r->nvalues++] = counts[i];
    for (MPI_Count i = 0; i < n[1]; i++)
        r->v[r->nvalues++] = addrs[i];
    return true;
}

static void old_free(MPI_Datatype *type)
{
    if (*type != MPI_DATATYPE_NULL && !sb_type_named(*type)) {
        MPI_Count n[4];
        int combiner;

        /* types of MPI_Type_create_f90_*() are predefined too */
        if (envelope(*type, n, &combiner) == MPI_SUCCESS && !basic(combiner))
            MPI_Type_free(type);
    }
}

/* Do [count] elements of a dense type follow each other without gaps? */
static bool adjoin(MPI_Datatype type, MPI_Count count)
{
    MPI_Count lb, extent, size;

    if (count <= 1)
        return true;
    AS_COUNT(MPI_Type_get_extent)(type, &lb, &extent);
    AS_COUNT(MPI_Type_size)(type, &size);
    return extent == size;
}

static bool recipe_dense(const struct recipe *r)
{
    const MPI_Count *v = r->v;
    MPI_Count lb, extent;

    switch (r->combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
        return sb_type_dense(r->old);
    case MPI_COMBINER_CONTIGUOUS:
        return adjoin(r->old, v[0]) && sb_type_dense(r->old);
    case MPI_COMBINER_VECTOR: /* count, blocklength, stride in elements */
        return (v[0] <= 1 || v[1] == v[2]) && v[1] > 0 &&
               adjoin(r->old, v[0] * v[1]) && sb_type_dense(r->old);
    case MPI_COMBINER_HVECTOR: /* count, blocklength, stride in bytes */
        AS_COUNT(MPI_Type_get_extent)(r->old, &lb, &extent);
        return (v[0] <= 1 || v[1] * extent == v[2]) && v[1] > 0 &&
               adjoin(r->old, v[0] * v[1]) && sb_type_dense(r->old);
    default:
        return false;
    }
}

bool sb_type_named(MPI_Datatype type)
{
    MPI_Count n[4];
    int combiner;

    return envelope(type, n, &combiner) == MPI_SUCCESS &&
           combiner == MPI_COMBINER_NAMED;
}

bool sb_type_dense(MPI_Datatype type)
{
    MPI_Count lb, extent, size;
    struct recipe r;
    bool dense;

    AS_COUNT(MPI_Type_get_true_extent)(type, &lb, &extent);
    AS_COUNT(MPI_Type_size)(type, &size);
    if (size != extent || !recipe_read(&r, type))
        return false; /* gaps for sure */
    if (basic(r.combiner))
        return true;
    dense = recipe_dense(&r);
    old_free(&r.old);
    return dense;
}
