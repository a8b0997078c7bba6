import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Admin } from '../../composition/admin.ts';
import {
  awaitDelivery,
  createTemporaryWebhook,
  deleteAbandonedWebhooks,
  deleteTemporaryWebhook,
  LISTEN_NETWORK,
  type MessageFault,
  parseSecret,
  type ReceivedMessage,
  sendFirstMessage,
  startReceiver,
  temporaryPath,
} from '../../composition/listen.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../contract/webhook-events.ts';
import { MailvetError } from '../../lib/errors.ts';
import { safeJson, safeLine } from '../../lib/safe-text.ts';
import type { Team } from '../../service/records.ts';
import { findTeam, listTeams } from '../../service/teams/teams.ts';
import type { WebhookKey } from '../../service/webhooks/webhooks.ts';
import type { Context } from '../context.ts';
import type { Action, CommandLine, Invocation } from '../invocation.ts';
import { readAll } from '../io/read-input.ts';
import { listFlag, textFlag, wholeFlag } from '../options/values.ts';
import { adminWith } from './admin/run.ts';

/** Receives until a signal comes, which is its normal end. */
export const runListen: Action = async (invocation, line) => {
  const options = parseListenOptions(line);
  if (options.secret !== undefined) return await listenAlone(invocation, options);
  const onDatabase = adminWith(() => (admin) => listenOn(admin, invocation, options));
  return await onDatabase(invocation, line);
};

async function listenAlone(invocation: Invocation, options: ListenOptions): Promise<undefined> {
  const { context, notice } = invocation;
  const given = options.secret === '-' ? (await readAll(context.stdin)).trim() : options.secret;
  const secrets = [parseSecret(given ?? '')];
  const messages = handleMessages(invocation, options);
  const deps = { ...messages, clock: context.clock, secrets: () => secrets };
  using receiver = await startReceiver(deps, options.port);
  await notice(`Listening on ${receiver.url}`);
  await Promise.race([aborted(context), messages.failure]);
}

/** Creates a webhook for the time of the run. */
async function listenOn(
  admin: Admin,
  invocation: Invocation,
  options: ListenOptions,
): Promise<void> {
  const { context, notice } = invocation;
  const team = await teamOf(admin, options.team);
  for (const id of await deleteAbandonedWebhooks(admin)) {
    await notice(`The webhook ${id} of a run that was killed is deleted`);
  }
  const messages = handleMessages(invocation, options);
  const webhook = Promise.withResolvers<{ secret: string; firstMessage: string }>();
  const deps = {
    ...messages,
    clock: context.clock,
    path: temporaryPath(),
    secrets: async () => [(await webhook.promise).secret],
    // The first message shows only that messages arrive.
    onMessage: async (message: ReceivedMessage) =>
      message.id === (await webhook.promise).firstMessage ? 204 : messages.onMessage(message),
  };
  using receiver = await startReceiver(deps, options.port);
  const request = { team, url: receiver.url, events: options.events };
  await using opened = await openWebhook(admin, request, notice);
  const firstMessage = await sendFirstMessage(admin, opened);
  webhook.resolve({ secret: opened.secret, firstMessage });
  await notice(`Signing secret until this ends: ${opened.secret}`);
  const ready = awaitDelivery(admin, opened, {
    message: firstMessage,
    signal: context.signal,
    onSilence: () => void notice(NO_SERVICE),
  }).then(() => notice(`Ready: events of team ${team.name} arrive at ${receiver.url}`));
  await Promise.race([aborted(context), messages.failure, failureOf(ready, context)]);
}

interface OpenWebhook extends WebhookKey, AsyncDisposable {
  readonly secret: string;
}

/** A webhook that is deleted at the end. */
async function openWebhook(
  admin: Admin,
  { team, ...wanted }: { team: Team; url: string; events: readonly WebhookEvent[] },
  notice: Invocation['notice'],
): Promise<OpenWebhook> {
  const { id, secret } = await createTemporaryWebhook(admin, team, wanted);
  const key = { teamId: team.id, id };
  return {
    ...key,
    secret,
    async [Symbol.asyncDispose]() {
      try {
        await deleteTemporaryWebhook(admin, key);
        await notice(`The webhook ${id} is deleted`);
      } catch (error) {
        await notice(`The webhook ${id} is still there: the next mailvet listen deletes it`);
        throw error;
      }
    },
  };
}

const NO_SERVICE = `Nothing is sent yet: is a service started on this database, as mailvet serve --allow-network ${LISTEN_NETWORK}?`;

/** Rejects with what work rejects with, unless a signal has ended it; never resolves. */
function failureOf(work: Promise<unknown>, { signal }: Context): Promise<never> {
  return new Promise((_, reject) => {
    work.catch((error) => signal.aborted || reject(error));
  });
}

async function aborted({ signal }: Context): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

async function teamOf(admin: Admin, name: string | undefined) {
  if (name !== undefined) return await findTeam(admin, name);
  const teams = await listTeams(admin);
  const [only] = teams;
  if (only && teams.length === 1) return only;
  const names = teams.map((team) => team.name).join(', ');
  throw new MailvetError('usage', only ? `There are several teams: ${names}` : 'There is no team', {
    hint: only ? 'Name one with --team' : [{ code: 'admin', command: 'team create <name>' }],
  });
}

