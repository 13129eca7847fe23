# installed.sed: makes links of pages fit the folder where they are installed (sed -E). Links to
# what is not in it become text, manual pages among them, which have a folder of their own.
s#\]\(\.\./README\.md#](README.md#g
s#\]\(doc/#](#g
/^!\[/d
s#\[([^]]+)\]\([a-z_-]+\.[13]\)#\1#g
s#\[(results/[^]]+|[A-Z]+\.(md|cff))\]\((\.\./)?\1(/README\.md)?\)#\1 (in the sources)#g
s#\[([^]]+)\]\((\.\./)?((results|packaging)/[^)]*)\)#\1 (\3 in the sources)#g
