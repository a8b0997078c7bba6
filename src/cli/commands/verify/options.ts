import { MAX_SCORE } from '../../../contract/limits.ts';
import { VERDICTS } from '../../../contract/verdict.ts';
import type { InspectOptions } from '../../../formats/inspect/inspect-list.ts';
import { LIST_COLUMNS } from '../../../formats/write/output.ts';
import type { Condition } from '../../../formats/write/row-filter.ts';
import { MailvetError } from '../../../lib/errors.ts';
import type { CommandLine } from '../../invocation.ts';
import { chooseFormat } from '../../io/format.ts';
import { outputFlag } from '../../io/output-target.ts';
import {
  booleanFlag,
  columnsFlag,
  listFlag,
  type RawFlags,
  textFlag,
  wholeFlag,
} from '../../options/values.ts';
import { reporterChoices } from '../../reporters/choice.ts';

/** The options of `mailvet verify`, beside the flags that every command takes. */
export type VerifyCommandOptions = Awaited<ReturnType<typeof parseVerifyOptions>>;

/** `others` and `original` are of a list's cell. */
const VERIFY_COLUMNS = LIST_COLUMNS.filter(
  (column) => column !== 'others' && column !== 'original',
);

export async function parseVerifyOptions({ args, flags, context }: CommandLine) {
  const output = outputFlag(flags);
  // A name that can't be written to is refused before anything is verified.
  if (flags.json !== true && flags.format === undefined) chooseFormat({ output, takesText: true });
  if (readsStdin(args) && flags.apiKeyFile === '-') {
    throw new MailvetError('usage', 'stdin can hold the addresses or the API key, not both');
  }
  if (flags.explain === true) checkExplain(args, flags.output);
  return {
    /** Addresses and `-`, in order; none = stdin. */
    addresses: args,
    explain: flags.explain === true,
    noCache: flags.cache === false,
    mode: await modeOf(flags),
    yes: flags.yes === true,
    /** Addresses under way at once; undefined: as many as suit the service. */
    concurrency: wholeFlag(flags, 'concurrency', { least: 1, most: 1000 }),
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
    /** Which results are written; undefined: all. */
    keep: await keepOf(flags),
    /** How a list on stdin is read, as far as the user said so. */
    reading: await readingOf(args, flags),
    /** Whether --jq or --json=<fields> stands for --json. */
    impliesJson: flags.impliedJson === true,
    /** Whether --json names fields: they are written without the columns of a list. */
    namesFields: flags.jsonFields !== undefined,
  };
}

async function keepOf(flags: RawFlags): Promise<Condition | undefined> {
  if (flags.only === undefined && flags.exclude === undefined) return undefined;
  const { filterFlags } = await import('../batch/options.ts');
  const { toKeep } = await import('../../../formats/write/row-filter.ts');
  return toKeep(filterFlags(flags));
}

/** How far verifications go; undefined: as far as mail hosts. */
async function modeOf(flags: RawFlags): Promise<'dns' | undefined> {
  if (flags.exclude === undefined) return flags.smtp === false ? 'dns' : undefined;
  const { probeMode } = await import('../batch/options.ts');
  return probeMode(flags);
}

async function readingOf(args: readonly string[], flags: RawFlags): Promise<InspectOptions> {
  const { parseReadOptions } = readsStdin(args)
    ? await import('../batch/options.ts')
    : { parseReadOptions: () => ({}) };
  return parseReadOptions(flags);
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

/** Whether the addresses, or some of them, come from stdin. */
export function readsStdin(addresses: readonly string[]): boolean {
  return addresses.length === 0 || addresses.includes('-');
}
