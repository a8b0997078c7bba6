import { hash } from 'node:crypto';
import { type Html, html, rawHtml } from '../../lib/html.ts';
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
  readonly title: string;
  readonly navigation: Html;
  readonly content: Html;
}

export function renderDocument({ title, navigation, content }: DocsDocument): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${rawHtml(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${navigation}
<main id="content">
${content}
</main>
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
