/**
 * Sends the messages of webhooks when their time has come: the next one as soon as an attempt has ended, and
 * what this process has queued at once. What other processes queue, and what is tried again, is looked for
 * about once a second.
 */

import { backoffDelay } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';
import { setSharedAlarm } from '../lib/shared-alarms.ts';
import { type WakeableSleep, wakeableSleep } from '../lib/wakeable-sleep.ts';
import type { ServiceContext } from '../service/ports.ts';
import { monthOf, nextMonth } from '../service/teams/quota.ts';
import {
  type ClaimedDelivery,
  type DeliveryOutcome,
  LONGEST_RETRY_MS,
  TEST_EVENT,
} from '../service/webhooks/webhook-ports.ts';
import { AttemptPlaces } from './attempt-places.ts';
import { formatPayload } from './chat-format.ts';
import type { Connect } from './judged-connection.ts';
import { ReceiverConnections } from './receiver-connections.ts';
import { type AttemptResult, sendWebhook } from './send-webhook.ts';
import { signatureHeaders } from './sign.ts';

interface RunnerDeps extends Pick<ServiceContext, 'store' | 'observe'> {
  readonly clock: Clock;
  readonly random: () => number;
  readonly connect: Connect;
  /** Where people reach the dashboard: messages to chats link to it. */
  readonly publicUrl?: string | undefined;
}

/** Half of it at least, so that processes do not look all at once. */
const LOOK_EVERY_MS = 1000;
/** Between two looks for what this process has queued: a busy one queues hundreds in a second. */
const LOOK_AGAIN_MS = 50;
/** How long an attempt keeps its place: a slow receiver waits beside the others. */
const FRESH_MS = 1000;
/** Longer than an attempt takes: then another process makes it once more. */
const LEASE_MS = 30_000;
const WARN_EVERY_MS = 30_000;
const SWEEP_EVERY_MS = 60 * 60_000;
/** How long the delivery log goes back. */
const KEEP_MS = 30 * 24 * 60 * 60_000;

