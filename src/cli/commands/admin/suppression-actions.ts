import { resolve } from 'node:path';
import { counted, plural } from '../../../lib/wording.ts';
import { requireYes } from '../../confirmation.ts';
import type { Invocation } from '../../invocation.ts';
import { openList } from '../../io/list-input.ts';
import { printList, printOne } from '../../io/print.ts';
import { textFlag, wholeFlag } from '../../options/values.ts';
import type { AdminAction } from './run.ts';

const LISTED = 100;
/** As of a file that is named. */
const ANY_SIZE = Number.POSITIVE_INFINITY;
const ERASED = 'an erased address';

export const SUPPRESSION_ACTIONS = {
  addSuppressions: ({ args, flags }) => {
    return async ({ suppressions }, invocation) => {
      const added = await suppressions.add(String(flags.team), args);
      await printOne(invocation, { added }, `${plural(added, 'entry', 'entries')} added\n`);
    };
  },
  importSuppressions: ({ args: [file = ''], flags, context }) => {
    // Repeatable for lists; here the last one counts.
    const column = [flags.column ?? ''].flat().at(-1);
    return async ({ suppressions }, invocation) => {
      await using _ = invocation.underWay(() => `Importing ${file === '-' ? 'stdin' : file} …`);
      const content =
        file === '-'
          ? (await openList(invocation, file, ANY_SIZE)).chunks
          : resolve(context.cwd, file);
      const received = { content, column: String(column) };
      const imported = await suppressions.import(String(flags.team), received);
      const { added, known, refused, examples } = imported;
      for (const { text, problem } of examples) await invocation.notice(`'${text}' ${problem}`);
      const left = refused === 0 ? '' : `, ${plural(refused, 'cell')} left out`;
      const text = `${plural(added, 'entry', 'entries')} added, ${counted(known)} there before${left}\n`;
      await printOne(invocation, imported, text);
    };
  },
  listSuppressions: ({ flags }) => {
    const limit = wholeFlag(flags, 'limit', { least: 1 }) ?? LISTED;
    const search = textFlag(flags, 'search') ?? '';
    return async ({ suppressions }, invocation) => {
      const { entries, count } = await suppressions.list(String(flags.team), { search, limit });
      await printList(invocation, {
        rows: entries,
        columns: [
          { title: 'ADDRESS OR DOMAIN', text: ({ email }) => email ?? ERASED },
          { title: 'ADDED', isTime: true, text: ({ addedAt }) => addedAt },
        ],
      });
      await noticeRest(invocation, { shown: entries.length, count, search });
    };
  },
  removeSuppressions: ({ args, flags }) => {
    return async ({ suppressions }, invocation) => {
      await requireYes(invocation, {
        question: `Remove ${plural(args.length, 'entry', 'entries')} from the suppression list? They will be verified again.`,
        yes: flags.yes === true,
        refusal: 'Nothing was removed',
      });
      const removed = await suppressions.remove(String(flags.team), args);
      await printOne(invocation, { removed }, `${plural(removed, 'entry', 'entries')} removed\n`);
    };
  },
  exportSuppressions: ({ flags }) => {
    return async ({ suppressions }, { context, globals }) => {
      const asJson = globals.format === 'json' || globals.format === 'jsonl';
      for await (const some of suppressions.export(String(flags.team))) {
        const lines = some.map((one) => (asJson ? JSON.stringify(one) : one.email));
        await context.stdout.write(lines.map((line) => `${line}\n`).join(''));
      }
    };
  },
} satisfies Record<string, AdminAction>;

interface Shown {
  readonly shown: number;
  readonly count: number;
  readonly search: string;
}

async function noticeRest({ notice }: Invocation, { shown, count, search }: Shown): Promise<void> {
  if (shown >= count || search !== '') return;
  await notice(`${counted(shown)} of ${plural(count, 'entry', 'entries')}: export gives all`);
}
