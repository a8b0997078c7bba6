import type { Command } from 'commander';
import { type CliDependencies, perform } from '../../invocation.ts';
import type { AdminAction } from './run.ts';

export function registerAdmin(program: Command, dependencies: CliDependencies): void {
  const admin = program
    .command('admin')
    .summary("a service's database: teams, keys, webhooks, backup")
    .description(
      "Manage a service's database, also while the service runs: teams, people, keys, webhooks, backup",
    )
    .helpCommand('help [command]', 'show help on a command');
  registerUpkeep(admin, dependencies);
  registerCheck(admin, dependencies);
  registerMigrate(admin, dependencies);
  registerCopy(admin, dependencies);
  registerLists(admin.command('lists').description('Uploaded lists: where they lie'), dependencies);
  registerProviders(admin, dependencies);
  registerTeams(admin.command('team').description('Teams, their quotas and storage'), dependencies);
  registerPeople(admin, dependencies);
  registerKeys(admin.command('key').description('API keys'), dependencies);
  registerWebhooks(
    admin.command('webhook').description('Webhooks: addresses that get the events of a team'),
    dependencies,
  );
  registerSuppressions(
    admin
      .command('suppression')
      .description('Do-not-mail lists: addresses that are never verified'),
    onDatabase,
    (command, action) => performOn(command, dependencies, action),
  );
}

function registerTeams(team: Command, dependencies: CliDependencies): void {
  const create = onDatabase(team.command('create'))
    .description('Create a team')
    .argument('<name>')
    .option('--quota <n>/month', 'verifications a month (unlimited)');
  performOn(create, dependencies, 'createTeam');
  const list = onDatabase(team.command('list')).description('List the teams');
  performOn(list, dependencies, 'listTeams');
  const quota = onDatabase(team.command('quota'))
    .description("Change a team's quota")
    .argument('<name>')
    .argument('<n>', 'verifications a month, or unlimited');
  performOn(quota, dependencies, 'setQuota');
  const unknown = onDatabase(team.command('unknown'))
    .description("Show or change whether a team is charged for verifications that can't be decided")
    .argument('<name>')
    .argument('[charge]', 'free (the default) or charged');
  performOn(unknown, dependencies, 'chargeUnknown');
  const storage = onDatabase(team.command('storage'))
    .description('Show what a team has stored, or change how much it may store')
    .argument('<name>')
    .argument('[size]', "such as 2GB, or default: serve's --team-storage");
  performOn(storage, dependencies, 'teamStorage');
}

function registerKeys(key: Command, dependencies: CliDependencies): void {
  const create = onDatabase(key.command('create'))
    .description('Create a key and print it once')
    .requiredOption('--team <name>', 'the team that the key belongs to')
    .option('--label <text>', 'what it is for')
    .option('--scopes <scope,…>', 'what it can do: verify, read, manage, learn (all)')
    .option('--expires <date|duration>', 'last day (UTC), or a duration such as 90d (never)');
  performOn(create, dependencies, 'createKey');
  const list = onDatabase(key.command('list'))
    .description('List the keys')
    .option('--team <name>', 'of this team');
  performOn(list, dependencies, 'listKeys');
  const revoke = onDatabase(key.command('revoke'))
    .description('Revoke a key, at once')
    .argument('<id>');
  performOn(revoke, dependencies, 'revokeKey');
}

function registerWebhooks(webhook: Command, dependencies: CliDependencies): void {
  const create = onDatabase(webhook.command('create'))
    .description('Create a webhook and print its secret, once')
    .requiredOption('--team <name>', 'the team whose events it gets')
    .requiredOption('--url <url>', 'where its messages are sent (https)')
    .option('--events <event,…>', 'what it gets (all)')
    .option('--payload <format>', 'standard, slack or teams (standard)')
    .option('--config <file>', "the service's config file, where it opens networks");
  performOn(create, dependencies, 'createWebhook');
  const list = onDatabase(webhook.command('list'))
    .description('List the webhooks')
    .option('--team <name>', 'of this team');
  performOn(list, dependencies, 'listWebhooks');
  const rotate = onDatabase(webhook.command('rotate'))
    .description('Print a new secret; the one before signs as well for 24 hours')
    .argument('<id>');
  performOn(rotate, dependencies, 'rotateWebhook');
  const test = onDatabase(webhook.command('test'))
    .description('Let the running service send a test message, and print what comes of it')
    .argument('<id>');
  performOn(test, dependencies, 'testWebhook');
  const log = onDatabase(webhook.command('log'))
    .description('List the newest messages of a webhook')
    .argument('<id>');
  performOn(log, dependencies, 'listDeliveries');
  const enable = onDatabase(webhook.command('enable'))
    .description('Send to a disabled webhook again')
    .argument('<id>');
  performOn(enable, dependencies, 'enableWebhook');
  const remove = onDatabase(webhook.command('delete'))
    .description('Delete a webhook and its delivery log')
    .argument('<id>')
    .option('-y, --yes', 'do not ask before deleting it');
  performOn(remove, dependencies, 'deleteWebhook');
}

