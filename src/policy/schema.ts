import * as z from 'zod';
import { DETAIL_REASONS } from '../contract/detail-reasons.ts';
import { MAX_SCORE } from '../contract/limits.ts';
import { REASONS, type Reason, VERDICTS } from '../contract/verdict.ts';
import { FIXED_REASONS } from './policy.ts';

/** The reasons that rules may be about. */
export const RULE_REASONS = REASONS.filter((reason) => !FIXED_REASONS.has(reason)) as [
  Reason,
  ...Reason[],
];
/** The fine reasons of those. */
export const RULE_DETAILS = Object.entries(DETAIL_REASONS)
  .filter(([, { reason }]) => !FIXED_REASONS.has(reason))
  .map(([code]) => code) as [string, ...string[]];

/** Addresses of a domain. */
export const MAX_DELIVERED = 1_000_000_000;

const name = z.string().min(1).max(253);
const reason = z.enum(RULE_REASONS);
const detail = z.enum(RULE_DETAILS);

function range(max: number, description: string) {
  const bound = z.number().min(0).max(max);
  return z
    .strictObject({ min: bound.optional(), max: bound.optional() })
    .describe(`${description}: min and max belong to it`)
    .optional();
}

const ConditionsSchema = z.strictObject({
  reason: z
    .union([reason, z.array(reason).min(1)])
    .describe('Why the result is as it is')
    .optional(),
  detail: z
    .union([detail, z.array(detail).min(1)])
    .describe('The fine reason')
    .optional(),
  provider: z
    .union([name, z.array(name).min(1)])
    .describe('Who runs the mail hosts, as in the column provider')
    .optional(),
  role: z.boolean().describe('The address of a function, such as info@').optional(),
  free: z.boolean().describe('Webmail for anybody').optional(),
  disposable: z.boolean().describe('A throw-away address').optional(),
  score: range(MAX_SCORE, 'Score'),
  delivered: range(
    MAX_DELIVERED,
    'How many addresses of the domain got mail of yours, where outcomes say so',
  ),
  bounceShare: range(1, 'The share of its addresses with an outcome whose mail bounced'),
});

const RuleSchema = z.strictObject({
  if: ConditionsSchema.describe('All of these must hold; what is not known does not'),
  verdict: z.enum(VERDICTS).describe('The verdict of such results'),
});

const entry = z
  .union([z.string().min(1).max(320), z.strictObject({ file: z.string().min(1) })])
  .describe('A domain, an address, or a file that has one a line');

function list(description: string) {
  return z.array(entry).describe(description).optional();
}

/** What `mailvet.json` may hold. */
export const PolicyFileSchema = z.strictObject({
  $schema: z.string().optional(),
  lists: z
    .strictObject({
      allow: list('Never risky: what would be is deliverable'),
      disposable: list('Disposable, whatever other lists say'),
      free: list('Webmail for anybody, beside the domains that are known'),
    })
    .optional(),
  rules: z.array(RuleSchema).describe('The first that is met counts').optional(),
  failOn: z.array(z.enum(VERDICTS)).describe('As --fail-on').optional(),
  maxUndeliverable: z.number().min(0).max(100).describe('As --max-undeliverable').optional(),
  minScore: z.int().min(0).max(MAX_SCORE).describe('As --min-score').optional(),
  columns: z
    .union([name, z.array(name)])
    .describe('As --columns: names, or one of all, short, evidence, none')
    .optional(),
});

export type PolicyFile = z.infer<typeof PolicyFileSchema>;
export type FileRule = z.infer<typeof RuleSchema>;

/** The schema for editors. */
export function policyJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(PolicyFileSchema, { io: 'input' });
  return { $schema, title: 'mailvet.json', description: 'How mailvet judges results', ...schema };
}
