import type { CommandResult, SmtpConnection } from './connection.ts';
import type { Hello } from './hello.ts';
import type { Reply } from './reply.ts';
import type { SessionSettings } from './session-settings.ts';

/** The replies to MAIL, RCPT and RSET, and whether one came that can't belong to them. */
export class SessionReplies {
  /** A reply does not belong to its command: nothing is known of those behind it either. */
  isOutOfStep = false;
  /** Milliseconds that the last reply took. */
  lastWait = 0;
  readonly #connection: SmtpConnection;
  readonly #settings: Pick<SessionSettings, 'limits' | 'clock'>;
  readonly #hello: Hello;

  constructor(
    connection: SmtpConnection,
    settings: Pick<SessionSettings, 'limits' | 'clock'>,
    hello: Hello,
  ) {
    this.#connection = connection;
    this.#settings = settings;
    this.#hello = hello;
  }

  /** The next reply, if it has come already. */
  arrived(): CommandResult | undefined {
    const answer = this.#connection.arrived();
    if (answer) this.#note(answer, 0);
    return answer;
  }

  async next(): Promise<CommandResult> {
    const { limits, clock } = this.#settings;
    const asked = clock.monotonic();
    const answer = this.#connection.arrived() ?? (await this.#connection.receive(limits.command));
    this.#note(answer, clock.monotonic() - asked);
    return answer;
  }

  #note(answer: CommandResult, waited: number): void {
    this.lastWait = waited;
    const isStray = answer.ok ? this.#isUnexpected(answer.reply) : answer.fault === 'surplus';
    this.isOutOfStep ||= isStray;
  }

  /** Whether a reply can't belong to MAIL, RCPT or RSET. */
  #isUnexpected(reply: Reply): boolean {
    const isOther = reply.code < 400 && Math.floor(reply.code / 10) !== 25;
    return isOther || this.#hello.isRepeatedBy(reply);
  }
}
