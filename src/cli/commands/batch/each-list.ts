import { basename, extname, join } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import { withoutPacking } from '../../../formats/packed/packing.ts';
import type { CommandLine } from '../../invocation.ts';
import { isFolderName } from '../../io/folder-name.ts';
import type { RawFlags } from '../../options/values.ts';
import { parseSubmitOptions, type SubmitOptions } from './options.ts';

/** The lists of `batch submit`. */
export function parseSubmits(line: CommandLine): readonly SubmitOptions[] {
  return parseEachList(line, parseSubmitOptions);
}

/**
 * The options of each list that is named. With several lists a name of an output is the folder in
 * which each has its own: one file can't hold them all.
 */
export function parseEachList(
  line: CommandLine,
  parse: (line: CommandLine) => SubmitOptions,
): readonly SubmitOptions[] {
  const { args, flags } = line;
  if (args.length < 2) return [parse(line)];
  refuseTwice(args, 'is named twice');
  refuseSharedFiles(flags);
  if (flags.output !== undefined || flags.split !== undefined) refuseSameNames(args);
  return args.map((file) => ({
    ...parse({ ...line, args: [file], flags: flagsOf(file, flags) }),
    isOneOfSeveral: true,
  }));
}

function flagsOf(file: string, flags: RawFlags): RawFlags {
  const { split } = flags;
  return typeof split === 'string' ? { ...flags, split: join(split, stem(file)) } : flags;
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

function refuseSharedFiles({ output, report, reporter }: RawFlags): void {
  if (typeof output === 'string' && !isFolderName(output)) {
    throw new MailvetError('usage', `-o ${output} names one file for several lists`, {
      hint: ['Name a folder, with a slash at its end: ', { code: 'terminal', text: '-o results/' }],
    });
  }
  const files = [...asList(report), ...asList(reporter).filter((text) => text !== 'github')];
  const [first] = files;
  if (first === undefined) return;
  throw new MailvetError('usage', `${first} is one report for several lists`, {
    hint: [
      'Verify them one after another, or leave out ',
      { code: 'terminal', text: '--report and --reporter <file>' },
    ],
  });
}

function asList(value: unknown): string[] {
  return value === undefined ? [] : ([value].flat() as string[]);
}
