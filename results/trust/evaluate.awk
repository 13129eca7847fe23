# evaluate.awk: do tables agree, are known differences found, and what do gates and
# nights answer? With ../lib.awk, on the lines of evaluate.jq: blocks of README.md.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN {
    FS = "\t"
    none = 9.99 # half width of a ratio that has no interval
}

# A cell: the same row in several tables, which are 1 to n.
$1 == "rivals" || $1 == "equal" || $1 == "named" {
    c = $1 SUBSEP $3 SUBSEP $2 SUBSEP $5 SUBSEP $6
    if (!(c in n))
        cell[++cells] = c
    i = ++n[c]
    signs[c, $11]++
    x[c, i] = $8 > 0 ? log($8) : 0
    has[c, i] = $8 > 0 && $9 > 0 && $10 > 0
    low[c, i] = has[c, i] ? log($9) : 0
    high[c, i] = has[c, i] ? log($10) : 0
    lacking += !has[c, i] && $1 != "named"
}
# Tables that say "slower" at both sizes, in each state.
$3 == "5pc" && ($5 == 1024 || $5 == 65536) {
    if (!(($2, $7) in found)) {
        found[$2, $7] = known[$2, $7] = 1
        five_tables++
    }
    if ($11 != "slower")
        found[$2, $7] = 0
    if ($11 != "slower" && $9 > 0)
        known[$2, $7] = 0
}
$1 == "theirs" {
    # Of a table the mean of what was there before and after it.
    k = $2 SUBSEP $5 SUBSEP $3
    if (!((k, $7) in times)) {
        tables[k]++
        table_of[k, tables[k]] = $7
    }
    times[k, $7]++
    seconds[k, $7] += $8
    theirs += $3 != "mpiperf"
    size[$2, $5] = 1
}
# Of gates by MPI, of nights by how many are behind.
$1 == "answer" {
    k = $5 == "-" ? $2 : $5
    answers[$3]++
    answers[$3, $4]++
    answers[$3, k]++
    answers[$3, k, $4]++
    runs[$3, k, answers[$3, k]] = $8
    took[$3, k, answers[$3, k]] = $9
}
# Tables of equal rivals, one longer by 5 % and one by 10 %, by what they call fastest.
$1 == "sentence" {
    sentences++
    k = $3 ~ /undecided/ ? "undecided" : \
        $3 !~ /zero and again|again and zero/ || $3 ~ /5pc|noisy/ ? "wrong" : "right"
    sentences_of[k]++
}
$1 ~ /^night-/ && $8 > 0 {
    k = $1 SUBSEP $4
    speedups[k]++
    if (!(k in least) || $8 < least[k])
        least[k] = $8
    if (!(k in most) || $8 > most[k])
        most[k] = $8
    if ($9 > 0 && $10 > 0)
        night_half[k, ++night_halves[k]] = log($10 / $9) / 2
}

# What a cell says of itself: pairs and intervals, in globals.
function judge(c,    i, j, sum) {
    pairs = apart = held = there = judged = mean = squares = 0
    for (i = 1; i <= n[c]; i++) {
        mean += x[c, i] / n[c]
        half[i] = has[c, i] ? (high[c, i] - low[c, i]) / 2 : none
    }
    for (i = 1; i <= n[c]; i++) {
        squares += (x[c, i] - mean) ^ 2
        sum = 0
        for (j = 1; j <= n[c]; j++) {
            sum += j == i ? 0 : x[c, j]
            if (j > i && has[c, i] && has[c, j]) {
                pairs++
                apart += low[c, i] > high[c, j] || low[c, j] > high[c, i]
            }
        }
        if (n[c] > 1) {
            judged++
            sum /= n[c] - 1
            held += has[c, i] && low[c, i] <= sum && sum <= high[c, i]
            there += has[c, i]
        }
    }
    sorted(half, n[c])
}

function percent(half) {
    return half < none / 2 ? sprintf("%.1f %%", 100 * half) : "no interval"
}

function deviation(squares, n) {
    return n > 1 ? sprintf("%.1f %%", 100 * sqrt(squares / (n - 1))) : "-"
}

