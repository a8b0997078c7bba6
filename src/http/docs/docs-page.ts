import { hash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { headersOf } from '../answer.ts';
import type { RequestContext } from '../environment.ts';
import { openApiDocument } from '../openapi.ts';
import { STYLE } from './docs-style.ts';
import { operationSection } from './operation-section.ts';
import { type OperationObject, operationsOf, type SchemaObject } from './read-document.ts';
import { schemaSection } from './schema-section.ts';

/** Nothing is loaded but this page's own style, which the policy knows by its hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

let page: string | undefined;

/** The description of the interface, for people: rendered once, from the document that is served. */
export async function docsPage(c: RequestContext): Promise<Response> {
  page ??= String(await render());
  const headers = headersOf(c, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  return new Response(page, { headers });
}

function render() {
  const document = openApiDocument();
  const operations = operationsOf(document.paths);
  const schemas = Object.entries(document.components.schemas) as [string, SchemaObject][];
  const { title, version, description } = document.info;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} ${version}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${navigation(operations, schemas)}
<main id="content">
<h1>${title} <small>${version}</small></h1>
<p>${description}</p>
${preface()}
<h2 id="operations">Operations</h2>
${operations.map(operationSection)}
<h2 id="schemas">Schemas</h2>
${schemas.map(schemaSection)}
</main>
</body>
</html>`;
}

function navigation(
  operations: readonly OperationObject[],
  schemas: readonly (readonly [string, SchemaObject])[],
) {
  return html`<nav aria-label="Contents">
<p><a href="#operations">Operations</a></p>
<ul>${operations.map(
    ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
  )}</ul>
<p><a href="#schemas">Schemas</a></p>
<ul>${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul>
<p><a href="/api/v1/openapi.json">OpenAPI document</a></p>
</nav>`;
}

function preface() {
  return html`<p>Every request carries an API key of the team:
<code>Authorization: Bearer &lt;key&gt;</code>. Bodies are JSON. An error has the same body
everywhere: <a href="#schema-Error">Error</a>. Each answer has an <code>x-request-id</code>; answers
to a valid key say in <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> where the
team stands.</p>
<p>The <code>curl</code> lines below need two variables:</p>
<pre><code>BASE_URL=http://127.0.0.1:8025
API_KEY=mv_…</code></pre>`;
}
