/*
 * The search. A page from file:// may neither read data nor start a worker, so the index is a script
 * (search_index.js) that is loaded when the search is first used, and all rows are looked through.
 */
"use strict";

const ctorchSearch = (() => {
	const MOST = 40;
	let index = null;
	let waiting = [];

	/* What is compared: in lower case, with the last part of dotted names by itself. */
	function prepare(row) {
		const names = [row[0], ...(row[5] || [])].map((name) => name.toLowerCase());
		const lasts = names.map((name) => name.replace(/^ct_/, "").split(".").pop());
		return { row, names, lasts, text: row[4].toLowerCase(), letters: letters(row[0]) };
	}

	/* DataLoader is near to ct_data_loader_new. */
	function letters(text) {
		return text.toLowerCase().replace(/[^a-z0-9]/g, "");
	}

	function load(data) {
		index = { kinds: data.kinds, places: data.places, rows: data.rows.map(prepare) };
		waiting.forEach((call) => call());
		waiting = [];
	}

	/* How well one word fits: 0 is not at all. */
	function fit(one, word) {
		let best = 0;
		one.names.forEach((name, i) => {
			const last = one.lasts[i];
			const points = name === word ? 1000 :
				last === word ? 900 :
				name.startsWith(word) ? 500 :
				last.startsWith(word) ? 450 :
				name.includes(word) ? 250 : 0;
			best = Math.max(best, points - (i ? 20 : 0));
		});
		return Math.max(best, one.text.includes(word) ? 60 : 0);
	}

	/* What people rarely look for comes later: private operators, the out= forms. */
	function weight(one, words) {
		const name = one.row[0];
		const hidden = name.startsWith("ct__") ? 120 : /_out$/.test(name) ? 60 : 0;
		const whole = one.names[0] === words.join(" ") ? 200 : 0;
		const alike = one.letters.includes(letters(words.join(""))) ? 100 : 0;
		return whole + alike - hidden - Math.min(name.length, 80) / 2;
	}

	function score(one, words) {
		let sum = 0;
		for (const word of words) {
			const points = fit(one, word);
			if (!points)
				return 0;
			sum += points;
		}
		return Math.max(sum + weight(one, words), 1);
	}

	/* The best rows: { name, kind, url, text }. */
	function find(query, most = MOST) {
		const words = query.toLowerCase().split(/\s+/).filter(Boolean);
		if (!words.length)
			return [];
		const found = [];
		for (const one of index.rows) {
			const points = score(one, words);
			if (points)
				found.push([points, one]);
		}
		found.sort((a, b) => b[0] - a[0]);
		return found.slice(0, most).map(([, one]) => result(one, words));
	}

	function result({ row: [name, kind, place, anchor, text, aliases] }, words) {
		const hash = anchor === 0 ? name : anchor;
		return {
			name, kind: index.kinds[kind], url: index.places[place] + (hash && "#" + hash),
			text: excerpt(text, words),
			also: (aliases || []).find((alias) =>
				words.some((word) => alias.toLowerCase().includes(word))) || "",
		};
	}

	/* The part of a long text around the first word. */
	function excerpt(text, words) {
		const at = text.toLowerCase().indexOf(words[0]);
		if (text.length <= 160)
			return text;
		const start = Math.max(0, at - 60);
		return (start ? "… " : "") + text.slice(start, start + 160) + " …";
	}

	function whenLoaded(base, call) {
		if (index) {
			call();
			return;
		}
		waiting.push(call);
		if (waiting.length > 1)
			return;
		const script = document.createElement("script");
		script.src = base + "/assets/search_index.js";
		document.head.append(script);
	}

	return { load, find, whenLoaded };
})();

if (typeof module !== "undefined")
	module.exports = ctorchSearch;

if (typeof document !== "undefined")
	(() => {
		const box = document.querySelector(".ct-search");
		const input = box.querySelector("input");
		const list = box.querySelector(".ct-search__results");
		const base = box.dataset.base;
		let current = -1;

		/* Text with the words that were looked for marked. */
		function marked(text, words) {
			const part = document.createElement("span");
			const pattern = new RegExp("(" + words.map((word) =>
				word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|") + ")", "i");
			text.split(pattern).forEach((piece, i) => {
				const node = document.createElement(i % 2 ? "mark" : "span");
				node.textContent = piece;
				part.append(node);
			});
			return part;
		}

		function element(tag, kind, ...inside) {
			const made = document.createElement(tag);
			made.className = kind;
			made.append(...inside);
			return made;
		}

		function item(found, words) {
			const link = element("a", "ct-search__item",
				element("span", "ct-search__name", marked(found.name, words)),
				element("span", "ct-search__kind", found.kind));
			if (found.also)
				link.append(element("span", "ct-search__also", marked(found.also, words)));
			if (found.text)
				link.append(element("span", "ct-search__text", marked(found.text, words)));
			link.href = base + "/" + found.url;
			return link;
		}

		function choose(i) {
			const items = list.querySelectorAll(".ct-search__item");
			if (!items.length)
				return;
			current = (i + items.length) % items.length;
			items.forEach((one, k) => one.classList.toggle("is-current", k === current));
			items[current].scrollIntoView({ block: "nearest" });
		}

		function show() {
			const started = performance.now();
			const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
			const found = ctorchSearch.find(input.value);
			list.replaceChildren(...found.map((one) => item(one, words)));
			if (!found.length && words.length)
				list.append(element("p", "ct-search__none", "Nothing has all of these words."));
			list.hidden = !words.length;
			current = -1;
			if (found.length)
				choose(0);
			list.dataset.milliseconds = String(performance.now() - started);
		}

		function search() {
			ctorchSearch.whenLoaded(base, show);
		}

		function close() {
			list.hidden = true;
			input.blur();
		}

		const keys = {
			ArrowDown: () => choose(current + 1),
			ArrowUp: () => choose(current - 1),
			Escape: close,
			Enter: () => {
				const link = list.querySelector(".is-current");
				if (link)
					link.click();
			},
		};

		input.addEventListener("focus", search);
		input.addEventListener("input", search);
		input.addEventListener("keydown", (event) => {
			if (keys[event.key]) {
				event.preventDefault();
				keys[event.key]();
			}
		});
		list.addEventListener("click", (event) => {
			if (event.target.closest("a"))
				list.hidden = true;
		});
		document.addEventListener("click", (event) => {
			if (!box.contains(event.target))
				list.hidden = true;
		});
		document.addEventListener("keydown", (event) => {
			const typing = /^(input|textarea|select)$/i.test(document.activeElement.tagName);
			if (event.key === "/" && !typing) {
				event.preventDefault();
				input.focus();
			}
		});

		const query = new URLSearchParams(location.search).get("q");
		if (query) {
			input.value = query;
			input.focus();
			search();
		}
	})();
