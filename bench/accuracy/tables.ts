/** The figures as Markdown. */
import { isOurs, type Result } from './results.ts';
import type { Seal } from './sealed.ts';
import { answerTo, countBy, isRight, scoreAnswers } from './tally.ts';
import { CLASSES, type Fact } from './world/truth.ts';

const TITLES: Readonly<Record<string, string>> = {
  missing: 'no such mailbox or domain',
  accept_all: 'accept-all',
  unknown: 'cannot be known (blocked, 421, silent, …)',
  out_of_step: 'hosts out of step',
  lying_resolver: 'lying resolvers',
  private_host: 'private hosts',
  deceiving: 'deceiving hosts and resolvers',
};

/** By class, and the sums. */
export function mainTable(facts: readonly Fact[], results: readonly Result[]): string {
  const scores = results.map(({ answers }) => scoreAnswers(facts, answers));
  const counts = countBy(facts, (fact) => fact.class);
  const classes = CLASSES.filter((name) => counts[name] !== undefined);
  return table(
    ['right answers by class', 'of', ...results.map(({ verifier }) => verifier)],
    [
      ...classes.map((name) => [
        TITLES[name] ?? name,
        String(counts[name]),
        ...scores.map(({ byClass }) => String(byClass[name] ?? 0)),
      ]),
      ['**all right**', String(facts.length), ...scores.map(({ right }) => `**${right}**`)],
      ...wrongRows(facts, results).map(([title, ...cells]) => [title, '', ...cells]),
      ['seconds', '', ...results.map(({ seconds }) => seconds.toFixed(0))],
    ],
  );
}

/** What the README shows. */
export function shortTable(facts: readonly Fact[], results: readonly Result[]): string {
  const right = results.map(({ answers }) => scoreAnswers(facts, answers).right);
  const shown = results.map((result, at) => (isOurs(result) ? `**${right[at]}**` : right[at]));
  return table(
    ['', ...results.map(({ verifier }) => verifier)],
    [[`right, of ${facts.length}`, ...shown], ...wrongRows(facts, results)],
  );
}

function wrongRows(facts: readonly Fact[], results: readonly Result[]): [string, ...string[]][] {
  const scores = results.map(({ answers }) => scoreAnswers(facts, answers));
  return [
    ['living called dead', ...scores.map((one) => String(one.livingCalledDead.length))],
    ['dead called living', ...scores.map((one) => String(one.deadCalledLiving.length))],
    [
      'connections to private hosts',
      ...results.map(({ privateConnections }) => String(privateConnections)),
    ],
  ];
}

/** Who ran what, when and where. */
export function runTable(results: readonly Result[]): string {
  return table(
    ['verifier', 'version', 'run by', 'on'],
    results.map(({ verifier, version, by, date, on }) => [verifier, version, by, `${date}, ${on}`]),
  );
}

/** What is sealed, and who was how right. */
export function sealedTable({ generator, date, seed, cases, addresses, scores }: Seal): string {
  return `- generator ${generator}, sealed on ${date}, ${addresses} addresses
- SHA-256 of the seed: \`${seed}\`
- SHA-256 of the cases: \`${cases}\`

${table(
  ['verifier', 'version', 'right', 'living called dead', 'dead called living', 'run by', 'on'],
  scores.map((one) => [
    one.verifier,
    one.version,
    `${one.right} of ${addresses}`,
    one.livingCalledDead,
    one.deadCalledLiving,
    one.by,
    one.date,
  ]),
)}`;
}

/** Every address and what was said of it; wrong answers in bold. */
export function addressTable(facts: readonly Fact[], results: readonly Result[]): string {
  const rows = facts.map((fact) => [
    fact.case.name,
    `\`${fact.email.replace(/@mv--.*/, '')}\``,
    fact.right.join(' or '),
    ...results.map(({ answers }) => {
      const answer = answerTo(fact, answers);
      return isRight(fact, answers) ? answer : `**${answer}**`;
    }),
  ]);
  return table(['case', 'address', 'right', ...results.map(({ verifier }) => verifier)], rows);
}

/** What a verifier got wrong, and why where the truth file knows. */
export function failures(facts: readonly Fact[], { answers }: Result): string {
  return facts
    .filter((fact) => !isRight(fact, answers))
    .map((fact) => {
      const line = `\`${answerTo(fact, answers)}\` for \`${fact.right.join('` or `')}\``;
      const why = fact.mailvetFails === undefined ? '' : ` ${fact.mailvetFails}`;
      return `- \`${fact.case.name}\`, ${line}. ${fact.case.about}.${why}`;
    })
    .join('\n');
}

type Cell = string | number | undefined;

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
