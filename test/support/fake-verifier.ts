import { EventEmitter, once } from 'node:events';
import { NO_EVIDENCE } from '../../src/verifier/engine/finding.ts';
import type { Finding, Verifier, VerifyOptions } from '../../src/verifier/verifier.ts';

export type FakeVerifier = ReturnType<typeof fakeVerifier>;

/**
 * Answers at once, by the local part: `gone…` has no mailbox, nor has `said…`, with a reply; `grey…` is undecided, `open…` is at a host
 * that accepts every name, what has no @ is not valid, everything else is deliverable.
 */
export function fakeVerifier() {
  const asked: string[] = [];
  const likes = new Map<string, string>();
  const gate = new EventEmitter().setMaxListeners(0);
  let holding = false;
  let broken: Error | undefined;
  let shown: ReturnType<Verifier['lanes']> = [];
  let problems: ReturnType<Verifier['problems']> = [];

  async function answer(email: string, { signal, mode }: VerifyOptions = {}): Promise<Finding> {
    signal?.throwIfAborted();
    if (mode === 'dns' || mode === 'offline') return unprobed(email);
    asked.push(email);
    gate.emit('started', email);
    if (broken) throw broken;
    if (holding) await once(gate, `go ${email}`, signal ? { signal } : {}).catch(() => {});
    signal?.throwIfAborted();
    return { ...findingOf(likes.get(email) ?? email), email };
  }

  const verifier: Verifier = {
    routes: async (emails) => emails.map(() => ({ kind: 'unknown' })),
    outlook: async (domains) => domains.map(() => ({ kind: 'unknown' })),
    maxSessions: Number.POSITIVE_INFINITY,
    sessions: () => 0,
    room: () => Number.POSITIVE_INFINITY,
    domains: () => 0,
    look: async () => problems,
    waiting: () => [],
    backlog: () => [],
    egresses: () => [],
    lanes: () => shown,
    problems: () => problems,
    verify: (email, options) => answer(email, options),
    async verifyAll(emails, report, options) {
      await Promise.all(
        emails.map(async (email, index) => report(index, await answer(email, options))),
      );
    },
    async close() {},
  };
  return {
    ...verifier,
    /** Addresses that a mail host was asked about, in order. */
    asked,
    /** From now on addresses wait until they are let go. */
    hold(): void {
      holding = true;
    },
    letGo: (email: string) => void gate.emit(`go ${email}`),
    /** Resolves once this address has been asked for. */
    async started(email: string): Promise<void> {
      while (!asked.includes(email)) await once(gate, 'started');
    },
    /** What goes on at mail hosts, from now on. */
    setLanes(lanes: typeof shown): void {
      shown = lanes;
    },
    /** What keeps the service from learning anything, from now on. */
    setProblems(found: typeof problems): void {
      problems = found;
    },
    /** From now on an address is answered as another one would be. */
    becomes: (email: string, like: string) => void likes.set(email, like),
    /** From now on everything is rejected with this error; undefined: no more. */
    breakWith(error: Error | undefined): void {
      broken = error;
    },
  };
}

const REPLY = { code: 550, enhanced: '5.1.1', text: 'no such <user>' };

/** What is found without a mail host. */
function unprobed(email: string): Finding {
  const facts = { deliverable: false, smtp: false, score: 45, decided: false } as const;
  return { ...findingOf(`ann@${email}`), ...facts, email, reason: 'not_probed' };
}

export function findingOf(email: string): Finding {
  const nothing = { deliverable: false, acceptAll: false, role: false, temporary: false };
  const found = { mx: false, smtp: false, score: 0, decided: true, evidence: NO_EVIDENCE };
  const no = { email, ...nothing, ...found };
  if (!email.includes('@')) return { ...no, valid: false, reason: 'syntax' };
  const reached = { ...no, valid: true, mx: true };
  if (email.startsWith('said')) {
    const evidence = { ...NO_EVIDENCE, mxHost: 'mx.x.com', reply: REPLY };
    return { ...reached, smtp: true, reason: 'no_mailbox', evidence };
  }
  if (email.startsWith('gone')) return { ...reached, smtp: true, reason: 'no_mailbox' };
  if (email.startsWith('grey')) {
    return { ...reached, score: 45, decided: false, reason: 'greylisted' };
  }
  const accepted = { ...reached, deliverable: true, smtp: true };
  if (email.startsWith('open')) {
    return { ...accepted, acceptAll: true, score: 60, reason: 'accept_all' };
  }
  return { ...accepted, score: 100, reason: 'accepted' };
}
