/* shmbcast_tuning.c: how libshmbcast's parameters were found, in words. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/shmbcast_tuning.h"

json_t *shmbcast_model_json(const struct shmbcast_tuning *tuning)
{
    const struct shmbcast_model *m = &tuning->model;

    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "t", m->t, "tw",
                     m->tw, "two", m->two, "ta", m->ta, "budget",
                     tuning->budget, "best_f", tuning->best_f, "best_s",
                     tuning->best_s);
}

json_t *shmbcast_params_json(const struct shmbcast_params *p)
{
    char tree[32];

    shmbcast_tree_name(p, tree, sizeof(tree));
    return json_pack("{s:I, s:i, s:i, s:s}", "f", (json_int_t)p->f, "s", p->s,
                     "q", p->q, "tree", tree);
}

json_t *shmbcast_trials_json(const struct shmbcast_tuning *tuning)
{
    json_t *all = json_array();

    for (size_t i = 0; i < tuning->ntrials; i++) {
        const struct shmbcast_trial *t = &tuning->trials[i];
        json_t *one = shmbcast_params_json(&t->params);

        json_object_set_new(one, "rounds", json_integer(t->rounds));
        if (t->rounds > 0)
            json_object_set_new(one, "seconds", json_real(t->seconds));
        json_array_append_new(all, one);
    }
    return all;
}

void shmbcast_model_print(FILE *f, const struct shmbcast_params *used,
                          const struct shmbcast_tuning *tuning)
{
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
    fprintf(f, "used: f=%zu s=%d q=%d\n", used->f, used->s, used->q);
}

static void print_trial(FILE *f, const struct shmbcast_trial *t)
{
    char tree[32];

    shmbcast_tree_name(&t->params, tree, sizeof(tree));
    fprintf(f, "%5d %7zu %4d %2d %-8s %6d", t->stage + 1, t->params.f,
            t->params.s, t->params.q, tree, t->rounds);
    if (t->rounds > 0)
        fprintf(f, " %9.2f\n", t->seconds * 1e6);
    else
        fprintf(f, "       n/a\n");
}

void shmbcast_trials_print(FILE *f, const struct shmbcast_params *used,
                           const struct shmbcast_tuning *tuning)
{
    char tree[32];

    fprintf(f, "shmbcast: trials, us a broadcast of 64 B to 1 MiB "
               "(geometric mean of medians)\n"
               "stage       f    s  q tree     rounds        us\n");
    for (size_t i = 0; i < tuning->ntrials; i++)
        print_trial(f, &tuning->trials[i]);
    shmbcast_tree_name(used, tree, sizeof(tree));
    fprintf(f, "used: f=%zu s=%d q=%d tree=%s\n", used->f, used->s, used->q,
            tree);
}
