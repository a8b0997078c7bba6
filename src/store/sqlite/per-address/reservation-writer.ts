import type { DatabaseSync } from 'node:sqlite';
import type { Reservation } from '../../../service/ports.ts';
import type { AddressWriters } from '../../database-parts.ts';
import type { Writer } from '../writer.ts';
import { GroupCommit } from './group-commit.ts';

interface TeamReservation extends Reservation {
  readonly teamId: string;
}

/** Reserves usage for single verifications. */
export function reservationWriter(writer: Writer): AddressWriters['reserve'] {
  const reserve = reserver(writer.file);
  const commits = new GroupCommit<TeamReservation, boolean>(writer, {
    write: (group) => group.map(reserve),
  });
  return (teamId, reservation) => commits.add({ ...reservation, teamId });
}

function reserver(file: DatabaseSync): (reservation: TeamReservation) => boolean {
  const begin = file.prepare(`
    insert into usage (team_id, month, used) values (?, ?, 0) on conflict do nothing`);
  const charge = file.prepare(`
    update usage set used = used + ?3
    where team_id = ?1 and month = ?2
      and used + ?3 <= coalesce((select quota from teams where id = ?1), ${Number.MAX_SAFE_INTEGER})`);
  const insert = file.prepare(`
    insert into reservations (id, team_id, month, count, expires_at) values (?, ?, ?, ?, ?)`);
  return ({ id, teamId, month, count, expiresAt }) => {
    if (count > 0) {
      begin.run(teamId, month);
      if (charge.run(teamId, month, count).changes === 0) return false;
    }
    insert.run(id, teamId, month, count, expiresAt);
    return true;
  };
}
