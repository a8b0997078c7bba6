import { resolve } from 'node:path';
import { knownWordsHint } from '../../lib/did-you-mean.ts';
import { MailvetError } from '../../lib/errors.ts';
import { refuseStdout } from '../io/format.ts';
import type { OptionSpec } from '../options/option-spec.ts';
import type { RawFlags } from '../options/values.ts';

/** A reporter of `--reporter`. */
export type ReporterChoice =
  | { readonly kind: 'github' }
  /** `path` is absolute. */
  | { readonly kind: FileReporter; readonly path: string };

/** The reporters that write a file, with its name where none is given. */
const FILES = { junit: 'mailvet-junit.xml', sarif: 'mailvet.sarif' } as const;
type FileReporter = keyof typeof FILES;

export const REPORTER_OPTIONS: readonly OptionSpec[] = [
  [
    '--reporter <name>',
    'github (annotations, step summary), junit[=file] or sarif[=file]; repeatable',
    { repeatable: true },
  ],
  ['--redact', 'mask addresses in reports and logs (a***@example.com)'],
];

/** The reporters of the command line; each kind once. */
export function reporterChoices(raw: RawFlags, cwd: string): ReporterChoice[] {
  const given = Array.isArray(raw.reporter) ? (raw.reporter as string[]) : [];
  if (given.includes('github') && raw.progress === 'json') {
    throw new MailvetError('usage', '--reporter github and --progress json both write to stderr', {
      hint: 'Use --progress lines, or --reporter sarif=<file>',
    });
  }
  const choices = new Map(given.map((text) => [text, parseChoice(text, cwd)]));
  return [...choices.values()];
}

function parseChoice(text: string, cwd: string): ReporterChoice {
  if (text === 'github') return { kind: 'github' };
  const [kind = '', ...file] = text.split('=');
  if (isFileReporter(kind)) {
    const path = file.join('=') || FILES[kind];
    refuseStdout(path, '--reporter');
    return { kind, path: resolve(cwd, path) };
  }
  throw new MailvetError('usage', `Unknown reporter '${text}' for --reporter`, {
    hint: knownWordsHint(kind, 'Reporters', REPORTERS),
  });
}

/** The same reporter with another name of its file; one that writes none, or is unknown, stays as it is. */
export function mapReporterFile(text: string, map: (path: string) => string): string {
  const [kind = '', ...file] = text.split('=');
  return isFileReporter(kind) ? `${kind}=${map(file.join('=') || FILES[kind])}` : text;
}

function isFileReporter(kind: string): kind is FileReporter {
  return Object.hasOwn(FILES, kind);
}

const REPORTERS = ['github', 'junit', 'junit=<file>', 'sarif', 'sarif=<file>'];

/** As a job remembers it: with absolute paths. */
export function choiceText(choice: ReporterChoice): string {
  return choice.kind === 'github' ? choice.kind : `${choice.kind}=${choice.path}`;
}
