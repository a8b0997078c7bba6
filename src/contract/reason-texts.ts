import { reasons } from '../i18n/catalogues/en/reasons.ts';
import type { Reason } from './verdict.ts';

/** What a verdict rests on, for people: the second half of a sentence about one address. */
export const REASON_TEXTS: Readonly<Record<Reason, string>> = reasons;
