import { CONFIG_SETTING, SERVE, WORK } from '../settings/service.ts';
import type { CommandSpec } from './command-spec.ts';
import { ADMIN } from './commands/admin/commands.ts';
import {
  BATCH,
  FILTER_OPTIONS,
  FOLLOW_OPTIONS,
  LIST_OPTIONS,
  READ_OPTIONS,
  RESULT_OPTIONS,
  SEND_OPTIONS,
  SUBMIT_OPTIONS,
} from './commands/batch/commands.ts';
import { withOptions } from './invocation.ts';
import { settingOptions } from './options/global.ts';
import { inGroup, type OptionSpec } from './options/option-spec.ts';
import { REPORTER_OPTIONS } from './reporters/choice.ts';
import { isSeeds, orSeeds } from './seeds-policy.ts';

const FORCE: OptionSpec = ['--force', 'replace the output file'];
const REDACT: OptionSpec = ['--redact', 'mask addresses in what is printed (a***@example.com)'];
const RISKY_ROLE: OptionSpec = [
  '--risky-role <boolean>',
  'whether role addresses count as risky (true)',
];

const CLEAN: CommandSpec = {
  name: 'clean',
  summary: 'verify a list and write it back',
  description:
    'Verify a list and write beside it every row with its verdict, NAME.verified.EXT (.csv for plain lines), the safe rows to import again, NAME.import.csv, the addresses to remove, NAME.archive.csv, and the report NAME.verified.html',
  arguments: [['<file...>', 'the list; several are verified one after another']],
  options: [
    ...LIST_OPTIONS,
    ...SUBMIT_OPTIONS,
    ...SEND_OPTIONS,
    ...FOLLOW_OPTIONS,
    ...RESULT_OPTIONS,
  ],
  usual: [
    ...['--output', '--force', '--column', '--sheet', '--fix', '--only', '--columns'],
    ...['--split', '--report', '--no-smtp', '--dry-run', '--again', '--yes', '--fail-on'],
  ],
  examples: [
    ['mailvet clean contacts.csv', 'writes contacts.verified.csv, .import.csv and .archive.csv'],
    ['mailvet clean contacts.xlsx --only deliverable -o safe.xlsx', 'only the safe rows'],
  ],
  load: async () => {
    const lists = await import('./commands/batch/several-lists.ts');
    return withOptions({ parse: lists.parseClean, run: orSeeds(lists.runSubmits) });
  },
};

/** Shown below the help of `verify`. */
const PIPES = `
Pipes:
  $ mailvet verify < contacts.csv > verified.csv
  $ psql --csv -c 'SELECT id, email FROM people' | mailvet verify --only undeliverable
  $ jq -c '.[]' people.json | mailvet verify --jq 'select(.verdict=="deliverable")'
`;

