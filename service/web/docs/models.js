/** Models by rulebook and kind. */

const KINDS = { view: "views", event: "events", move: "moves", content: "content", answer: "answers" };
const SHARED = "shared";

/** Pairs of a title and its models; what all games share comes first. */
export function groups(schemas) {
  const found = new Map([[SHARED, []]]);
  for (const [name, schema] of schemas) {
    const { "x-rulebook": rulebook, "x-kind": kind } = schema;
    const title = rulebook ? `${rulebook}: ${KINDS[kind] ?? kind ?? "others"}` : SHARED;
    if (!found.has(title)) found.set(title, []);
    found.get(title).push([name, schema]);
  }
  const [shared, ...others] = found;
  return [shared, ...others.sort(([one], [other]) => one.localeCompare(other))];
}
