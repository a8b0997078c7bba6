/**
 * What the benchmark asks: a JSON file for a program or an HTTP API, or a module for a library. README.md
 * has one of each.
 */
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { ANSWERS, type Answer } from './world/truth.ts';

export interface Said {
  readonly answer: Answer;
  /** What the verifier said, for a person. */
  readonly words: string;
}

/** Rejects where the verifier fails, which counts as `unknown`. */
export type Verify = (email: string, signal: AbortSignal) => Promise<Said>;

/** Verifies a whole list. @param limit milliseconds an address. */
export type VerifyAll = (
  emails: readonly string[],
  report: (email: string, said: Said) => void,
  limit: number,
) => Promise<void>;

/** What a module exports: one of the two functions. */
export interface Library {
  readonly verifier: string;
  readonly version: string;
  readonly verify?: Verify;
  readonly verifyAll?: VerifyAll;
}

/**
 * A path into what was said (`smtp.is_deliverable`; empty: all of it), the value there, or an expression for
 * it (`/…/`), and the answer.
 */
const Rule = z.tuple([
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
  z.enum(ANSWERS),
]);

/** `{email}` stands for the address: in arguments and bodies as it is, in a URL encoded. */
const Adapter = z.strictObject({
  $comment: z.string().optional(),
  verifier: z.string(),
  version: z.string(),
  /** A program and its arguments; it says on stdout what it found. */
  command: z.array(z.string()).min(1).optional(),
  http: z
    .strictObject({
      method: z.string().default('GET'),
      url: z.string(),
      headers: z.record(z.string(), z.string()).default({}),
      body: z.json().optional(),
    })
    .optional(),
  /** The server of `http`: a program and its arguments. */
  start: z.array(z.string()).min(1).optional(),
  /** The first that applies decides; if none does, the answer is `unknown`. */
  read: z.array(Rule),
  /** Addresses at a time. */
  atOnce: z.int().positive().optional(),
});
type Adapter = z.infer<typeof Adapter>;

/** A verifier that can be asked. Disposing of it ends its server. */
export interface Asked extends Library, Disposable {
  readonly atOnce?: number | undefined;
}

/** @param path of a `.json` file or a module. */
export async function openAdapter(path: string): Promise<Asked> {
  const adapter = await readAdapter(path);
  if (!('read' in adapter)) return { ...adapter, [Symbol.dispose]: () => {} };
  const server = await startServer(adapter);
  const say = adapter.http ? byHttp(adapter.http) : byCommand(adapter.command ?? []);
  return {
    ...adapter,
    verify: async (email, signal) => toSaid(await say(email, signal), adapter.read),
    [Symbol.dispose]: () => server?.kill(),
  };
}

/** Without starting anything. */
export async function readAdapter(path: string): Promise<Adapter | Library> {
  if (!path.endsWith('.json')) return import(pathToFileURL(path).href);
  return Adapter.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** What a verifier said of an address, as text. */
type Say = (email: string, signal: AbortSignal) => Promise<string>;

function byCommand([program = '', ...args]: readonly string[]): Say {
  return (email, signal) =>
    new Promise((resolve, reject) => {
      const filled = args.map((arg) => arg.replaceAll('{email}', email));
      // Many verifiers end with an error code for a bad address.
      execFile(program, filled, { signal }, (error, stdout) =>
        error && stdout === '' ? reject(error) : resolve(stdout),
      );
    });
}

function byHttp({ method, url, headers, body }: NonNullable<Adapter['http']>): Say {
  return async (email, signal) => {
    const filled = JSON.stringify(body)?.replaceAll('"{email}"', JSON.stringify(email));
    const response = await fetch(url.replaceAll('{email}', encodeURIComponent(email)), {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: filled ?? null,
      signal,
    });
    return response.text();
  };
}

/** Milliseconds. */
const START_LIMIT = 30_000;
const START_PAUSE = 100;

async function startServer({ start: [program, ...args] = [], http }: Adapter) {
  if (program === undefined || !http) return undefined;
  const server = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const failed = new Promise<never>((_, reject) => server.once('error', reject));
  const { hostname, port } = new URL(http.url);
  const latest = performance.now() + START_LIMIT;
  while (!(await Promise.race([listens(Number(port || 80), hostname), failed]))) {
    if (performance.now() > latest) throw new Error(`${program} does not listen at ${http.url}`);
    await sleep(START_PAUSE);
  }
  return server;
}

function listens(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

const MOST_WORDS = 200;

/** What a text says by the rules. */
export function toSaid(text: string, rules: Adapter['read']): Said {
  const said = parsed(text.trim());
  const rule = rules.find(([path, wanted]) => isAt(said, path, wanted));
  return { answer: rule?.[2] ?? 'unknown', words: text.trim().slice(0, MOST_WORDS) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isAt(said: unknown, path: string, wanted: Adapter['read'][number][1]): boolean {
  const keys = path === '' ? [] : path.split('.');
  const found = keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
    said,
  );
  const expression = typeof wanted === 'string' ? /^\/(.*)\/$/s.exec(wanted)?.[1] : undefined;
  if (expression === undefined) return found === wanted;
  return typeof found === 'string' && new RegExp(expression).test(found);
}
