/* shmbcast_report.c: what libshmbcast did and would choose, for people. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/shmbcast_report.h"

void report_model(FILE *f, const struct shmbcast *h,
                  const struct shmbcast_tuning *tuning)
{
    const struct shmbcast_params *p = shmbcast_params(h);
    const struct shmbcast_model *m = &tuning->model;

    fprintf(f, "shmbcast: model of this machine\n");
    fprintf(f, "t   %9.3f ns to copy a byte\n", m->t * 1e9);
    fprintf(f, "tW  %9.1f ns to wait for a notification, %.0ft\n", m->tw * 1e9,
            m->tw / m->t);
    fprintf(f, "tWO %9.1f ns to wait for a set to open, %.0ft\n", m->two * 1e9,
            m->two / m->t);
    fprintf(f, "tA  %9.1f ns for an atomic decrement, %.0ft\n", m->ta * 1e9,
            m->ta / m->t);
    fprintf(f, "f*  %9.0f bytes in a queue of %.0f bytes\n", tuning->best_f,
            tuning->budget);
    fprintf(f, "s*  %9.1f buffers\n", tuning->best_s);
    fprintf(f, "used: f=%zu s=%d q=%d\n", p->f, p->s, p->q);
}

void report_table1(FILE *f)
{
    static const char marks[] = {[SHMBCAST_SMALL] = ' ',
                                 [SHMBCAST_MEDIUM] = '+',
                                 [SHMBCAST_LARGE] = '*'};

    fprintf(f,
            "shmbcast: bytes of a queue, b = f^2 / k, for k = tW / t "
            "(+ 10 MiB and more, * 100 MiB and more)\n%7s",
            "f\\k");
    for (int col = 0; col < SHMBCAST_TABLE1_COLS; col++)
        fprintf(f, " %11.0f ", shmbcast_model_table1(0, col).k);
    for (int row = 0; row < SHMBCAST_TABLE1_ROWS; row++) {
        fprintf(f, "\n%7.0f", shmbcast_model_table1(row, 0).f);
        for (int col = 0; col < SHMBCAST_TABLE1_COLS; col++) {
            struct shmbcast_table1_cell c = shmbcast_model_table1(row, col);

            fprintf(f, " %11.0f%c", c.b, marks[c.size_class]);
        }
    }
    fputc('\n', f);
}
