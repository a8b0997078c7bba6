import { hash } from 'node:crypto';
import { type Html, html, rawHtml } from '../../lib/html.ts';
import { pageHeader } from '../../lib/page-style/header.ts';
import { headersOf } from '../answer.ts';
import type { RequestContext } from '../environment.ts';
import { STYLE } from './docs-style.ts';

/** Allows only the pages' own style, by its hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface DocsDocument {
  /** The path of the page. */
  readonly path: string;
  readonly title: string;
  /** Links to the parts of the page. */
  readonly contents: Html;
  readonly content: Html;
}

const LINKS = [
  { path: '/', name: 'Dashboard' },
  { path: '/docs', name: 'API docs' },
  { path: '/docs/results', name: 'How to read a result' },
];

export function renderDocument({ path, title, contents, content }: DocsDocument): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · mailvet</title>
<style>${rawHtml(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${pageHeader({ home: '/', context: 'API docs', links: LINKS, current: path })}
<div class="page">
<nav class="contents" aria-label="Contents">
${contents}
</nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>
</body>
</html>`;
}

export function pageResponse(c: RequestContext, page: string): Response {
  const headers = headersOf(c, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  return new Response(page, { headers });
}
