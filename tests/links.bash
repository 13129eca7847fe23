# links.bash: a helper for bats files that check the links of pages.

# broken PAGE...: prints "PAGE: LINK" for each relative link without a target.
broken() {
    local page link
    for page in "$@"; do
        grep -oE '\]\([^)# ]+' "$page" | sed 's/^](//' | grep -vE '^[a-z]+:' |
            while read -r link; do
                [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
            done
    done
}
