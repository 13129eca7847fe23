/* model.c: the library's model at the points that standard input names. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * model T TW TWO TA <POINTS: the four numbers in seconds. A line "time F S Q M"
 * is answered by F S Q M and the seconds of m bytes, "best B M" by f*, s* and
 * the seconds that they take.
 */
#include <stdio.h>
#include <stdlib.h>
#include <shmbcast_model.h>

int main(int argc, char **argv)
{
    struct shmbcast_model model;
    char line[200];
    double f, s, q, m, b;

    if (argc != 5)
        return 2;
    model = (struct shmbcast_model){
        .t = strtod(argv[1], NULL),
        .tw = strtod(argv[2], NULL),
        .two = strtod(argv[3], NULL),
        .ta = strtod(argv[4], NULL),
    };
    while (fgets(line, sizeof(line), stdin) != NULL) {
        if (sscanf(line, "time %lf %lf %lf %lf", &f, &s, &q, &m) == 4) {
            printf("%.10g %.10g %g %.10g %.10g\n", f, s, q, m,
                   shmbcast_model_time(&model, f, s, q, m));
        } else if (sscanf(line, "best %lf %lf", &b, &m) == 2) {
            f = shmbcast_model_best_f(&model, b, m);
            printf("%.10g %.10g %.10g\n", f, b / f,
                   shmbcast_model_time(&model, f, b / f, 1, m));
        } else {
            return 2;
        }
    }
    return 0;
}