const VERIFY: CommandSpec = {
  name: 'verify',
  summary: 'verify addresses',
  description:
    'Verify addresses given as arguments, or what is piped in: one address per line, CSV, TSV, JSON or JSON lines. A list comes out as it came in, with verdict, reason and suggestion added to each row as soon as it is verified',
  arguments: [['[address...]', 'addresses; - or nothing reads them, or a list, from stdin']],
  options: [
    ['--explain', 'show how the result of one address comes about (embedded service only)'],
    ['--no-cache', 'ignore cached results'],
    ['--no-smtp', 'ask no mail server: syntax, typos, disposable domains and DNS; costs nothing'],
    ['--smtp', 'ask mail servers, too, where only known facts are left out (--exclude disposable)'],
    [
      '--concurrency <n>',
      'addresses under way at once (5, from stdin by the embedded service 200)',
    ],
    ['--unordered', 'give results as they come instead of in input order'],
    [
      '-o, --output <file>',
      'write the results to a file (- = stdout); .csv, .tsv, .json, .jsonl, .xlsx say its format',
    ],
    FORCE,
    [
      '--columns <names>',
      'the columns to write, or to add to a list (comma-separated), or all, short, evidence, none',
    ],
    ...FILTER_OPTIONS,
    RISKY_ROLE,
    ['--stop-when-blind', 'stop once nothing can be learnt (no DNS, port 25 closed, refused)'],
    ['-y, --yes', 'verify more than 10,000 addresses from stdin where a service charges'],
    ['--fail-on <verdicts>', 'exit 1 when an address has one of these verdicts'],
    ['--min-score <n>', 'exit 1 when an address scores less'],
    ['--baseline <file>', 'earlier results: exit 1 only for what got worse since, or is new'],
    ...REPORTER_OPTIONS,
    ...READ_OPTIONS,
  ],
  usual: [
    ...['--explain', '--output', '--force', '--columns', '--only', '--column', '--no-smtp'],
    ...['--no-cache', '--fail-on'],
  ],
  examples: [
    ['mailvet verify ada@example.com'],
    ['mailvet verify --explain ada@example.com', 'how the result comes about'],
  ],
  after: PIPES,
  load: async () =>
    withOptions({
      parse: (await import('./commands/verify/options.ts')).parseVerifyOptions,
      run: async (invocation, options) =>
        isSeeds(invocation)
          ? (await import('./commands/seeds.ts')).runSeedsVerify(invocation, options)
          : options.explain
            ? (await import('./commands/verify/explain.ts')).runExplain(invocation, options)
            : (await import('./commands/verify/run.ts')).runVerify(invocation, options),
    }),
};

const SCAN: CommandSpec = {
  name: 'scan',
  summary: "find real people's addresses in a repository",
  description:
    "Find addresses in the tracked files of a repository, or of a folder, that real people may have. Reserved names (example.com, .test) pass, and so does what .mailvet-allow names, a line each with its reason behind '#'. No network is used; ends with 1 where there are any, with 2 where something can't be read",
  arguments: [['[path...]', 'files and folders (the working directory)']],
  options: [
    ['--diff <revision>', 'only lines that were added since, such as origin/main'],
    ['--write', 'replace them by reserved addresses, the same for the same one everywhere'],
    ['--dry-run', 'only show what --write would replace'],
    ['-y, --yes', 'replace without asking'],
    ['--baseline <file>', 'finds of an earlier scan (--json), which count no more'],
    ...REPORTER_OPTIONS,
    ['--force', 'replace the files of reporters'],
  ],
  examples: [
    ['mailvet scan --diff origin/main', 'only what a branch adds'],
    ['mailvet scan fixtures --write', 'replaces them by reserved addresses'],
  ],
  load: async () => {
    const scan = await import('./commands/scan/run.ts');
    return withOptions({ parse: scan.parseScanOptions, run: scan.runScan });
  },
};

const SERVE_COMMAND: CommandSpec = {
  name: 'serve',
  summary: 'start the verification service',
  description: 'Start the verification service',
  options: [...settingOptions(CONFIG_SETTING), ...settingOptions(SERVE.flags)],
  usual: [
    ...['--host', '--port', '--database', '--lists', '--public-url', '--smtp-url', '--contact'],
    ...['--config', '--keep-history', '--log-level'],
  ],
  examples: [
    ['mailvet serve', 'on this machine, port 8025'],
    ['mailvet serve --database /var/lib/mailvet/mailvet.db --port 8080'],
  ],
  load: async () => (await import('./commands/serve/run.ts')).runServe,
};

