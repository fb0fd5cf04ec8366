/*
 * audit_search.js: the data of the page, and how to filter and search it. audit.js shows it.
 */
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const PAGE = 80; /* rows added at a time; more are added when the end becomes visible */

/* --- helpers ---------------------------------------------------------------------------------- */

const $ = (id) => document.getElementById(id);

function make(tag, className, content) {
	const node = document.createElement(tag);

	if (className)
		node.className = className;
	if (content !== undefined)
		node.append(...[].concat(content));
	return node;
}

/* What the audit had as input: derivatives, test results, a libtorch or a registry. */
const knows = {
	autograd: data.operators.some((op) => op.autograd),
	tested: data.operators.some((op) => op.tested),
	differences: data.libtorch_schemas !== undefined || data.registered !== undefined,
};

document.body.classList.toggle("no-autograd", !knows.autograd);
document.body.classList.toggle("no-tested", !knows.tested);

const digits = (n) => n.toLocaleString("en-US");

/* --- properties of an operator ---------------------------------------------------------------- */

const AUTOGRAD = {
	derivative: ["good", "derivative", "a derivative of its own or of its functional form"],
	composite: ["fair", "composite", "differentiated through the operators that it calls"],
	none: ["idle", "none", "no derivative: autograd records nothing or refuses a gradient"],
};
const TESTED = {
	gradients: ["good", "values, gradients"],
	values: ["fair", "values"],
	errors: ["poor", "errors only"],
	dies: ["bad", "dies in libtorch"],
	untested: ["idle", "not compared"],
};
const KINDS = {
	functional: ["fair", "functional"],
	inplace: ["good", "inplace"],
	out: ["idle", "out"],
	mutable: ["poor", "mutable"],
};

function testedOf(op) {
	const compared = op.tested ? op.tested.compared : "untested";

	if (compared === "values" && op.tested.gradient)
		return "gradients";
	return TESTED[compared] ? compared : "untested";
}

const isComposite = (op) => op.dispatch.some((key) => key.startsWith("Composite"));
const runsOn = (op, key) => op.dispatch.includes(key) || isComposite(op);

/* --- filters: the values of the select, and which of them an operator has --------------------- */

const filters = [
	{
		id: "module", label: "Module", all: "all modules",
		of: (op) => [op.module || "torch"],
		text: (value) => value === "torch" ? "torch" : "torch." + value,
	},
	{ id: "kind", label: "Kind", all: "all kinds", of: (op) => [op.kind] },
	{
		id: "key", label: "Dispatch key", all: "all keys",
		of: (op) => op.dispatch.concat(runsOn(op, "CPU") ? [] : ["no CPU kernel"]),
		more: "registered in the library",
		ofMore: (op) => (op.registered || []).map((key) => key + "!"),
	},
	{
		id: "autograd", label: "Autograd", all: "all",
		of: (op) => op.autograd ? [op.autograd] : [],
	},
	{
		id: "tested", label: "Tested", all: "all results",
		of: (op) => [testedOf(op)],
		text: (value) => TESTED[value][1],
	},
	{
		id: "dtype", label: "Accepted in tests", all: "all dtypes",
		of: (op) => op.tested && op.tested.dtypes || [],
	},
	{ id: "tag", label: "Tag", all: "all tags", of: (op) => op.tags },
];