function cells_of(set,    i, j, c, f) {
    print "@" set
    print "| rival | MPI | size | tables | times as fast | sd over tables |" \
        " half width: median | pairs apart | hold the others' mean |" \
        " faster, same, slower, not told |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= cells; i++) {
        c = cell[i]
        split(c, f, SUBSEP)
        if (f[1] != set)
            continue
        judge(c)
        printf "| %s | %s | %s%s | %d | %.3f | %s | %s | %d of %d | %d of %d |" \
            " %d, %d, %d, %d |\n", f[2], f[3], bytes_name(f[4]),
            (f[5] == "-" ? "" : ", " f[5]), n[c], exp(mean),
            deviation(squares, n[c]),
            percent(quantile(half, n[c], 0.5)), apart, pairs, held, judged,
            signs[c, "faster"], signs[c, "same"], signs[c, "slower"],
            signs[c, "not told"]
        alone += n[c] == 1
        if (set == "rivals") {
            all_pairs += pairs
            all_apart += apart
            all_held += held
            all_judged += judged
            all_there += there
            for (j = 1; j <= n[c]; j++) {
                halves[++nhalves] = half[j]
                if (half[j] < none)
                    known_halves[++nknown] = half[j]
            }
        } else if (f[2] == "again") {
            equal_rows += n[c]
            different += signs[c, "faster"] + signs[c, "slower"]
            for (j = 1; j <= n[c]; j++)
                equal_halves[j + nequal] = half[j]
            nequal += n[c]
        }
    }
}

# "0.352 | 1.2 %": the geometric mean over tables in us, and their standard deviation.
function over_tables(k,    i, mean, squares, v) {
    if (tables[k] == 0)
        return "- | -"
    for (i = 1; i <= tables[k]; i++) {
        v[i] = log(seconds[k, table_of[k, i]] / times[k, table_of[k, i]])
        mean += v[i] / tables[k]
    }
    for (i = 1; i <= tables[k]; i++)
        squares += (v[i] - mean) ^ 2
    return sprintf("%.3f | %s", 1e6 * exp(mean), deviation(squares, tables[k]))
}

function print_theirs(    m, mpis, b, sizes, i, j) {
    print "@theirs"
    if (theirs == 0) {
        print "IMB and OSU were not run: `IMB` and `OSU` named no folders."
        return
    }
    print "| MPI | size | `rank_mean`, us | sd | OSU, us | sd | IMB, us | sd |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- |"
    m = split("mpich openmpi", mpis, " ")
    b = split("8 1024 65536 1048576", sizes, " ")
    for (i = 1; i <= m; i++)
        for (j = 1; j <= b; j++)
            if ((mpis[i], sizes[j]) in size)
                printf "| %s | %s | %s | %s | %s |\n", mpis[i], bytes_name(sizes[j]),
                    over_tables(mpis[i] SUBSEP sizes[j] SUBSEP "mpiperf"),
                    over_tables(mpis[i] SUBSEP sizes[j] SUBSEP "OSU"),
                    over_tables(mpis[i] SUBSEP sizes[j] SUBSEP "IMB")
}

# "12, 31": the middle and the largest of v[kind, mpi, 1 ... n].
function middle_largest(v, kind, mpi,    i, a, n) {
    n = answers[kind, mpi]
    for (i = 1; i <= n; i++)
        a[i] = v[kind, mpi, i]
    sorted(a, n)
    return sprintf("%.0f, %.0f", quantile(a, n, 0.5), a[n])
}

function counts(kind, mpi) {
    return sprintf("%d | %d | %d | %d | %d", answers[kind, mpi],
        answers[kind, mpi, "FAIL"], answers[kind, mpi, "PASS"],
        answers[kind, mpi, "CANNOT TELL"], answers[kind, mpi, "ERROR"])
}

function gate_line(kind, name, mpi) {
    if (answers[kind, mpi] > 0)
        printf "| %s | %s | %s | %s | %s |\n", name, mpi, counts(kind, mpi),
            middle_largest(runs, kind, mpi), middle_largest(took, kind, mpi)
}

function night_line(kind, name, behind,    k, h, i, a) {
    k = kind SUBSEP behind
    if (answers[kind, behind] == 0)
        return
    h = night_halves[k]
    for (i = 1; i <= h; i++)
        a[i] = night_half[k, i]
    sorted(a, h)
    printf "| %s | %s | %s | %s | %s |\n", name, behind, counts(kind, behind),
        (speedups[k] > 0 ? sprintf("%.3f to %.3f", least[k], most[k]) : "-"),
        (h > 0 ? percent(quantile(a, h, 0.5)) : "-")
}

