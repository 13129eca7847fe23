# links.bash: for bats files that follow the links of pages.

# Lines "PAGE: LINK" of relative links of pages that lead nowhere.
broken() {
    local page link
    for page in "$@"; do
        grep -oE '\]\([^)# ]+' "$page" | sed 's/^](//' | grep -vE '^[a-z]+:' |
            while read -r link; do
                [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
            done
    done
}
