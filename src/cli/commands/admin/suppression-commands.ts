import type { Command } from 'commander';

/** What each command does, by the name of its action. */
type PerformOn = (
  command: Command,
  action: keyof typeof import('./suppression-actions.ts')['SUPPRESSION_ACTIONS'],
) => void;

/** The commands of `mailvet admin suppression`; `onDatabase` adds what names the database. */
export function registerSuppressions(
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