function print_answers(    i) {
    print "@gates"
    print "| gate | MPI | gates | FAIL | PASS | CANNOT TELL | error |" \
        " runs: middle, most | seconds: middle, most |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    gate_line("gate-slower", "10 % slower", "openmpi")
    gate_line("gate-slower", "10 % slower", "mpich")
    gate_line("gate-equal", "equal", "openmpi")
    gate_line("gate-equal", "equal", "mpich")
    print "@nights"
    print "| tonight | nights behind | nights | FAIL | PASS | CANNOT TELL | error |" \
        " times as fast | half width: median |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= 8; i *= 2)
        night_line("night-slower", "20 % slower", i)
    for (i = 1; i <= 8; i *= 2)
        night_line("night-equal", "equal", i)
}

# How many answers of the kind: is their share from the least to the most?
function answer_target(kind, name, answer, least, most, goal,    count) {
    count = answers[kind, answer]
    target(sprintf("%s, %s: %d of %d", name, answer, count, answers[kind]),
        answers[kind], count >= least * answers[kind] && \
        count <= most * answers[kind], goal)
}

function part(a, b) {
    return sprintf("%d of %d, %s", a, b, share(a, b))
}

# As the tables themselves name their states.
function judge_named(    i, f) {
    for (i = 1; i <= cells; i++) {
        split(cell[i], f, SUBSEP)
        if (f[1] != "named")
            continue
        judge(cell[i])
        named_pairs += pairs
        named_apart += apart
        named_held += held
        named_judged += judged
    }
}

function print_targets(    i, seen, m, e) {
    judge_named()
    for (i in found)
        seen += found[i]
    sorted(halves, nhalves)
    sorted(equal_halves, nequal)
    m = nhalves > 0 ? quantile(halves, nhalves, 0.5) : none
    e = nequal > 0 ? quantile(equal_halves, nequal, 0.5) : none
    print "@targets"
    target("pairs of ratio intervals apart: " part(named_apart, named_pairs), named_pairs,
        named_apart <= 0.03 * named_pairs, "at most 3 %")
    target("intervals that hold the mean of the others: " part(named_held, named_judged),
        named_judged, named_held >= 0.88 * named_judged, "at least 88 %")
    target("half width of ratios, median: " percent(m), nhalves, m <= 0.06,
        "at most 6 %")
    target("half width of ratios of equal rivals, median: " percent(e), nequal,
        e <= 0.02, "at most 2 %")
    target("equal rivals called different: " part(different, equal_rows), equal_rows,
        different <= 0.05 * equal_rows, "at most 5 % of rows")
    target("tables that find 5 % at 1 and at 64 KiB: " part(seen, five_tables),
        five_tables, seen >= 0.8 * five_tables, "at least 80 %")
    target(sprintf("tables that call one of the equal rivals, or a slower one, the " \
        "fastest: %d of %d; %d are undecided", sentences_of["wrong"], sentences,
        sentences_of["undecided"]), sentences, 20 * sentences_of["wrong"] <= sentences,
        "at most 5 %")
    answer_target("gate-slower", "gates, 10 % slower", "PASS", 0, 0, "none")
    answer_target("gate-slower", "gates, 10 % slower", "FAIL", 0.9, 1,
        "at least 18 of 20")
    answer_target("gate-equal", "gates, equal", "FAIL", 0, 0, "none")
    answer_target("gate-equal", "gates, equal", "PASS", 0.8, 1, "at least 16 of 20")
    m = answers["night-slower", 4] + answers["night-slower", 8]
    e = answers["night-slower", 4, "FAIL"] + answers["night-slower", 8, "FAIL"]
    target(sprintf("nights, 20 %% slower, 4 or 8 behind, FAIL: %d of %d", e, m), m,
        e == m, "all")
    answer_target("night-equal", "nights, equal", "FAIL", 0, 0, "none")
    if (named_pairs != all_pairs)
        printf "- of tables in the same state of the machine, by the cores' distance: %s of " \
            "the pairs apart, %s hold the mean of the others\n",
            part(all_apart, all_pairs), part(all_held, all_judged)
    if (lacking > 0) {
        for (i in known)
            seen_known += known[i]
        sorted(known_halves, nknown)
        printf "- ratios that have no interval, of a state seen in too few parts of a " \
            "table: %d; without them %s hold the mean of the others, the half width's " \
            "median is %s, and %s tables find 5 %%\n", lacking,
            part(all_held, all_there), percent(quantile(known_halves, nknown, 0.5)),
            part(seen_known, five_tables)
    }
    if (alone > 0)
        printf "- rows that no other table has, and which nothing is compared with: %d\n",
            alone
}

END {
    cells_of("rivals")
    cells_of("equal")
    print_theirs()
    print_answers()
    print_targets()
}
