// node.js FOLDER: an add of one element with its release, in C and in JavaScript, in turns of one
// run: by the collector, by free(), and in a scope. FOLDER has the package and node_add.node.
'use strict';
const path = require('path');
const folder = path.resolve(process.argv[2]);
const torch = require(folder), { adds } = require(path.join(folder, 'node_add.node'));

const count = 20000, x = torch.ones([1]);
const ways = {
  'by the collector': () => { for (let i = 0; i < count; i++) torch.add(x, x); },
  'by free()': () => { for (let i = 0; i < count; i++) torch.add(x, x).free(); },
  'in a scope of 100': () => {
    for (let i = 0; i < count; i += 100)
      torch.scope(() => { for (let k = 0; k < 100; k++) torch.add(x, x); });
  },
};

// On the clock, and of all processors: the latter has the collector's threads, and does not depend
// on other programs.
const clocks = {
  'on the clock': () => Number(process.hrtime.bigint()),
  'all processors': () => {
    const { user, system } = process.cpuUsage();
    return 1000 * (user + system);
  },
};

function nanoseconds(f, now) {
  const start = now();
  f();
  return (now() - start) / count;
}
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

torch.set_num_threads(1);
for (const [name, way] of Object.entries(ways))
  for (const [clock, now] of Object.entries(clocks)) {
    const c = [], js = [], ratios = [];
    for (let turn = -3; turn < 15; turn++) {
      const one = nanoseconds(() => adds(count), now), other = nanoseconds(way, now);
      if (turn < 0) continue; // until it is compiled
      c.push(one);
      js.push(other);
      ratios.push(other / one);
    }
    const ns = `C ${median(c).toFixed(0)} ns, JavaScript ${median(js).toFixed(0)} ns`;
    const times = `${median(ratios).toFixed(2)} times`;
    console.log(`add of one element, released ${name}, ${clock}: ${ns}: ${times}`);
  }
