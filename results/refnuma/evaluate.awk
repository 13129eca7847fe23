# evaluate.awk: lines of dsm_lines -> the blocks of README.md. faster, barriers, least,
# all_faster: targets; fixed: how many elements change where that one is judged; shown:
# the sizes whose rows are printed (elements, bytes of a put, ranks of a solver); most_ranks: messages are counted with 2 to
# so many. Columns without any figure are left out.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN {
    FS = "\t"
    uffd = "refnuma@detect=uffd"
    twin = "refnuma@detect=twin"
    name["refnuma"] = "auto"
    name[uffd] = "uffd"
    name[twin] = "twin"
    list("refnuma allgather put-fence p2p shwin ga trivial barrier", "halo")
    list("refnuma allgather put-fence p2p shwin ga trivial barrier", "warm")
    list("allgather refnuma " uffd " " twin " put-fence p2p shwin ga trivial barrier", "all")
    list("refnuma@first_read=deliver refnuma get shwin", "first")
    list("microshmem put-fence p2p", "put")
    list("refnuma p2p rma shwin", "jacobi")
    list("refnuma " uffd " " twin, "detectors")
    list("refnuma " twin " trivial", "needs")
    n = split(shown, a, " ")
    for (i = 1; i <= n; i++)
        is_shown[a[i]] = 1
}

function list(text, of,    a, i) {
    length_of[of] = split(text, a, " ")
    for (i = 1; i <= length_of[of]; i++)
        item[of, i] = a[i]
}

# Means are of logarithms; a ratio is the algorithm's time over its table's first's.
$1 == "table" {
    k = $2 SUBSEP $3 SUBSEP $4
    if (!(k in seen)) {
        seen[k] = 1
        rows++
        row_mpi[rows] = $2
        row_kind[rows] = $3
        row_what[rows] = $4
    }
    k = k SUBSEP $5
    if ($6 != "-") {
        times[k]++
        log_time[k] += log($6)
        interval("time" SUBSEP k, $12, $13)
    }
    if ($7 != "-") {
        ratios[k]++
        log_ratio[k] += log($7)
        interval(k, $8, $9)
    }
    if ($10 != "-") {
        shares[k]++
        share_sum[k] += $10
    }
    if ($11 != "-") {
        computes[k]++
        log_compute[k] += log($11)
    }
}

$1 == "verify" && ($5 == "-" || $6 == 0) {
    if ($4 != "barrier")
        not_run = not_run " " $4 " (" $2 ", " $3 ")"
    next
}

# A row without launches, or where nothing is changed, proves nothing. Of `barrier`
# what a rank itself wrote is checked, and no more.
$1 == "verify" {
    if ($4 != "barrier" && $3 !~ /:0$/) {
        checked += $6 > 0
        if (!($6 > 0))
            not_run = not_run " " $4 " (" $2 ", " $3 ")"
    }
    wrong += $5 > 0
    if ($3 !~ /:/)
        next
    for (i = 7; i <= 11; i++)
        needs[$2, $3, $4, i - 6] = $i
    if (!(($2, $3) in needed)) {
        needed[$2, $3] = 1
        n_needed++
        needed_mpi[n_needed] = $2
        needed_case[n_needed] = $3
    }
}

$1 == "counted" {
    ranks = $3 > ranks ? $3 : ranks
    sent[$2, $4, $3] = $7
    messages[$2, $4, $3] = $8
    if (!(($2, $4) in counts)) {
        counts[$2, $4] = 1
        n_counts++
        counts_mpi[n_counts] = $2
        counts_algo[n_counts] = $4
    }
}

# ---- values ------------------------------------------------------------------

function key(row, algo) {
    return row_mpi[row] SUBSEP row_kind[row] SUBSEP row_what[row] SUBSEP algo
}

function is_first(row, algo) {
    return item[row_kind[row], 1] == algo
}

# Seconds; 0: not known.
function time_of(row, algo,    k) {
    k = key(row, algo)
    return k in times ? exp(log_time[k] / times[k]) : 0
}

# Of the algorithm's time to that of the first one; 0: not known.
function ratio_of(row, algo,    k) {
    k = key(row, algo)
    return k in ratios ? exp(log_ratio[k] / ratios[k]) : is_first(row, algo)
}

function digits(x) {
    return x == 0 ? "-" : sprintf(x < 100 ? "%.3g" : "%.0f", x)
}

