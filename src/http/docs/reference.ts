import { type Html, html } from '../../lib/html.ts';
import type { RequestContext } from '../environment.ts';
import { EXAMPLES } from '../examples.ts';
import { openApiDocument } from '../openapi.ts';
import { pageResponse, renderDocument } from './pages.ts';

/** Stands in the rendered page for the address that its reader uses. */
const BASE_URL = '{base-url}';

let page: string | undefined;

/** The API reference for people: rendered once, from the OpenAPI document that is served. */
export async function docsPage(c: RequestContext, baseUrl: string): Promise<Response> {
  page ??= String(await render());
  return pageResponse(
    c,
    page.replace(BASE_URL, () => String(html`${baseUrl}`)),
  );
}

function render() {
  const document = openApiDocument();
  const operations = operationsOf(document.paths);
  const schemas = Object.entries(document.components.schemas) as [string, SchemaObject][];
  const { title, version, description } = document.info;
  const content = html`<h1>${title} <small>${version}</small></h1>
<p>${description}</p>
${preface()}
<h2 id="operations">Operations</h2>
${operations.map(operationSection)}
<h2 id="schemas">Schemas</h2>
${schemas.map(schemaSection)}`;
  return renderDocument({
    path: '/docs',
    title: `${title} ${version}`,
    contents: contents(operations, schemas),
    content,
  });
}

function contents(
  operations: readonly OperationObject[],
  schemas: readonly (readonly [string, SchemaObject])[],
) {
  return html`<p><a href="#operations">Operations</a></p>
<ul>${operations.map(
    ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
  )}</ul>
<p><a href="#schemas">Schemas</a></p>
<ul>${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul>
<p><a href="/api/v1/openapi.json">OpenAPI document</a></p>`;
}

function preface() {
  return html`<p>Every request carries an API key of the team:
<code>Authorization: Bearer &lt;key&gt;</code>. Bodies are JSON. An error has the same body
everywhere: <a href="#schema-Error">Error</a>. Each answer has an <code>x-request-id</code>; answers
to a valid key say in <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> where the
team stands. <a href="/docs/results">How to read a result</a> explains verdicts, scores and
<code>detail</code>, which <code>?include=detail</code> adds to each result.</p>
<p>The <code>curl</code> lines below need two variables:</p>
<pre tabindex="0"><code>BASE_URL=${BASE_URL}
API_KEY=mv_…</code></pre>`;
}

function operationSection(operation: OperationObject): Html {
  const { operationId, summary, description, method, path, tags, security } = operation;
  return html`<section id="${operationId}" aria-labelledby="title-${operationId}">
<h3 id="title-${operationId}"><a href="#${operationId}">${summary}</a></h3>
<p class="route"><strong class="${method.toLowerCase()}">${method}</strong> <code>${path}</code></p>
<p>${description}${tags?.includes('Extensions') ? html` <em>An extension: other services may lack it.</em>` : ''}</p>
<p>Key: ${keyText(security)}.</p>
${parameterTable(operation)}
${bodyLine(operation)}
<pre tabindex="0"><code>${curlLine(operation)}</code></pre>
${responseTable(operation)}
<p>Answer:</p>
${jsonBlock(findExample(answerSchema(operation)))}
</section>`;
}

function parameterTable({ parameters = [] }: OperationObject): Html {
  if (parameters.length === 0) return html``;
  const rows = parameters.map(({ name, required = false, description, schema }) =>
    fieldRow({
      field: name,
      needed: required,
      schema: { ...(description && { description }), ...schema },
    }),
  );
  return html`<table>
<thead><tr><th scope="col">Parameter</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody>
</table>`;
}

function bodyLine({ requestBody }: OperationObject): Html {
  return requestBody ? html`<p>Body: ${typeText(schemaOf(requestBody))}</p>` : html``;
}

function responseTable({ responses }: OperationObject): Html {
  const rows = Object.entries(responses).map(
    ([status, response]) => html`<tr>
<th scope="row"><code>${status}</code></th><td>${response.description}</td>
<td>${typeText(schemaOf(response))}</td>
</tr>`,
  );
  return html`<table>
<thead><tr><th scope="col">Status</th><th scope="col">When</th><th scope="col">Body</th></tr></thead>
<tbody>${rows}</tbody>
</table>`;
}

