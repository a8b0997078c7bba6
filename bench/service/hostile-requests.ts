/**
 * How long `/healthz` waits beside requests that were made to cost much: for each the answer, the time
 * until it came, and the longest wait of one health check beside it. What is beyond the aim is tried up to
 * five times, and the best try counts.
 *
 *     npm run bench hostile -- [part of a name]
 *
 * The service is started as a program (npm run build first). Exits with 1 when a check waited more than
 * 100 ms, when a request was answered by 5xx, or when nobody else could upload beside two slow uploads.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Held,
  type HeldService,
  heldLine,
  measureHeld,
  signIn,
  startService,
  stopService,
} from './held-service.ts';

const MAX_WAIT_MS = 100;
const TRIES = 5;
const only = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'mailvet-bench-'));
const service = await startService(folder);
const waits: number[] = [];
const failed: string[] = [];

try {
  const session = await openSession(service);
  for (const [name, send] of Object.entries(requestsOf(session))) {
    if (!name.includes(only)) continue;
    const held = await measureBest(service, send);
    waits.push(held.wait);
    const statuses = [...new Set([held.result].flat())];
    if (held.wait > MAX_WAIT_MS || statuses.some((status) => status >= 500)) failed.push(name);
    print(`${heldLine(name, held)}, answered ${statuses.join(', ')}`);
  }
} finally {
  await stopService(service);
  rmSync(folder, { recursive: true, force: true });
}
print(
  `${waits.length} requests, longest wait ${Math.max(...waits).toFixed(0)} ms (aim ${MAX_WAIT_MS})`,
);
if (failed.length > 0) {
  print(`beyond the aim or failed: ${failed.join('; ')}`);
  process.exitCode = 1;
}

/** The try in which others waited least: whatever else the machine does only adds to it. */
async function measureBest<T>(held: HeldService, send: () => Promise<T>): Promise<Held<T>> {
  let best = await measureHeld(held, send);
  for (let more = 1; more < TRIES && best.wait > MAX_WAIT_MS; more++) {
    const next = await measureHeld(held, send);
    if (next.wait < best.wait) best = next;
  }
  return best;
}

type Send = () => Promise<number | readonly number[]>;

interface Session {
  readonly page: (path: string) => Promise<number>;
  readonly form: (path: string, fields: Readonly<Record<string, string>>) => Promise<number>;
  readonly upload: (path: string, file: Uint8Array | string) => Promise<number>;
  readonly api: (path: string, body: unknown) => Promise<number>;
  /** A body as Postmark sends it to the address of the team. */
  readonly report: (body: string, token?: string) => Promise<number>;
  readonly ask: (path: string, init: RequestInit) => Promise<number>;
}