const LISTS: readonly CommandSpec[] = [
  {
    name: 'plan',
    summary: 'say what a list takes, before the first probe',
    description:
      'Say what a list takes before anything is sent: addresses, duplicates, cost, time, and what can not be decided and why. Tries name servers and port 25 first, and contacts no mail host of the list',
    arguments: [['[file]', 'the list; - or nothing reads stdin']],
    options: [
      ...LIST_OPTIONS,
      ...inGroup('List:', [
        ['--no-smtp', 'plan for a run that asks no mail server'],
        ['--sample <n>', 'plan for a random sample only'],
        ['--seed <n>', 'the sample to draw (1)'],
      ]),
    ],
    usual: ['--column', '--sheet', '--no-header', '--encoding', '--delimiter'],
    examples: [['mailvet plan contacts.csv']],
    load: async () => (await import('./commands/plan.ts')).runPlan,
  },
  BATCH,
  {
    name: 'undo',
    summary: 'take back what the last clean --fix mended',
    description:
      'Write the results of the last clean --fix again, with the cells as they were in the list. Addresses that were corrected were not verified as typed: their rows are unknown. Files that were changed since stay as they are',
    arguments: [['[job]', 'a job id; nothing means the last one']],
    examples: [['mailvet undo']],
    load: async () => (await import('./commands/undo.ts')).runUndo,
  },
  {
    name: 'jobs',
    summary: 'submitted lists, as remembered here',
    description: 'The local record of submitted lists',
    commands: [
      {
        name: 'list',
        summary: 'what was submitted from here',
        description: 'List the jobs on this machine, newest first',
        examples: [['mailvet jobs list']],
        load: async () => (await import('./commands/jobs.ts')).runJobsList,
      },
      {
        name: 'forget',
        summary: 'erase jobs',
        description: 'Erase jobs with the addresses and results that they hold',
        arguments: [['[job...]', 'job ids']],
        options: [
          ['--all', 'all of them'],
          [
            '--cancel',
            'cancel the batches of unfinished jobs first; a job is kept where that fails',
          ],
          ['-y, --yes', 'do not ask before erasing all of them, or unfinished ones'],
        ],
        examples: [['mailvet jobs forget job_4f2a'], ['mailvet jobs forget --all --yes']],
        load: async () => (await import('./commands/jobs.ts')).runJobsForget,
      },
    ],
  },
  {
    name: 'due',
    summary: 'which rows of a list need another look now',
    description:
      'Show which addresses of a list need another look, by the age of what is known of them. Nobody is asked',
    arguments: [['[file]', 'the list; - or nothing reads it from stdin']],
    options: [...LIST_OPTIONS, REDACT],
    usual: ['--column', '--sheet', '--no-header', '--encoding', '--delimiter', '--redact'],
    examples: [['mailvet due contacts.csv']],
    load: async () => (await import('./commands/due.ts')).runDue,
  },
  {
    name: 'diff',
    summary: 'what changed between two verifications of a list',
    description:
      'Compare the results of two lists: who became undeliverable, who came back, who changed reason. Nobody is asked',
    arguments: [
      ['<before>', 'a job, or a file of results (CSV, JSON, JSONL, .xlsx)'],
      ['<after>', 'the same, of a later time'],
    ],
    options: [
      ['--fail-on <change,...>', 'exit with 1 where there are such changes'],
      REDACT,
      RISKY_ROLE,
    ],
    examples: [['mailvet diff march.verified.csv april.verified.csv --fail-on worse']],
    load: async () => (await import('./commands/diff.ts')).runDiff,
  },
  {
    name: 'history',
    summary: "the team's verifications",
    description: "List the team's verifications",
    options: [
      ['--limit <n>', 'entries at most (100)'],
      ['--skip <n>', 'leave out the first so many'],
      ['--all', 'all of them'],
      ['-o, --output <file>', 'write them to a file (- = stdout)'],
      FORCE,
      RISKY_ROLE,
    ],
    examples: [['mailvet history --limit 20'], ['mailvet history --all -o history.csv']],
    load: async () => (await import('./commands/history.ts')).runHistory,
  },
  {
    name: 'open',
    summary: 'the dashboard in the browser',
    description:
      "Open the service's dashboard in the browser, at a list or batch where one is named; without a browser or terminal print its address. The embedded service serves its dashboard until Ctrl-C",
    arguments: [['[id]', 'a job, list or batch']],
    options: [['--print', 'print the address, and open nothing']],
    examples: [['mailvet open'], ['mailvet open --print', 'prints the address']],
    load: async () => (await import('./commands/open.ts')).runOpen,
  },
];

