# tools: programs that work on records; no MPI.
include src/tools/compare/local.mk