function requestsOf({ page, form, upload, api, report, ask }: Session): Record<string, Send> {
  const bounce = (fields: Record<string, unknown>) =>
    report(
      JSON.stringify({ RecordType: 'Bounce', Type: 'HardBounce', Email: 'ann@x.org', ...fields }),
    );
  const outcomes = (fields: Record<string, unknown>) => () =>
    api('outcomes', {
      outcomes: Array.from({ length: 500 }, (_, at) => ({
        email: `a${at}@x.org`,
        outcome: 'no_mailbox',
        ...fields,
      })),
    });
  const policy = (text: string) => () => form('/policy', { policy: text });
  const emails = (make: (at: number) => string) => Array.from({ length: 950 }, (_, at) => make(at));
  return {
    nothing: async () => {
      await delay(1000);
      return 200;
    },
    'paste: 300 KB of one word': () => form('/lists/paste', { text: 'a'.repeat(300_000) }),
    'paste: 1 MB of one word': () => form('/lists/paste', { text: 'a'.repeat(1_040_000) }),
    'paste: 520 KB of a@a@': () => form('/lists/paste', { text: 'a@'.repeat(260_000) }),
    'paste: an address in 300 KB of apostrophes': () =>
      form('/lists/paste', { text: `${"'".repeat(150_000)}a@b.c${"'a".repeat(80_000)}` }),
    'paste: 1 MB of blanks': () => form('/lists/paste', { text: `${' '.repeat(1_000_000)}@` }),
    'outcomes: 500 replies of one word': outcomes({ reply: 'a'.repeat(1990) }),
    'outcomes: 500 replies of brackets': outcomes({ reply: `550 ${'(in reply to '.repeat(150)}` }),
    'outcomes: 500 replies of a@a@': outcomes({
      reply: 'a@'.repeat(995),
      source: 'a@'.repeat(995),
    }),
    'outcomes: 500 replies of blanks': outcomes({ reply: `5${' '.repeat(1980)}x` }),
    'report: a date of 1 MB of brackets': () =>
      bounce({ BouncedAt: `2026 ${'('.repeat(1_000_000)}` }),
    'report: a date of 1 MB of blanks': () =>
      bounce({ BouncedAt: `2026${' '.repeat(1_000_000)}x` }),
    'report: a reply of 1 MB of one word': () => bounce({ Details: 'a'.repeat(1_000_000) }),
    'report: a reply of 1 MB of blanks': () => bounce({ Details: `smtp${' '.repeat(1_000_000)}x` }),
    'report: an address of 1 MB': () =>
      bounce({ Email: `${'<'.repeat(500_000)}${'a.'.repeat(240_000)}@x.org` }),
    'report: a type of 1 MB': () => bounce({ Type: 'previously '.repeat(90_000) }),
    'report: 50,000 properties': () =>
      report(
        JSON.stringify(
          Object.fromEntries(
            emails((at) => `k${at}`).flatMap((one) =>
              emails((at) => `${one}${at}`)
                .slice(0, 52)
                .map((key) => [key, 1]),
            ),
          ),
        ),
      ),
    'report: 500,000 brackets': () => report('['.repeat(500_000)),
    'report: 250,000 lists in each other': () => report('['.repeat(250_000) + ']'.repeat(250_000)),
    'report: 100,000 objects in each other': () =>
      report(`${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
    'report: 4,000 events of 200 characters': () =>
      report(
        JSON.stringify(
          emails((at) => `a${at}`)
            .flatMap((one) => emails(() => one).slice(0, 4))
            .map((Email) => ({
              RecordType: 'Bounce',
              Type: 'HardBounce',
              Email: `${Email}@x.org`,
              Details: '550 5.1.1 '.repeat(12),
            })),
        ),
      ),
    'report: 100 unknown tokens': () =>
      Promise.all(
        emails((at) => `token${at}`)
          .slice(0, 100)
          .map((token) => report('{}', token)),
      ),
    'policy: 16,000 faults in 100 KB': policy(`{"rules":[${'1,'.repeat(16_000)}1]}`),
    'policy: 8,000 unknown columns': policy(
      JSON.stringify({ columns: Array.from({ length: 8000 }, (_, at) => `c${at}`) }),
    ),
    'policy: one unknown column of 90 KB': policy(
      JSON.stringify({ columns: ['a'.repeat(90_000)] }),
    ),
    'policy: 65,000 brackets': policy('['.repeat(65_000)),
    'policy: 30,000 lists in each other': policy(
      `{"rules":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    ),
    'policy: 10,000 unknown keys': policy(
      JSON.stringify(Object.fromEntries(Array.from({ length: 8000 }, (_, at) => [`key${at}`, 1]))),
    ),
    'policy: 5,000 names that are no domain': policy(
      JSON.stringify({ lists: { allow: Array.from({ length: 8000 }, (_, at) => `a b${at}`) } }),
    ),
    'upload: two cells of 900 KB in Latin-1': () =>
      Promise.all(
        [1, 2].map(() =>
          upload('/lists', Buffer.from(`email\n${'é'.repeat(900_000)}\n`, 'latin1')),
        ),
      ),
    'upload: one cell of 900 KB of letters in Latin-1': () =>
      upload('/lists', Buffer.from(`email\né,${'a'.repeat(900_000)}\nann@x.org\n`, 'latin1')),
    'upload: 1 MB of @ and quotation marks': () =>
      upload('/lists', `email\n${'"@'.repeat(500_000)}\n`),
    'upload: 500,000 brackets': () => upload('/lists', '['.repeat(500_000)),
    'upload: 1,000 cells of 900 hostile characters': () =>
      upload('/lists', `email\n${emails((at) => `${'a@('.repeat(300)}${at}`).join('\n')}\n`),
    'verify: 1,000 characters of each kind': () =>
      Promise.all(
        ['a@', 'a.', '"', '\\', '(', ' ', '-', 'é'].map((part) =>
          api('verify', { email: `${part.repeat(1000 / part.length - 10)}@x.org` }),
        ),
      ),
    'batch: 950 texts of 990 characters': () =>
      api('verify/batch', { emails: emails((at) => `${'a.'.repeat(490)}${at}@sandbox.test`) }),
    'search: 4,000 characters': () =>
      Promise.all(
        ['/verifications', '/lists', '/suppressions', '/batches'].map((path) =>
          page(`${path}?search=${'%25_'.repeat(1000)}`),
        ),
      ),
    'suppressions: 950 texts of 990 characters': () =>
      api('suppressions', { emails: emails((at) => `${'<'.repeat(980)}${at}`) }),
    'suppressions: an entry of 60 KB': () =>
      form('/suppressions', { entry: `${'a@'.repeat(20_000)},${'<'.repeat(20_000)}` }),
    'suppressions: a file of one line of 1 MB': () =>
      upload('/suppressions/import', `email\n${'a@'.repeat(500_000)}\n`),
    'ledger: 950 texts of 990 characters': () =>
      api('ledger', { emails: emails((at) => `${'"\\'.repeat(240)}${at}`) }),
    'sign-in: a password of 60 KB': () =>
      form('/sign-in', { email: 'ada@example.com', password: '123'.repeat(20_000) }),
    'password: 128 characters of a known word': () =>
      form('/account/password', { current: 'x', password: `${'123'.repeat(42)}a` }),
    'headers: 14 KB of Authorization': () =>
      ask('/api/v1/account', { headers: { Authorization: `Bearer ${' '.repeat(7000)}x` } }),
    'headers: 14 KB of languages and forwards': () =>
      ask('/sign-in', {
        headers: {
          'Accept-Language': 'a-'.repeat(3000),
          'X-Forwarded-For': '1,'.repeat(1500),
          Forwarded: 'for=;'.repeat(800),
        },
      }),
  };
}

/** The owner's pages, the key's operations, and the address of a provider. */
async function openSession(held: HeldService): Promise<Session> {
  const { url, key } = held;
  const Cookie = await signIn(held);
  const html = async (path: string, cookies = Cookie) =>
    (await fetch(`${url}${path}`, { headers: { Cookie: cookies } })).text();
  const csrf = /name="csrf" value="([^"]+)"/.exec(await html('/policy'))?.[1] ?? '';
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
    await answer.arrayBuffer();
    return answer.status;
  };
  const form = (path: string, fields: Readonly<Record<string, string>>) =>
    ask(path, {
      method: 'POST',
      headers: { Cookie, Origin: url },
      body: new URLSearchParams({ csrf, ...fields }),
    });
  const created = await fetch(`${url}/outcomes/postmark`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie, Origin: url },
    body: new URLSearchParams({ csrf }),
  });
  // The address is shown once, by a cookie.
  const [once = ''] = created.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const token = /postmark\?token=([\w-]+)/.exec(await html('/outcomes', `${Cookie}; ${once}`))?.[1];
  if (token === undefined) throw new Error('the page shows no address for Postmark');
  const json = { 'Content-Type': 'application/json' };
  return {
    ask,
    form,
    page: (path) => ask(path, { headers: { Cookie } }),
    upload(path, file) {
      const body = new FormData();
      body.set('csrf', csrf);
      body.set('column', 'email');
      body.set('list', new File([file as Uint8Array<ArrayBuffer> | string], 'list.csv'));
      return ask(path, { method: 'POST', headers: { Cookie, Origin: url }, body });
    },
    api: (path, body) =>
      ask(`/api/v1/${path}`, {
        method: 'POST',
        headers: { ...json, Authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      }),
    report: (body, other = token) =>
      ask(`/api/v1/outcomes/postmark?token=${other}`, { method: 'POST', headers: json, body }),
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
