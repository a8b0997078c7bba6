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
  return `${INTRODUCTION}\n${summary(providers)}\n${sections.join('\n')}\n${sourceList()}`;
}

const INTRODUCTION = `# Mail providers

What large mail providers answer, and how much mailvet asks of them. Generated from
\`src/verifier/providers/providers.json\` by \`npm run docs:providers\`: to correct an entry, change that file and name
your source with its date.

- **Limits** hold for each egress, at or below what the provider allows senders.
- **Accept-all** \`always\`: RCPT accepts everybody, so results are \`risky\` (\`accepts_all_until_data\`) and no random
  address is asked. \`never\`: the provider has no accept-all mailboxes.
- **Refusals** \`certain\`: a refusal for a missing mailbox is never a defence, so it needs no control.
- An entry of **low confidence** only names a provider and limits what it is asked. It never decides a verdict.
- In replies, \`…\` stands for any text. Numbers in brackets are [sources](#sources).

The table has the providers with limits of their own; all others get two connections.

Change values for your service with \`--providers <file>\` or \`providers\` in the config file:
\`{"google": {"connections": 2}, "ours": {"mx": [".mail.example.com"], "sessionsPerMinute": 10}}\`.
\`mailvet admin providers --drift\` compares the table with what your service has seen.
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
    return [...cells, one.acceptAll ?? '', one.refusals ?? ''];
  });
  const known = rows.filter(([, ...facts]) => facts.some((fact) => fact !== ''));
  const head = [
    'provider',
    'connections',
    'recipients a session',
    'sessions a minute',
    'rest (min)',
    'accept-all',
    'refusals',
  ];
  return [row(head), row(head.map(() => '---')), ...known.map(row), ''].join('\n');
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
    `- id \`${id}\`, ${provider.confidence} confidence, compared ${provider.date}${checkBy ? `, next by ${checkBy}` : ''} ${numbersOf(sources)}`,
    ...(mx.length > 0 ? [`- mail hosts: ${mx.map(code).join(', ')}`] : []),
    ...(domains.length > 0 ? [`- consumer domains: ${domains.map(code).join(', ')}`] : []),
    `- RCPT: ${provider.rcpt.replaceAll('_', ' ')}`,
    ...limitsOf(provider),
    ...demands.map((demand) => `- wants: ${demand}`),
    ...notes.map((note) => `- ${note}`),
    '',
  ];
  return [...lines, ...repliesOf(replies)].join('\n');
}

/** Limits that the table on top has no column for. */
function limitsOf({ limits = {} }: Provider): string[] {
  const { recipientsPerHour, refusedPerHour } = limits;
  return [
    ...(recipientsPerHour ? [`- recipients an hour: ${recipientsPerHour}`] : []),
    ...(refusedPerHour ? [`- refused recipients an hour: ${refusedPerHour}`] : []),
  ];
}

/** Replies by meaning. A probe never sees replies after the message: they are left out. */
function repliesOf(replies: readonly ProviderReply[]): string[] {
  const seen = replies.filter(({ stage }) => stage !== 'data');
  if (seen.length === 0) return [];
  const rows = [...Map.groupBy(seen, ({ meaning }) => meaning)].map(([meaning, group]) =>
    row([meaning, group.map(replyText).join('<br>')]),
  );
  return [row(['meaning', 'replies']), row(['---', '---']), ...rows, ''];
}

function replyText({ text, code: number, enhanced, stage }: ProviderReply): string {
  const words = [number, enhanced, text].filter(Boolean).join(' ');
  const when = stage === 'rcpt' || stage === 'any' ? '' : ` (${stage})`;
  return `${code(words.replaceAll('|', '\\|'))}${when}`;
}

/** Texts of the sources, in the order of the first entry that names them. */
const SOURCES = [...new Set(BUILT_IN_PROVIDERS.flatMap(({ sources }) => sources.map(sourceText)))];

function sourceText({ title, where, date }: Provider['sources'][number]): string {
  const place = where ? `, ${where}` : '';
  return `${title}${place}${date ? ` (${date})` : ''}`;
}

function numbersOf(sources: Provider['sources']): string {
  return `[${sources.map((source) => SOURCES.indexOf(sourceText(source)) + 1).join(', ')}]`;
}

function sourceList(): string {
  return ['## Sources', '', ...SOURCES.map((text, at) => `${at + 1}. ${text}`), ''].join('\n');
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
