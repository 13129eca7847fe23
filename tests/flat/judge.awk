# judge.awk: awk -v slack=KIB -f judge.awk SAMPLES: a table of what `flat` sampled; exit
# status 1 if something grew.
#
# Programs take and give back: what they hold at the least moments is what they never give
# back, and a leak raises it. So the least value of each resource in the last quarter of the
# time is compared with that in the second; the first is warm-up. Counts may not be higher.
# Memory may be `slack` KiB more (1280: MPICH takes requests and communicators a
# MiB at a time; four times malloc's 64 KiB for the rest), and on rank 0 three times what
# the program's records (*.jsonl here) grew by, as passes are held until the end.
# SPDX-License-Identifier: BSD-3-Clause

NR == 1 { for (i = 3; i <= NF; i++) name[i] = $i; columns = NF; next }
{ last = $1; line[++lines] = $0 }
END {
    for (l = 1; l <= lines; l++) {
        split(line[l], v)
        part = int(v[1] / (last + 1) * 4) # 0 to 3
        ranks = v[2] > ranks ? v[2] : ranks
        for (i = 3; i <= columns; i++) {
            at = part " " v[2] " " i
            if (!(at in least) || v[i] + 0 < least[at])
                least[at] = v[i] + 0
            if (!(at in most) || v[i] + 0 > most[at])
                most[at] = v[i] + 0
        }
    }
    print "rank resource least then verdict most then"
    for (r = 0; r <= ranks; r++)
        for (i = 3; i < columns; i++) {
            a = 1 " " r " " i
            b = 3 " " r " " i
            if (!(a in least) || !(b in least)) {
                print "rank " r ": too few samples"
                exit 1
            }
            may = name[i] ~ /KiB/ ? slack : 0
            if (r == 0 && may)
                may += 3 * (most[3 " 0 " columns] - least[1 " 0 " columns])
            grew = least[b] > least[a] + may ? "GREW" : "-"
            bad += grew != "-"
            print r, name[i], least[a], least[b], grew, most[a], most[b]
        }
    exit bad > 0
}