function counted(valuesOf) {
	const counts = new Map();

	for (const op of data.operators)
		for (const value of valuesOf(op))
			counts.set(value, (counts.get(value) || 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function addOptions(to, filter, counts) {
	for (const [value, count] of counts) {
		const text = filter.text ? filter.text(value) : value.replace(/!$/, "");
		const option = make("option", "", text + " (" + digits(count) + ")");

		option.value = value;
		to.append(option);
	}
}

function makeFilter(filter) {
	const counts = counted(filter.of), more = filter.more ? counted(filter.ofMore) : [];
	const box = make("div"), label = make("label", "", filter.label), select = make("select");
	const group = make("optgroup");

	if (counts.length < 2)
		return;
	label.htmlFor = select.id = filter.id;
	select.append(new Option(filter.all, ""));
	addOptions(select, filter, counts);
	if (more.length) {
		group.label = filter.more;
		addOptions(group, filter, more);
		select.append(group);
	}
	select.addEventListener("change", search);
	filter.select = select;
	box.append(label, select);
	$("filters").append(box);
}

function passes(filter, op) {
	const value = filter.select ? filter.select.value : "";

	if (!value)
		return true;
	if (value.endsWith("!"))
		return (op.registered || []).includes(value.slice(0, -1));
	return filter.of(op).includes(value);
}

/* --- searching -------------------------------------------------------------------------------- */

/* Prefixes of an operator name, and the part of each that belongs to the name.
 * KEEP THE SAME: codegen/tools/show/spelling.c. */
const prefixes = [
	["torch.ops.aten.", ""], ["aten::", ""], ["aten.", ""], ["aten/", ""], ["at::_ops::", ""],
	["at::tensor::", ""], ["at::native::", ""], ["at::", ""],
	["torch::nn::functional::", ""], ["torch::", ""],
	["linalg::", "linalg_"], ["fft::", "fft_"], ["special::", "special_"],
	["sparse::", "sparse_"],
	["torch._c._nn.", ""], ["torch._c._linalg.", ""], ["torch._c._fft.", ""],
	["torch._c._special.", ""], ["torch._c._variablefunctions.", ""], ["torch._vf.", ""],
	["torch.tensor.", ""], ["torch.", ""], ["nn.functional.", ""], ["f.", ""],
	["linalg.", "linalg_"], ["fft.", "fft_"], ["special.", "special_"],
	["sparse.", "sparse_"],
	["tensor::", ""], ["tensor.", ""],
];

/* The operator name in aten::add, torch.add, torch.linalg.norm, F.relu, Tensor.add_; lower case. */
function plain(word) {
	word = word.replace(/^["'`&]+|[;,"'`]+$/g, "");
	for (const [text, becomes] of prefixes)
		if (word.startsWith(text) && word.length > text.length) {
			word = becomes + word.slice(text.length);
			if (becomes)
				break;
		}
	return word.replace(/(?<=.)\.default$/, "").replace(/::(call|redispatch)$/, "");
}

/* "torch.add" in "torch.add(a, b)", in lower case; undefined if the text is not a call. */
function called(text) {
	return (text.match(/^([\w.:/]+)\(/) || [])[1];
}

/* True if the text can only be a call: "add(Tensor self" also occurs in schemas. */
function isCall(text) {
	const name = called(text);

	return name !== undefined && (plain(name) !== name || /\(\)?;?$/.test(text));
}

const typed = () => $("search").value.toLowerCase().trim();

/* For a call, the name is searched. */
function wordsOf(text) {
	return isCall(text) ? [plain(called(text))] : text.split(/\s+/).filter(Boolean).map(plain);
}

for (const op of data.operators)
	op.text = [op.name, op.symbol, op.method || "", op.schema, op.prototypes.join(" ")]
		.join(" ").toLowerCase();
for (const op of data.others || [])
	op.text = op.schema.toLowerCase();

/* Lower ranks come first in the list. */
function rank(op, word) {
	const name = op.name.toLowerCase(), base = name.split(".")[0];
	const symbol = (op.symbol || "").toLowerCase();

	if (!word)
		return 0;
	if ([name, symbol, symbol.slice("ct_".length)].includes(word) ||
	    (op.method || "").toLowerCase() === word)
		return 0;
	if (base === word)
		return 1;
	if (name.startsWith(word))
		return 2;
	return name.includes(word) || symbol.includes(word) ? 3 : 4;
}

function foundWith(words) {
	const fits = (op) => words.every((word) => op.text.includes(word));
	const first = (words[0] || "").replace(/(?<=.)\(.*/, "");

	if (view === "differences")
		return data.differences.filter((one) => words.every(
			(word) => JSON.stringify(one).toLowerCase().includes(word)));
	if (view === "others")
		return data.others.filter(fits);
	return data.operators.filter((op) => fits(op) && filters.every((f) => passes(f, op)))
		.map((op) => [rank(op, first), op]).sort((a, b) => a[0] - b[0])
		.map((pair) => pair[1]);
}

function found() {
	const all = foundWith(wordsOf(typed())), name = called(typed());

	/* "add(x, y)" is not in any schema. */
	return all.length || name === undefined ? all : foundWith([plain(name)]);
}
