/**
 * Sends the messages of webhooks when their time has come: the next one as soon as an attempt has ended, and
 * what this process has queued at once. What other processes queue, and what is tried again, is looked for
 * about once a second.
 */

import { backoffDelay } from '../lib/backoff.ts';
import { setSharedAlarm } from '../lib/shared-alarms.ts';
import { type WakeableSleep, wakeableSleep } from '../lib/wakeable-sleep.ts';
import type { EventContext } from '../service/ports.ts';
import { monthOf, nextMonth } from '../service/teams/teams.ts';
import {
  type AttemptRecord,
  type ClaimedMessage,
  LONGEST_RETRY_MS,
  TEST_EVENT,
} from '../service/webhooks/records.ts';
import { AttemptSlots } from './attempt-slots.ts';
import { formatPayload } from './chat-format.ts';
import { type Connect, ReceiverConnections } from './connections.ts';
import { type AttemptResult, sendWebhook } from './send-webhook.ts';
import { signatureHeaders } from './sign.ts';

interface RunnerDeps extends EventContext {
  readonly random: () => number;
  readonly connect: Connect;
  /** Where people reach the dashboard: messages to chats link to it. */
  readonly publicUrl?: string | undefined;
}

/** Half of it at least, so that processes do not look all at once. */
const LOOK_EVERY_MS = 1000;
/** Between two looks for what this process has queued: a busy one queues hundreds in a second. */
const LOOK_AGAIN_MS = 50;
/** How long an attempt keeps its slot: a slow receiver waits beside the others. */
const FRESH_MS = 1000;
/** Longer than an attempt takes: then another process makes it once more. */
const LEASE_MS = 30_000;
const WARN_EVERY_MS = 30_000;
const SWEEP_EVERY_MS = 60 * 60_000;
/** How long the message log goes back. */
const KEEP_MS = 30 * 24 * 60 * 60_000;

export class WebhookRunner {
  readonly #deps: RunnerDeps;
  readonly #connections: ReceiverConnections;
  readonly #stopping = new AbortController();
  readonly #slots = new AttemptSlots();
  readonly #sleep: WakeableSleep;
  readonly #underWay = new Set<Promise<void>>();
  readonly #cutOff: ClaimedMessage[] = [];
  #loop: Promise<void> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #lookAt = Number.NEGATIVE_INFINITY;
  #sweepAt = Number.NEGATIVE_INFINITY;
  #warnAt = Number.NEGATIVE_INFINITY;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#connections = new ReceiverConnections(deps.connect, deps.clock);
    this.#sleep = wakeableSleep(deps.clock);
  }

  start(): void {
    this.#deps.store.webhookQueue.onQueued(() => this.#lookSoon());
    this.#loop ??= this.#work();
  }

  /** Aborts attempts under way: they are made again. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The service is stopping'));
    await this.#loop;
    await this.drained();
    this.#connections.destroy();
    const cutOff = this.#cutOff.splice(0);
    await this.#deps.store.webhookQueue.release(cutOff).catch((error) => this.#report(error));
  }

  /** Looks for what is due and begins it. */
  async look(): Promise<void> {
    const { store, clock, random } = this.#deps;
    this.#lookedAt = clock.monotonic();
    this.#lookAt = this.#lookedAt + (LOOK_EVERY_MS / 2) * (1 + random());
    this.#slots.setDue(await store.webhookQueue.due(clock.now()));
    await this.#fill();
  }

  /** Resolves when no attempt is under way. */
  async drained(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #work(): Promise<void> {
    const { clock } = this.#deps;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        if (clock.monotonic() < this.#lookAt) await this.#fill();
        else {
          await this.look();
          await this.#warnOfQuotas();
          await this.#sweep();
        }
      } catch (error) {
        this.#report(error);
      }
      await this.#sleep.sleep(this.#lookAt - clock.monotonic(), signal).catch(() => {});
    }
  }

  async #warnOfQuotas(): Promise<void> {
    const { store, clock } = this.#deps;
    if (clock.monotonic() < this.#warnAt) return;
    this.#warnAt = clock.monotonic() + WARN_EVERY_MS;
    const now = clock.now();
    await store.webhookQueue.warnOfQuotas({ month: monthOf(now), resetsAt: nextMonth(now) });
  }

  #lookSoon(): void {
    this.#lookAt = Math.min(this.#lookAt, this.#lookedAt + LOOK_AGAIN_MS);
    this.#sleep.wake();
  }

  /** Begins as many attempts as there are free slots and messages, until it is time to look again. */
  async #fill(): Promise<void> {
    const { store, clock } = this.#deps;
    while (!this.#stopping.signal.aborted && clock.monotonic() < this.#lookAt) {
      const wanted = this.#slots.plan();
      if (wanted.length === 0) return;
      const time = { now: clock.now(), leaseMs: LEASE_MS };
      const claimed = await store.webhookQueue.claim(wanted, time);
      this.#slots.settle(wanted, claimed);
      for (const message of claimed) this.#begin(message);
    }
  }

  #begin(message: ClaimedMessage): void {
    const slot = this.#slots.begin(message);
    const cancelAlarm = setSharedAlarm(this.#deps.clock, FRESH_MS, () => {
      slot.age();
      this.#sleep.wake();
    });
    const attempt = this.#attempt(message)
      .catch((error) => this.#report(error))
      .then((isSuccess) => {
        cancelAlarm();
        slot.end(isSuccess === true);
        this.#underWay.delete(attempt);
        this.#sleep.wake();
      });
    this.#underWay.add(attempt);
  }

  /** Whether it was delivered. */
  async #attempt(message: ClaimedMessage): Promise<boolean> {
    try {
      return await this.#send(message);
    } catch (error) {
      if (!this.#stopping.signal.aborted) throw error;
      this.#cutOff.push(message);
      return false;
    }
  }

  async #send(message: ClaimedMessage): Promise<boolean> {
    const { store, clock, random, observe, publicUrl } = this.#deps;
    const { id, webhookId, teamId, url, secrets } = message;
    const payload = formatPayload(message.format, message.payload, publicUrl);
    const began = clock.monotonic();
    const at = clock.now();
    const headers = signatureHeaders({ id, payload, secrets, at });
    const result = await sendWebhook(
      { connections: this.#connections, clock, stopping: this.#stopping.signal },
      { webhookId, url, headers, payload },
    );
    const took = Math.round(clock.monotonic() - began);
    const time = { at: clock.now(), took, random: random() };
    const outcome = judgeAttempt(message, result, time);
    await store.webhookQueue.record(message, outcome);
    const { error, answer, disable } = outcome;
    const shown = { deliveryId: id, webhookId, teamId, answer, ms: took };
    const waitedMs = Math.max(0, at - message.dueAt);
    if (error === null) observe?.({ event: 'webhook_delivered', ...shown, waitedMs });
    else observe?.({ event: 'webhook_refused', ...shown, error: error.english });
    if (disable) observe?.({ event: 'webhook_disabled', webhookId, teamId, reason: disable });
    return error === null;
  }

  /** What one sweep leaves is deleted at the next look. */
  async #sweep(): Promise<void> {
    const { store, clock } = this.#deps;
    if (clock.monotonic() < this.#sweepAt) return;
    this.#sweepAt = clock.monotonic() + SWEEP_EVERY_MS;
    const isDone = await store.webhookQueue.sweep(clock.now() - KEEP_MS);
    if (!isDone) this.#sweepAt = clock.monotonic();
  }

  #report(error: unknown): void {
    if (!this.#stopping.signal.aborted) this.#deps.observe?.({ event: 'worker_error', error });
  }
}

