/** QR codes, as far as links need them: bytes, lowest error correction, versions 1 to 9 (ISO/IEC 18004). */

import { s } from "../dom.js";

/** By version: blocks, data bytes per block, correction bytes per block. */
const BLOCKS = [
  null,
  [1, 19, 7],
  [1, 34, 10],
  [1, 55, 15],
  [1, 80, 20],
  [1, 108, 26],
  [2, 68, 18],
  [2, 78, 20],
  [2, 97, 24],
  [2, 116, 30],
];
const ALIGNED = [null, [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46]];
const MASKS = [
  (x, y) => (x + y) % 2,
  (x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}
const multiply = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** The Reed-Solomon correction bytes of a block. */
function errorCorrection(data, count) {
  let generator = [1];
  for (let root = 0; root < count; root += 1) {
    const next = new Array(generator.length + 1).fill(0);
    generator.forEach((term, index) => {
      next[index] ^= term;
      next[index + 1] ^= multiply(term, EXP[root]);
    });
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  data.forEach((_, index) => {
    const factor = rest[index];
    if (factor)
      generator.forEach((term, offset) => {
        rest[index + offset] ^= multiply(term, factor);
      });
  });
  return rest.slice(data.length);
}

/** Encodes a text as data bytes: mode, length, bytes, padding. */
function encodeData(bytes, capacity) {
  const bits = [0, 1, 0, 0];
  const push = (value, count) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  push(bytes.length, 8);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(Number.parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0; data.length < capacity; pad += 1) data.push(pad % 2 ? 0x11 : 0xec);
  return data;
}

/** Interleaves the blocks byte by byte. */
function interleaveBlocks(bytes, version) {
  const [count, size, extra] = BLOCKS[version];
  const data = encodeData(bytes, count * size);
  const blocks = Array.from({ length: count }, (_, index) => data.slice(index * size, (index + 1) * size));
  const corrections = blocks.map((block) => errorCorrection(block, extra));
  const inTurn = (lists) => lists[0].flatMap((_, index) => lists.map((list) => list[index]));
  return [...inTurn(blocks), ...inTurn(corrections)];
}

class Grid {
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(0));
    this.fixed = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.#patterns();
  }

  set(x, y, value) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = value ? 1 : 0;
    this.fixed[y][x] = true;
  }

  #square(cx, cy, reach, isDark) {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) {
        this.set(cx + dx, cy + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
      }
  }

  #patterns() {
    const { size, version } = this;
    for (let at = 0; at < size; at += 1) {
      this.set(at, 6, at % 2 === 0);
      this.set(6, at, at % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ])
      this.#square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
    const last = size - 7;
    for (const x of ALIGNED[version])
      for (const y of ALIGNED[version]) {
        const isCorner = (x === 6 && y === 6) || (x === last && y === 6) || (x === 6 && y === last);
        if (!isCorner) this.#square(x, y, 2, (ring) => ring !== 1);
      }
    this.format(0);
    if (version >= 7) this.#versionBits();
  }

  /** Writes the number of the mask, twice. */
  format(mask) {
    const data = (1 << 3) | mask;
    let rest = data;
    for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const bit = (index) => (bits >> index) & 1;
    for (let index = 0; index <= 5; index += 1) this.set(8, index, bit(index));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let index = 9; index < 15; index += 1) this.set(14 - index, 8, bit(index));
    for (let index = 0; index < 8; index += 1) this.set(this.size - 1 - index, 8, bit(index));
    for (let index = 8; index < 15; index += 1) this.set(8, this.size - 15 + index, bit(index));
    this.set(8, this.size - 8, 1);
  }

  #versionBits() {
    let rest = this.version;
    for (let step = 0; step < 12; step += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let index = 0; index < 18; index += 1) {
      const [a, b] = [this.size - 11 + (index % 3), Math.floor(index / 3)];
      this.set(a, b, (bits >> index) & 1);
      this.set(b, a, (bits >> index) & 1);
    }
  }

  /** Writes the bits up and down in columns of two, from the right. */
  fill(bytes) {
    let at = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      const column = right <= 6 ? right - 1 : right;
      for (let step = 0; step < this.size; step += 1) {
        const isUp = ((column + 1) & 2) === 0;
        const y = isUp ? this.size - 1 - step : step;
        for (const x of [column, column - 1]) {
          if (this.fixed[y][x]) continue;
          this.dark[y][x] = at < bytes.length * 8 ? (bytes[at >> 3] >> (7 - (at & 7))) & 1 : 0;
          at += 1;
        }
      }
    }
  }

  mask(number) {
    const flips = MASKS[number];
    for (let y = 0; y < this.size; y += 1)
      for (let x = 0; x < this.size; x += 1) {
        if (!this.fixed[y][x] && flips(x, y) === 0) this.dark[y][x] ^= 1;
      }
    this.format(number);
  }

  /** How hard the code is to read: long runs and squares of one colour, an uneven share of dark. */
  get penalty() {
    let sum = 0;
    const columns = this.dark.map((_, x) => this.dark.map((row) => row[x]));
    for (const line of [...this.dark, ...columns])
      for (const run of line.join("").match(/(0+|1+)/g)) if (run.length >= 5) sum += run.length - 2;
    for (let y = 1; y < this.size; y += 1)
      for (let x = 1; x < this.size; x += 1) {
        const four = this.dark[y][x] + this.dark[y - 1][x] + this.dark[y][x - 1] + this.dark[y - 1][x - 1];
        if (four % 4 === 0) sum += 3;
      }
    const share = this.dark.flat().reduce((all, each) => all + each, 0) / this.size ** 2;
    return sum + 10 * Math.floor(Math.abs(share * 20 - 10));
  }
}

/** Rows of 0 and 1; null where a text is too long. */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex((blocks) => blocks && blocks[0] * blocks[1] >= bytes.length + 2);
  if (version < 0) return null;
  const data = interleaveBlocks(bytes, version);
  const grids = MASKS.map((_, mask) => {
    const grid = new Grid(version);
    grid.fill(data);
    grid.mask(mask);
    return grid;
  });
  return grids.reduce((best, each) => (each.penalty < best.penalty ? each : best)).dark;
}

/** Always dark on light, whatever the theme: scanners need it. */
export function qrDrawing(text, label) {
  const rows = qrCode(text);
  if (!rows) return null;
  const size = rows.length + 8;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return s(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    s("rect", { width: size, height: size, fill: "#fff" }),
    s("path", { d: path, fill: "#000" }),
  );
}
