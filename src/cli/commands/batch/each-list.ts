import { basename, dirname, extname, join } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import { withoutPacking } from '../../../formats/packed/packing.ts';
import type { CommandLine } from '../../invocation.ts';
import { isFolderName } from '../../io/output-target.ts';
import type { RawFlags } from '../../options/values.ts';
import { mapReporterFile } from '../../reporters/choice.ts';
import { parseSubmitOptions, type SubmitOptions } from './options.ts';

/** The lists of `batch submit`. */
export function parseSubmits(line: CommandLine): readonly SubmitOptions[] {
  return parseEachList(line, parseSubmitOptions);
}

/**
 * The options of each list that is named. With several lists a name of an output is the folder in
 * which each has its own, since one file can't hold them all; names of reports get that of the list.
 */
export function parseEachList(
  line: CommandLine,
  parse: (line: CommandLine) => SubmitOptions,
): readonly SubmitOptions[] {
  const { args, flags } = line;
  if (args.length < 2) return [parse(line)];
  refuseTwice(args, 'is named twice');
  refuseSharedFile(flags);
  const { output, split, report, reporter } = flags;
  if ([output, split, report, reporter].some((each) => each !== undefined)) refuseSameNames(args);
  return args.map((file) => ({
    ...parse({ ...line, args: [file], flags: flagsOf(file, flags) }),
    isOneOfSeveral: true,
  }));
}

function flagsOf(file: string, flags: RawFlags): RawFlags {
  const { split, report, reporter } = flags;
  const name = stem(file);
  return {
    ...flags,
    ...(typeof split === 'string' && { split: join(split, name) }),
    ...(report !== undefined && { report: asList(report).map((path) => withName(path, name)) }),
    ...(reporter !== undefined && {
      reporter: asList(reporter).map((text) =>
        mapReporterFile(text, (path) => withName(path, name)),
      ),
    }),
  };
}

/** `out.html` → `out.contacts.html`. */
function withName(path: string, name: string): string {
  const extension = extname(path);
  return join(dirname(path), `${basename(path, extension)}.${name}${extension}`);
}

function stem(file: string): string {
  const name = basename(withoutPacking(file));
  return file === '-' ? 'stdin' : basename(name, extname(name));
}

function refuseTwice(names: readonly string[], how: string): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new MailvetError('usage', `${twice} ${how}`);
}

function refuseSameNames(files: readonly string[]): void {
  const names = files.map(stem);
  const at = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (at === -1) return;
  const other = files[names.indexOf(names[at] ?? '')];
  throw new MailvetError('usage', `The results of ${other} and ${files[at]} would have one name`, {
    hint: 'Verify them one after another, each with a folder of its own',
  });
}

function refuseSharedFile({ output }: RawFlags): void {
  if (typeof output !== 'string' || isFolderName(output)) return;
  throw new MailvetError('usage', `-o ${output} names one file for several lists`, {
    hint: ['Name a folder, with a slash at its end: ', { code: 'terminal', text: '-o results/' }],
  });
}

function asList(value: unknown): string[] {
  return value === undefined ? [] : ([value].flat() as string[]);
}
