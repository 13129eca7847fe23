# make.awk: prints command lines `first` to `last` - 1 of a seed, NUMBER RANKS OPTION..., of a
# table of options. Each is the one of several random ones that has most pairs of values that
# no line before it had.
# SPDX-License-Identifier: BSD-3-Clause
/^#/ { next }
{
    name[++rows] = $1
    needs[rows] = $2
    $1 = $2 = ""
    values[rows] = split($0, part, "|")
    for (i = 1; i <= values[rows]; i++) {
        if (match(part[i], /\(.*\)/)) {
            tags[rows, i] = "," substr(part[i], RSTART + 1, RLENGTH - 2) ","
            part[i] = substr(part[i], 1, RSTART - 1)
        }
        gsub(/^ +| +$/, "", part[i])
        value[rows, i] = part[i]
    }
}

# Park and Miller's generator.
function choose(n) {
    state = state * 16807 % 2147483647
    return int(state / 2147483647 * n)
}

# Draws a line: rows 1 to 3 have a value, few others, of those that apply to these, do. Returns
# the number of new pairs.
function draw(line,    i, k, all, new) {
    all = ",any,"
    for (i = 1; i <= rows; i++) {
        line[i] = 0
        if (i <= 3 || index(all, "," needs[i] ",") && choose(16) < 5)
            line[i] = 1 + choose(values[i])
        all = all tags[i, line[i]]
    }
    for (i = 1; i <= rows; i++)
        for (k = 1; k < i; k++)
            new += line[i] && line[k] && !((i, line[i], k, line[k]) in seen)
    return new
}

# Prints the line, and notes its pairs.
function take(line,    i, k, text) {
    text = value[1, line[1]] " " value[2, line[2]]
    for (i = 3; i <= rows; i++)
        if (line[i])
            text = text " " name[i] (value[i, line[i]] != "" ? "=" : "") value[i, line[i]]
    for (i = 1; i <= rows; i++)
        for (k = 1; k < i; k++)
            if (line[i] && line[k])
                seen[i, line[i], k, line[k]]
    if (number >= first)
        print number, text
}

END {
    for (state = 1 + seed % 2147483646; n < 10; n++)
        choose(2)
    for (number = 0; number < last; number++) {
        most = -1
        for (trial = 0; trial < 20; trial++) {
            new = draw(line)
            for (i = 1; i <= rows && new > most; i++)
                best[i] = line[i]
            most = new > most ? new : most
        }
        take(best)
    }
}