/** 10 s, 20 s, 40 s, … 4 h: some 16 attempts in a day. */
export const BACKOFF = { first: 10_000, max: LONGEST_RETRY_MS };
/** How long something is tried that is not taken. */
export const SEND_WITHIN_MS = 24 * 60 * 60_000;
/** A webhook that takes no message rests so long between two attempts, whatever messages wait. */
const REST = { first: 10_000, max: 5 * 60_000 };
/** A webhook rests after so many failures in a row: one message that it refuses holds up no other. */
const FAILURES_BEFORE_REST = 3;
/** After this long without any success a webhook is disabled. */
const DISABLE_AFTER_MS = 5 * 24 * 60 * 60_000;
/** One with many messages at once, of which none has had all its attempts. */
const DISABLE_AFTER_FAILURES = 100;

interface AttemptTime {
  readonly at: number;
  readonly took: number;
  /** In [0, 1). */
  readonly random: number;
}

/** What follows from an attempt. */
export function judgeAttempt(
  message: Pick<ClaimedMessage, 'type' | 'attempts' | 'expiresAt' | 'failingSince' | 'failures'>,
  { answer, error, retryAfter = 0 }: AttemptResult,
  { at, took, random }: AttemptTime,
): AttemptRecord {
  const expiresAt = message.attempts === 0 ? at + SEND_WITHIN_MS : message.expiresAt;
  const tried = { at, took, answer, error, expiresAt, retryAt: 0, nextAt: null };
  if (error === null) return tried;
  if (answer === GONE) return { ...tried, disable: 'gone' };
  const wait = Math.min(retryAfter, LONGEST_RETRY_MS);
  const failures = message.failures + 1;
  const failed = { ...tried, retryAt: at + Math.max(restAfter(failures, random), wait) };
  const nextAt = at + Math.max(backoffDelay(BACKOFF, message.attempts, random), wait);
  const isLast = message.type === TEST_EVENT || nextAt > expiresAt;
  const hasFailedFor = at - (message.failingSince ?? at);
  const isHopeless = hasFailedFor >= DISABLE_AFTER_MS;
  if (isHopeless && (isLast || failures >= DISABLE_AFTER_FAILURES)) {
    return { ...failed, disable: 'failing' };
  }
  return { ...failed, nextAt: isLast ? null : nextAt };
}

function restAfter(failures: number, random: number): number {
  const rests = failures - FAILURES_BEFORE_REST;
  return rests < 0 ? 0 : backoffDelay(REST, rests, random);
}

const GONE = 410;
