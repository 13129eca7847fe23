# evaluate.awk: changed, ranks, algorithm, seconds, messages, bytes -> the blocks of
# README.md.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN {
    FS = "\t"
    print "@time"
    print "| changed | ranks | refnuma, us | MPI_Barrier, us | allgather, us | messages | bytes |"
    print "| --- | --- | --- | --- | --- | --- | --- |"
}

function us(algo) {
    return algo in seconds ? sprintf("%.2f", 1e6 * seconds[algo]) : "-"
}

function row() {
    if (ranks != "")
        printf "| %s | %s | %s | %s | %s | %s | %s |\n", changed, ranks, us("refnuma"),
            us("barrier"), us("allgather"), messages, bytes
    split("", seconds)
    messages = bytes = "-"
}

$1 != changed || $2 != ranks {
    row()
    changed = $1
    ranks = $2
}

$4 != "-" {
    seconds[$3] = $4
}

$3 == "refnuma" {
    messages = $5
    bytes = $6
}

END {
    row()
}
