import type { ReachabilityProblem } from '../../contract/reachability.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING, rawHtml } from '../../lib/html.ts';
import { pageHeader, wordmark } from '../../lib/page-style/header.ts';
import { isPermitted } from '../../service/people/people.ts';
import type { Role } from '../../service/people/records.ts';
import { assetPath, PAGE_ICON, PAGE_SCRIPT, STYLE_SHEET } from '../assets.ts';
import { csrfToken } from '../csrf.ts';
import type { PageContext } from '../environment.ts';
import { headerEntry, headerLinks, pageTabs, SETTINGS_PATH } from './navigation.ts';
import { breakable } from './parts.ts';

interface PageParts {
  readonly title: string;
  /** The title is a name, such as that of a file. */
  readonly isName?: boolean;
  readonly body: Html;
  /** The path of the page in the navigation, or of the page that it belongs to. */
  readonly current?: string;
  /** Reloads the page in browsers without a script: often while something runs, seldom while something is planned. */
  readonly goesOn?: 'now' | 'later' | false;
}

/** A page for people who are signed in. */
export function insidePage(c: PageContext, page: PageParts): Html {
  const text = c.get('text');
  const { person, team } = c.get('identity');
  const header = pageHeader({
    home: '/',
    context: html`<span translate="no">${team.name}</span>`,
    links: headerLinks(text, person.role),
    navigation: text('layout.pages'),
    current: headerEntry(page.current, person.role),
    menu: accountMenu(c, csrfField(c)),
  });
  return document(
    c,
    page,
    html`${problemBar(text, c.get('problems') ?? [], person.role)}${header}
      <main id="content" tabindex="-1">
        ${pageTabs(text, page.current, person.role)}
        <h1${page.isName ? html` translate="no"` : NOTHING}>${page.isName ? breakable(page.title) : page.title}</h1>
        ${page.body}
      </main>`,
  );
}

/** What is wrong with the machine of the service: in its own words for owners, by what it means for others. */
function problemBar(text: Texts, problems: readonly ReachabilityProblem[], role: Role): Html {
  const [first, ...others] = problems;
  if (first === undefined) return NOTHING;
  if (!isPermitted(role, 'delivery')) {
    return alarm(text, text('layout.problem_for_members'));
  }
  const more = others.length > 0 ? ` ${text('layout.and_more', { count: others.length })}` : '';
  const link = html`<a href="/delivery#problems">${text('layout.what_to_do')}</a>`;
  return alarm(text, html`${text(`problems.${first}`)}${more}. ${link}`);
}

function alarm(text: Texts, message: Html | string): Html {
  return html`<aside class="alarm" aria-label="${text('layout.state_of_service')}"><p>${message}</p></aside>`;
}

/** A page for people who are not signed in. */
export function outsidePage(c: PageContext, page: PageParts): Html {
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

function document(c: PageContext, { title, goesOn }: PageParts, content: Html): Html {
  const text = c.get('text');
  const zone = c.get('zone') ?? undefined;
  const refresh = html`<noscript><meta http-equiv="refresh" content="${goesOn === 'now' ? 5 : 60}" /></noscript>`;
  return html`<!doctype html>
    <html lang="${text.language}"${zone === undefined ? NOTHING : html` data-zone="${zone}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · mailvet</title>
        <link rel="icon" href="${assetPath(PAGE_ICON)}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetPath(STYLE_SHEET)}" />
        <script src="${assetPath(PAGE_SCRIPT)}" defer></script>
        ${goesOn ? refresh : NOTHING}
      </head>
      <body>
        <a class="skip" href="#content">${text('layout.skip_to_content')}</a>
        ${zone === undefined ? content : inZone(text, content, zone)}
      </body>
    </html>`;
}

/** The menu of the person who is signed in. It opens without a script. `csrf`: the field of its forms. */
function accountMenu(c: PageContext, csrf: Html): Html {
  const text = c.get('text');
  const { person, team } = c.get('identity');
  return html`<details class="menu" data-menu>
    <summary>
      <span class="initial" translate="no" aria-hidden="true">${person.email.slice(0, 1)}</span>
      <span class="who" translate="no">${person.email}</span>
    </summary>
    <div class="menu-panel">
      <p class="faint address">${person.email}, ${text('layout.member_of', { role: person.role, team: team.name })}</p>
      ${c.get('teams').length > 1 ? teamSwitch(c, csrf) : NOTHING}
      <ul>
        <li><a href="/account">${text('layout.account')}</a></li>
        <li><a href="${SETTINGS_PATH}">${text('layout.settings')}</a></li>
        <li><a href="/docs">${text('layout.api_docs')}</a></li>
        <li>
          <form method="post" action="/sign-out">${csrf}<button>${text('layout.sign_out')}</button></form>
        </li>
      </ul>
    </div>
  </details>`;
}

function teamSwitch(c: PageContext, csrf: Html): Html {
  const text = c.get('text');
  const current = c.get('identity').team.id;
  return html`<ul aria-label="${text('layout.teams')}">
    ${c
      .get('teams')
      .map(({ team: { id, name } }) =>
        id === current
          ? html`<li><span class="current" translate="no" aria-current="true">${name}</span></li>`
          : html`<li><form method="post" action="/team">${csrf}<input type="hidden" name="team" value="${id}" /><button aria-label="${text('layout.switch_to', { team: name })}">${name}</button></form></li>`,
      )}
  </ul>`;
}

/** The zones that a person can choose. */
export const ZONES: readonly string[] = [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]),
];

/** As `moment` writes them; a text of somebody has no markup. */
const TIMES = /<time datetime="([^"<>]+)">([^<]*)<\/time>/g;

/** A page whose times are said in a zone, for browsers without the script; UTC is their title. */
function inZone(text: Texts, page: Html, zone: string): Html {
  const format = new Intl.DateTimeFormat(text.language === 'en' ? 'en-GB' : text.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  });
  const written = String(page).replace(TIMES, (_, iso: string, utc: string) =>
    String(html`<time datetime="${iso}" title="${utc}">${format.format(new Date(iso))}</time>`),
  );
  return rawHtml(written);
}