function registerPeople(admin: Command, dependencies: CliDependencies): void {
  const invite = onDatabase(admin.command('invite'))
    .description("Invite a person to a team's dashboard and print the link, once")
    .argument('<email>')
    .requiredOption('--team <name>', 'the team')
    .option('--role <role>', 'owner or member (owner)')
    .option('--public-url <url>', 'where people reach the dashboard (what the service said last)');
  performOn(invite, dependencies, 'invite');
  const reset = onDatabase(admin.command('reset-password'))
    .description('Print a link to choose a new password; it works once, for a day')
    .argument('<address>')
    .option('--public-url <url>', 'where people reach the dashboard (what the service said last)');
  performOn(reset, dependencies, 'resetPassword');
}

function registerUpkeep(admin: Command, dependencies: CliDependencies): void {
  const backup = onLists(admin.command('backup'))
    .description('Copy the database and its lists to a new place, also while the service runs')
    .argument('<file>');
  performOn(backup, dependencies, 'backup');
  const forget = onLists(admin.command('forget'))
    .description(
      'Erase an address from the history, the cache, the batches and the lists of all teams',
    )
    .argument('<address>')
    .option('-y, --yes', 'do not ask before erasing it');
  performOn(forget, dependencies, 'forget');
}

function registerCheck(admin: Command, dependencies: CliDependencies): void {
  const check = onLists(admin.command('check')).description(
    'Check the database and its lists for damage and leftovers, also while the service runs (exit code 1)',
  );
  perform(check, dependencies, async () => (await import('./database-actions.ts')).check);
}

function registerMigrate(admin: Command, dependencies: CliDependencies): void {
  const migrate = onDatabase(admin.command('migrate')).description(
    "Bring the database's schema to this version of mailvet, also while the service runs",
  );
  perform(migrate, dependencies, async () => (await import('./database-actions.ts')).migrate);
}

function registerCopy(admin: Command, dependencies: CliDependencies): void {
  const copy = admin
    .command('copy')
    .description(
      'Copy a database from SQLite to PostgreSQL, and compare; again after a break, it goes on',
    )
    .requiredOption('--from <file>', 'database whose service is stopped')
    .requiredOption('--to <url>', 'empty PostgreSQL database')
    .option(
      '--lists <folder>',
      "folder that the uploaded lists come to (beside the embedded service's database)",
    );
  perform(copy, dependencies, async () => (await import('./database-actions.ts')).copy);
}

function registerLists(lists: Command, dependencies: CliDependencies): void {
  const adopt = onLists(lists.command('adopt')).description(
    'Give a folder of lists to this database; the files of lists that it does not know are kept in unknown/',
  );
  performOn(adopt, dependencies, 'adoptLists');
}

function registerProviders(admin: Command, dependencies: CliDependencies): void {
  const providers = onDatabase(admin.command('providers'))
    .description(
      'Show the table of mail providers: limits, pauses, what RCPT proves, and what a setting says of it (*); with --drift what was seen that differs from it',
    )
    .option('--drift', 'compare the table with the MX records and replies of the history')
    .option('--since <duration>', 'with --drift: how far back (90d)')
    .option('--config <file>', "the service's config file");
  perform(providers, dependencies, async () => (await import('./providers.ts')).showProviders);
}

function onDatabase(command: Command): Command {
  return command
    .option('--database <file|url>', "the service's database (the embedded service's)")
    .option('--database-direct <url>', 'PostgreSQL for migrations, where --database is a pooler');
}

function onLists(command: Command): Command {
  return onDatabase(command).option(
    '--lists <folder>',
    'folder of the uploaded lists (beside the SQLite file)',
  );
}

type AdminActionName = keyof typeof import('./actions.ts')['ADMIN_ACTIONS'];

function performOn(command: Command, dependencies: CliDependencies, name: AdminActionName): void {
  perform(command, dependencies, async () => {
    const { ADMIN_ACTIONS } = await import('./actions.ts');
    const { adminWith } = await import('./run.ts');
    const action: AdminAction = ADMIN_ACTIONS[name];
    return adminWith(action, name === 'createTeam');
  });
}

/** What each command does, by the name of its action. */
type PerformOn = (
  command: Command,
  action: keyof typeof import('./suppression-actions.ts')['SUPPRESSION_ACTIONS'],
) => void;

/** The commands of `mailvet admin suppression`; `onDatabase` adds what names the database. */
function registerSuppressions(
  suppression: Command,
  onDatabase: (command: Command) => Command,
  performOn: PerformOn,
): void {
  const ofTeam = (command: Command) =>
    onDatabase(command).requiredOption('--team <name>', 'the team whose list it is');
  const add = ofTeam(suppression.command('add'))
    .description('Add addresses, and domains with an @ before them')
    .argument('<address...>');
  performOn(add, 'addSuppressions');
  const importing = ofTeam(suppression.command('import'))
    .description('Add what a file holds: CSV, plain lines, a workbook or JSON')
    .argument('<file>', '- reads stdin')
    .option('--column <name>', 'e-mail column, by name or number');
  performOn(importing, 'importSuppressions');
  const list = ofTeam(suppression.command('list'))
    .description('List entries, in the order of their texts')
    .option('--search <text>', 'that begin with this')
    .option('--limit <n>', 'entries at most (100)');
  performOn(list, 'listSuppressions');
  const remove = ofTeam(suppression.command('remove'))
    .description('Remove addresses and domains: they are verified again')
    .argument('<address...>')
    .option('-y, --yes', 'do not ask before removing them');
  performOn(remove, 'removeSuppressions');
  const exporting = ofTeam(suppression.command('export')).description(
    'Print all entries, one on a line',
  );
  performOn(exporting, 'exportSuppressions');
}
