# shm.bash: for bats files that look at what is left in /dev/shm.

# What is in /dev/shm and is not the MPI library's own.
ours_in_shm() {
    ls -A /dev/shm | grep -vE '^(vader_segment|ucx|mpich|psm2|sem\.)' || true
}

# nothing_new_in_shm BEFORE: nothing of ours is there that was not there before. Ranks
# that were ended may take a moment to go, and what other programs have may vanish.
nothing_new_in_shm() {
    local new
    for _ in $(seq 100); do
        new=$(comm -13 <(sort <<<"$1") <(ours_in_shm | sort))
        [ -n "$new" ] || return 0
        sleep 0.1
    done
    echo "left in /dev/shm: $new"
    return 1
}