const MAILINGS: readonly CommandSpec[] = [
  {
    name: 'learn',
    summary: 'read what became of mailings: bounces, complaints, deliveries',
    description:
      'Read what became of mail that was sent: bounces and replies (mbox, Maildir, .eml), exports and provider events (CSV, JSON)',
    arguments: [['[path...]', 'files and folders; - or nothing reads stdin']],
    options: [['--dry-run', 'read and show, but store nothing']],
    examples: [
      ['mailvet learn bounces.mbox', 'bounces of a mailbox'],
      ['mailvet learn ~/Maildir export.csv --dry-run', 'shows, and stores nothing'],
    ],
    load: async () => (await import('./commands/learn.ts')).runLearn,
  },
  {
    name: 'accuracy',
    summary: 'how often results were right, by what became of mail',
    description:
      'Show how often results were right on your own lists: which verdicts, rules and mail hosts the outcomes of mail contradicted (see learn)',
    options: [
      ['--list <job>', 'results of this job alone'],
      ['--since <duration|date>', 'how far back, or from which day, such as 2026-03-10 (180d)'],
    ],
    examples: [['mailvet accuracy --since 90d']],
    load: async () => (await import('./commands/accuracy.ts')).runAccuracy,
  },
  {
    name: 'import',
    summary: 'keep the results of another verifier, and compare them with ours',
    description:
      'Read results of ZeroBounce, NeverBounce, Bouncer, Kickbox, Emailable, MillionVerifier, Clearout, DeBounce, Reacher or mailvet into the ledger, and show how often they agree with yours and with those of other verifiers. --json prints each result. They answer no verification',
    arguments: [['<file>', 'their results (CSV, JSON, JSONL, .xlsx); - reads stdin']],
    options: [
      ['--from <verifier>', 'whose results they are, where columns and words do not say it'],
      [
        '--date <date>',
        'when they were found, as 2026-03-10 (a column, else the date of the file)',
      ],
      ['--dry-run', 'read and compare, but store nothing'],
      REDACT,
    ],
    examples: [
      ['mailvet import zerobounce-results.csv'],
      ['mailvet import results.csv --from kickbox --dry-run'],
    ],
    load: async () => (await import('./commands/import.ts')).runImport,
  },
  {
    name: 'policy',
    summary: 'how results are judged here',
    description: 'How results are judged: by mailvet.json in the working directory or above it',
    commands: [
      {
        name: 'check',
        description: 'Check mailvet.json: say what is wrong with it, and where',
        examples: [['mailvet policy check'], ['mailvet policy check --policy strict.json']],
        load: async () => (await import('./commands/policy.ts')).runPolicyCheck,
      },
      {
        name: 'show',
        description: 'Show the policy in force',
        examples: [['mailvet policy show']],
        load: async () => (await import('./commands/policy.ts')).runPolicyShow,
      },
      {
        name: 'explain',
        description: 'Verify an address, and show which rules it meets',
        arguments: [['<address>', 'an e-mail address']],
        examples: [['mailvet policy explain info@example.com']],
        load: async () => (await import('./commands/policy.ts')).runPolicyExplain,
      },
    ],
  },
];

