import { LANGUAGES } from '../../../i18n/languages.ts';
import type { CommandSpec } from '../../command-spec.ts';
import { withOptions } from '../../invocation.ts';
import { inGroup, type OptionSpec } from '../../options/option-spec.ts';
import { REPORTER_OPTIONS } from '../../reporters/choice.ts';
import { orSeeds } from '../../seeds-policy.ts';

/** How the text of a list is read. */
export const READ_OPTIONS: readonly OptionSpec[] = inGroup('List:', [
  ['--input-format <format>', 'csv, lines, json or jsonl'],
  [
    '--encoding <name>',
    'utf-8, utf-16le, windows-1252, windows-1250, shift_jis, … (any that iconv knows)',
  ],
  ['--delimiter <character>', 'what separates the columns'],
  ['--header', 'the first line names the columns'],
  ['--no-header', 'the first line is a row'],
  ['--skip-lines <n>', 'lines above the header; they are kept and not read'],
  ['--split-cells', 'verify every address of a cell that holds several'],
  ['--column <name|number>', 'an e-mail column; repeat it to verify several', { repeatable: true }],
  [
    '--coalesce <columns>',
    'take the first of these columns that is filled (comma-separated)',
    { repeatable: true },
  ],
]);

/** How a list is read. */
export const LIST_OPTIONS: readonly OptionSpec[] = [
  ...READ_OPTIONS,
  ...inGroup('List:', [
    ['--sheet <name|number>', 'the sheet of a workbook (the one that holds addresses)'],
    ['--max-input <size>', 'refuse a longer list (2GB)'],
  ]),
];

/** Whether, and how much of, a new list is sent. */
export const SUBMIT_OPTIONS: readonly OptionSpec[] = inGroup('Sending:', [
  ['--dry-run', 'say what would be sent; needs no key and no network'],
  ['--max-addresses <n>', 'refuse to send more addresses'],
  ['-y, --yes', 'do not ask before sending many'],
  ['--again', 'send a list that was submitted already'],
  ['--no-smtp', 'ask no mail server: syntax, typos, disposable domains and DNS; costs nothing'],
  ['--smtp', 'ask mail servers, too, where only known facts are left out (--exclude disposable)'],
  ['--sample <n>', 'send a random sample only, and project its rates'],
  ['--seed <n>', 'the sample to draw (1)'],
]);

export const SEND_OPTIONS: readonly OptionSpec[] = inGroup('Sending:', [
  ['--concurrency <n>', 'batches open at once (5, embedded service 20)'],
  ['--resend-unknown', 'resend batches that may already have arrived (can be charged twice)'],
]);

export const FOLLOW_OPTIONS: readonly OptionSpec[] = [
  ...inGroup('Output:', [
    ['--progress <how>', 'auto, lines, or json: stderr has objects alone, one a line (auto)'],
  ]),
  ...inGroup('Sending:', [
    ['--cancel-on-interrupt', 'Ctrl-C also cancels what is open at the service'],
    ['--stop-when-blind', 'stop once nothing can be learnt (no DNS, port 25 closed, refused)'],
  ]),
];

/** Where results go, and what makes them fall short. */
const OUTPUT_OPTIONS: readonly OptionSpec[] = inGroup('Results:', [
  [
    '-o, --output <file>',
    'write the results to a file (- = stdout; a folder ends in a slash); .csv, .tsv, .json, .jsonl, .xlsx say its format, .gz and .zst pack it',
  ],
  ['--force', 'replace files that exist'],
  ['--split <directory>', 'also write deliverable.csv, risky.csv, … there'],
  ['--columns <names>', 'the columns to add (comma-separated), or all, short, evidence, none'],
  ['--escape-formulas', "guard the list's own cells too against being taken for formulas"],
  ['--risky-role <boolean>', 'whether role addresses count as risky (true)'],
  ['--fail-on <verdicts>', 'exit 1 when a row has one of these verdicts'],
  ['--max-undeliverable <percent>', 'exit 1 when more rows are undeliverable'],
  ['--min-score <n>', 'exit 1 when an address scores less'],
  ['--baseline <file>', 'earlier results: exit 1 only for what got worse since, or is new'],
  [
    '--report <file.html>',
    'also write what the list came to: a page with charts; .md and .json say another format; repeatable',
    { repeatable: true },
  ],

  [
    '--lang <language>',
    `language of reports and of the summary in a workbook: ${LANGUAGES.join(', ')} (en)`,
  ],
  ...REPORTER_OPTIONS,
]);

/** Which results are written. */
export const FILTER_OPTIONS: readonly OptionSpec[] = inGroup('Results:', [
  [
    '--only <conditions>',
    'write only rows with one of these verdicts, reasons, facts (free, provider=google, score>=80, delivered>=3)',
  ],
  ['--exclude <conditions>', 'leave out rows with one of these'],
]);

/** Where results go, and which. None has a default here: a job remembers what was given. */
export const RESULT_OPTIONS: readonly OptionSpec[] = [
  ...OUTPUT_OPTIONS,
  ...FILTER_OPTIONS,
  ...inGroup('Results:', [
    ['--fix', 'mend addresses in their cells: typos, (at), names, marks and blanks around them'],
    ['--no-fix', 'leave all cells as they are'],
    [
      '--dedupe <mode>',
      'write one row of each mailbox: first, last or fullest (most cells filled)',
    ],
  ]),
];

const PAGE_OPTIONS: readonly OptionSpec[] = inGroup('Page:', [
  ['--limit <n>', 'entries at most'],
  ['--skip <n>', 'entries to skip'],
  ['--all', 'every entry, page by page'],
]);

