/* reducible.c: which operations of reductions go with which datatypes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "reducible.h"

#include <stddef.h>

/* Kinds of datatypes, as in the MPI standard's chapter on reductions. */
enum {
    INTEGER = 1,
    FLOATING = 2,
    COMPLEX = 4,
    LOGICAL = 8,
    BYTE = 16,
    PAIR = 32,
    ANY = 64 /* a user's operation */
};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Returns the kinds that [op] combines; 0 if it cannot reduce. */
static int kinds_of_op(MPI_Op op)
{
    const struct {
        MPI_Op op;
        int kinds;
    } table[] = {
        {MPI_OP_NULL, 0},
        {MPI_REPLACE, 0},
        {MPI_NO_OP, 0},
        {MPI_SUM, INTEGER | FLOATING | COMPLEX},
        {MPI_PROD, INTEGER | FLOATING | COMPLEX},
        {MPI_MAX, INTEGER | FLOATING},
        {MPI_MIN, INTEGER | FLOATING},
        {MPI_LAND, INTEGER | LOGICAL},
        {MPI_LOR, INTEGER | LOGICAL},
        {MPI_LXOR, INTEGER | LOGICAL},
        {MPI_BAND, INTEGER | BYTE},
        {MPI_BOR, INTEGER | BYTE},
        {MPI_BXOR, INTEGER | BYTE},
        {MPI_MAXLOC, PAIR},
        {MPI_MINLOC, PAIR},
    };

    for (size_t i = 0; i < COUNT_OF(table); i++)
        if (table[i].op == op)
            return table[i].kinds;
    return ANY;
}

static bool among(MPI_Datatype type, const MPI_Datatype *types, size_t n)
{
    while (n > 0 && types[n - 1] != type)
        n--;
    return n > 0;
}

/* Returns the kind of [type]; 0 if only users' operations combine it. */
static int kind_of_type(MPI_Datatype type)
{
    const MPI_Datatype integers[] = {
        MPI_INT,           MPI_LONG,
        MPI_SHORT,         MPI_UNSIGNED_SHORT,
        MPI_UNSIGNED,      MPI_LONG_LONG,
        MPI_UNSIGNED_LONG, MPI_SIGNED_CHAR,
        MPI_UNSIGNED_CHAR, MPI_UNSIGNED_LONG_LONG,
        MPI_INT8_T,        MPI_INT16_T,
        MPI_INT32_T,       MPI_INT64_T,
        MPI_UINT8_T,       MPI_UINT16_T,
        MPI_UINT32_T,      MPI_UINT64_T,
        MPI_AINT,          MPI_OFFSET,
        MPI_COUNT,         MPI_INTEGER,
        MPI_INTEGER1,      MPI_INTEGER2,
        MPI_INTEGER4,      MPI_INTEGER8,
    };
    const MPI_Datatype floatings[] = {
        MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_REAL, MPI_DOUBLE_PRECISION,
        MPI_REAL4, MPI_REAL8,
    };
    const MPI_Datatype complexes[] = {
        MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX,
        MPI_COMPLEX,         MPI_DOUBLE_COMPLEX,   MPI_COMPLEX8,
        MPI_COMPLEX16,
    };
    const MPI_Datatype logicals[] = {MPI_C_BOOL, MPI_LOGICAL};
    const MPI_Datatype bytes[] = {MPI_BYTE};
    const MPI_Datatype pairs[] = {
        MPI_FLOAT_INT, MPI_DOUBLE_INT,        MPI_LONG_INT,
        MPI_2INT,      MPI_SHORT_INT,         MPI_LONG_DOUBLE_INT,
        MPI_2REAL,     MPI_2DOUBLE_PRECISION, MPI_2INTEGER,
    };
#define KIND(types, kind) among(type, types, COUNT_OF(types)) ? kind
    return KIND(integers, INTEGER)
        : KIND(floatings, FLOATING)
        : KIND(complexes, COMPLEX)
        : KIND(logicals, LOGICAL) : KIND(bytes, BYTE) : KIND(pairs, PAIR) : 0;
#undef KIND
}

bool reducible(MPI_Op op, MPI_Datatype type)
{
    /* a handle of a predefined op or type is never that of another */
    static _Thread_local struct {
        MPI_Op op;
        MPI_Datatype type;
        bool known, good;
    } last;
    int kinds;

    if (last.known && last.op == op && last.type == type)
        return last.good;
    if (type == MPI_DATATYPE_NULL)
        return false;
    kinds = kinds_of_op(op);
    last.op = op;
    last.type = type;
    last.known = true;
    last.good = kinds == ANY || (kinds & kind_of_type(type)) != 0;
    return last.good;
}
