# shm.bash: for bats files that look at what is left in /dev/shm.

# What is in /dev/shm and is not the MPI library's own.
ours_in_shm() {
    ls -A /dev/shm | grep -vE '^(vader_segment|ucx|mpich|psm2|sem\.)' || true
}
