import type { PlainMessageId } from '../../i18n/catalogue.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { HeaderLink } from '../../lib/page-style/header.ts';
import type { Role } from '../../service/people/people-ports.ts';
import { isPermitted, type Permission } from '../../service/people/roles.ts';

/** What people come for. On a phone these are at the bottom of the window. */
function work(text: Texts): HeaderLink[] {
  const long = (inside: readonly (string | Html)[]) => html`<span class="long">${inside}</span>`;
  return [
    { path: '/', name: text('layout.home'), icon: icon('M4 11l8-7 8 7v9h-5v-6H9v6H4z') },
    { path: '/lists', name: text('layout.lists'), icon: icon('M4 6h16M4 12h16M4 18h10') },
    {
      path: '/verifications',
      name: html`${text.rich('layout.check_an_address', { long })}`,
      icon: icon('M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5M8 11l2.2 2.2L14.5 9'),
    },
    {
      path: '/suppressions',
      name: text('layout.do_not_mail'),
      icon: icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM5.7 5.7l12.6 12.6'),
    },
  ];
}

interface SettingsPage {
  readonly path: string;
  readonly name: PlainMessageId;
  /** Absent: everybody. */
  readonly permission?: Permission;
}

interface SettingsTab {
  readonly name: PlainMessageId;
  /** The first one is where the tab leads. */
  readonly pages: readonly [SettingsPage, ...SettingsPage[]];
}

/** What is set up once, and what operators look at. */
const SETTINGS: readonly SettingsTab[] = [
  {
    name: 'layout.team',
    pages: [
      { path: '/people', name: 'layout.people' },
      { path: '/corrections', name: 'layout.typing_errors' },
      { path: '/policy', name: 'layout.policy', permission: 'policy' },
    ],
  },
  {
    name: 'layout.api',
    pages: [
      { path: '/keys', name: 'layout.keys' },
      { path: '/batches', name: 'layout.api_batches' },
      { path: '/webhooks', name: 'layout.webhooks', permission: 'webhooks' },
      { path: '/outcomes', name: 'layout.outcomes', permission: 'outcomes' },
      { path: '/accuracy', name: 'layout.accuracy' },
      { path: '/docs', name: 'layout.api_docs' },
    ],
  },
  {
    name: 'layout.activity_log',
    pages: [{ path: '/audit', name: 'layout.activity_log', permission: 'audit' }],
  },
  {
    name: 'layout.mail_servers',
    pages: [{ path: '/delivery', name: 'layout.mail_servers', permission: 'delivery' }],
  },
];

/** Where Settings leads. */
export const SETTINGS_PATH = '/people';

/** The entries of the header; on a phone, Settings is in the account menu. */
export function headerLinks(text: Texts): readonly HeaderLink[] {
  return [...work(text), { path: SETTINGS_PATH, name: text('layout.settings') }];
}

/** The entry of the header that a page belongs to, by the path of the page. */
export function headerEntry(current: string | undefined): string | undefined {
  return current !== undefined && tabOf(current) ? SETTINGS_PATH : current;
}

/** The tabs above a page of Settings; nothing on other pages. */
export function settingsTabs(text: Texts, current: string | undefined, role: Role): Html {
  const tab = current === undefined ? undefined : tabOf(current);
  if (!tab || current === undefined) return NOTHING;
  const isOpen = ({ permission }: SettingsPage) => !permission || isPermitted(role, permission);
  const tabs = SETTINGS.filter(({ pages }) => isOpen(pages[0]));
  const pages = tab.pages.filter(isOpen);
  return html`<nav class="tabs" aria-label="${text('layout.settings')}">
      ${tabs.map(({ name, pages: [{ path }] }) => link(path, text(name), name === tab.name ? (pages.length > 1 ? 'true' : 'page') : undefined))}
    </nav>
    ${
      pages.length > 1
        ? html`<nav class="subtabs" aria-label="${text(tab.name)}">
      ${pages.map(({ path, name }) => link(path, text(name), path === current ? 'page' : undefined))}
    </nav>`
        : NOTHING
    }`;
}

function tabOf(path: string): SettingsTab | undefined {
  return SETTINGS.find(({ pages }) => pages.some((page) => page.path === path));
}

function link(path: string, name: string, current: string | undefined): Html {
  if (current === undefined) return html`<a href="${path}">${name}</a>`;
  return html`<a href="${path}" aria-current="${current}">${name}</a>`;
}

function icon(lines: string): Html {
  return html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${lines}"/></svg>`;
}