const WAIT: OptionSpec = [
  '--wait',
  'follow the batches and write the results, as watch does; implied by -o, --report, --reporter',
];

/** `batch submit|watch|cancel|list|results|resume|retry`. */
export const BATCH: CommandSpec = {
  name: 'batch',
  summary: 'verify whole lists',
  description: 'Verify whole lists: submit them, follow them, get their results',
  commands: [
    {
      name: 'submit',
      summary: 'send a list',
      description: 'Send the distinct addresses of a list as batches and print their ids',
      arguments: [
        ['[file...]', 'the list; - or nothing reads it from stdin; several make one job each'],
      ],
      options: [
        WAIT,
        ['--due', 'verify only what needs another look; the others come back as they are known'],
        [
          '--only-disputed',
          'verify only what is unknown, or disputed between verifiers (see mailvet import)',
        ],
        ...LIST_OPTIONS,
        ...SUBMIT_OPTIONS,
        ...SEND_OPTIONS,
        ...FOLLOW_OPTIONS,
        ...RESULT_OPTIONS,
      ],
      usual: [
        ...['--wait', '--output', '--force', '--column', '--sheet', '--no-header', '--only'],
        ...['--columns', '--split', '--report', '--due', '--dry-run', '--again', '--yes'],
        ...['--fail-on', '--max-undeliverable'],
      ],
      examples: [
        ['mailvet batch submit contacts.csv', 'prints ids and ends'],
        ['mailvet batch submit contacts.csv --wait -o results.csv', 'waits for the results'],
      ],
      load: async () => {
        const { parseSubmits: parse, runSubmits: run } = await import('./several-lists.ts');
        return withOptions({ parse, run: orSeeds(run) });
      },
    },
    {
      name: 'watch',
      summary: 'follow batches to their end',
      description:
        'Follow batches, or a whole job, until they end, then write the results: to -o, else to stdout when that is no terminal, else to NAME.verified.EXT beside the list',
      arguments: [['[id...]', 'batch ids or job ids; nothing means the newest unfinished job']],
      options: [...FOLLOW_OPTIONS, ...RESULT_OPTIONS],
      usual: ['--output', '--force', '--only', '--columns', '--split', '--report', '--fail-on'],
      examples: [
        ['mailvet batch watch', 'the newest unfinished list'],
        ['mailvet batch watch job_4f2a -o results.csv'],
      ],
      load: async () =>
        withOptions({
          parse: (await import('./options.ts')).parseIdsOptions,
          run: (await import('./watch.ts')).runWatch,
        }),
    },
    {
      name: 'cancel',
      summary: 'cancel batches',
      description:
        "Cancel pending or processing batches, or all of a job's: what is left of it is not sent",
      arguments: [['<id...>', 'batch ids or job ids']],
      examples: [['mailvet batch cancel job_4f2a']],
      load: async () => {
        const { parseCancelOptions: parse, runCancel: run } = await import('./cancel.ts');
        return withOptions({ parse, run });
      },
    },
    {
      name: 'list',
      summary: "the team's batches",
      description: "List the team's batches, as the service orders them",
      options: PAGE_OPTIONS,
      examples: [['mailvet batch list --limit 10']],
      load: async () => {
        const { parseListOptions: parse, runList: run } = await import('./service-batches.ts');
        return withOptions({ parse, run });
      },
    },
    {
      name: 'results',
      summary: 'write the results that exist now',
      description: 'Write the results that exist now, without waiting',
      arguments: [['<id...>', 'batch ids or job ids']],
      options: RESULT_OPTIONS,
      usual: ['--output', '--force', '--only', '--columns', '--split', '--report'],
      examples: [['mailvet batch results job_4f2a -o so-far.csv']],
      load: async () =>
        withOptions({
          parse: (await import('./options.ts')).parseIdsOptions,
          run: (await import('./watch.ts')).runResults,
        }),
    },
    {
      name: 'resume',
      summary: 'go on with an interrupted submit',
      description:
        'Go on with an interrupted submit exactly where it stopped, with the output flags given now or else its own',
      arguments: [
        [
          '[job]',
          'a job id, or the id of one of its batches; nothing means the newest unfinished one',
        ],
      ],
      options: [WAIT, ...SEND_OPTIONS, ...FOLLOW_OPTIONS, ...RESULT_OPTIONS],
      usual: [
        ...['--wait', '--output', '--force', '--only', '--columns', '--split', '--report'],
        '--fail-on',
      ],
      examples: [
        ['mailvet batch resume', 'the newest unfinished list'],
        ['mailvet batch resume job_4f2a -o results.csv'],
      ],
      load: async () =>
        withOptions({
          parse: (await import('./options.ts')).parseResumeOptions,
          run: (await import('./resume.ts')).runResume,
        }),
    },
    {
      name: 'retry',
      summary: 'verify the unknown rows again',
      description:
        'Verify the unknown addresses of an ended job again, and write its results to the same files. Only these addresses are sent and charged',
      arguments: [['<job>', 'a job id']],
      options: [
        ['--only <details>', 'only rows with these fine reasons, such as greylisted,deferred'],
        ['-y, --yes', 'do not ask before sending many'],
        ...SEND_OPTIONS,
        ...FOLLOW_OPTIONS,
        ...OUTPUT_OPTIONS,
      ],
      usual: ['--only', '--yes', '--output', '--force', '--report'],
      examples: [
        ['mailvet batch retry job_4f2a'],
        ['mailvet batch retry job_4f2a --only greylisted,deferred'],
      ],
      load: async () => {
        const { parseRetryOptions: parse, runRetry: run } = await import('./resume.ts');
        return withOptions({ parse, run });
      },
    },
  ],
};
