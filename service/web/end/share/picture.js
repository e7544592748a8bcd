/** A PNG of a moment: its sentence, boards, names and points, drawn by the games' own code. */

import { create, element, s } from "../../dom.js";
import { dust, emblem, mark, star8 } from "../../draw/marks.js";
import { withMinusSigns } from "../../i18n.js";

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 48;
const GAP = 16;
const ROOM = WIDTH - 2 * MARGIN;
/** Pixels of the file per unit of the drawing. */
const DENSITY = 2;
const TOP = 214;
/** Boards of seats have names and points; below shared boards there is a line for them. */
const TALL = HEIGHT - TOP - MARGIN;
const LOW = 290;
const HEAD = 42;
const LINE = 50;

const text = (content, x, y, size, more = {}) =>
  s("text", { x, y, "font-size": size, class: "serif", ...more }, content);
const mutedText = (content, x, y, size, more = {}) =>
  s("text", { x, y, "font-size": size, class: "muted", ...more }, content);

function widthOf(words, size) {
  const pencil = document.createElement("canvas").getContext("2d");
  pencil.font = `600 ${size}px ${getComputedStyle(document.documentElement).getPropertyValue("--serif")}`;
  return pencil.measureText(words).width;
}

/** A text as large as its room allows. */
const fittedText = (words, x, y, size, room) =>
  text(words, x, y, Math.min(size, (size * room) / widthOf(words, size)).toFixed(1));

/** Wraps words into at most two lines; the rest becomes an ellipsis. */
function wrapLines(sentence, size) {
  const lines = sentence.split(" ").reduce(
    (all, word) => {
      const longer = `${all.at(-1)} ${word}`.trim();
      return widthOf(longer, size) <= ROOM ? [...all.slice(0, -1), longer] : [...all, word];
    },
    [""],
  );
  return lines.length > 2 ? [lines[0], `${lines[1]}…`] : lines;
}

/** The same virtual node with more attributes. */
const withAttributes = ({ tag, attributes, children }, more) => s(tag, { ...attributes, ...more }, ...children);

/** The head: site, game and moment. */
function head({ game, when }) {
  const end = { "text-anchor": "end" };
  return [
    withAttributes(emblem(50), { x: MARGIN, y: 36 }),
    text("Almagest", MARGIN + 64, 62, 29),
    mutedText(location.host, MARGIN + 65, 86, 16),
    text(game, WIDTH - MARGIN, 62, 26, { ...end, class: "serif gold" }),
    mutedText(when, WIDTH - MARGIN, 86, 17, end),
  ];
}

/** A seat's mark, with a star behind the winner's. */
const penAt = (seat, x, y, radius, isWinner) =>
  s("g", { transform: `translate(${x} ${y})` }, isWinner && star8(2.3 * radius), mark(seat, radius));

/** A small board in a frame, with its owner. */
function board({ name, seat, total, isWinner, picture }, x, width, height) {
  const inside = { x: x + 10, y: TOP + HEAD, width: width - 20, height: height - HEAD - 10 };
  const start = seat ? 48 : 14;
  return [
    s("rect", {
      x,
      y: TOP,
      width,
      height,
      rx: 14,
      fill: "var(--plate)",
      stroke: isWinner ? "var(--gold)" : "var(--rule)",
    }),
    seat && penAt(seat, x + 26, TOP + 25, 8, isWinner),
    fittedText(name, x + start, TOP + 32, 20, width - start - (seat ? 60 : 14)),
    total !== undefined &&
      text(withMinusSigns(String(total)), x + width - 14, TOP + 33, 24, { "text-anchor": "end", class: "serif gold" }),
    withAttributes(picture, inside),
  ];
}

function boards(list, height) {
  const width = (ROOM - GAP * (list.length - 1)) / Math.max(1, list.length);
  return list.flatMap((each, index) => board(each, MARGIN + index * (width + GAP), width, height));
}

