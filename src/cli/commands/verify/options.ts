import { VERDICTS, type Verdict } from '../../../contract/verdict.ts';
import { MailvetError } from '../../../errors.ts';
import type { Invocation } from '../../invocation.ts';
import { isStdout } from '../../io/output-place.ts';
import { type RawFlags, wholeFlag } from '../../options/global.ts';
import { type ReporterChoice, reporterChoices } from '../../reporters/choice.ts';

/** What is asked of `mailvet verify`, beside the flags that every command takes. */
export interface VerifyOptions {
  /** Addresses and `-`, in order; none = stdin. */
  readonly addresses: readonly string[];
  readonly noCache: boolean;
  readonly concurrency: number;
  readonly ordered: boolean;
  readonly output: string | undefined;
  readonly force: boolean;
  readonly failOn: readonly Verdict[];
  readonly minScore: number | undefined;
  readonly reporters: readonly ReporterChoice[];
  readonly redact: boolean;
}

export function parseVerifyOptions({
  args,
  flags,
  context: { cwd },
}: Pick<Invocation, 'args' | 'flags' | 'context'>): VerifyOptions {
  return {
    addresses: args,
    noCache: flags.cache === false,
    concurrency:
      wholeFlag(flags, 'concurrency', { flag: '--concurrency', least: 1, most: 100 }) ?? 5,
    ordered: flags.unordered !== true,
    output: typeof flags.output === 'string' && !isStdout(flags.output) ? flags.output : undefined,
    force: flags.force === true,
    failOn: parseVerdicts(flags, 'failOn', '--fail-on'),
    minScore: wholeFlag(flags, 'minScore', { flag: '--min-score', least: 0, most: 100 }),
    reporters: reporterChoices(flags, cwd),
    redact: flags.redact === true,
  };
}

/** A comma-separated list of verdicts; none when the flag is absent. */
export function parseVerdicts(flags: RawFlags, name: string, flag: string): readonly Verdict[] {
  const text = flags[name];
  if (typeof text !== 'string') return [];
  return text.split(',').map((part) => parseVerdict(part.trim(), flag));
}

function parseVerdict(text: string, flag: string): Verdict {
  const verdict = VERDICTS.find((each) => each === text);
  if (verdict) return verdict;
  throw new MailvetError('usage', `${flag} knows no verdict '${text}'`, {
    hint: `Verdicts are ${VERDICTS.join(', ')}`,
  });
}
