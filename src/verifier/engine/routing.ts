import type { FindingReason } from '../verifier.ts';
import type { DnsObservation } from './evidence.ts';
import type { RunPart } from './run.ts';

interface RoutingSettings {
  /** Settles all addresses of the domain, by the answers about it. */
  settle(reason: FindingReason, dns: readonly DnsObservation[]): void;
  onEnd(): void;
}

/** A domain whose hosts are being looked up. The look-up has its own limits (see dns/cache.ts). */
export class Routing implements RunPart {
  isEnded = false;
  readonly wait = undefined;
  readonly work = undefined;
  readonly #settings: RoutingSettings;

  constructor(settings: RoutingSettings) {
    this.#settings = settings;
  }

  end(reason: FindingReason, dns: readonly DnsObservation[] = []): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.#settings.settle(reason, dns);
    this.#settings.onEnd();
  }

  endWithWhatIsKnown(): void {
    this.end('dns_failure');
  }

  /** No effect: a look-up has its own limits. */
  endIfWaiting(): void {}

  cancel(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.#settings.onEnd();
  }

  check(): void {}
}
