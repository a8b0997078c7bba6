/** What a team calls itself, and its logo: on its pages, and on reports that are shared. */
import type { AuditedChange } from '../people/people-ports.ts';

export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

export interface Logo {
  readonly type: LogoType;
  readonly base64: string;
}

export interface Brand {
  /** Null: that of the team. */
  readonly name: string | null;
  /** What readers see: that name, or the team's. */
  readonly title: string;
  readonly hasLogo: boolean;
  readonly changedAt: number;
}

export interface BrandChange {
  readonly name: string | null;
  /** Null removes it; absent: it stays. */
  readonly logo?: Logo | null;
}

/** The brand of one team. */
export interface BrandStore {
  /** Undefined where the team has none. */
  find(): Promise<Brand | undefined>;
  logo(): Promise<Logo | undefined>;
  set(brand: BrandChange, change: AuditedChange): Promise<void>;
}
