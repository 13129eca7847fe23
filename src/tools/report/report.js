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

// ---- pictures: the values of the point nearest to the pointer, or reached by arrow keys.

const tip = document.querySelector(".tip");
let shown = null;

function show(point) {
    if (shown)
        shown.classList.remove("near");
    shown = point;
    tip.hidden = !point;
    if (!point)
        return;
    point.classList.add("near");
    tip.textContent = point.dataset.t;
    const at = point.getBoundingClientRect(), box = tip.getBoundingClientRect();
    const left = Math.min(Math.max(at.left + at.width / 2 - box.width / 2, 4), innerWidth - box.width - 4);
    tip.style.left = left + "px";
    tip.style.top = (at.top > box.height + 10 ? at.top - box.height - 8 : at.bottom + 8) + "px";
}

function pointsOf(picture) {
    return Array.from(picture.querySelectorAll(".s:not(.off) .p"));
}

function nearest(picture, x, y, most) {
    let best = null;
    for (const point of pointsOf(picture)) {
        const at = point.getBoundingClientRect();
        const far = Math.hypot(at.left + at.width / 2 - x, at.top + at.height / 2 - y);
        if (far < most) {
            most = far;
            best = point;
        }
    }
    return best;
}

function move(picture, event) {
    const points = pointsOf(picture), i = points.indexOf(shown);
    const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    if (event.key === "Escape")
        show(null);
    if (!by || !points.length)
        return;
    show(points[i < 0 ? 0 : (i + by + points.length) % points.length]);
    event.preventDefault();
}

for (const picture of document.querySelectorAll("figure svg")) {
    picture.tabIndex = 0;
    // the title of a point is for pages without script
    for (const point of picture.querySelectorAll(".p")) {
        point.dataset.t = point.textContent;
        point.textContent = "";
    }
    picture.addEventListener("pointermove", e => show(nearest(picture, e.clientX, e.clientY, 40)));
    picture.addEventListener("pointerdown", e => show(nearest(picture, e.clientX, e.clientY, 40)));
    picture.addEventListener("pointerleave", () => show(null));
    picture.addEventListener("blur", () => show(null));
    picture.addEventListener("keydown", e => move(picture, e));
}
addEventListener("scroll", () => show(null), {passive: true});

// ---- legends hide and show lines

function toggle(button) {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", on);
    for (const line of button.closest("section").querySelectorAll(".s." + button.dataset.line))
        line.classList.toggle("off", !on);
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
    const at = event.target.closest("th button, .legend button, a[download]");
    if (!at)
        return;
    if (at.matches("th button"))
        sortBy(at);
    else if (at.matches("button"))
        toggle(at);
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
