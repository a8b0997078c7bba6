/**
 * Writes docs/providers.md from the provider table, and says which entries are old.
 *
 *     node scripts/providers-page.ts           writes the page
 *     node scripts/providers-page.ts --check   ends with 1 where the page is not what it would write
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Provider, ProviderReply } from '../src/verifier/providers/provider.ts';
import { BUILT_IN_PROVIDERS } from '../src/verifier/providers/provider-table.ts';

const PAGE = new URL('../docs/providers.md', import.meta.url);

const KINDS: Readonly<Record<Provider['kind'], string>> = {
  mailbox: 'Mailbox providers',
  business: 'Business mail and hosting',
  filter: 'Filters',
  forwarding: 'Forwarding services',
};

function page(providers: readonly Provider[]): string {
  const sections = Object.entries(KINDS).map(([kind, title]) => {
    const ofKind = providers.filter((provider) => provider.kind === kind);
    return `## ${title}\n\n${ofKind.map(section).join('\n')}`;
  });
  return `${INTRODUCTION}\n${summary(providers)}\n${sections.join('\n')}`;
}

const INTRODUCTION = `# Mail providers: what they answer, and how much of us they take

This page is generated from \`src/verifier/providers/providers.json\` by \`npm run docs:providers\`.
To correct or add an entry, change that file, name your source with its date, and run the command.

- **Limits** are mailvet's own, for each egress, at or below what a provider takes from senders.
  Sessions a minute, where a source counts messages, times recipients a session stay within that.
- **Accept-all**: \`always\` means that RCPT accepts every recipient, so no random address is asked and
  results are \`risky\` (\`accepts_all_until_data\`); \`never\` that there is no catch-all to look for.
- **Refusals**: \`certain\` means that a provider that defends itself says so in other words than for a missing
  mailbox, so no accepted address is asked behind refusals to control them.
- An entry of **low confidence**, or whose mail hosts are not confirmed, only names a provider and
  bounds what is asked of it. It never decides a verdict.
- \`mailvet admin providers --drift\` compares the table with the MX records and replies of a service's history:
  consumer domains that moved, replies that no entry has, hosts of many domains without an entry, entries that are due.
- In replies \`…\` stands for anything. Replies after the message are listed for completeness: a
  probe never hears them.
- \`mailvet serve --providers <file>\` takes a file of the same form; its entries replace those with
  the same id. It also takes single values by id, as does \`providers\` in the config file:
  \`{"google": {"connections": 2}, "ours": {"mx": [".mail.example.com"], "sessionsPerMinute": 10}}\`
`;

function summary(providers: readonly Provider[]): string {
  const rows = providers.map((one) => {
    const {
      connections = '',
      recipientsPerSession = '',
      sessionsPerMinute = '',
    } = one.limits ?? {};
    const limits = [connections, recipientsPerSession, sessionsPerMinute, one.limits?.restMinutes];
    const cells = [`[${one.name}](#${one.id})`, ...limits.map((value) => value ?? '')];
    return row([...cells, one.acceptAll ?? '', one.refusals ?? '', one.confidence]);
  });
  const head = [
    'provider',
    'connections',
    'recipients a session',
    'sessions a minute',
    'rest (min)',
    'accept-all',
    'refusals',
    'confidence',
  ];
  return [row(head), row(head.map(() => '---')), ...rows, ''].join('\n');
}

function section(provider: Provider): string {
  const {
    id,
    name,
    mx,
    domains = [],
    demands = [],
    notes = [],
    replies = [],
    sources,
    checkBy,
  } = provider;
  const lines = [
    `### <a id="${id}"></a>${name}`,
    '',
    `- id \`${id}\`, confidence ${provider.confidence}${provider.namesOnly ? ', names only' : ''}, compared ${provider.date}${checkBy ? `, to be compared again by ${checkBy}` : ''}`,
    ...(mx.length > 0 ? [`- mail hosts: ${mx.map(code).join(', ')}`] : []),
    ...(domains.length > 0 ? [`- consumer domains: ${domains.map(code).join(', ')}`] : []),
    `- RCPT: ${provider.rcpt.replaceAll('_', ' ')}`,
    ...limitsOf(provider),
    ...demands.map((demand) => `- wants: ${demand}`),
    ...notes.map((note) => `- ${note}`),
    '',
  ];
  return [...lines, ...repliesOf(replies), ...sourcesOf(sources), ''].join('\n');
}

function limitsOf({ limits }: Provider): string[] {
  if (!limits) return [];
  const given = Object.entries(limits).map(([name, value]) => `${LIMIT_WORDS[name]} ${value}`);
  return [`- limits: ${given.join(', ')}`];
}

const LIMIT_WORDS: Readonly<Record<string, string>> = {
  connections: 'connections',
  recipientsPerSession: 'recipients a session',
  sessionsPerMinute: 'sessions a minute',
  recipientsPerHour: 'recipients an hour',
  refusedPerHour: 'refused recipients an hour',
  restMinutes: 'minutes of rest',
};

function repliesOf(replies: readonly ProviderReply[]): string[] {
  if (replies.length === 0) return [];
  const rows = replies.map(({ text, code: number = '', enhanced = '', stage, meaning }) =>
    row([
      `${number} ${enhanced}`.trim(),
      text.replaceAll('|', '\\|'),
      STAGE_WORDS[stage] ?? stage,
      meaning,
    ]),
  );
  return [row(['code', 'text', 'when', 'meaning']), row(['---', '---', '---', '---']), ...rows, ''];
}

const STAGE_WORDS: Readonly<Record<string, string>> = { data: 'after the message', any: '' };

function sourcesOf(sources: Provider['sources']): string[] {
  return sources.map(({ title, where, date }) => {
    const place = where ? `, ${where}` : '';
    return `- source: ${title}${place}${date ? ` (${date})` : ''}`;
  });
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const code = (text: string) => `\`${text}\``;

function warnOfOldEntries(today: string): void {
  for (const { id, date, checkBy = '' } of BUILT_IN_PROVIDERS) {
    if (checkBy >= today) continue;
    console.warn(`warning: provider '${id}' was compared with its sources on ${date}: look again`);
  }
}

const text = page(BUILT_IN_PROVIDERS);
warnOfOldEntries(new Date().toISOString().slice(0, 7));
if (!process.argv.includes('--check')) writeFileSync(PAGE, text);
else if (readFileSync(PAGE, 'utf8') !== text) {
  console.error('docs/providers.md does not show the table: run npm run docs:providers');
  process.exitCode = 1;
}
