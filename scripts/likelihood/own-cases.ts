import type { FormCounts } from '../../src/service/likelihood/evidence-counts.ts';
import { formOf } from '../../src/service/likelihood/local-part-form.ts';
import type { Case } from './world.ts';

interface Known {
  readonly domain: string;
  readonly form: string;
  readonly exists: boolean;
  readonly at: number;
}

/** Cases of lines that `mailvet learn --json` printed: each address by the others of its domain. */
export function ownCases(text: string): Case[] {
  const known = text.split('\n').flatMap(toKnown);
  return [...Map.groupBy(known, ({ domain }) => domain).values()].flatMap((domain) =>
    domain.map((one) =>
      toCase(
        one,
        domain.filter((other) => other !== one),
      ),
    ),
  );
}

function toKnown(line: string): Known[] {
  if (line.trim() === '') return [];
  const { email, outcome, at } = JSON.parse(line) as Record<string, string | null>;
  const isKnown = outcome === 'delivered' || outcome === 'no_mailbox' || outcome === 'disabled';
  if (!email || !isKnown) return [];
  const [localPart = '', domain = ''] = email.toLowerCase().split('@');
  return [
    {
      domain,
      form: formOf(localPart),
      exists: outcome === 'delivered',
      at: Date.parse(at ?? '') || 0,
    },
  ];
}

function toCase({ form, exists, at }: Known, others: readonly Known[]): Case {
  const forms = [...Map.groupBy(others, (one) => one.form)].map(
    ([name, same]): FormCounts => ({
      form: name,
      delivered: same.filter((one) => one.exists).length,
      bounced: same.filter((one) => !one.exists).length,
      newest: Math.max(...same.map((one) => one.at)),
    }),
  );
  const gateway = { delivered: 0, bounced: 0 };
  return { form, exists, now: at, outcomes: { forms, gateway } };
}
