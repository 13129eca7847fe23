/* type.c: tests whether a datatype is a contiguous run of bytes, and makes
 * large datatypes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/type.h"

/* How a type was made. The constructors analysed here have one old type and up
 * to four numbers: integers, then counts, then addresses. */
struct recipe {
    int combiner;
    MPI_Count n[4]; /* numbers of integers, addresses, counts, types */
    MPI_Count v[4];
    MPI_Datatype old;
};

/*
 * Types made by large-count functions can only be queried by the large-count
 * functions of MPI-4, which accept all other types too.
 */
#if MPI_VERSION >= 4
static int envelope(MPI_Datatype type, struct recipe *r)
{
    return PMPI_Type_get_envelope_c(type, &r->n[0], &r->n[1], &r->n[2],
                                    &r->n[3], &r->combiner);
}

static int contents(MPI_Datatype type, struct recipe *r, int *ints,
                    MPI_Aint *addrs, MPI_Count *counts)
{
    return PMPI_Type_get_contents_c(type, r->n[0], r->n[1], r->n[2], r->n[3],
                                    ints, addrs, counts, &r->old);
}
#else
static int envelope(MPI_Datatype type, struct recipe *r)
{
    int n[3] = {0}, rc;

    rc = PMPI_Type_get_envelope(type, &n[0], &n[1], &n[2], &r->combiner);
    r->n[0] = n[0];
    r->n[1] = n[1];
    r->n[2] = 0;
    r->n[3] = n[2];
    return rc;
}

static int contents(MPI_Datatype type, struct recipe *r, int *ints,
                    MPI_Aint *addrs, MPI_Count *counts)
{
    (void)counts;
    return PMPI_Type_get_contents(type, (int)r->n[0], (int)r->n[1],
                                  (int)r->n[3], ints, addrs, &r->old);
}
#endif

/* True for predefined types, including those of MPI_Type_create_f90_*(). */
static bool basic(const struct recipe *r)
{
    return r->combiner == MPI_COMBINER_NAMED ||
           r->combiner == MPI_COMBINER_F90_REAL ||
           r->combiner == MPI_COMBINER_F90_COMPLEX ||
           r->combiner == MPI_COMBINER_F90_INTEGER;
}

/* Reads how the type was made. Call envelope() first. Returns false if this
 * file does not analyse the constructor. The caller frees the old type unless
 * it is basic. */
static bool recipe_read(struct recipe *r, MPI_Datatype type)
{
    MPI_Count counts[4] = {0}, *v = r->v;
    MPI_Aint addrs[4];
    int ints[4];

    if (r->n[3] != 1 || r->n[0] + r->n[1] + r->n[2] > 4 ||
        contents(type, r, ints, addrs, counts) != MPI_SUCCESS)
        return false;
    for (MPI_Count i = 0; i < r->n[0]; i++)
        *v++ = ints[i];
    for (MPI_Count i = 0; i < r->n[2]; i++)
        *v++ = counts[i];
    for (MPI_Count i = 0; i < r->n[1]; i++)
        *v++ = addrs[i];
    return true;
}

static bool recipe_dense(const struct recipe *r)
{
    const MPI_Count *v = r->v;
    MPI_Count lb, extent, size, step, run; /* run: number of adjacent
                                            * elements */

    if (r->combiner == MPI_COMBINER_DUP || r->combiner == MPI_COMBINER_RESIZED)
        return sb_type_dense(r->old);
    AS_COUNT(PMPI_Type_get_extent)(r->old, &lb, &extent);
    AS_COUNT(PMPI_Type_size)(r->old, &size);
    switch (r->combiner) {
    case MPI_COMBINER_CONTIGUOUS:
        run = v[0];
        break;
    case MPI_COMBINER_VECTOR:  /* count, blocklength, stride in elements */
    case MPI_COMBINER_HVECTOR: /* count, blocklength, stride in bytes */
        step = r->combiner == MPI_COMBINER_VECTOR ? v[1] : v[1] * extent;
        if (v[1] <= 0 || (v[0] > 1 && v[2] != step))
            return false;
        run = v[0] * v[1];
        break;
    default:
        return false;
    }
    return (run <= 1 || extent == size) && sb_type_dense(r->old);
}

bool sb_type_named(MPI_Datatype type)
{
    struct recipe r;

    return envelope(type, &r) == MPI_SUCCESS &&
           r.combiner == MPI_COMBINER_NAMED;
}

bool sb_type_dense(MPI_Datatype type)
{
    MPI_Count lb, extent, size;
    struct recipe r, old;
    bool dense;

    AS_COUNT(PMPI_Type_get_true_extent)(type, &lb, &extent);
    AS_COUNT(PMPI_Type_size)(type, &size);
    if (size != extent || envelope(type, &r) != MPI_SUCCESS)
        return false; /* the type has gaps */
    if (basic(&r))
        return true;
    if (!recipe_read(&r, type))
        return false;
    dense = recipe_dense(&r);
    if (envelope(r.old, &old) == MPI_SUCCESS && !basic(&old))
        PMPI_Type_free(&r.old);
    return dense;
}

int sb_type_large(MPI_Datatype type, MPI_Count count, MPI_Datatype *large)
{
    enum { BLOCK = 1 << 30 };
    MPI_Datatype part[2] = {MPI_DATATYPE_NULL, type};
    int n[2] = {1, (int)(count % BLOCK)}, rc;
    MPI_Count lb, extent = 0;
    MPI_Aint at[2] = {0, 0};
    MPI_Datatype block = MPI_DATATYPE_NULL;

    rc = AS_COUNT(PMPI_Type_get_extent)(type, &lb, &extent);
    if (rc == MPI_SUCCESS)
        rc = PMPI_Type_contiguous(BLOCK, type, &block);
    if (rc == MPI_SUCCESS)
        rc = PMPI_Type_contiguous((int)(count / BLOCK), block, &part[0]);
    at[1] = (MPI_Aint)(count / BLOCK * BLOCK * extent);
    if (rc == MPI_SUCCESS)
        rc = PMPI_Type_create_struct(2, n, at, part, large);
    if (rc == MPI_SUCCESS)
        rc = PMPI_Type_commit(large);
    if (block != MPI_DATATYPE_NULL)
        PMPI_Type_free(&block);
    if (part[0] != MPI_DATATYPE_NULL)
        PMPI_Type_free(&part[0]);
    return rc;
}
