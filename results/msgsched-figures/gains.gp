# gains.gp: gains of reordering and merging, by application and network.
set terminal svg noenhanced size 900,620 font 'sans,11' background 'white'
set multiplot layout words(nets),1 title sprintf('1 - t / t(direct), %%, %d nodes of 24 ranks', nodes)
set style data histograms
set style histogram clustered gap 2
set style fill solid 0.8 border -1
set grid ytics
set ytics format '%g %%'
set key outside right
set xrange [-0.6:5.6]
least = 0
most = 0
do for [i = 3:7] {
    stats gains using i nooutput
    least = STATS_min < least ? STATS_min : least
    most = STATS_max > most ? STATS_max : most
}
set yrange [floor(least / 5) * 5 : ceil(most / 5) * 5]
do for [net in nets] {
    set title net
    plot for [i = 3:7] sprintf("< grep '^\"%s\"' %s", net, gains) \
        using i:xtic(2) title word('reorder merge both both/node auto', i - 2)
}
unset multiplot
