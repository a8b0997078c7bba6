import { resolve } from 'node:path';
import { type Admin, importSuppressions } from '../../../composition/admin.ts';
import { MailvetError } from '../../../lib/errors.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { counted, plural } from '../../../lib/wording.ts';
import { COMMAND_LINE } from '../../../service/people/records.ts';
import { isHash, type Suppression } from '../../../service/suppressions/entries.ts';
import {
  addSuppressions,
  exportSuppressions,
  readSuppressions,
  removeSuppressions,
  type SuppressionOwner,
  searchSuppressions,
} from '../../../service/suppressions/suppressions.ts';
import { findTeam } from '../../../service/teams/teams.ts';
import { openList } from '../../io/list-input.ts';
import { printList, printOne } from '../../io/print.ts';
import { requireYes } from '../../io/prompt.ts';
import { type RawFlags, textFlag, wholeFlag } from '../../options/values.ts';
import type { AdminAction } from './run.ts';

const LISTED = 100;
/** As of a file that is named. */
const ANY_SIZE = Number.POSITIVE_INFINITY;
const ERASED = 'an erased address';

export const SUPPRESSION_ACTIONS = {
  addSuppressions: ({ args, flags }) => {
    return async (admin, invocation) => {
      const added = await addSuppressions(admin, await ownerOf(admin, flags), entriesOf(args));
      await printOne(invocation, { added }, `${plural(added, 'entry', 'entries')} added\n`);
    };
  },
  importSuppressions: ({ args: [file = ''], flags, context }) => {
    // Repeatable for lists; here the last one counts.
    const column = [flags.column ?? ''].flat().at(-1);
    return async (admin, invocation) => {
      await using _ = invocation.underWay(() => `Importing ${file === '-' ? 'stdin' : file} …`);
      const content =
        file === '-'
          ? (await openList(invocation, file, ANY_SIZE)).chunks
          : resolve(context.cwd, file);
      const received = { content, column: String(column) };
      const imported = await importSuppressions(admin, await ownerOf(admin, flags), received);
      const { added, known, refused } = imported;
      const examples = imported.examples.map(({ text, problem }) => ({
        text,
        problem: problem.english,
      }));
      for (const { text, problem } of examples) await invocation.notice(`'${text}' ${problem}`);
      const left = refused === 0 ? '' : `, ${plural(refused, 'cell')} left out`;
      const text = `${plural(added, 'entry', 'entries')} added, ${counted(known)} there before${left}\n`;
      await printOne(invocation, { ...imported, examples }, text);
    };
  },
  listSuppressions: ({ flags }) => {
    const limit = wholeFlag(flags, 'limit', { least: 1 }) ?? LISTED;
    const search = textFlag(flags, 'search') ?? '';
    return async (admin, invocation) => {
      const { teamId } = await ownerOf(admin, flags);
      const list = await searchSuppressions(admin, teamId, { search, limit });
      const rows = list.entries.map(showSuppression);
      await printList(invocation, {
        rows,
        columns: [
          { title: 'ADDRESS OR DOMAIN', text: ({ email }) => email ?? ERASED },
          { title: 'ADDED', isTime: true, text: ({ addedAt }) => addedAt },
        ],
      });
      const { length: shown } = rows;
      if (shown >= list.count || search !== '') return;
      const all = plural(list.count, 'entry', 'entries');
      await invocation.notice(`${counted(shown)} of ${all}: export gives all`);
    };
  },
  removeSuppressions: ({ args, flags }) => {
    return async (admin, invocation) => {
      await requireYes(invocation, {
        question: `Remove ${plural(args.length, 'entry', 'entries')} from the do-not-mail list? They will be verified again.`,
        yes: flags.yes === true,
        refusal: 'Nothing was removed',
      });
      const removed = await removeSuppressions(admin, await ownerOf(admin, flags), entriesOf(args));
      await printOne(invocation, { removed }, `${plural(removed, 'entry', 'entries')} removed\n`);
    };
  },
  exportSuppressions: ({ flags }) => {
    return async (admin, { context, globals }) => {
      const asJson = globals.format === 'json' || globals.format === 'jsonl';
      for await (const some of exportSuppressions(admin, await ownerOf(admin, flags))) {
        const lines = some
          .map(showSuppression)
          .map((one) => (asJson ? JSON.stringify(one) : one.email));
        await context.stdout.write(lines.map((line) => `${line}\n`).join(''));
      }
    };
  },
} satisfies Record<string, AdminAction>;

/** The team that `--team` names, whose list the command line changes. */
async function ownerOf(admin: Admin, { team }: RawFlags): Promise<SuppressionOwner> {
  return { teamId: (await findTeam(admin, String(team))).id, actor: COMMAND_LINE };
}

function entriesOf(texts: readonly string[]): readonly string[] {
  const { entries, refused } = readSuppressions(texts);
  const [first] = refused;
  if (!first) return entries;
  throw new MailvetError('input', `'${first.text}' ${first.problem.english}`, {
    hint: 'Write an address, or @ and a domain: ann@example.com @example.org',
  });
}

/** `email` null: the address was erased and stays suppressed. */
function showSuppression({ entry, addedAt }: Suppression) {
  return { email: isHash(entry) ? null : entry, addedAt: isoTime(addedAt) };
}
