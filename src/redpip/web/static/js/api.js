/** The service's own description, made readable. */
import { h, one, put, texts } from "./dom.js";
import { request } from "./http.js";

const page = one("#api");

/** A type in a few characters: "string", "[Seat]", "Table". @param {OpenApiSchema} [schema] @returns {string} */
function type(schema = {}) {
  if (schema.$ref) return schema.$ref.replace(/.*\//, "");
  if (schema.type === "array") return `[${type(schema.items)}]`;
  const any = schema.anyOf ?? schema.oneOf;
  if (any) return any.map(type).join(" | ");
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  return [schema.type].flat().filter(Boolean).join(" | ") || "any";
}

/** What is described, with ``names`` as code. */
const prose = (said = "") => said.split("``").map((part, i) => (i % 2 ? h("code", {}, part) : part));

/** @param {(string | undefined)[][]} rows */
function fields(rows) {
  if (!rows.length) return null;
  return h(
    "div.scroll",
    { tabindex: "0" },
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        rows.map(([name, kind, about]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, h("code", {}, name)),
            h("td", {}, h("code", {}, kind)),
            h("td", {}, prose(about)),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} path @param {string} method @param {OpenApiOperation} facts */
function operation(path, method, facts) {
  const body = facts.requestBody?.content ?? {};
  const sent = Object.entries(body).map(([kind, { schema }]) => ["body", type(schema), kind]);
  const given = (facts.parameters ?? []).map((one) => [
    one.name,
    type(one.schema),
    [one.in, one.description].filter(Boolean).join(" · "),
  ]);
  const answers = Object.entries(facts.responses ?? {}).map(([status, answer]) => [
    status,
    type(Object.values(answer.content ?? {})[0]?.schema),
    answer.description,
  ]);
  return h(
    "details.card.op",
    {},
    h("summary", {}, h("b.verb", {}, method.toUpperCase()), h("code", {}, path), h("span", {}, facts.summary ?? "")),
    facts.description ? h("p", {}, prose(facts.description)) : null,
    fields([...given, ...sent]),
    answers.length ? h("h3", {}, texts.answers) : null,
    fields(answers),
  );
}

/** @param {string} name @param {OpenApiSchema} schema */
function shape(name, schema) {
  const rows = Object.entries(schema.properties ?? {}).map(([field, facts]) => [field, type(facts), facts.description]);
  return h(
    "details.card.op",
    { id: name },
    h("summary", {}, h("code", {}, name), h("span", {}, prose(schema.description))),
    fields(rows),
  );
}

try {
  /** @type {OpenApi} */
  const said = await request("/api/v1/openapi.json");
  const operations = Object.entries(said.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, facts]) => operation(path, method, facts)),
  );
  const shapes = Object.entries(said.components?.schemas ?? {}).map(([name, schema]) => shape(name, schema));
  put(page, h("h2", {}, texts.requests), operations, shapes.length ? h("h2", {}, texts.shapes) : null, shapes);
} catch (refusal) {
  page.textContent = refusal.message;
}
