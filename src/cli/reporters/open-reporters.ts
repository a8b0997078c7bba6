import { constants } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { Invocation } from '../invocation.ts';
import { createOutputFile, refuseExisting } from '../io/output-file.ts';
import type { ReporterChoice } from './choice.ts';
import { createGithubReport, LARGEST_STEP_SUMMARY } from './github.ts';
import { createJunitReport } from './junit.ts';
import type { Conclusion, FailureThresholds, Reporter, ReportSubject } from './reporter.ts';
import { createSarifReport } from './sarif.ts';

interface ReporterSettings {
  readonly choices: readonly ReporterChoice[];
  readonly thresholds: FailureThresholds;
  /** `path` is absolute; null for stdin and for arguments. */
  readonly list: { readonly name: string; readonly path: string | null };
  /** Writes a whole file. */
  readonly writeFile: (path: string, text: string) => Promise<void>;
}

/** All reporters of the run, as one. */
export function openReporters(
  { context, globals: { redact }, mask }: Invocation,
  { choices, thresholds, list, writeFile }: ReporterSettings,
): Reporter {
  const name = mask(list.name);
  const root = context.env.GITHUB_WORKSPACE || context.cwd;
  const file = list.path === null ? undefined : relative(root, list.path).replaceAll(sep, '/');
  const reported: ReportSubject = { name, file, thresholds, redact };
  const reporters = choices.map((choice): Reporter => {
    if (choice.kind === 'github') return githubReporter(reported, context);
    const { add, text } = FILE_REPORTS[choice.kind](reported);
    return { add, end: (conclusion) => writeFile(choice.path, text(conclusion)) };
  });
  return {
    add: (judged, line) => {
      for (const reporter of reporters) reporter.add(judged, line);
    },
    async end(conclusion) {
      for (const reporter of reporters) await reporter.end(conclusion);
    },
  };
}

/**
 * The same for a command that keeps no record of its files: one that exists is refused at once,
 * before anything is sent.
 */
export async function openLooseReporters(
  invocation: Invocation,
  settings: Omit<ReporterSettings, 'writeFile'> & { readonly force: boolean },
): Promise<Reporter> {
  const writeFile = await looseFileWriter(invocation, settings);
  return openReporters(invocation, { ...settings, writeFile });
}

/** What writes the files of reporters. Throws `input` for one that is there, unless it may be replaced. */
export async function looseFileWriter(
  { context, files }: Invocation,
  { choices, force }: { readonly choices: readonly ReporterChoice[]; readonly force: boolean },
): Promise<ReporterSettings['writeFile']> {
  for (const choice of choices) {
    if (choice.kind === 'github') continue;
    await refuseExisting(choice.path, { force, files, flag: `--reporter ${choice.kind}=<file>` });
  }
  return async (path, text) => {
    const file = await createOutputFile(path, { force, files, signal: context.signal });
    try {
      await file.write(text);
      await file.commit();
    } finally {
      await file.discard();
    }
  };
}

const FILE_REPORTS = { junit: createJunitReport, sarif: createSarifReport };

function githubReporter(reported: ReportSubject, context: Invocation['context']): Reporter {
  const report = createGithubReport(reported);
  return {
    add: report.add,
    end: (conclusion: Conclusion) =>
      writeToGithub(context, {
        annotations: report.annotations(),
        stepSummary: (room) => report.stepSummary(conclusion, room),
      }),
  };
}

interface GithubTexts {
  readonly annotations: string;
  /** Of at most `room` bytes. */
  readonly stepSummary: (room: number) => string;
}

/** Annotations go to stderr, since stdout may hold results: GitHub's runner reads both. */
export async function writeToGithub(
  { stderr, env }: Invocation['context'],
  { annotations, stepSummary }: GithubTexts,
): Promise<void> {
  await stderr.write(annotations);
  const path = env.GITHUB_STEP_SUMMARY;
  if (!path) return;
  const there = await stat(path).catch(() => undefined);
  const room = LARGEST_STEP_SUMMARY - (there?.size ?? 0);
  const text = stepSummary(room);
  if (Buffer.byteLength(text) > room) return;
  // The results are written by now: a report about them must not fail the run.
  // Never created behind a link that leads nowhere.
  const flag = there ? constants.O_WRONLY | constants.O_APPEND : 'ax';
  await appendFile(path, text, { flag }).catch(() => stderr.write(SUMMARY_FAILED));
}

const SUMMARY_FAILED = "::warning title=mailvet::the step summary can't be written\n";
