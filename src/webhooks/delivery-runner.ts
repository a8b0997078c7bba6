/**
 * Sends the messages of webhooks when their time has come. One at a time to each webhook, so that a slow
 * receiver waits for itself alone; some at a time to different ones.
 */
import type { Clock } from '../lib/clock.ts';
import type { ServiceContext } from '../service/ports.ts';
import type { ClaimedDelivery, DueDelivery } from '../service/webhook-ports.ts';
import type { Connect } from './judged-connection.ts';
import { judgeAttempt } from './retry-plan.ts';
import { sendWebhook } from './send-webhook.ts';
import { signatureHeaders } from './sign.ts';

interface RunnerDeps extends Pick<ServiceContext, 'store' | 'observe'> {
  readonly clock: Clock;
  readonly random: () => number;
  readonly connect: Connect;
}

const LOOK_EVERY_MS = 1000;
/** Of all webhooks together. */
const MAX_ATTEMPTS = 20;
/** Longer than an attempt takes: then another process makes it once more. */
const LEASE_MS = 30_000;
const SWEEP_EVERY_MS = 60 * 60_000;
/** How long the delivery log goes back. */
const KEEP_MS = 30 * 24 * 60 * 60_000;

export class DeliveryRunner {
  readonly #deps: RunnerDeps;
  readonly #stopping = new AbortController();
  /** Attempts under way, by webhook. */
  readonly #underWay = new Map<string, Promise<void>>();
  #loop: Promise<void> | undefined;
  #sweepAt = Number.NEGATIVE_INFINITY;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#loop ??= this.#work();
  }

  /** Aborts attempts under way: they are made again. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The service is stopping'));
    await this.#loop;
    await this.drained();
  }

  /** Begins what is due. */
  async look(): Promise<void> {
    const { store, clock } = this.#deps;
    for (const delivery of await store.deliveries.due(clock.now())) {
      if (this.#stopping.signal.aborted || this.#underWay.size >= MAX_ATTEMPTS) return;
      if (!this.#underWay.has(delivery.webhookId)) this.#begin(delivery);
    }
  }

  /** Resolves when no attempt is under way. */
  async drained(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
  }

  async #work(): Promise<void> {
    const { clock } = this.#deps;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.look().catch((error) => this.#reportError(error));
      await this.#sweep().catch((error) => this.#reportError(error));
      await clock.sleep(LOOK_EVERY_MS, signal).catch(() => {});
    }
  }

  #begin(delivery: DueDelivery): void {
    const attempt = this.#attempt(delivery)
      .catch((error) => this.#reportError(error))
      .finally(() => this.#underWay.delete(delivery.webhookId));
    this.#underWay.set(delivery.webhookId, attempt);
  }

  async #attempt({ id }: DueDelivery): Promise<void> {
    const { store, clock } = this.#deps;
    const claimed = await store.deliveries.claim(id, clock.now(), LEASE_MS);
    if (!claimed) return;
    try {
      await this.#send(claimed);
    } catch (error) {
      if (!this.#stopping.signal.aborted) throw error;
      await store.deliveries.release(id);
    }
  }

  async #send(delivery: ClaimedDelivery): Promise<void> {
    const { store, clock, random, connect, observe } = this.#deps;
    const { id, webhookId, teamId, url, payload, secrets } = delivery;
    const began = clock.monotonic();
    const headers = signatureHeaders({ id, payload, secrets, at: clock.now() });
    const result = await sendWebhook(
      { connect, clock, stopping: this.#stopping.signal },
      { url, headers, payload },
    );
    const took = Math.round(clock.monotonic() - began);
    const time = { at: clock.now(), took, random: random() };
    const outcome = judgeAttempt(delivery, result, time);
    await store.deliveries.record(delivery, outcome);
    const { error, answer, disable } = outcome;
    const shown = { deliveryId: id, webhookId, teamId, answer, ms: took };
    if (error === null) observe?.({ event: 'webhook_delivered', ...shown });
    else observe?.({ event: 'webhook_refused', ...shown, error });
    if (disable) observe?.({ event: 'webhook_disabled', webhookId, teamId, reason: disable });
  }

  /** What one sweep leaves is deleted at the next look. */
  async #sweep(): Promise<void> {
    const { store, clock } = this.#deps;
    if (clock.monotonic() < this.#sweepAt) return;
    this.#sweepAt = clock.monotonic() + SWEEP_EVERY_MS;
    const isDone = await store.deliveries.sweep(clock.now() - KEEP_MS);
    if (!isDone) this.#sweepAt = clock.monotonic();
  }

  #reportError(error: unknown): void {
    if (!this.#stopping.signal.aborted) this.#deps.observe?.({ event: 'worker_error', error });
  }
}
