/**
 * What the help of a command shows beside its arguments and flags: examples, and which flags most people need.
 * The help, the man page, `mailvet commands --json` and the reference are made of it.
 */

/** The flags that most people need of a command with many, in the order of the help; the others stand behind `--all`. */
export const USUAL_FLAGS: Readonly<Record<string, readonly string[]>> = {
  verify: [
    '--explain',
    '--output',
    '--force',
    '--columns',
    '--no-cache',
    '--concurrency',
    '--fail-on',
  ],
  clean: [
    ...['--output', '--force', '--column', '--sheet', '--fix', '--only', '--columns'],
    ...['--report', '--dry-run', '--again', '--yes', '--fail-on'],
  ],
  'batch submit': [
    ...['--wait', '--output', '--force', '--column', '--sheet', '--no-header', '--only'],
    ...['--columns', '--split', '--report', '--due', '--dry-run', '--again', '--yes'],
    ...['--fail-on', '--max-undeliverable'],
  ],
  'batch watch': ['--output', '--force', '--only', '--columns', '--split', '--report', '--fail-on'],
  'batch results': ['--output', '--force', '--only', '--columns', '--split', '--report'],
  'batch resume': [
    ...['--wait', '--output', '--force', '--only', '--columns', '--split', '--report'],
    '--fail-on',
  ],
  'batch retry': ['--only', '--yes', '--output', '--force', '--report'],
  plan: ['--column', '--sheet', '--no-header', '--encoding', '--delimiter'],
  due: ['--column', '--sheet', '--no-header', '--encoding', '--delimiter', '--redact'],
  serve: [
    ...['--host', '--port', '--database', '--lists', '--public-url', '--smtp-url', '--contact'],
    ...['--config', '--keep-history', '--log-level'],
  ],
  work: ['--port', '--database', '--config', '--log-level'],
};

/** A command line, with what it does where that is not plain. */
type Example = readonly [command: string, text?: string];

