import { PROBLEM_TEXTS, type ReachabilityProblem } from '../../contract/reachability.ts';
import { type Hint, MailvetError } from '../../lib/errors.ts';
import { counted } from '../../lib/wording.ts';
import { type NetworkShare, networkShare } from '../../lists/run/network-share.ts';
import { type Invocation, mayAsk } from '../invocation.ts';
import { confirm } from '../io/prompt.ts';
import type { ReachabilityLog } from './client.ts';

/** What to do next, behind each of the problems. */
const NEXT_STEP = 'Addresses stay unknown, not dead';

/** `isRemote`: the problem is that of the machine on which the service runs. */
export function problemLine(
  problem: ReachabilityProblem,
  isRemote: boolean,
): Exclude<Hint, string> {
  return [
    `${PROBLEM_TEXTS[problem]}. ${NEXT_STEP}; `,
    { code: 'doctor', lead: 'see:' },
    isRemote ? ON_ITS_MACHINE : '',
    problem === 'port_25_closed' && !isRemote ? WITHOUT_SMTP : '',
  ];
}

const ON_ITS_MACHINE = ' on the machine of the service';

const WITHOUT_SMTP = {
  code: 'terminal',
  text: '; --no-smtp looks at what needs no mail server: syntax, typos, disposable domains, DNS',
} as const;

interface BlindRunSettings {
  /** `--stop-when-blind`. */
  readonly stop: boolean;
  /** Writes a line; where a bar stands, beside it. */
  readonly say: (line: Hint) => Promise<void>;
  /** Runs a dialogue on the terminal, with nothing else writing there. */
  readonly apart: (dialogue: () => Promise<void>) => Promise<void>;
  /** All addresses of the run. */
  readonly addresses: () => Iterable<string>;
  /** Asks also where all of the run are a few addresses. */
  readonly asksForFew: boolean;
}

/** For so many addresses nobody is asked whether to go on: they are sent in no time. */
const FEW = 20;

/**
 * Reports at once that a run can decide no address. The run continues, unless `--stop-when-blind` or
 * the user at the terminal stops it.
 */
export class BlindRun implements Disposable {
  readonly #invocation: Invocation;
  readonly #settings: BlindRunSettings;
  readonly #stop = new AbortController();
  #listening: Disposable | undefined;
  #last: Promise<void> = Promise.resolve();
  #hasAsked = false;
  #counted: NetworkShare | undefined;
  /** Resolves with the answer. */
  #question: Promise<void> | undefined;
  #isRemote = false;

  constructor(invocation: Invocation, settings: BlindRunSettings) {
    this.#invocation = invocation;
    this.#settings = settings;
  }

  /** Listens to a service that reports its reachability. */
  attach(log: ReachabilityLog | undefined): void {
    this.#isRemote = log?.isRemote ?? false;
    this.#listening ??= log?.listen((problem) => {
      const isAsked = this.#mayAsk();
      const heard = this.#last.then(() => this.#hear(problem, isAsked));
      this.#last = heard.catch((error) => this.#end(error));
      if (isAsked) this.#question = this.#last;
    });
  }

  /** Aborts with the run's error when the run is to stop. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** The error that ended the run, if blindness ended it. */
  get stopped(): MailvetError | undefined {
    return this.#stop.signal.aborted ? this.#stop.signal.reason : undefined;
  }

  /** Resolves when the question is answered: until then nothing is sent and nothing printed. Undefined without one. */
  answered(): Promise<void> | undefined {
    return this.#question;
  }

  /** Resolves when every notice is written and every question answered. */
  async settled(): Promise<void> {
    await this.#last;
  }

  [Symbol.dispose](): void {
    this.#listening?.[Symbol.dispose]();
  }

  /** Once a run. */
  #mayAsk(): boolean {
    if (this.#settings.stop || this.#hasAsked || !mayAsk(this.#invocation)) return false;
    const { needing, total } = this.#share();
    this.#hasAsked = needing > FEW || (this.#settings.asksForFew && needing === total);
    return this.#hasAsked;
  }

  #share(): NetworkShare {
    this.#counted ??= networkShare(this.#settings.addresses());
    return this.#counted;
  }

  async #hear(problem: ReachabilityProblem, isAsked: boolean): Promise<void> {
    const { stop, say, apart } = this.#settings;
    await say(problemLine(problem, this.#isRemote));
    const part = shareText(this.#share());
    if (part !== undefined) await say(part);
    if (stop) return this.#end(stoppedBlind(problem));
    if (!isAsked) return;
    await apart(async () => {
      if (await confirm(this.#invocation, 'Go on?')) return;
      this.#end(stoppedBlind(problem));
    });
  }

  #end(error: unknown): void {
    if (!this.#stop.signal.aborted) this.#stop.abort(error);
  }
}

/** Undefined where the problem is that of all. */
function shareText({ needing, total }: NetworkShare): string | undefined {
  if (needing === 0 || needing === total) return undefined;
  const need = needing === 1 ? 'needs' : 'need';
  return `${counted(needing)} of ${counted(total)} addresses ${need} DNS and mail servers; the others are verified all the same`;
}

function stoppedBlind(problem: ReachabilityProblem): MailvetError {
  return new MailvetError('network', `Stopped: ${lower(PROBLEM_TEXTS[problem])}`, {
    hint: [{ code: 'doctor', lead: 'See:' }],
  });
}

/** The error of a run that decided no address; undefined for any other run. */
export function blindError(log: ReachabilityLog | undefined, hint: Hint): MailvetError | undefined {
  const [problem] = log?.problems ?? [];
  if (!log?.wasBlind || problem === undefined) return undefined;
  return new MailvetError(
    'network',
    `No address could be verified: ${lower(PROBLEM_TEXTS[problem])}`,
    { hint },
  );
}

/** In the middle of a sentence, where abbreviations keep their capitals. */
function lower(text: string): string {
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
