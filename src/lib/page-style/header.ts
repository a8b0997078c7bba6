import { type Html, html, NOTHING } from '../html.ts';

/** An entry of the header's navigation. */
export interface HeaderLink {
  readonly path: string;
  readonly name: Html | string;
  /** Shown above the name where the navigation is at the bottom of a narrow window. */
  readonly icon?: Html;
}

interface Header {
  /** Where the wordmark leads; absent in a file that is read without a service. */
  readonly home?: string;
  /** What the page is part of, such as the name of a team. */
  readonly context: Html | string;
  readonly links?: readonly HeaderLink[];
  /** What the navigation is called. */
  readonly navigation?: string;
  /** The path of the current entry. */
  readonly current?: string | undefined;
  /** At the right end. */
  readonly menu?: Html;
}

/** The one header of dashboard, API reference and reports. */
export function pageHeader(header: Header): Html {
  const { home, context, links = [], menu = NOTHING } = header;
  return html`<header class="top">
<div class="bar">${home === undefined ? html`<span class="brand">${wordmark()}</span>` : html`<a class="brand" translate="no" href="${home}">${wordmark()}</a>`}
<span class="context">${context}</span>${links.length > 0 ? navigation(header, links) : NOTHING}${menu}</div>
</header>`;
}

/** The mark and the name. The mark says nothing that the name does not. */
export function wordmark(): Html {
  return html`<svg class="mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="7"/><path d="M7 11.5 16 18l9-6.5"/><path d="m11 21 3.5 3.5L22 17.5"/></svg>mailvet`;
}

function navigation(
  { current, navigation: label = 'Pages' }: Header,
  links: readonly HeaderLink[],
): Html {
  return html`<nav class="pages" aria-label="${label}">
<ul>${links.map((entry) => html`<li>${link(entry, entry.path === current)}</li>`)}</ul>
</nav>`;
}

function link({ path, name, icon = NOTHING }: HeaderLink, isCurrent: boolean): Html {
  const current = isCurrent ? html` aria-current="page"` : NOTHING;
  return html`<a href="${path}"${current}>${icon}<span>${name}</span></a>`;
}
