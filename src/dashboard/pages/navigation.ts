import type { PlainMessageId } from '../../i18n/catalogue.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { HeaderLink } from '../../lib/page-style/header.ts';
import { isPermitted, type Permission } from '../../service/people/people.ts';
import type { Role } from '../../service/people/records.ts';

/** What people come for. On a phone these are at the bottom of the window. */
function work(text: Texts, role: Role): HeaderLink[] {
  const long = (inside: readonly (string | Html)[]) => html`<span class="long">${inside}</span>`;
  return [
    { path: '/', name: text('layout.home'), icon: icon('M4 11l8-7 8 7v9h-5v-6H9v6H4z') },
    { path: '/lists', name: text('layout.lists'), icon: icon('M4 6h16M4 12h16M4 18h10') },
    {
      path: bouncesPath(role),
      name: text('layout.bounces'),
      icon: icon('M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-4'),
    },
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
      { path: '/docs', name: 'layout.api_docs' },
    ],
  },
  {
    name: 'layout.activity_log',
    pages: [{ path: '/audit', name: 'layout.activity_log', permission: 'audit' }],
  },
];

/** What became of mail, and what goes on at mail servers. */
const BOUNCES: readonly SettingsPage[] = [
  { path: '/outcomes', name: 'layout.bounces', permission: 'outcomes' },
  { path: '/accuracy', name: 'layout.accuracy' },
  { path: '/delivery', name: 'layout.mail_servers', permission: 'delivery' },
];

/** Where Settings leads. */
export const SETTINGS_PATH = '/people';

/** The entries of the header; on a phone, Settings is in the account menu. */
export function headerLinks(text: Texts, role: Role): readonly HeaderLink[] {
  return [...work(text, role), { path: SETTINGS_PATH, name: text('layout.settings') }];
}

/** Where Bounces leads: the first of its pages that the role may see. */
function bouncesPath(role: Role): string {
  return openPages(BOUNCES, role)[0]?.path ?? '/accuracy';
}

function openPages(pages: readonly SettingsPage[], role: Role): readonly SettingsPage[] {
  return pages.filter(({ permission }) => !permission || isPermitted(role, permission));
}

/** The entry of the header that a page belongs to, by the path of the page. */
export function headerEntry(current: string | undefined, role: Role): string | undefined {
  if (BOUNCES.some(({ path }) => path === current)) return bouncesPath(role);
  return current !== undefined && tabOf(current) ? SETTINGS_PATH : current;
}

/** The tabs above a page of Settings or of Bounces; nothing on other pages. */
export function pageTabs(text: Texts, current: string | undefined, role: Role): Html {
  if (BOUNCES.some(({ path }) => path === current)) {
    return subtabs(text, { name: 'layout.bounces', pages: openPages(BOUNCES, role), current });
  }
  const tab = current === undefined ? undefined : tabOf(current);
  if (!tab || current === undefined) return NOTHING;
  const tabs = SETTINGS.filter(({ pages: [first] }) => openPages([first], role).length > 0);
  const pages = openPages(tab.pages, role);
  return html`<nav class="tabs" aria-label="${text('layout.settings')}">
      ${tabs.map(({ name, pages: [{ path }] }) => link(path, text(name), name === tab.name ? (pages.length > 1 ? 'true' : 'page') : undefined))}
    </nav>
    ${subtabs(text, { name: tab.name, pages, current })}`;
}

interface Subtabs {
  readonly name: PlainMessageId;
  readonly pages: readonly SettingsPage[];
  readonly current: string | undefined;
}

function subtabs(text: Texts, { name: label, pages, current }: Subtabs): Html {
  if (pages.length < 2) return NOTHING;
  return html`<nav class="subtabs" aria-label="${text(label)}">
      ${pages.map(({ path, name }) => link(path, text(name), path === current ? 'page' : undefined))}
    </nav>`;
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
