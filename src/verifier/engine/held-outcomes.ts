import type { ListedMailbox } from '../session/recipients/recipient.ts';
import type { FindingReason } from '../verifier.ts';
import type { ProbeOutcome } from './finding.ts';
import type { RunPart } from './run.ts';

type ReportOutcome = (mailbox: ListedMailbox, outcome: ProbeOutcome) => void;

/**
 * The outcomes of a domain whose owner may still opt out: its hosts are asked meanwhile, and nothing that they said is
 * given out before it is known. The look-up has its own limits (see dns/cache.ts).
 */
export class HeldOutcomes implements RunPart {
  readonly wait = undefined;
  readonly work = undefined;
  readonly #report: ReportOutcome;
  readonly #onEnd: (held: HeldOutcomes) => void;
  #held: [ListedMailbox, ProbeOutcome][] = [];
  #isEnded = false;
  /** In place of what was found. */
  #reason: FindingReason | undefined;

  constructor(report: ReportOutcome, onEnd: (held: HeldOutcomes) => void) {
    this.#report = report;
    this.#onEnd = onEnd;
  }

  settle(mailbox: ListedMailbox, outcome: ProbeOutcome): void {
    if (this.#isEnded) this.#report(mailbox, this.#reason ? { reason: this.#reason } : outcome);
    else this.#held.push([mailbox, outcome]);
  }

  /** Reports all, from now on at once; with a reason, only that reason and no findings. */
  end(reason?: FindingReason): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#reason = reason;
    for (const [mailbox, outcome] of this.#held.splice(0)) this.settle(mailbox, outcome);
    this.#onEnd(this);
  }

  /** Like a domain whose hosts are not known in time: it is unknown whether they may be asked. */
  endWithWhatIsKnown(): void {
    this.end('dns_failure');
  }

  /** No effect: a look-up has its own limits. */
  endIfWaiting(): void {}

  cancel(): void {
    this.#held = [];
    this.end();
  }

  check(): void {}
}
