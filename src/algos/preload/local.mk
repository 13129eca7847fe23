# preload: code shared by the libraries that are loaded in front of a program's MPI.
preload_front = \
	%D%/call.h %D%/entries.h \
	%D%/front.c %D%/front.h \
	%D%/others.c %D%/others.h \
	%D%/presence.c %D%/presence.h \
	%D%/world.c %D%/world.h
# and for their parts
preload_next = %D%/next.c %D%/next.h %D%/world.h

preload_reducible = %D%/fint.h %D%/fortran.h %D%/reducible.c %D%/reducible.h
preload_dying = %D%/fint.h %D%/dying.c %D%/dying.h
preload_replace = %D%/replace.c %D%/replace.h
# of a part to which entries.h passes calls
preload_call = %D%/call.h %D%/arguments.h

UNIT_TESTS += %D%/test/test_front
ONCE_TESTS += %D%/test/test_front
%C%_test_test_front_SOURCES = $(unit) %D%/presence.c %D%/test/test_presence.c
%C%_test_test_front_LDADD = $(CMOCKA_LIBS)
LIGHT_TESTS += %D%/test/tools.bats
EXTRA_DIST += %D%/test/shim.c %D%/test/tool.c
