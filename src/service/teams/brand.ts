import type { TeamMember } from '../people/people-ports.ts';
import type { ServiceContext } from '../ports.ts';
import { PeopleError } from '../service-error.ts';
import type { Logo, LogoType } from './brand-ports.ts';

export const MAX_LOGO_BYTES = 100 * 1024;
export const LONGEST_BRAND_NAME = 80;

type BrandContext = Pick<ServiceContext, 'store' | 'clock'>;

interface NewBrand {
  readonly name: string;
  /** The bytes of an image; undefined: the logo stays. */
  readonly logo?: Uint8Array | undefined;
  readonly isLogoRemoved: boolean;
}

/** Rejects with `refused` for what is no PNG, JPEG or WebP image, or too large. */
export async function setBrand(
  { store, clock }: BrandContext,
  { person, team }: TeamMember,
  { name: given, logo: bytes, isLogoRemoved }: NewBrand,
): Promise<void> {
  const name = given
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, LONGEST_BRAND_NAME);
  const logo = bytes ? toLogo(bytes) : isLogoRemoved ? null : undefined;
  const brand = { name: name || null, ...(logo !== undefined && { logo }) };
  await store.brands(team.id).set(brand, { actor: person.email, at: clock.now() });
}

/** By its first bytes: what it is called says nothing. No SVG, which can hold scripts. */
function toLogo(bytes: Uint8Array): Logo {
  if (bytes.length > MAX_LOGO_BYTES) {
    throw new PeopleError('refused', `The logo has more than ${MAX_LOGO_BYTES / 1024} kB`);
  }
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  const type = SIGNATURES.find(([, signature]) => signature.test(head))?.[0];
  if (!type) throw new PeopleError('refused', 'The logo is no PNG, JPEG or WebP image');
  return { type, base64: Buffer.from(bytes).toString('base64') };
}

const SIGNATURES: readonly (readonly [LogoType, RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF.{4}WEBP/s],
];

/** What stands in the head of a report; undefined where the team has no brand. */
export async function reportBrand(
  { store }: Pick<ServiceContext, 'store'>,
  team: { readonly id: string },
): Promise<{ readonly name: string; readonly logo?: string } | undefined> {
  const own = store.brands(team.id);
  const brand = await own.find();
  if (!brand?.name && !brand?.hasLogo) return undefined;
  const logo = brand.hasLogo ? await own.logo() : undefined;
  return {
    name: brand.title,
    ...(logo && { logo: `data:${logo.type};base64,${logo.base64}` }),
  };
}
