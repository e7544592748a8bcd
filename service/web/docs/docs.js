"use strict";
// Shows ../openapi.json. Everything is put in as text, never as markup.

const METHODS = ["get", "post", "put", "patch", "delete"];

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function row(kind, ...cells) {
  return element("tr", {}, ...cells.map((cell) => element(kind, {}, cell ?? "")));
}

function table(caption, heads, rows) {
  if (!rows.length) return "";
  return element("table", {}, element("caption", {}, caption), element("thead", {}, row("th", ...heads)),
    element("tbody", {}, ...rows));
}

function typeOf(schema = {}) {
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    return element("a", { href: `#schema-${name}` }, name);
  }
  if (schema.items) return element("span", {}, "list of ", typeOf(schema.items));
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return element("span", {}, ...choices.flatMap((choice, at) => (at ? [" or ", typeOf(choice)] : [typeOf(choice)])));
  const type = [schema.type ?? "anything"].flat().join(" or ");
  return document.createTextNode(schema.enum ? `${type}: ${schema.enum.join(", ")}` : type);
}

function example(media = {}) {
  const value = media.example ?? Object.values(media.examples ?? {})[0]?.value;
  if (value === undefined) return "";
  return element("pre", {}, typeof value === "string" ? value : JSON.stringify(value, null, 2));
}

function parameters(path, operation) {
  const all = [...(path.parameters ?? []), ...(operation.parameters ?? [])];
  return table("Parameters", ["name", "in", "type", "what for"], all.map((one) =>
    row("td", element("code", {}, one.name + (one.required ? " *" : "")), one.in, typeOf(one.schema), one.description ?? "")));
}

function answers(operation) {
  const rows = Object.entries(operation.responses).map(([status, answer]) => {
    const media = Object.values(answer.content ?? {})[0];
    const details = element("details", {}, element("summary", {}, answer.description || "example"), example(media));
    return row("td", element("code", {}, status), media ? typeOf(media.schema) : "", media ? details : answer.description);
  });
  return table("Answers", ["status", "body", "what it means"], rows);
}

function body(operation) {
  const content = operation.requestBody?.content?.["application/json"];
  return content ? element("div", {}, element("p", {}, "Body: ", typeOf(content.schema)), example(content)) : "";
}

function operationArticle(address, method, path, operation) {
  return element("article", { id: operation.operationId },
    element("h3", {}, element("span", { class: "method" }, method.toUpperCase()), " ", element("code", {}, address)),
    element("p", {}, element("strong", {}, operation.summary)), element("p", {}, operation.description ?? ""),
    parameters(path, operation), body(operation), answers(operation));
}

function schemaArticle(name, schema) {
  const rows = Object.entries(schema.properties ?? {}).map(([field, shape]) =>
    row("td", element("code", {}, field + (schema.required?.includes(field) ? " *" : "")), typeOf(shape), shape.description ?? ""));
  const fields = rows.length ? table("Fields", ["name", "type", "what for"], rows) : element("p", {}, typeOf(schema));
  return element("article", { id: `schema-${name}` }, element("h3", {}, name), element("p", {}, schema.description ?? ""), fields);
}

function operations(spec) {
  return Object.entries(spec.paths).flatMap(([address, path]) =>
    METHODS.filter((method) => path[method]).map((method) => ({ address, method, path, operation: path[method] })));
}

function contents(title, links) {
  return [element("h2", {}, title), element("ul", {}, ...links.map(([id, text]) => element("li", {}, element("a", { href: `#${id}` }, text))))];
}

function filter(text) {
  for (const article of document.querySelectorAll("article")) {
    article.hidden = !article.textContent.toLowerCase().includes(text.toLowerCase());
  }
}

async function show() {
  const main = document.getElementById("content");
  const answer = await fetch("../openapi.json");
  if (!answer.ok) throw new Error(`openapi.json: ${answer.status}`);
  const spec = await answer.json();
  const all = operations(spec);
  const schemas = Object.entries(spec.components.schemas);
  document.getElementById("about").textContent = `Version ${spec.info.version}. ${spec.info.description}`;
  document.getElementById("contents").append(
    ...contents("Operations", all.map(({ operation }) => [operation.operationId, operation.summary])),
    ...contents("Schemas", schemas.map(([name]) => [`schema-${name}`, name])));
  main.replaceChildren(
    ...all.map(({ address, method, path, operation }) => operationArticle(address, method, path, operation)),
    ...schemas.map(([name, schema]) => schemaArticle(name, schema)));
  document.getElementById("filter").addEventListener("input", (event) => filter(event.target.value));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

show().catch((error) => {
  document.getElementById("content").textContent = `The description cannot be shown: ${error.message}`;
});
