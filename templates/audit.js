/*
 * audit.js: shows the page and handles keys and buttons; uses audit_search.js.
 */
"use strict";

/* --- an open operator ------------------------------------------------------------------------- */

/* Breaks a prototype between parameters, into lines of at most 92 columns. */
function wrapped(prototype) {
	const lines = [""];

	for (const part of prototype.split(/(?<=[(,]) ?/)) {
		const last = lines[lines.length - 1], space = /,$/.test(last) ? " " : "";

		if (last && last.length + part.length > 92)
			lines.push("        " + part);
		else
			lines[lines.length - 1] += space + part;
	}
	return lines.join("\n");
}

function code(text, what) {
	const copy = make("button", "", "Copy"), pre = make("pre", "", text);

	copy.type = "button";
	copy.setAttribute("aria-label", "Copy " + what);
	copy.addEventListener("click", () => {
		const done = () => { copy.textContent = "Copied"; };
		const choose = () => getSelection().selectAllChildren(pre);

		if (navigator.clipboard)
			navigator.clipboard.writeText(text).then(done, choose);
		else
			choose();
	});
	return make("div", "code", [pre, copy]);
}

function chips(words) {
	return words.map((word) => make("span", "chip", word));
}

function dotted(tone, text) {
	const node = make("span");

	node.append(make("span", "dot " + tone), text);
	return node;
}

function testedText(op) {
	const tested = op.tested;

	if (!tested)
		return [dotted("idle", "no test result")];
	return [dotted(TESTED[testedOf(op)][0],
		"called " + digits(tested.calls) + " times, compared with libtorch's C++: " +
		TESTED[testedOf(op)][1] + (tested.reason ? ". " + tested.reason : ""))];
}

function facts(op) {
	const list = make("dl", "facts");
	const add = (name, content) => {
		if (content.length)
			list.append(make("dt", "", name), make("dd", "", content));
	};

	add("declared in", op.header ? [make("code", "", "<" + op.header + ">")] : []);
	add("from", op.line ? [make("code", "", "native_functions.yaml:" + op.line),
		op.origin === "autogen" ? ", derived by autogen" : ""] : []);
	add("dispatch keys", op.dispatch ? chips(op.dispatch) : []);
	add("registered", op.registered ? chips(op.registered) : []);
	add("autograd", op.autograd ?
		[dotted(AUTOGRAD[op.autograd][0], AUTOGRAD[op.autograd][2])] : []);
	add("compared", op.prototypes ? testedText(op) : []);
	add("accepted", op.tested && op.tested.dtypes ? chips(op.tested.dtypes) : []);
	add("tags", op.tags ? chips(op.tags) : []);
	return list;
}

function detail(op) {
	const box = make("div", "detail");

	box.append(make("h3", "", "Schema"), code(op.schema, "the schema"));
	if (op.prototypes)
		box.append(make("h3", "", "In C"));
	for (const prototype of op.prototypes || [])
		box.append(code(wrapped(prototype), "the prototype"));
	box.append(facts(op));
	return box;
}

/* --- rows ------------------------------------------------------------------------------------- */

/* The name, with the search word marked in it. */
function marked(className, text, word) {
	const node = make("span", className), at = word ? text.toLowerCase().indexOf(word) : -1;

	if (at < 0)
		node.append(text);
	else
		node.append(text.slice(0, at), make("mark", "", text.slice(at, at + word.length)),
			text.slice(at + word.length));
	return node;
}

function backends(op) {
	const shown = ["CPU", "CUDA", "MPS"].filter((key) => op.dispatch.includes(key));
	const rest = op.dispatch.filter(
		(key) => !shown.includes(key) && !key.startsWith("Composite"));

	if (isComposite(op))
		shown.push("composite");
	return make("span", "cell", chips(shown).concat(
		rest.length ? [shown.length ? "+" + rest.length : rest.join(", ")] : []));
}

function cellsOf(op, word) {
	const cells = [marked("name", op.symbol, word), marked("operator", op.name, word),
		make("span", "cell", op.kind), backends(op)];
	const add = ([tone, text]) => cells.push(make("span", "cell", [dotted(tone, text)]));

	if (knows.autograd)
		add(AUTOGRAD[op.autograd]);
	if (knows.tested)
		add(TESTED[testedOf(op)]);
	return cells;
}

function otherCells(op, word) {
	return [marked("name", op.name, word), make("span", "cell", op.registered.join(", "))];
}

function toggle(item, op, open) {
	const button = item.firstChild;

	button.setAttribute("aria-expanded", String(open));
	if (open && !button.nextSibling)
		item.append(detail(op));
	else if (!open && button.nextSibling)
		button.nextSibling.remove();
}

function row(op, word) {
	const other = !op.prototypes;
	const button = make("button", other ? "row two" : "row",
		other ? otherCells(op, word) : cellsOf(op, word));
	const item = make("li", "", button);

	button.type = "button";
	button.setAttribute("aria-expanded", "false");
	button.addEventListener("click", () => {
		toggle(item, op, button.getAttribute("aria-expanded") !== "true");
		opened = button.getAttribute("aria-expanded") === "true" ? op.name : "";
		writeHash();
	});
	if (op.name === opened)
		toggle(item, op, true);
	return item;
}

function differenceRow(one) {
	const box = make("div", "detail");

	box.append(make("h3", "", one.where + ": " + one.what),
		code(one.schema || one.symbol, "the difference"));
	if (one.instead)
		box.append(make("h3", "", "instead"), code(one.instead, "the registered schema"));
	return make("li", "", box);
}

/* --- the list --------------------------------------------------------------------------------- */

let view = "operators", shown = [], made = 0, opened = "";

function addRows() {
	const word = wordsOf(typed())[0] || "";
	const rows = document.createDocumentFragment();

	for (const one of shown.slice(made, made + PAGE))
		rows.append(view === "differences" ? differenceRow(one) : row(one, word));
	made = Math.min(made + PAGE, shown.length);
	$("list").append(rows);
	$("more").hidden = made === shown.length;
	$("more").textContent = "Show more of " + digits(shown.length);
}

function search() {
	const all = data[view].length;

	shown = found();
	made = 0;
	$("list").replaceChildren();
	$("count").textContent = shown.length === all ? digits(all) + " listed" :
		digits(shown.length) + " of " + digits(all);
	if (!shown.length)
		$("list").append(make("li", "empty", all ?
			"Nothing found. Try fewer words or filters." : "No differences."));
	addRows();
	for (const filter of filters)
		if (filter.select)
			filter.select.classList.toggle("set", filter.select.value !== "");
	pressLegends();
	writeHash();
}

/* --- the head --------------------------------------------------------------------------------- */

function total(label, count, className) {
	if (count === undefined)
		return;
	$("totals").append(make("div", className,
		[make("dt", "", label), make("dd", "", digits(count))]));
}

function makeTotals() {
	total("schemas", data.schemas);
	total("of these, by autogen", data.autogen_schemas);
	total("C functions", data.functions);
	total("method forms", data.methods);
	total("in the headers of libtorch" + (data.libtorch ? " " + data.libtorch : ""),
		data.libtorch_schemas);
	total("registered operators", data.registered);
	total("exported symbols", data.exported);
	total("differences", knows.differences ? data.differences.length : undefined,
		data.differences.length ? "bad" : "");
}

function share(title, id, names) {
	const filter = filters.find((one) => one.id === id);
	const bar = make("div", "bar"), legend = make("div", "legend");
	const counts = new Map(counted(filter.of));

	if (!filter.select)
		return;
	bar.setAttribute("aria-hidden", "true");
	for (const [value, [tone, text]] of Object.entries(names)) {
		const part = make("i", tone), count = counts.get(value);
		const button = make("button", tone, [make("span", "dot"), text + " ",
			make("b", "", digits(count || 0))]);

		if (!count)
			continue;
		part.style.flexGrow = count;
		button.type = "button";
		button.dataset.filter = id;
		button.dataset.value = value;
		button.addEventListener("click", () => {
			filter.select.value = filter.select.value === value ? "" : value;
			setView("operators");
		});
		bar.append(part);
		legend.append(button);
	}
	$("shares").append(make("div", "share", [make("h2", "", title), bar, legend]));
}

function pressLegends() {
	for (const button of document.querySelectorAll(".legend button"))
		button.setAttribute("aria-pressed", String(
			$(button.dataset.filter).value === button.dataset.value));
}

function setView(name) {
	const heads = ["C function", "operator", "kind", "kernels"].concat(
		knows.autograd ? ["autograd"] : [], knows.tested ? ["compared"] : []);

	view = name;
	for (const tab of $("views").children)
		tab.setAttribute("aria-pressed", String(tab.dataset.view === name));
	$("filters").hidden = name !== "operators";
	$("heads").replaceChildren(...(name === "operators" ? heads : []).map(
		(text) => make("span", "", text)));
	search();
}

function makeViews() {
	const views = [["operators", "Operators"], ["others", "Registered, not in the yaml"],
		["differences", "Differences"]];

	for (const [name, text] of views) {
		const tab = make("button", "", text);

		if (!data[name] || (name === "differences" && !knows.differences))
			continue;
		tab.append(" " + digits(data[name].length));
		tab.type = "button";
		tab.dataset.view = name;
		tab.addEventListener("click", () => setView(name));
		$("views").append(tab);
	}
}

/* --- colors ---------------------------------------------------------------------------------- */

const dark = matchMedia("(prefers-color-scheme: dark)");
const narrow = matchMedia("(max-width: 820px)");
let theme = "";

function setTheme(name) {
	theme = name;
	document.documentElement.dataset.theme = name || (dark.matches ? "dark" : "light");
	$("theme").textContent = name === "dark" ? "Dark" : name === "light" ? "Light" : "Auto";
	$("theme").setAttribute("aria-label", "Colors: " + (name || "same as the system"));
}

/* --- the address: a link contains the search and the filters ---------------------------------- */

function writeHash() {
	const hash = new URLSearchParams();
	const put = (key, value) => value && hash.set(key, value);

	put("view", view === "operators" ? "" : view);
	put("q", $("search").value);
	for (const filter of filters)
		put(filter.id, filter.select && filter.select.value);
	put("open", opened);
	put("theme", theme);
	history.replaceState(null, "", "#" + hash);
}

function readHash() {
	const hash = new URLSearchParams(location.hash.slice(1));
	const name = hash.get("view");

	$("search").value = hash.get("q") || "";
	for (const filter of filters)
		if (filter.select)
			filter.select.value = hash.get(filter.id) || "";
	opened = hash.get("open") || "";
	setTheme(hash.get("theme") || "");
	setView(Object.hasOwn(data, name || "") && $("views").querySelector(
		"[data-view=" + CSS.escape(name) + "]") ? name : "operators");
}

/* --- keys ------------------------------------------------------------------------------------- */

function moveFocus(step) {
	const rows = [...$("list").querySelectorAll(".row")];
	const at = rows.indexOf(document.activeElement);
	const next = at + step;

	if (next < 0)
		$("search").focus();
	else if (rows[next])
		rows[next].focus();
}

function onKey(event) {
	const inSearch = event.target === $("search");
	const onRow = event.target.classList && event.target.classList.contains("row");

	if (event.ctrlKey || event.metaKey || event.altKey)
		return;
	if (event.key === "/" && !inSearch && event.target.tagName !== "SELECT") {
		$("search").focus();
		$("search").select();
	} else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (inSearch || onRow)) {
		moveFocus(event.key === "ArrowDown" ? 1 : -1);
	} else {
		return;
	}
	event.preventDefault();
}

/* --- start ------------------------------------------------------------------------------------ */

makeTotals();
filters.forEach(makeFilter);
share("Compared with libtorch's C++, bit for bit", "tested", TESTED);
share("Autograd", "autograd", AUTOGRAD);
share("Kind", "kind", KINDS);
makeViews();
$("search").addEventListener("input", search);
$("tools").addEventListener("submit", (event) => event.preventDefault());
$("tools").addEventListener("reset", () => { opened = ""; setTimeout(search); });
$("more").addEventListener("click", addRows);
$("theme").addEventListener("click", () => {
	setTheme({ "": "dark", dark: "light", light: "" }[theme]);
	writeHash();
});
dark.addEventListener("change", () => setTheme(theme));
document.addEventListener("keydown", onKey);
addEventListener("hashchange", readHash);
$("breakdown").open = !narrow.matches;
new IntersectionObserver((seen) => {
	if (seen[0].isIntersecting && !$("more").hidden)
		addRows();
}, { rootMargin: "600px" }).observe($("more"));
readHash();
/* A link to a search goes directly to the list. */
if (narrow.matches && /(^|[#&])(q|open|view)=/.test(location.hash))
	$("views").scrollIntoView();