const SERVICES: readonly CommandSpec[] = [
  {
    name: 'work',
    summary: "work on a service's batches, in another process",
    description:
      "Work on the batches of a service's database, beside mailvet serve or on other machines",
    options: [...settingOptions(CONFIG_SETTING), ...settingOptions(WORK.flags)],
    usual: ['--port', '--database', '--config', '--log-level'],
    examples: [['mailvet work --database postgres://mailvet@db.example.com/mailvet']],
    load: async () => (await import('./commands/serve/run.ts')).runWork,
  },
  ADMIN,
  {
    name: 'listen',
    summary: 'receive webhooks on this machine, show and forward them',
    description:
      'Receive the webhooks of a team on this machine: check, show and forward each message. A webhook is created for it and deleted at the end; with --secret, point one of yours at it',
    options: [
      ['--forward-to <url>', 'send each message on to a program, such as localhost:3000/hooks'],
      ['--port <n>', 'port to listen on (a free one)'],
      ['--secret <whsec>', 'only listen, for the webhook with this secret (- = stdin)'],
      ['--team <name>', 'whose events (the only team)'],
      ['--events <event,…>', 'which events (all)'],
      ['--database <file|url>', "the service's database (the embedded service's)"],
      ['--database-direct <url>', 'PostgreSQL for migrations, where --database is a pooler'],
    ],
    examples: [
      ['mailvet listen'],
      ['mailvet listen --forward-to localhost:3000/hooks --events batch.completed'],
    ],
    load: async () => (await import('./commands/listen.ts')).runListen,
  },
  {
    name: 'health',
    summary: 'is a running service ready (for health checks)',
    description:
      'Ask a running service (mailvet serve, mailvet work) whether it is ready; ends with 0 when it is, else with 5',
    arguments: [['[url]', 'where it listens (the host and port that serve would take here)']],
    examples: [['mailvet health http://127.0.0.1:8025']],
    load: async () => (await import('./commands/health.ts')).runHealth,
  },
  {
    name: 'mcp',
    summary: 'tools for AI agents (Model Context Protocol)',
    description:
      'Serve the tools verify_email, verify_list and list_results to an AI agent, by the Model Context Protocol on stdin and stdout',
    options: [
      [
        '--root <directory>',
        'a directory whose files may be read and written; repeat it for several (the roots that the client names, else the working directory)',
        { repeatable: true },
      ],
    ],
    examples: [['mailvet mcp']],
    load: async () => (await import('./commands/mcp/run.ts')).runMcp,
  },
];

const KEYS = 'apiKey, apiKeyCommand, baseUrl, profile or riskyRole';

const SETTINGS: readonly CommandSpec[] = [
  {
    name: 'login',
    summary: 'store an API key',
    description: 'Store an API key, after trying it against the service',
    options: [
      ['--with-key', 'read the key from stdin instead of asking for it'],
      ['--keychain', 'keep it in the keychain of the system (macOS, Linux with secret-tool)'],
    ],
    examples: [['mailvet login --base-url https://verify.example.com']],
    load: async () => (await import('./commands/login.ts')).runLogin,
  },
  {
    name: 'logout',
    summary: 'remove the stored API key',
    description: 'Remove the stored API key and its base URL',
    examples: [['mailvet logout']],
    load: async () => (await import('./commands/login.ts')).runLogout,
  },
  {
    name: 'whoami',
    summary: 'which key, from where, against which service',
    description: 'Say which API key is used, where it comes from and against which service',
    examples: [['mailvet whoami']],
    load: async () => (await import('./commands/login.ts')).runWhoami,
  },
  {
    name: 'config',
    summary: 'settings',
    description:
      'Settings: apiKey, apiKeyCommand, baseUrl, profile, riskyRole. With --profile, those of a profile',
    commands: [
      {
        name: 'list',
        description: 'List the settings in force',
        options: [['--show-origin', 'say where each comes from']],
        examples: [['mailvet config list --show-origin']],
        load: async () => (await import('./commands/config.ts')).runConfigList,
      },
      {
        name: 'get',
        description: 'Print a stored setting',
        arguments: [['<key>', KEYS]],
        examples: [['mailvet config get baseUrl']],
        load: async () => (await import('./commands/config.ts')).runConfigGet,
      },
      {
        name: 'set',
        description: 'Store a setting',
        arguments: [
          ['<key>', KEYS],
          ['<value>', 'the value, or - to read it from stdin'],
        ],
        examples: [['mailvet config set baseUrl https://verify.example.com']],
        load: async () => (await import('./commands/config.ts')).runConfigSet,
      },
      {
        name: 'unset',
        description: 'Forget a stored setting',
        arguments: [['<key>', KEYS]],
        examples: [['mailvet config unset baseUrl']],
        load: async () => (await import('./commands/config.ts')).runConfigUnset,
      },
      {
        name: 'path',
        description: 'Print the path of the config file',
        examples: [['mailvet config path']],
        load: async () => (await import('./commands/config.ts')).runConfigPath,
      },
    ],
  },
  {
    name: 'doctor',
    summary: 'check the setup (DNS, port 25, key, service)',
    description:
      "Check this machine's setup: Node, settings, key, service; for the embedded service also DNS, and of each egress port 25, HELO name, reverse DNS and block lists",
    options: [
      ['--config <file>', 'check this machine for a service with that config file'],
      ['--dnsbl <names>', 'block lists to check the public address against (comma-separated)'],
      ['--no-dnsbl', 'skip the block lists'],
    ],
    examples: [['mailvet doctor']],
    load: async () => (await import('./commands/doctor/run.ts')).runDoctor,
  },
];

