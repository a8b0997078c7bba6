import type { PolicyRule, Range, RuleConditions } from './policy.ts';

/** `reason accept_all, score 80 to 100: deliverable`. */
export function ruleText({ conditions, verdict }: PolicyRule): string {
  const texts = Object.entries(conditions).map(([name, wanted]) => conditionText(name, wanted));
  return `${texts.length === 0 ? 'everything else' : texts.join(', ')}: ${verdict}`;
}

function conditionText(name: string, wanted: RuleConditions[keyof RuleConditions]): string {
  if (typeof wanted === 'boolean') return wanted ? name : `not ${name}`;
  if (Array.isArray(wanted)) return `${name} ${wanted.join(' or ')}`;
  return `${name} ${rangeText(wanted as Range)}`;
}

function rangeText({ min, max }: Range): string {
  if (min === undefined) return max === undefined ? 'known' : `up to ${max}`;
  return max === undefined ? `from ${min}` : `${min} to ${max}`;
}