/** By the path of the command; each command that does something has one or two. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  '': [['mailvet clean contacts.csv'], ['mailvet verify ada@example.com'], ['mailvet serve']],
  clean: [
    ['mailvet clean contacts.csv', 'writes contacts.verified.csv beside it'],
    ['mailvet clean contacts.xlsx --only deliverable -o safe.xlsx', 'only the safe rows'],
  ],
  verify: [
    ['mailvet verify ada@example.com'],
    ['mailvet verify --explain ada@example.com', 'how the result comes about'],
  ],
  'batch submit': [
    ['mailvet batch submit contacts.csv', 'prints ids and ends'],
    ['mailvet batch submit contacts.csv --wait -o results.csv', 'waits for the results'],
  ],
  'batch watch': [
    ['mailvet batch watch', 'the newest unfinished list'],
    ['mailvet batch watch job_4f2a -o results.csv'],
  ],
  'batch cancel': [['mailvet batch cancel job_4f2a']],
  'batch list': [['mailvet batch list --limit 10']],
  'batch results': [['mailvet batch results job_4f2a -o so-far.csv']],
  'batch resume': [
    ['mailvet batch resume', 'the newest unfinished list'],
    ['mailvet batch resume job_4f2a -o results.csv'],
  ],
  'batch retry': [
    ['mailvet batch retry job_4f2a'],
    ['mailvet batch retry job_4f2a --only greylisted,deferred'],
  ],
  plan: [['mailvet plan contacts.csv']],
  history: [['mailvet history --limit 20'], ['mailvet history --all -o history.csv']],
  'jobs list': [['mailvet jobs list']],
  'jobs forget': [['mailvet jobs forget job_4f2a'], ['mailvet jobs forget --all --yes']],
  open: [['mailvet open'], ['mailvet open --print', 'prints the address']],
  diff: [['mailvet diff march.verified.csv april.verified.csv --fail-on worse']],
  import: [
    ['mailvet import zerobounce-results.csv'],
    ['mailvet import results.csv --from kickbox --dry-run'],
  ],
  due: [['mailvet due contacts.csv']],
  learn: [
    ['mailvet learn bounces.mbox', 'bounces of a mailbox'],
    ['mailvet learn ~/Maildir export.csv --dry-run', 'shows, and stores nothing'],
  ],
  accuracy: [['mailvet accuracy --since 90d']],
  'policy check': [['mailvet policy check'], ['mailvet policy check --policy strict.json']],
  'policy show': [['mailvet policy show']],
  'policy explain': [['mailvet policy explain info@example.com']],
  login: [['mailvet login --base-url https://verify.example.com']],
  logout: [['mailvet logout']],
  whoami: [['mailvet whoami']],
  'config list': [['mailvet config list --show-origin']],
  'config get': [['mailvet config get baseUrl']],
  'config set': [['mailvet config set baseUrl https://verify.example.com']],
  'config unset': [['mailvet config unset baseUrl']],
  'config path': [['mailvet config path']],
  serve: [
    ['mailvet serve', 'on this machine, port 8025'],
    ['mailvet serve --database /var/lib/mailvet/mailvet.db --port 8080'],
  ],
  work: [['mailvet work --database postgres://mailvet@db.example.com/mailvet']],
  mcp: [['mailvet mcp']],
  listen: [
    ['mailvet listen'],
    ['mailvet listen --forward-to localhost:3000/hooks --events batch.completed'],
  ],
  doctor: [['mailvet doctor']],
  health: [['mailvet health http://127.0.0.1:8025']],
  completion: [['mailvet completion bash > ~/.local/share/bash-completion/completions/mailvet']],
  commands: [['mailvet commands --json']],
  version: [['mailvet version --json']],
  help: [['mailvet help batch submit'], ['mailvet help exit-codes']],
  'admin backup': [['mailvet admin backup /backup/mailvet.db']],
  'admin forget': [['mailvet admin forget ada@example.com']],
  'admin check': [['mailvet admin check']],
  'admin migrate': [['mailvet admin migrate --database postgres://mailvet@db.example.com/mailvet']],
  'admin copy': [
    ['mailvet admin copy --from mailvet.db --to postgres://mailvet@db.example.com/mailvet'],
  ],
  'admin lists adopt': [['mailvet admin lists adopt --lists /var/lib/mailvet/lists']],
  'admin providers': [['mailvet admin providers'], ['mailvet admin providers --drift --since 30d']],
  'admin team create': [['mailvet admin team create marketing --quota 50000/month']],
  'admin team list': [['mailvet admin team list']],
  'admin team quota': [['mailvet admin team quota marketing unlimited']],
  'admin team unknown': [['mailvet admin team unknown marketing charged']],
  'admin team storage': [['mailvet admin team storage marketing 2GB']],
  'admin invite': [['mailvet admin invite ada@example.com --team marketing --role member']],
  'admin reset-password': [['mailvet admin reset-password ada@example.com']],
  'admin key create': [
    ['mailvet admin key create --team marketing --label form --scopes verify --expires 90d'],
  ],
  'admin key list': [['mailvet admin key list --team marketing']],
  'admin key revoke': [['mailvet admin key revoke key_4f2a']],
  'admin webhook create': [
    ['mailvet admin webhook create --team marketing --url https://example.com/hooks'],
  ],
  'admin webhook list': [['mailvet admin webhook list']],
  'admin webhook rotate': [['mailvet admin webhook rotate webhook_4f2a']],
  'admin webhook test': [['mailvet admin webhook test webhook_4f2a']],
  'admin webhook log': [['mailvet admin webhook log webhook_4f2a']],
  'admin webhook enable': [['mailvet admin webhook enable webhook_4f2a']],
  'admin webhook delete': [['mailvet admin webhook delete webhook_4f2a']],
  'admin suppression add': [
    ['mailvet admin suppression add --team marketing ada@example.com @example.org'],
  ],
  'admin suppression import': [
    ['mailvet admin suppression import --team marketing unsubscribed.csv'],
  ],
  'admin suppression list': [['mailvet admin suppression list --team marketing']],
  'admin suppression remove': [
    ['mailvet admin suppression remove --team marketing ada@example.com'],
  ],
  'admin suppression export': [['mailvet admin suppression export --team marketing']],
};
