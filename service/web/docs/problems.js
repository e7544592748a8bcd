/** An entry for every problem, under the id that `type` of a problem leads to. */

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function entry({ id, code, status, title, detail, rulebook, ruling }) {
  const facts = Object.entries({ status, code, rulebook, ruling }).filter(([, value]) => value);
  return element(
    "article",
    { id, class: "problem" },
    element("h3", {}, element("code", {}, id), ` ${title}`),
    element("p", {}, detail),
    element("p", {}, facts.map(([name, value]) => `${name}: ${value}`).join(", ")),
  );
}

export function showProblems(place, spec) {
  place.append(...spec.components.schemas.ProblemCode["x-problems"].map(entry));
  if (document.getElementById(decodeURIComponent(location.hash.slice(1)))) {
    location.replace(location.hash); // the entry was not there when the address was read
  }
}