# How many times as long as the first one; or how many times as fast.
function longer(row, algo) {
    return digits(ratio_of(row, algo))
}

function faster_than_first(row, algo,    r) {
    r = ratio_of(row, algo)
    return r > 0 ? 1 / r : 0
}

# A table: its columns, then its cells row by row.
function head(columns) {
    n_columns = split(columns, column, "|")
    n_cells = 0
}

function cell(text) {
    cells[n_cells++] = text == "" ? "-" : text
}

function line_of(first,    i, text) {
    text = "|"
    for (i = 0; i < n_columns; i++)
        if (has[i])
            text = text " " (first < 0 ? column[i + 1] : cells[first + i]) " |"
    return text
}

function tail(    i, rule) {
    split("", has)
    for (i = 0; i < n_cells; i++)
        if (cells[i] != "-")
            has[i % n_columns] = 1
    rule = line_of(-1)
    print rule
    gsub(/[^|]+/, " --- ", rule)
    print rule
    for (i = 0; i < n_cells; i += n_columns)
        print line_of(i)
}

function us(seconds) {
    return digits(1e6 * seconds)
}

# ---- barriers ----------------------------------------------------------------

function halo(    r, i) {
    print "@halo"
    head("MPI|changed|refnuma, us|allgather|put-fence|p2p|shwin|ga|trivial|MPI_Barrier")
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != "halo" && row_kind[r] != "warm")
            continue
        cell(row_mpi[r])
        cell(row_what[r] (row_kind[r] == "warm" ? ", in caches" : ""))
        cell(us(time_of(r, "refnuma")))
        for (i = 2; i <= length_of["halo"]; i++)
            cell(longer(r, item["halo", i]))
    }
    tail()
}

function either(a, b) {
    return a == 1 || b == 1 ? 1 : a == 0 && b == 0 ? 0 : -1
}

function halo_targets(    r, gain, in_barriers, t) {
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != "halo")
            continue
        gain = ratio_of(r, "allgather")
        target_told(sprintf("halo, %s changed, %s: Allgather takes %s times as long",
            row_what[r], row_mpi[r], digits(gain)), gain > 0,
            at_least(key(r, "allgather"), faster), "at least " faster)
        if (row_what[r] != 0)
            continue
        in_barriers = faster_than_first(r, "barrier")
        t = time_of(r, "refnuma")
        target_told(sprintf("halo, nothing changed, %s: %s MPI_Barriers, %s us",
            row_mpi[r], digits(in_barriers), us(t)), in_barriers > 0,
            either(at_least(key(r, "barrier"), 1 / barriers),
                least > 0 ? at_most("time" SUBSEP key(r, "refnuma"), least) : 0),
            "at most " barriers " MPI_Barriers" \
            (least > 0 ? ", or " 1e6 * least " us" : ""))
    }
}

function all(    r, i) {
    print "@all"
    head("MPI|changed|allgather, us|auto|uffd|twin|put-fence|p2p|shwin|ga|trivial|MPI_Barrier")
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != "all" || !(row_what[r] in is_shown))
            continue
        cell(row_mpi[r])
        cell(row_what[r])
        cell(us(time_of(r, "allgather")))
        for (i = 2; i <= length_of["all"]; i++)
            cell(digits(faster_than_first(r, item["all", i])))
    }
    tail()
}

function all_targets(    r, gain) {
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != "all" || row_what[r] != fixed)
            continue
        gain = faster_than_first(r, uffd)
        target_told(sprintf("everything touched, %s changed, uffd, %s: %s times as " \
            "fast as Allgather", fixed, row_mpi[r], digits(gain)), gain > 0,
            at_most(key(r, uffd), 1 / all_faster), "at least " all_faster)
    }
}

# Rows of one MPI are by ascending numbers. Between which two of them the algorithm
# ceases to be faster, if it does so once: the last and the first where the intervals tell
# that it is faster, and that it is not.
function even_of(mpi, algo,    r, faster, n, last, slower, is) {
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != "all" || row_mpi[r] != mpi)
            continue
        faster = at_most(key(r, algo), 1)
        n = row_what[r]
        if (faster < 0)
            continue
        if (faster && slower)
            return "not monotone"
        if (!faster && !slower)
            is = last == "" ? "below " n : "between " last " and " n
        slower = !faster
        last = n
    }
    return slower ? is : last == "" ? "-" : "above " last
}

