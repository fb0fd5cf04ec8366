/*
 * page_search.js PAGE: what the page of `ctorch-gen audit --html` finds for what people type. The
 * page's search script runs in node, with only the parts of a document that it needs.
 */
"use strict";

const fs = require("fs");

const page = fs.readFileSync(process.argv[2], "utf8");
const [data, search] = [...page.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map((m) => m[1]);
const nodes = { data: { textContent: data }, search: { value: "" } };
const document = {
	getElementById: (id) => nodes[id],
	body: { classList: { toggle: () => {} } },
};
const found = new Function("document", "view", search + "\nreturn found;")(document, "operators");

function foundFor(text) {
	nodes.search.value = text;
	return found().map((op) => op.name);
}

/* The typed text, the operator that must come first, and others that must be found. */
const searches = [
	["add.Tensor", "add.Tensor"],
	["aten::add.Tensor", "add.Tensor"],
	["aten/add.Tensor", "add.Tensor"],
	["torch.ops.aten.add.Tensor", "add.Tensor"],
	["ct_add_Tensor", "add.Tensor"],
	["CT_ADD_TENSOR", "add.Tensor"],
	["ct_Tensor_add_Tensor", "add.Tensor"],
	["at::_ops::add_Tensor::call", "add.Tensor"],
	["torch.linalg.norm", "linalg_norm"],
	["F.relu", "relu"],
	["relu", "relu"],
	["torch.relu()", "relu"],
	["relu()", "relu"],
	["relu(x);", "relu"],
	["torch.add(a, b)", "add.Scalar", "add.Tensor", "add.out"],
	["add(x, y)", "add.Scalar", "add.Tensor", "add.out"],
	["at::add(", "add.Scalar", "add.Tensor", "add.out"],
	["mm(Tensor self", "mm", "addmm"],
	["Tensor(a!) self", "", "add_.Tensor"],
	["int64_t dim", "", "sum.dim_IntList", "softmax.int"],
];
let failed = 0;

function check(text, names, first, ...others) {
	const missing = others.filter((name) => !names.includes(name));

	if ((!first || names[0] === first) && !missing.length && names.length)
		return;
	failed++;
	console.log(`not ok: searching '${text}'\n  expected: ${first || "any"} first, ` +
		`with ${others.join(", ") || "any others"}\n` +
		`  got:      ${names.length}: ${names.slice(0, 10).join(", ")}`);
}

for (const [text, ...wanted] of searches)
	check(text, foundFor(text), ...wanted);
if (foundFor("xyzzy(1)").length || foundFor("mm(Foo self").length === 0) {
	failed++;
	console.log("not ok: nothing is found for xyzzy(1), and a call is found by its name");
}
console.log(`${searches.length + 1} searches, ${failed} failed`);
process.exit(failed ? 1 : 0);
