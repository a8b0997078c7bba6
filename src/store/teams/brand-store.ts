import { type Kysely, sql } from 'kysely';
import type { AuditedChange } from '../../service/people/people-ports.ts';
import {
  type BrandChange,
  type BrandStore,
  LOGO_TYPES,
  type Logo,
} from '../../service/teams/brand-ports.ts';
import { writeAudit } from '../people/audit-log.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

export function brandStore(db: Kysely<Tables>, teamId: string): BrandStore {
  const own = () => db.selectFrom('team_brands').where('team_id', '=', teamId);
  return {
    async find() {
      const row = await own()
        .innerJoin('teams', 'teams.id', 'team_id')
        .select(['team_brands.name', 'teams.name as team', 'changed_at'])
        .select(sql<number>`logo is not null`.as('has_logo'))
        .executeTakeFirst();
      if (!row) return undefined;
      const { name, team, changed_at: changedAt, has_logo: hasLogo } = row;
      return { name, title: name ?? team, hasLogo: Boolean(hasLogo), changedAt };
    },
    async logo() {
      const row = await own().select(['logo_type', 'logo']).executeTakeFirst();
      return row?.logo ? toLogo(row.logo_type, row.logo) : undefined;
    },
    set: (brand, change) => set(db, teamId, { brand, change }),
  };
}

/** Undefined for a type that is none of ours: a damaged file may hold anything. */
function toLogo(given: string | null, base64: string): Logo | undefined {
  const type = LOGO_TYPES.find((one) => one === given);
  return type && { type, base64 };
}

function set(
  db: Kysely<Tables>,
  teamId: string,
  {
    brand: { name, logo },
    change,
  }: { readonly brand: BrandChange; readonly change: AuditedChange },
): Promise<void> {
  const image =
    logo === undefined ? {} : { logo_type: logo?.type ?? null, logo: logo?.base64 ?? null };
  const row = { name, changed_at: change.at, ...image };
  return inTransaction(db, async (trx) => {
    await trx
      .insertInto('team_brands')
      .values({ team_id: teamId, logo_type: null, logo: null, ...row })
      .onConflict((conflict) => conflict.column('team_id').doUpdateSet(row))
      .execute();
    await writeAudit(trx, { teamId, action: 'brand_changed', subject: name ?? '' }, change);
  });
}
