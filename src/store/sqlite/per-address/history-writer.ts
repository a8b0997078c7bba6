import type { DatabaseSync } from 'node:sqlite';
import type { AddressWriters, TeamVerification } from '../../database-parts.ts';
import { answerColumns } from '../../rows.ts';
import type { Writer } from '../writer.ts';
import { cacheRows } from './cache-rows.ts';
import { GroupCommit } from './group-commit.ts';
import { historyRows } from './history-rows.ts';
import { requestRows } from './request-rows.ts';

/** Records single verifications. `onKept` gets the keys of replaced answers. */
export function historyWriter(
  writer: Writer,
  onKept: (cacheKeys: readonly string[]) => void,
): AddressWriters['writeHistory'] {
  const addToHistory = historyRows(writer.file);
  const keepRequest = requestRows(writer.file);
  const settle = settler(writer.file);
  const commits = new GroupCommit<TeamVerification, boolean>(writer, {
    write(group) {
      const isFirst = group.map(
        ({ request, ...answered }) => !request || keepRequest({ ...answered, request }),
      );
      const recorded = group.filter((_, index) => isFirst[index]);
      addToHistory(recorded.map(toRow));
      for (const one of recorded) settle(one);
      return isFirst;
    },
    // Who names a request may send it again: it gets this answer, also after a power cut.
    isDurable: ({ request }) => request !== undefined,
    onCommit: (group) => onKept(group.flatMap(({ keep }) => (keep ? [keep.key] : []))),
  });
  return (verification) => commits.add(verification);
}

function toRow({ teamId, email, answer, at }: TeamVerification) {
  return { teamId, batchId: null, email, columns: answerColumns(answer), at };
}

/** Keeps the answer, and turns the reservation into a charge. */
function settler(file: DatabaseSync): (verification: TeamVerification) => void {
  const keepAnswer = cacheRows(file);
  const useUp = file.prepare('delete from reservations where id = ?');
  const charge = file.prepare('update usage set used = used + ? where team_id = ? and month = ?');
  return ({ teamId, answer, keep, reservation }) => {
    if (keep) keepAnswer(keep, answerColumns(answer));
    if (!reservation) return;
    const { id, count, month } = reservation;
    // The reservation expired and was given back meanwhile; the finished work is charged again.
    if (useUp.run(id).changes === 0) charge.run(count, teamId, month);
  };
}