/** Everybody with their points. */
function seats(list) {
  const width = ROOM / list.length;
  return list.flatMap(({ seat, name, total, isWinner }, index) => {
    const x = MARGIN + index * width;
    return [
      penAt(seat, x + 24, 558, 11, isWinner),
      fittedText(name, x + 62, 552, 21, width - 76),
      text(withMinusSigns(String(total ?? "")), x + 62, 582, 25, { class: "serif gold" }),
    ];
  });
}

function card(content) {
  const stop = (offset, colour) => s("stop", { offset, "stop-color": colour });
  const lines = wrapLines(content.sentence, 40);
  const areTheirs = content.boards.some(({ seat }) => seat);
  return s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH * DENSITY, height: HEIGHT * DENSITY, class: "keepsake" },
    s(
      "defs",
      {},
      s("linearGradient", { id: "ground", x2: 0, y2: 1 }, stop(0, "var(--ground)"), stop(1, "var(--ground-2)")),
    ),
    s("rect", { width: WIDTH, height: HEIGHT, fill: "url(#ground)" }),
    dust(WIDTH, HEIGHT, 120),
    s(
      "g",
      { fill: "none", stroke: "var(--rule)" },
      s("rect", { x: 14, y: 14, width: WIDTH - 28, height: HEIGHT - 28, rx: 16 }),
      s("rect", { x: 20, y: 20, width: WIDTH - 40, height: HEIGHT - 40, rx: 11, opacity: 0.5 }),
    ),
    ...head(content),
    ...lines.map((line, index) => text(line, MARGIN, (lines.length > 1 ? 141 : 164) + index * LINE, 40)),
    ...boards(content.boards, areTheirs ? TALL : LOW),
    ...(areTheirs ? [] : seats(content.seats)),
  );
}

/** Style properties that become attributes, since a picture has none of the page's styles. */
const STYLED = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "paint-order",
  "display",
  "visibility",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "font-variant",
  "letter-spacing",
  "text-anchor",
  "stop-color",
  "stop-opacity",
];
const PAINT = /url\("?#([^")]+)"?\)/;

/** Copies a node with its computed styles, and collects the ids of the paints it uses. */
function withComputedStyles(node, paints) {
  const copy = node.cloneNode(false);
  const style = getComputedStyle(node);
  copy.removeAttribute("class");
  for (const name of STYLED) {
    const value = style.getPropertyValue(name);
    const [, paint] = PAINT.exec(value) ?? [];
    if (paint) paints.add(paint);
    copy.setAttribute(name, paint ? `url(#${paint})` : value);
  }
  copy.append(
    ...Array.from(node.childNodes, (child) =>
      child instanceof SVGElement ? withComputedStyles(child, paints) : child.cloneNode(),
    ),
  );
  return copy;
}

/** An SVG file of its own, with its paints. */
function standaloneSvg(drawing) {
  const paints = new Set();
  const copy = withComputedStyles(drawing, paints);
  const known = new Set();
  for (const id of paints) {
    const paint = document.getElementById(id);
    if (!paint || drawing.contains(paint) || known.has(id)) continue;
    known.add(id);
    copy.append(withComputedStyles(paint, paints));
  }
  return new XMLSerializer().serializeToString(copy);
}

async function renderPng(source) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH * DENSITY, height: HEIGHT * DENSITY });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return /** @type {Promise<Blob>} */ (
    new Promise((done) => {
      canvas.toBlob(done, "image/png");
    })
  );
}

/**
 * @param {HTMLElement} root the table: its styles are those of the boards
 * @param {{ game: string, when: string, sentence: string, boards: any[], seats: any[] }} content what the boards show, and how
 * everybody stands
 * @returns {Promise<Blob>}
 */
export function momentPicture(root, content) {
  const drawing = create(card(content));
  const place = element("div", { class: "unseen", "aria-hidden": "true" }, drawing);
  root.append(place);
  const source = standaloneSvg(drawing);
  place.remove();
  return renderPng(source);
}
