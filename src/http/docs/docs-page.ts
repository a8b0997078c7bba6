import { html } from '../../lib/html.ts';
import type { RequestContext } from '../environment.ts';
import { openApiDocument } from '../openapi.ts';
import { pageResponse, renderDocument } from './docs-document.ts';
import { operationSection } from './operation-section.ts';
import { type OperationObject, operationsOf, type SchemaObject } from './read-document.ts';
import { schemaSection } from './schema-section.ts';

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