function even(    m, i, r, known) {
    print "@even"
    head("MPI|auto|uffd|twin")
    for (r = 1; r <= rows; r++) {
        m = row_mpi[r]
        if (row_kind[r] != "all" || m in known)
            continue
        known[m] = 1
        cell(m)
        for (i = 1; i <= length_of["detectors"]; i++)
            cell(even_of(m, item["detectors", i]))
    }
    tail()
}

# ---- others ------------------------------------------------------------------

# What takes how many times as long as the first.
function rivals_of(kind, columns, scale,    r, i) {
    print "@" kind
    head(columns)
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != kind || kind != "first" && !(row_what[r] in is_shown))
            continue
        cell(row_mpi[r])
        if (kind != "first")
            cell(kind == "put" ? bytes_name(row_what[r]) : row_what[r])
        cell(digits(scale * time_of(r, item[kind, 1])))
        if (kind == "jacobi") {
            cell(share_of(r, "refnuma"))
            cell(digits(scale * compute_of(r, "refnuma")))
            cell(digits(scale * compute_of(r, "p2p")))
        }
        for (i = 2; i <= length_of[kind]; i++)
            cell(longer(r, item[kind, i]))
    }
    tail()
}

function share_of(r, algo,    k) {
    k = key(r, algo)
    return k in shares ? sprintf("%.1f %%", 100 * share_sum[k] / shares[k]) : "-"
}

# Seconds of the sweep alone; 0: not known.
function compute_of(r, algo,    k) {
    k = key(r, algo)
    return k in computes ? exp(log_compute[k] / computes[k]) : 0
}

# ---- memory and messages -----------------------------------------------------

# The same with all MPIs, or the row is not printed.
function needs_row(what, algo,    c, i, k, text, had) {
    for (c = 1; c <= n_needed; c++) {
        k = needed_mpi[c] SUBSEP what SUBSEP algo
        if (needed_case[c] != what || !((k, 3) in needs))
            continue
        text = ""
        for (i = 1; i <= 5; i++)
            text = text SUBSEP ((k, i) in needs && needs[k, i] != "-" ? needs[k, i] + 0 : "-")
        if (had != "" && had != text)
            return
        had = text
    }
    if (had == "")
        return
    split(had, had_of, SUBSEP)
    cell(what)
    cell(algo)
    for (i = 2; i <= 6; i++)
        cell(had_of[i])
}

function savings(    c, i, known) {
    print "@savings"
    head("touched:changed|algorithm|memory, B|compared, B|sent, B|messages|pages")
    for (c = 1; c <= n_needed; c++) {
        if (needed_case[c] in known || needed_case[c] ~ /foreign|:0$/)
            continue
        known[needed_case[c]] = 1
        for (i = 1; i <= length_of["needs"]; i++)
            needs_row(needed_case[c], item["needs", i])
    }
    tail()
}

# Known when every number of ranks has been counted.
function counted_targets(    c, p, k, k3, n, same) {
    for (c = 1; c <= n_counts; c++) {
        same = 1
        n = 0
        k3 = counts_mpi[c] SUBSEP counts_algo[c] SUBSEP 3
        for (p = 3; p <= most_ranks; p++) {
            k = counts_mpi[c] SUBSEP counts_algo[c] SUBSEP p
            if (!(k in sent) || sent[k] == "-")
                continue
            n++
            same = same && sent[k] == sent[k3] && messages[k] == messages[k3]
        }
        target(sprintf("%s, %s: messages and bytes a rank are %s with %d to %d ranks",
            counts_mpi[c], counts_algo[c], same ? "the same" : "not the same", 3,
            most_ranks), n == most_ranks - 2 && n > 1, same, "the same")
    }
}

END {
    if (is_broken)
        exit 1
    halo()
    all()
    even()
    rivals_of("put", "MPI|size|microshmem, us|put-fence|p2p", 1e6)
    rivals_of("first", "MPI|deliver, us|undefined|get|shwin", 1e6)
    rivals_of("jacobi", "MPI|ranks|refnuma, ms|in the barrier|compute, ms|compute of p2p, ms|p2p|rma|shwin", 1e3)
    savings()
    print "@targets"
    halo_targets()
    all_targets()
    counted_targets()
    print "@verified"
    target(sprintf("cases whose changed elements were checked wherever they are read: %d," \
        " with a wrong one: %d", checked, wrong), checked, wrong == 0, "none wrong")
    if (not_run != "")
        print "- not checked:" not_run
}