function answerSchema({ responses }: OperationObject): SchemaObject {
  return responses[200] ? schemaOf(responses[200]) : {};
}

/** Each body is a named schema, an array of one, or a union: the example is of its first schema. */
function findExample({ $ref, items, anyOf }: SchemaObject): unknown {
  if (anyOf?.[0]) return findExample(anyOf[0]);
  if (items) return [findExample(items)];
  return EXAMPLES[nameOf($ref ?? '') as keyof typeof EXAMPLES];
}

function curlLine({ method, path, requestBody }: OperationObject): string {
  const url = `"$BASE_URL${path.replace('{id}', EXAMPLES.Batch._id)}"`;
  const lines = [
    method === 'GET' ? `curl ${url}` : `curl -X ${method} ${url}`,
    '-H "Authorization: Bearer $API_KEY"',
  ];
  if (requestBody) {
    const body = JSON.stringify(findExample(schemaOf(requestBody)));
    lines.push("-H 'Content-Type: application/json'", `-d '${body}'`);
  }
  return lines.join(' \\\n  ');
}

function keyText(security: OperationObject['security']): Html | string {
  if (!security) return 'any';
  const scope = security[0].apiKey?.[0];
  return scope === undefined
    ? 'none: the token of the address'
    : html`with the scope <code>${scope}</code>`;
}

export function schemaSection([name, schema]: readonly [string, SchemaObject]): Html {
  const { properties = {}, required = [], examples = [] } = schema;
  const rows = Object.entries(properties).map(([field, property]) =>
    fieldRow({ field, schema: property, needed: required.includes(field) }),
  );
  return html`<section id="schema-${name}" aria-labelledby="title-${name}">
<h3 id="title-${name}"><a href="#schema-${name}">${name}</a></h3>
<table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody>
</table>
${examples.map(jsonBlock)}
</section>`;
}

interface Field {
  readonly field: string;
  readonly schema: SchemaObject;
  readonly needed: boolean;
}

export function fieldRow({ field, schema, needed }: Field): Html {
  return html`<tr>
<th scope="row"><code>${field}</code>${needed ? '' : html` <small>optional</small>`}</th>
<td>${typeText(schema)}</td>
<td>${[schema.description, boundsText(schema)].filter(Boolean).join('. ')}</td>
</tr>`;
}

/** `string`, `array of string`, a link to the schema, `… or null`. */
export function typeText(schema: SchemaObject): Html {
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.anyOf) {
    const [first = {}, ...others] = schema.anyOf;
    return html`${typeText(first)}${others.map((each) => html` or ${typeText(each)}`)}`;
  }
  if (schema.items) return html`array of ${typeText(schema.items)}`;
  return html`${schema.format === 'date-time' ? 'date and time' : [schema.type ?? 'any'].flat().join(' or ')}`;
}

export function boundsText(schema: SchemaObject): string {
  const { minimum, maximum, minItems, maxItems } = schema;
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const parts = [
    schema.enum && `One of ${schema.enum.join(', ')}`,
    rangeText(minimum, most),
    minItems !== undefined && `${rangeText(minItems, maxItems)} elements`,
    schema.default !== undefined && `Default ${JSON.stringify(schema.default)}`,
  ];
  return parts.filter(Boolean).join('. ');
}

function rangeText(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return '';
  return most === undefined ? `${least} or more` : `${least} to ${most}`;
}

export function jsonBlock(value: unknown): Html {
  return html`<pre tabindex="0"><code>${JSON.stringify(value, undefined, 2)}</code></pre>`;
}

/** The parts of our own OpenAPI document that the page shows. */
export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: SchemaObject;
  readonly anyOf?: readonly SchemaObject[];
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
}

interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: SchemaObject;
}

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: SchemaObject } };
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** `Extensions`, where it is one. */
  readonly tags?: readonly string[];
  readonly parameters?: readonly ParameterObject[];
  /** The scope that its key needs, or no key but the token of the address; absent: any key. */
  readonly security?: readonly [{ readonly apiKey?: readonly [string] }];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

export interface OperationObject extends DocumentedOperation {
  readonly method: string;
  readonly path: string;
}

export function operationsOf(paths: Readonly<Record<string, object>>): OperationObject[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, DocumentedOperation>).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** `Batch` of `#/components/schemas/Batch`. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

export function schemaOf({ content }: Content): SchemaObject {
  return content['application/json'].schema;
}
