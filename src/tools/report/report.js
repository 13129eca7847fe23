"use strict";
// What the page does beyond showing its content, all of which is there without it.

// ---- tables: a button in a column's title sorts by it; empty cells are last.

function valueOf(row, column) {
    const cell = row.cells[column];
    const text = cell.dataset.v || cell.textContent, x = parseFloat(text);
    if (cell.className === "name")
        return text;
    return isNaN(x) && text.length > 1 ? "-?=+".indexOf(text[0]) : x;
}

function sortBy(button) {
    const title = button.closest("th"), table = title.closest("table"), body = table.tBodies[0];
    const up = title.getAttribute("aria-sort") !== "ascending", column = +button.dataset.column;
    for (const other of table.querySelectorAll("th[aria-sort]"))
        other.setAttribute("aria-sort", other !== title ? "none" : up ? "ascending" : "descending");
    const rows = Array.from(body.rows, (row, i) => ({row, i, v: valueOf(row, column)}));
    const none = v => typeof v === "number" && isNaN(v);
    rows.sort((a, b) => none(a.v) || none(b.v) ? none(a.v) - none(b.v) || a.i - b.i :
        (a.v > b.v) - (a.v < b.v) && ((a.v > b.v) === up ? 1 : -1) || a.i - b.i);
    body.append(...rows.map(r => r.row));
}

// ---- records: browsers refuse to save long data: addresses, so they become blobs

function save(link, event) {
    const bytes = Uint8Array.from(atob(link.href.slice(link.href.indexOf(",") + 1)), c => c.charCodeAt(0));
    const to = document.createElement("a");
    to.href = URL.createObjectURL(new Blob([bytes]));
    to.download = link.download;
    to.click();
    setTimeout(() => URL.revokeObjectURL(to.href), 10000);
    event.preventDefault();
}

document.addEventListener("click", event => {
    const at = event.target.closest("th button, a[download]");
    if (!at)
        return;
    if (at.matches("button"))
        sortBy(at);
    else if (at.href.startsWith("data:"))
        save(at, event);
});

// ---- paper has no closed parts

addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll("details:not([open])"))
        part.open = part.dataset.closed = true;
});
addEventListener("afterprint", () => {
    for (const part of document.querySelectorAll("details[data-closed]"))
        part.open = false, delete part.dataset.closed;
});
