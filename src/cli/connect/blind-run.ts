import { PROBLEM_TEXTS, type ReachabilityProblem } from '../../contract/reachability.ts';
import { type Hint, MailvetError } from '../../errors.ts';
import { type Invocation, mayAsk } from '../invocation.ts';
import { confirm } from '../io/prompt.ts';
import type { ReachabilityLog } from './reachability-log.ts';

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
  ];
}

const ON_ITS_MACHINE = ' on the machine of the service';

interface BlindRunSettings {
  /** `--stop-when-blind`. */
  readonly stop: boolean;
  /** Writes a line; where a bar stands, beside it. */
  readonly say: (line: Hint) => Promise<void>;
  /** Runs a dialogue on the terminal, with nothing else writing there. */
  readonly apart: (dialogue: () => Promise<void>) => Promise<void>;
  /** False where there is nothing to stop: then no question is asked. */
  readonly asks: boolean;
}

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

  /** Resolves at once while nothing is asked: meanwhile nothing is sent and nothing printed. */
  async answered(): Promise<void> {
    await this.#question;
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
    const { stop, asks } = this.#settings;
    if (stop || !asks || this.#hasAsked || !mayAsk(this.#invocation)) return false;
    this.#hasAsked = true;
    return true;
  }

  async #hear(problem: ReachabilityProblem, isAsked: boolean): Promise<void> {
    const { stop, say, apart } = this.#settings;
    await say(problemLine(problem, this.#isRemote));
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
    {
      hint,
    },
  );
}

/** In the middle of a sentence, where abbreviations keep their capitals. */
function lower(text: string): string {
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
