import type * as z from 'zod';

/** The first fault of a body or a query: names the field and the bound, never the value. */
export function firstFault(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'The request is invalid';
  const field = nameOf(issue.path);
  if (issue.code === 'invalid_type' && 'input' in issue && issue.input === undefined) {
    return `${field} is required and must be ${aType(issue.expected)}`;
  }
  if (issue.code === 'invalid_type') return `${field} must be ${aType(issue.expected)}`;
  if (issue.code === 'too_small') return `${field} must ${least(issue)}`;
  if (issue.code === 'too_big') return `${field} must ${most(issue)}`;
  return `${field} is invalid`;
}

function nameOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'The body';
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .slice(1);
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  array: 'an array of strings',
  object: 'a JSON object',
  number: 'a whole number',
  int: 'a whole number',
};

function aType(expected: string): string {
  return TYPES[expected] ?? expected;
}

function least({ origin, minimum }: { origin: string; minimum: unknown }): string {
  return origin === 'array' ? `have at least ${minimum} element` : `be ${minimum} or more`;
}

function most({ origin, maximum }: { origin: string; maximum: unknown }): string {
  if (origin === 'array') return `have at most ${maximum} elements`;
  return origin === 'string' ? `have at most ${maximum} characters` : `be ${maximum} or less`;
}