/** Where each shell looks for its completion. */
const INSTALLATION = `
Install it, then start a new shell:
  bash  mailvet completion bash > ~/.local/share/bash-completion/completions/mailvet
        (needs the package bash-completion; else source the script from ~/.bashrc)
  zsh   mailvet completion zsh > "\${fpath[1]}/_mailvet"
        (needs "autoload -U compinit; compinit" in ~/.zshrc)
  fish  mailvet completion fish > ~/.config/fish/completions/mailvet.fish
  pwsh  mailvet completion pwsh >> $PROFILE`;

const HELP: readonly CommandSpec[] = [
  {
    name: 'help',
    summary: 'help on a command, exit-codes, environment, lists; man',
    description:
      'Show help on a command, or on exit-codes, environment or lists; man is all of it as a man page',
    arguments: [['[topic...]', 'a command, exit-codes, environment, lists or man']],
    options: [['--all', 'also rare flags, and those that every command takes']],
    examples: [['mailvet help batch submit'], ['mailvet help exit-codes']],
    load: async (program) => (await import('./commands/help.ts')).helpOf(program),
  },
  {
    name: 'commands',
    summary: 'every command and flag, as data with --json',
    description: 'List every command; with --json also its arguments and flags, with their values',
    examples: [['mailvet commands --json']],
    load: async (program) => (await import('./commands/describe.ts')).commandsOf(program),
  },
  {
    name: 'completion',
    summary: 'completion for bash, zsh, fish or pwsh',
    description: 'Print the script that makes your shell complete mailvet',
    arguments: [['<shell>', 'bash, zsh, fish or pwsh']],
    examples: [['mailvet completion bash > ~/.local/share/bash-completion/completions/mailvet']],
    after: INSTALLATION,
    load: async (program) =>
      (await import('./commands/completion/scripts.ts')).completionOf(program),
  },
  {
    name: 'version',
    summary: 'the version',
    description: 'Print the version, as --version does',
    examples: [['mailvet version --json']],
    load: async () => (await import('./commands/describe.ts')).runVersion,
  },
];

/** Every command, in the order of the help, under its headings. */
export const COMMANDS: Readonly<Record<string, readonly CommandSpec[]>> = {
  'Commands:': [VERIFY, CLEAN, SCAN, SERVE_COMMAND],
  'Commands for lists:': LISTS,
  'Commands for mailings:': MAILINGS,
  'Commands for a service:': SERVICES,
  'Commands for settings:': SETTINGS,
  'Commands for help:': HELP,
};
