import type { SessionEnding } from '../smtp/session-ending.ts';
import type { FinalCommand } from '../smtp/session-settings.ts';

/** Sessions in step in a row after which a session may have more recipients again. */
const FIRST_PROBATION = 4;
const MAX_PROBATION = 64;
/** More recipients than any session has. */
const ENOUGH = 128;

/**
 * How many recipients a session with a host may have, so that its end shows whether its replies
 * add up: all that the rules allow, fewer where hosts hang up before, and one where replies don't
 * add up. It grows again while they do.
 */
export class Tolerance {
  #recipients = Number.POSITIVE_INFINITY;
  #inStep = 0;
  #probation = FIRST_PROBATION;
  #finalCommand: FinalCommand = 'quit';
  #mayQuitAlong = true;

  /** For other processes. */
  get learnt(): readonly [recipients: number, finalCommand: FinalCommand] {
    return [Math.min(this.#recipients, ENOUGH), this.#finalCommand];
  }

  /** What another process learnt. */
  adopt(recipients: number, finalCommand: FinalCommand): void {
    this.#recipients = recipients < ENOUGH ? Math.max(1, recipients) : Number.POSITIVE_INFINITY;
    this.#finalCommand = finalCommand;
  }

  get recipients(): number {
    return this.#recipients;
  }

  get finalCommand(): FinalCommand {
    return this.#finalCommand;
  }

  /** Whether QUIT may go along with the last recipients. */
  get takesQuitAlong(): boolean {
    return this.#mayQuitAlong && this.#finalCommand === 'quit';
  }

  /** A session with QUIT along did not end in step. That may be why: the host gets it alone from now on. */
  noteQuitAloneWanted(): void {
    this.#mayQuitAlong = false;
  }

  /** A session with `answered` answered recipients ended this way. */
  note(ending: SessionEnding, answered: number): void {
    // A host that only ignores QUIT can be checked by EHLO instead.
    const wasHello = this.#finalCommand === 'hello';
    if (ending === 'out_of_step' || ending === 'no_quit_reply') this.#finalCommand = 'hello';
    if (ending === 'in_step') this.#grow();
    else if (ending === 'out_of_step') this.#shrinkTo(1);
    else if (answered > 0 && (ending === 'cut_off' || wasHello)) this.#shrinkBelow(answered);
  }

  /** To what was answered, or less where no more was asked for. */
  #shrinkBelow(answered: number): void {
    this.#shrinkTo(answered < this.#recipients ? answered : Math.floor(answered / 2));
  }

  #shrinkTo(recipients: number): void {
    this.#recipients = Math.max(1, recipients);
    this.#inStep = 0;
    this.#probation = Math.min(this.#probation * 2, MAX_PROBATION);
  }

  #grow(): void {
    if (this.#recipients === Number.POSITIVE_INFINITY || ++this.#inStep < this.#probation) return;
    this.#inStep = 0;
    const more = this.#recipients * 2;
    this.#recipients = more < ENOUGH ? more : Number.POSITIVE_INFINITY;
  }
}
