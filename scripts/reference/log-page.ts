import { readFileSync } from 'node:fs';
import { LEVELS } from '../../src/composition/observe.ts';
import { code, generatedFrom, plain, table } from './markdown.ts';

const SOURCE = new URL('../../src/service/service-event.ts', import.meta.url);

/** Events that have the same fields, as they are declared. */
interface DeclaredEvents {
  readonly names: readonly string[];
  readonly fields: readonly string[];
  readonly about: string;
}

/** A doc comment or none, then an interface or a member of the union that has the name of an event. */
const DECLARATION =
  /(?:\/\*\* ([^*]*(?:\*(?!\/)[^*]*)*) \*\/\n\s*)?(?:(?:export )?interface \w+ |\| )(\{\s*readonly event: (?:[^{}]|\{\w+\})*\})/g;

export function logPage(): string {
  const declared = [...readFileSync(SOURCE, 'utf8').matchAll(DECLARATION)].map(toEvents);
  const rows = declared.flatMap(({ names, fields, about }) =>
    names.map((name) => [
      code(name),
      LEVELS[name as keyof typeof LEVELS],
      fields.map(code).join(', '),
      plain(about),
    ]),
  );
  const missing = Object.keys(LEVELS).filter((name) => !rows.some(([cell]) => cell === code(name)));
  if (missing.length > 0) throw new Error(`Events without a declaration: ${missing.join(', ')}`);
  return [
    '# Log',
    `${generatedFrom('the events of a service')} [Log](../operations.md#log) says what is masked. Each line also has \`time\`, ` +
      '`level` and `event`. Requests of probes are logged at `debug` while they succeed.',
    table(
      ['event', 'level', 'fields', 'when'],
      rows.toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
    ),
  ].join('\n\n');
}

function toEvents([, about = '', body = '']: RegExpExecArray): DeclaredEvents {
  const [, names = ''] = /event: ([^;}]*)/.exec(body) ?? [];
  const fields = [...body.matchAll(/readonly (\w+)\??:/g)].map(([, name = '']) => name);
  return {
    names: [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
    fields: fields.filter((name) => name !== 'event'),
    about: about.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim(),
  };
}
