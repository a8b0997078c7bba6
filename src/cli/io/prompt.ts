import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { MailvetError } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { type Invocation, mayAsk } from '../invocation.ts';

type Terminal = Pick<Context, 'stdin' | 'stderr' | 'signal'>;

/** Asks on the terminal and returns the answer without its line end. The question goes to stderr. */
export async function ask(terminal: Terminal, question: string): Promise<string> {
  return await readAnswer(terminal, question, echoTo(terminal.stderr));
}

/** Through the output: after the line break of the answer the live line may be drawn again. */
function echoTo(stderr: Context['stderr']): Writable {
  const echo = new Writable({
    write: (chunk, _encoding, done) => void stderr.write(chunk).then(() => done(), done),
  });
  return Object.assign(echo, { columns: stderr.columns });
}

/** Asks for a secret: typed characters are not shown. */
export async function askHidden(terminal: Terminal, question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await readAnswer(terminal, question, nowhere);
  } finally {
    // The typed line break was not shown either.
    await terminal.stderr.write('\n');
  }
}

/** Asks a yes-no question; anything but yes is no. */
export async function confirm(invocation: Invocation, question: string): Promise<boolean> {
  return isYes(await askYesNo(invocation, question));
}

/** The answer to a question that shows how to say yes. */
export async function askYesNo({ context }: Invocation, question: string): Promise<string> {
  return await ask(context, `${question} [y/N] `);
}

export function isYes(answer: string): boolean {
  return ['y', 'yes'].includes(answer.toLowerCase());
}

async function readAnswer(terminal: Terminal, question: string, echo: Writable): Promise<string> {
  const { stdin, stderr, signal } = terminal;
  signal.throwIfAborted();
  const reader = createInterface({ input: stdin.stream, output: echo, terminal: true });
  // Before the question: the user may type as soon as it is there.
  const answer = nextLine(reader, signal);
  try {
    await stderr.write(question);
    return (await answer).trim();
  } finally {
    reader.close();
  }
}

/** In raw mode Ctrl-C is a key, not a signal: the reader reports it. */
function nextLine(reader: ReturnType<typeof createInterface>, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const interrupted = () => reject(new MailvetError('interrupted', 'Interrupted'));
  reader.once('line', resolve);
  reader.once('SIGINT', interrupted);
  reader.once('close', interrupted);
  const giveUp = () => reject(signal.reason);
  const settled = () => signal.removeEventListener('abort', giveUp);
  signal.addEventListener('abort', giveUp, { once: true });
  promise.then(settled, settled);
  return promise;
}

interface Confirmation {
  readonly question: string;
  /** `--yes`: nothing is asked. */
  readonly yes: boolean;
  /** What a no comes to, such as `Nothing was sent`. */
  readonly refusal: string;
}

/** Up to so many addresses are sent without a confirmation. */
export const UNASKED = 10_000;

/** Asks where somebody can be asked, and throws `usage` after a no. Elsewhere it goes on. */
export async function requireYes(
  invocation: Invocation,
  { question, yes, refusal }: Confirmation,
): Promise<void> {
  if (yes || !mayAsk(invocation)) return;
  if (await confirm(invocation, question)) return;
  throw new MailvetError('usage', refusal, {
    hint: [{ code: 'terminal', text: 'Add --yes to skip the question' }],
  });
}
