import { LIST_COLUMNS, RESULT_COLUMNS } from '../../formats/write/output.ts';

const VERIFIED = [...LIST_COLUMNS, 'input'];

/** The fields of what a command prints as JSON: those that `--json=<fields>` takes. */
export const JSON_FIELDS: Readonly<Record<string, readonly string[]>> = {
  verify: LIST_COLUMNS.filter((name) => name !== 'others' && name !== 'original'),
  history: [...RESULT_COLUMNS, 'action'],
  'batch submit': [...VERIFIED, 'job', 'batches'],
  'batch watch': VERIFIED,
  'batch results': VERIFIED,
  'batch resume': VERIFIED,
  'batch retry': VERIFIED,
  'batch list': ['id', 'status', 'totalCount', 'processedCount', 'createdAt'],
  'jobs list': [
    ...['id', 'state', 'interrupted', 'list', 'addresses', 'sent', 'batches', 'service'],
    ...['createdAt', 'writer', 'path', 'problem'],
  ],
  due: ['email', 'due', 'verdict', 'checkedAt'],
  import: ['email', 'verdict', 'source', 'checkedAt'],
  diff: ['email', 'from', 'to', 'change'],
  scan: ['file', 'entry', 'line', 'column', 'address', 'reason'],
  whoami: [
    ...['service', 'baseUrl', 'baseUrlOrigin', 'apiKey', 'apiKeyOrigin', 'profile', 'database'],
    'account',
  ],
  'config list': ['key', 'value', 'origin'],
};

const KNOWN: ReadonlySet<string> = new Set(Object.values(JSON_FIELDS).flat());

/**
 * Turns `--json email,verdict` and `--json=email,verdict` into `--json-fields email,verdict`. `--json` stays
 * a switch unless the word after it names a known field.
 */
export function splitJsonFields(argv: readonly string[]): readonly string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.flatMap((word, at) => {
    if (at >= end) return [word];
    if (word.startsWith('--json=')) return ['--json-fields', word.slice('--json='.length)];
    if (word === '--json' && at + 1 < end && isFields(argv[at + 1])) return ['--json-fields'];
    return [word];
  });
}

function isFields(word = ''): boolean {
  return word.split(',').some((name) => KNOWN.has(name.trim())) && /^[\w, ]+$/.test(word);
}
