import { PROBLEM_TEXTS, type ReachabilityProblem } from '../../contract/reachability.ts';
import { type HeaderLink, pageHeader, wordmark } from '../../lib/brand/header.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { csrfToken } from '../csrf.ts';
import type { PageContext } from '../environment.ts';
import { accountMenu } from './account-menu.ts';

interface Page {
  readonly title: string;
  readonly body: Html;
  /** The entry of the navigation that is current. */
  readonly current?: string;
  /** Reloads the page where there is no script, while a batch is open. */
  readonly goesOn?: boolean;
}

interface NavigationEntry extends HeaderLink {
  readonly ownersOnly?: boolean;
}

const ENTRIES: readonly NavigationEntry[] = [
  { path: '/', name: 'Overview' },
  { path: '/lists', name: 'Lists' },
  { path: '/batches', name: 'Batches' },
  { path: '/verifications', name: 'Verifications' },
  { path: '/suppressions', name: 'Suppressions' },
  { path: '/keys', name: 'Keys' },
  { path: '/webhooks', name: 'Webhooks', ownersOnly: true },
  { path: '/people', name: 'People' },
  { path: '/delivery', name: 'Delivery', ownersOnly: true },
  { path: '/audit', name: 'Audit log', ownersOnly: true },
];

/** A page for people who are signed in. */
export function insidePage(c: PageContext, page: Page): Html {
  const { person, team } = c.get('identity');
  const header = pageHeader({
    home: '/',
    context: team.name,
    links: ENTRIES.filter(({ ownersOnly }) => !ownersOnly || person.role === 'owner'),
    current: page.current,
    menu: accountMenu(c, csrfField(c)),
  });
  return document(
    c,
    page,
    html`${header}
      <main id="content" tabindex="-1">
        ${(c.get('problems') ?? []).map(problemBanner)}
        <h1>${page.title}</h1>
        ${page.body}
      </main>`,
  );
}

/** What is wrong with the machine that the service runs on. */
function problemBanner(problem: ReachabilityProblem): Html {
  return html`<p class="notice bad" role="alert">
    ${PROBLEM_TEXTS[problem]}. Addresses stay unknown until this is fixed:
    run mailvet doctor on the machine of the service.
  </p>`;
}

/** A page for people who are not signed in. */
export function outsidePage(c: PageContext, page: Page): Html {
  return document(
    c,
    page,
    html`<main id="content" class="outside" tabindex="-1">
      <p class="brand">${wordmark()}</p>
      <h1>${page.title}</h1>
      ${page.body}
    </main>`,
  );
}

/** The CSRF field of every form: a POST without it is refused. */
export function csrfField(c: PageContext): Html {
  return html`<input type="hidden" name="csrf" value="${csrfToken(c.get('session'))}" />`;
}

function document(c: PageContext, { title, goesOn }: Page, content: Html): Html {
  const text = c.get('text');
  const refresh = html`<noscript><meta http-equiv="refresh" content="5" /></noscript>`;
  return html`<!doctype html>
    <html lang="${text.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · mailvet</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/dashboard.css" />
        <script src="/assets/dashboard.js" defer></script>
        ${goesOn ? refresh : NOTHING}
      </head>
      <body>
        <a class="skip" href="#content">${text('layout.skip_to_content')}</a>
        ${content}
      </body>
    </html>`;
}
