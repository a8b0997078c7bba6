import { MAX_SCORE } from '../../../contract/limits.ts';
import { VERDICTS, type Verdict } from '../../../contract/verdict.ts';
import { MailvetError } from '../../../errors.ts';
import { LIST_COLUMNS, type ResultColumn } from '../../../formats/write/output.ts';
import type { CommandLine } from '../../invocation.ts';
import { chooseFormat } from '../../io/format.ts';
import { isStdout } from '../../io/output-target.ts';
import { columnsFlag } from '../../options/columns.ts';
import { booleanFlag, listFlag, textFlag, wholeFlag } from '../../options/values.ts';
import { type ReporterChoice, reporterChoices } from '../../reporters/choice.ts';

/** The options of `mailvet verify`, beside the flags that every command takes. */
export interface VerifyOptions {
  /** Addresses and `-`, in order; none = stdin. */
  readonly addresses: readonly string[];
  /** Explain the result of the one address. */
  readonly explain: boolean;
  readonly noCache: boolean;
  /** Whether more addresses on stdin than go without a question are meant. */
  readonly yes: boolean;
  readonly concurrency: number;
  readonly ordered: boolean;
  /** Undefined = stdout. */
  readonly output: string | undefined;
  readonly force: boolean;
  readonly riskyRole: boolean | undefined;
  readonly stopWhenBlind: boolean;
  readonly failOn: readonly Verdict[] | undefined;
  readonly minScore: number | undefined;
  readonly reporters: readonly ReporterChoice[];
  readonly columns: readonly ResultColumn[] | undefined;
  readonly namesColumns: boolean;
  /** A path: earlier results, of which only what got worse counts. */
  readonly baseline: string | undefined;
}

const DEFAULT_CONCURRENCY = 5;
/** `others` are of a list's cell. */
const VERIFY_COLUMNS = LIST_COLUMNS.filter((column) => column !== 'others');

export function parseVerifyOptions({ args, flags, context }: CommandLine): VerifyOptions {
  const named = textFlag(flags, 'output');
  const output = named === undefined || isStdout(named) ? undefined : named;
  // A name that can't be written to is refused before anything is verified.
  if (flags.json !== true && flags.format === undefined) chooseFormat({ output, takesText: true });
  if (readsStdin(args) && flags.apiKeyFile === '-') {
    throw new MailvetError('usage', 'stdin can hold the addresses or the API key, not both');
  }
  if (flags.explain === true) checkExplain(args, flags.output);
  return {
    addresses: args,
    explain: flags.explain === true,
    noCache: flags.cache === false,
    yes: flags.yes === true,
    concurrency: wholeFlag(flags, 'concurrency', { least: 1, most: 100 }) ?? DEFAULT_CONCURRENCY,
    ordered: flags.unordered !== true,
    output,
    force: flags.force === true,
    riskyRole: booleanFlag(flags, 'riskyRole'),
    stopWhenBlind: flags.stopWhenBlind === true,
    failOn: listFlag(flags, 'failOn', { noun: 'verdict', words: VERDICTS }),
    minScore: wholeFlag(flags, 'minScore', { least: 0, most: MAX_SCORE }),
    reporters: reporterChoices(flags, context.cwd),
    baseline: textFlag(flags, 'baseline'),
    columns: columnsFlag(flags, VERIFY_COLUMNS),
    namesColumns: flags.columns !== undefined,
  };
}

function checkExplain(args: readonly string[], output: unknown): void {
  if (args.length !== 1 || args[0] === '-') {
    throw new MailvetError('usage', '--explain takes exactly one address', {
      hint: 'mailvet verify --explain someone@example.com',
    });
  }
  if (output !== undefined) {
    throw new MailvetError('usage', '--explain writes to stdout; --output does not go with it');
  }
}

export function readsStdin(addresses: readonly string[]): boolean {
  return addresses.length === 0 || addresses.includes('-');
}
