# auto.awk: MPI, case, table, algorithm, seconds, ratio to `auto` and its interval ->
# @auto and @auto-targets. The best schedule is chosen in odd tables, compared in even
# ones; most: what `auto` may take of its time.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN {
    FS = "\t"
}

{
    cell = $1 SUBSEP $2
    if (!(cell in seen)) {
        seen[cell] = 1
        cells[++n_cells] = cell
    }
    if ($4 == "auto" || $6 == "-")
        next
    k = cell SUBSEP $4
    if ($3 % 2 == 1) {
        odd_n[k]++
        odd[k] += log($6)
        if (!(k in of))
            of[k] = cell
    } else {
        even_n[k]++
        even[k] += log($6)
        interval(k, $7, $8, $6)
    }
}

# The schedule with the least mean ratio in odd tables.
function best_of(cell,    k, best, f) {
    best = ""
    for (k in of)
        if (of[k] == cell &&
            (best == "" || odd[k] / odd_n[k] < odd[best] / odd_n[best]))
            best = k
    return best
}

END {
    print "@auto"
    print "| MPI | pattern, size | best schedule | auto / best | of all its tables |"
    print "| --- | --- | --- | --- | --- |"
    for (c = 1; c <= n_cells; c++) {
        k = best_of(cells[c])
        if (k == "" || !(k in even_n)) {
            lacking++
            continue
        }
        split(k, f, SUBSEP)
        ratio = exp(-even[k] / even_n[k])
        printf "| %s | %s | %s | %.3f | %s |\n", f[1], f[2], f[3], ratio,
            range_of(k) ? sprintf("%.3f to %.3f", 1 / range_high, 1 / range_low) : "-"
        judged++
        told = at_least(k, 1 / most)
        slow += told == 0
        open += told == -1
        worst = ratio > worst ? ratio : worst
    }
    print "@auto-targets"
    target(sprintf("cases in which `auto` takes over %s of the best schedule's time: " \
        "%d of %d, at most %.3f; nobody can tell: %d%s", most, slow, judged,
        worst, open, lacking > 0 ? "; cases without a ratio: " lacking : ""), judged,
        slow == 0, "none", slow == 0 && open + lacking > 0)
}