export class DeliveryRunner {
  readonly #deps: RunnerDeps;
  readonly #connections: ReceiverConnections;
  readonly #stopping = new AbortController();
  readonly #places = new AttemptPlaces();
  readonly #sleep: WakeableSleep;
  readonly #underWay = new Set<Promise<void>>();
  readonly #cutOff: ClaimedDelivery[] = [];
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
    this.#deps.store.deliveries.onQueued(() => this.#lookSoon());
    this.#loop ??= this.#work();
  }

  /** Aborts attempts under way: they are made again. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The service is stopping'));
    await this.#loop;
    await this.drained();
    this.#connections.destroy();
    const cutOff = this.#cutOff.splice(0);
    await this.#deps.store.deliveries.release(cutOff).catch((error) => this.#report(error));
  }

  /** Looks for what is due and begins it. */
  async look(): Promise<void> {
    const { store, clock, random } = this.#deps;
    this.#lookedAt = clock.monotonic();
    this.#lookAt = this.#lookedAt + (LOOK_EVERY_MS / 2) * (1 + random());
    this.#places.setDue(await store.deliveries.due(clock.now()));
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
    await store.deliveries.warnOfQuotas({ month: monthOf(now), resetsAt: nextMonth(now) });
  }

  #lookSoon(): void {
    this.#lookAt = Math.min(this.#lookAt, this.#lookedAt + LOOK_AGAIN_MS);
    this.#sleep.wake();
  }

  /** Begins as many attempts as there are free places and messages, until it is time to look again. */
  async #fill(): Promise<void> {
    const { store, clock } = this.#deps;
    while (!this.#stopping.signal.aborted && clock.monotonic() < this.#lookAt) {
      const wanted = this.#places.plan();
      if (wanted.length === 0) return;
      const time = { now: clock.now(), leaseMs: LEASE_MS };
      const claimed = await store.deliveries.claim(wanted, time);
      this.#places.settle(wanted, claimed);
      for (const delivery of claimed) this.#begin(delivery);
    }
  }

  #begin(delivery: ClaimedDelivery): void {
    const place = this.#places.begin(delivery);
    const cancelAlarm = setSharedAlarm(this.#deps.clock, FRESH_MS, () => {
      place.age();
      this.#sleep.wake();
    });
    const attempt = this.#attempt(delivery)
      .catch((error) => this.#report(error))
      .then((isSuccess) => {
        cancelAlarm();
        place.end(isSuccess === true);
        this.#underWay.delete(attempt);
        this.#sleep.wake();
      });
    this.#underWay.add(attempt);
  }

  /** Whether it was delivered. */
  async #attempt(delivery: ClaimedDelivery): Promise<boolean> {
    try {
      return await this.#send(delivery);
    } catch (error) {
      if (!this.#stopping.signal.aborted) throw error;
      this.#cutOff.push(delivery);
      return false;
    }
  }

  async #send(delivery: ClaimedDelivery): Promise<boolean> {
    const { store, clock, random, observe, publicUrl } = this.#deps;
    const { id, webhookId, teamId, url, secrets } = delivery;
    const payload = formatPayload(delivery.format, delivery.payload, publicUrl);
    const began = clock.monotonic();
    const at = clock.now();
    const headers = signatureHeaders({ id, payload, secrets, at });
    const result = await sendWebhook(
      { connections: this.#connections, clock, stopping: this.#stopping.signal },
      { webhookId, url, headers, payload },
    );
    const took = Math.round(clock.monotonic() - began);
    const time = { at: clock.now(), took, random: random() };
    const outcome = judgeAttempt(delivery, result, time);
    await store.deliveries.record(delivery, outcome);
    const { error, answer, disable } = outcome;
    const shown = { deliveryId: id, webhookId, teamId, answer, ms: took };
    const waitedMs = Math.max(0, at - delivery.dueAt);
    if (error === null) observe?.({ event: 'webhook_delivered', ...shown, waitedMs });
    else observe?.({ event: 'webhook_refused', ...shown, error });
    if (disable) observe?.({ event: 'webhook_disabled', webhookId, teamId, reason: disable });
    return error === null;
  }

  /** What one sweep leaves is deleted at the next look. */
  async #sweep(): Promise<void> {
    const { store, clock } = this.#deps;
    if (clock.monotonic() < this.#sweepAt) return;
    this.#sweepAt = clock.monotonic() + SWEEP_EVERY_MS;
    const isDone = await store.deliveries.sweep(clock.now() - KEEP_MS);
    if (!isDone) this.#sweepAt = clock.monotonic();
  }

  #report(error: unknown): void {
    if (!this.#stopping.signal.aborted) this.#deps.observe?.({ event: 'worker_error', error });
  }
}

/** 10 s, 20 s, 40 s, … 4 h: some 16 attempts in a day. */
const BACKOFF = { first: 10_000, max: LONGEST_RETRY_MS };
/** How long a message is tried, from its first attempt on. */
const DELIVER_WITHIN_MS = 24 * 60 * 60_000;
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

type Attempted = Pick<
  ClaimedDelivery,
  'type' | 'attempts' | 'expiresAt' | 'failingSince' | 'failures'
>;

/** What follows from an attempt. */
export function judgeAttempt(
  delivery: Attempted,
  { answer, error, retryAfter = 0 }: AttemptResult,
  { at, took, random }: AttemptTime,
): DeliveryOutcome {
  const expiresAt = delivery.attempts === 0 ? at + DELIVER_WITHIN_MS : delivery.expiresAt;
  const tried = { at, took, answer, error, expiresAt, retryAt: 0, nextAt: null };
  if (error === null) return tried;
  if (answer === GONE) return { ...tried, disable: 'gone' };
  const wait = Math.min(retryAfter, LONGEST_RETRY_MS);
  const failures = delivery.failures + 1;
  const failed = { ...tried, retryAt: at + Math.max(restAfter(failures, random), wait) };
  const nextAt = at + Math.max(backoffDelay(BACKOFF, delivery.attempts, random), wait);
  const isLast = delivery.type === TEST_EVENT || nextAt > expiresAt;
  const hasFailedFor = at - (delivery.failingSince ?? at);
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
