/** Starts Swagger UI on /openapi.json, and adds what it does not have: samples, a search over operations, models by
 * rulebook, and an entry for every problem. Everything of ours is put in as text, never as markup. */

import { groups } from "./models.js";
import { showProblems } from "./problems.js";

/** The samples of an operation, before its answers. */
const withSamples =
  (Original, { React: { createElement: h } }) =>
  (props) => {
    const samples = props.specSelectors.specJson().getIn(["paths", props.path, props.method, "x-codeSamples"]);
    const shown = (samples?.toJS() ?? []).flatMap(({ label, source }) => [
      h("h5", { key: label }, label),
      h("pre", { key: `${label} source`, tabIndex: 0 }, source),
    ]);
    return h("div", null, h("div", { className: "samples" }, h("h4", null, "Samples"), shown), h(Original, props));
  };

/** A group of models, filled when it is opened: there are hundreds of them. */
function modelsOf({ React: { createElement: h, useState } }) {
  return ({ title, models, getComponent }) => {
    const [isOpen, setOpen] = useState(false);
    const Model = getComponent("JSONSchema202012");
    const shown = isOpen && models.map(([name, schema]) => h(Model, { key: name, name, schema }));
    return h(
      "details",
      { className: "models-of", onToggle: (event) => setOpen(event.target.open) },
      h("summary", null, `${title} (${models.length})`),
      shown,
    );
  };
}

const allModels =
  ({ React: { createElement: h } }) =>
  ({ specSelectors, getComponent }) => {
    const Group = getComponent("ModelsOf");
    const grouped = groups(Object.entries(specSelectors.selectSchemas()));
    return h(
      "section",
      { className: "models is-open" },
      h("h4", null, "Models"),
      grouped.map(([title, models]) => h(Group, { key: title, title, models, getComponent })),
    );
  };

/** Operations in whose address, name or texts the phrase is; tags without any are left out. */
function search(tagged, phrase) {
  const wanted = phrase.toLowerCase();
  const has = (text) =>
    String(text ?? "")
      .toLowerCase()
      .includes(wanted);
  const textsOf = (each) => [
    each.get("path"),
    ...["operationId", "summary", "description"].map((key) => each.getIn(["operation", key])),
  ];
  return tagged
    .map((tag, name) =>
      has(name) ? tag : tag.update("operations", (all) => all.filter((each) => textsOf(each).some(has))),
    )
    .filter((tag) => tag.get("operations").size);
}

/** Swagger UI's own places begin with a slash; any other fragment is a problem's, and not to be rewritten. */
const ownPlaces = (original) => (hash) => (hash.startsWith("#/") ? original(hash) : { type: "no_place_of_swagger_ui" });

/** The key that the description gives as an example is everybody's: whoever left it there would get an old answer. */
function withoutExample(request) {
  const key = ui.specSelectors
    .specJson()
    .getIn(["paths", "/v1/games", "post", "parameters"])
    .find((each) => each.get("name") === "Idempotency-Key")
    .get("example");
  if (request.headers["Idempotency-Key"] === key) delete request.headers["Idempotency-Key"];
  return request;
}

const ours = (system) => ({
  components: { OAS31Models: allModels(system), ModelsOf: modelsOf(system) },
  wrapComponents: { responses: withSamples },
  statePlugins: { layout: { wrapActions: { parseDeepLinkHash: ownPlaces } } },
  fn: { opsFilter: search },
});

const ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [ours],
  layout: "BaseLayout",
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor: (request) => (request.loadSpec ? request : withoutExample(request)),
  onComplete: () => showProblems(document.getElementById("problems"), ui.specSelectors.specJson().toJS()),
});
