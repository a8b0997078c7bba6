/** How the search of the site reads texts and ranks pages: for VitePress and for the check of the built index. */

/** VitePress writes the functions into the site as text: they use nothing from outside. */
export const SEARCH = {
  options: {
    /** Words, and words that are joined: "catch-all" is "catch", "all" and "catch-all", as "catch_all" is. */
    tokenize: (text: string): string[] => [
      ...text.split(/[\s\p{Z}\p{P}]+/u),
      ...(text.match(/[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)+/gu) ?? []).map((word) =>
        word.replaceAll('_', '-'),
      ),
    ],
  },
  searchOptions: {
    /** Tasks first: pages that have every word of the field would fill the list. */
    boostDocument: (id: string): number => {
      if (/^\/(?:adr|providers|classification|library|reference|translating)/.test(id)) return 0.1;
      return /^\/(?:glossary|faq)/.test(id) ? 2 : 1;
    },
  },
};

/** What the theme has as defaults. */
export const OF_THEME = {
  fields: ['title', 'titles', 'text'],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
};

/** What people look for, and a page that is among the first five results. */
export const FINDS: Readonly<Record<string, string>> = {
  'catch-all': '/glossary',
  catchall: '/glossary',
  'accept-all': '/glossary',
  greylisting: '/glossary',
  disposable: '/glossary',
  mailchimp: '/recipes/mailchimp',
  hubspot: '/recipes/hubspot',
  klaviyo: '/recipes/klaviyo',
  shopify: '/recipes/shopify',
  brevo: '/recipes/brevo',
  activecampaign: '/recipes/activecampaign',
  salesforce: '/recipes/salesforce',
  outlook: '/recipes/outlook-google-contacts',
  'google contacts': '/recipes/outlook-google-contacts',
  listmonk: '/recipes/listmonk',
  n8n: '/recipes/n8n',
  zerobounce: '/coming-from',
  kickbox: '/coming-from',
  excel: '/lists',
  xlsx: '/lists',
  gdpr: '/data-protection',
  retention: '/data-protection',
  'port 25': '/port-25',
  hetzner: '/port-25',
  unsubscribed: '/suppression',
  'do not mail': '/suppression',
  'upload a list': '/dashboard',
  'share a report': '/dashboard',
  roles: '/roles',
  scopes: '/roles',
  backup: '/operations',
  docker: '/operations',
  upgrade: '/upgrading',
  'SKILL.md': '/agents',
  claude: '/agents',
  'github action': '/ci',
  'bounce rate': '/recipes/pre-send-gate',
  'spam trap': '/limits',
  legal: '/faq',
  'can I verify in a sign-up form': '/faq',
};
