# placement.gp: figure 11 of the paper as placement: pages of each rank's queue
# on its own node and on the other, with read-ahead on and off.
set terminal svg size 960,400 background "white"
set output "placement.svg"
set datafile separator ","
set style data histogram
set style histogram rowstacked
set style fill solid 0.8 border -1
set boxwidth 0.8
set yrange [0:260]
set ytics 0,48,192
set grid y
set key top right horizontal samplen 1 width 1
set bmargin 5
set xlabel "rank, with read-ahead on and off" offset 0,-1
rows(file, readahead) = sprintf("< awk -F, '$1 == \"%s\" && $2 == \"%s\" && $3 == \"none\" && $4 == \"in turn\" && $5 == 1' firsttouch.csv", file, readahead)
titles = "'tmpfs' 'ext4, read-ahead 128 KiB' 'ext4, read-ahead 4 MiB'"
set multiplot layout 1,3
do for [i = 1:3] {
    file = word("tmpfs ext4 ext4-4MiB", i)
    set title word(titles, i)
    set ylabel i == 1 ? "pages of the rank's queue" : ""
    if (i == 2) { set key } else { unset key }
    plot newhistogram "on" offset 0,0.2, \
        rows(file, "on") using 8:xticlabels(6) title "local" lc rgb "#4477aa", \
        "" using 9 title "remote" lc rgb "#ee6677", \
        newhistogram "off" offset 0,0.2, \
        rows(file, "off") using 8:xticlabels(6) notitle lc rgb "#4477aa", \
        "" using 9 notitle lc rgb "#ee6677"
}