/** Shows and forwards what arrives. */
function handleMessages(invocation: Invocation, { forwardTo }: ListenOptions) {
  const { context, globals, mask, notice } = invocation;
  const isJson = globals.format === 'json' || globals.format === 'jsonl';
  const failed = Promise.withResolvers<never>();
  // It is waited for only once the receiver listens.
  failed.promise.catch(() => {});
  return {
    /** Rejects when what arrives can't be shown: nobody reads it. */
    failure: failed.promise,
    async onMessage(message: ReceivedMessage): Promise<number> {
      const forwarded = forwardTo && (await forwardMessage(message, forwardTo, context));
      const line = (isJson ? eventJson : eventText)({ message, forwarded });
      await context.stdout.write(`${mask(line)}\n`).catch(failed.reject);
      return forwarded ? (forwarded.status ?? 502) : 204;
    },
    onRefused(fault: MessageFault, status: number): void {
      void notice(`Refused a message with ${status}: ${FAULT_TEXTS[fault]}`);
    },
  };
}

interface ShownEvent {
  readonly message: ReceivedMessage;
  readonly forwarded: Forwarded | undefined;
}

/** An event as one line of JSON. */
function eventJson({ message, forwarded = undefined }: ShownEvent): string {
  const { id, type, timestamp = null, data = null, isRepeat } = message;
  return safeJson({ id, type, timestamp, data, repeated: isRepeat, forwarded: forwarded ?? null });
}

/** An event as one line for people. */
function eventText({ message, forwarded }: ShownEvent): string {
  const { id, type, timestamp, data, isRepeat } = message;
  const parts = [
    ...(timestamp === undefined ? [] : [timestamp]),
    type,
    isRepeat ? `${id} (again)` : id,
    ...(forwarded ? [`forwarded: ${statusText(forwarded)}`] : []),
    safeJson(data ?? null),
  ];
  return safeLine(parts.join('  '));
}

function statusText({ status, error, took }: Forwarded): string {
  return `${status ?? error}, ${took} ms`;
}

/** Why a message was refused. */
const FAULT_TEXTS: Readonly<Record<MessageFault, string>> = {
  unsigned: 'the signature headers of Standard Webhooks are missing',
  expired: 'its time is more than five minutes away from the clock of this machine',
  wrong: 'its signature is wrong: another secret, or a changed body',
  too_large: 'it is larger than 1 MB',
  no_message: 'it is not a JSON object with a type',
};

interface ListenOptions {
  /** 0: a free one. */
  readonly port: number;
  readonly forwardTo: URL | undefined;
  /** `-`: it is read from stdin. Absent: a webhook is created. */
  readonly secret: string | undefined;
  readonly team: string | undefined;
  readonly events: readonly WebhookEvent[];
}

function parseListenOptions({ flags }: CommandLine): ListenOptions {
  const secret = textFlag(flags, 'secret');
  const [other] = ['team', 'events', 'database'].filter((name) => flags[name] !== undefined);
  if (secret !== undefined && other !== undefined) {
    throw new MailvetError('usage', `--secret and --${other} exclude each other`, {
      hint: 'With --secret the webhook is there already: it says whose events come, and which',
    });
  }
  return {
    secret,
    port: wholeFlag(flags, 'port', { least: 0, most: 65_535 }) ?? 0,
    forwardTo: parseTarget(textFlag(flags, 'forwardTo')),
    team: textFlag(flags, 'team'),
    events: listFlag(flags, 'events', { noun: 'event', words: WEBHOOK_EVENTS }) ?? WEBHOOK_EVENTS,
  };
}

/** Also `3000/hooks` and `localhost:3000/hooks`. */
function parseTarget(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const local = /^:?\d{1,5}(?:\/|$)/.test(text) ? `localhost:${text.replace(/^:/, '')}` : text;
  const url = URL.parse(local.includes('://') ? local : `http://${local}`);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw new MailvetError('usage', `--forward-to needs a URL, not '${text}'`, {
    hint: 'Write it as http://localhost:3000/hooks',
  });
}

/** Before the sender gives its attempt up, which is after ten. */
const FORWARD_MS = 9000;

/** What came of sending a message on. */
interface Forwarded {
  /** Null without an answer. */
  readonly status: number | null;
  /** Why it is missing. */
  readonly error: string | null;
  /** Milliseconds. */
  readonly took: number;
}

/** Sends a message on as it came. Never rejects. */
async function forwardMessage(
  { headers, body }: ReceivedMessage,
  target: URL,
  { clock, signal }: Context,
): Promise<Forwarded> {
  const start = clock.monotonic();
  const took = () => Math.round(clock.monotonic() - start);
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers: endToEnd(headers),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(FORWARD_MS)]),
    });
    await answer.body?.cancel();
    return { status: answer.status, error: null, took: took() };
  } catch (error) {
    return { status: null, error: describe(error as Error), took: took() };
  }
}

/** Headers of one connection (RFC 9110 §7.6.1), and of the other host. They are not forwarded. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'],
  ...['te', 'trailer', 'upgrade', 'proxy-connection'],
]);

function endToEnd(headers: IncomingHttpHeaders): Headers {
  const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name));
  return new Headers(kept.map(([name, value]): [string, string] => [name, String(value)]));
}

function describe(error: Error & { cause?: unknown }): string {
  if (error.name === 'TimeoutError') return `no answer within ${FORWARD_MS / 1000} s`;
  // Without a code fetch has refused the target itself, such as a port that browsers block: "bad port".
  const { code, message } = (error.cause ?? {}) as { readonly code?: string; message?: string };
  const reason = code ?? message;
  return reason === undefined ? 'no answer' : `no answer (${reason})`;
}
