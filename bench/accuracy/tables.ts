/** The figures as Markdown. */
import { answerTo, isRight, type PeerOutcome, scoreAnswers } from './tally.ts';
import { CLASSES, type Fact } from './truth.ts';

export type Outcomes = ReadonlyMap<string, PeerOutcome>;

const TITLES: Readonly<Record<string, string>> = {
  exists: 'exists',
  dead: 'no such mailbox or domain',
  full: 'full',
  disabled: 'disabled',
  accept_all: 'accept-all',
  undecided: 'cannot be known (blocked, 421, silent, …)',
  out_of_step: 'hosts out of step',
  lying_resolver: 'lying resolvers',
  private_host: 'private hosts',
  deceiving: 'deceiving hosts and resolvers',
};

export function mainTable(facts: readonly Fact[], outcomes: Outcomes): string {
  const all = [...outcomes.values()];
  const tallies = all.map((outcome) => scoreAnswers(facts, outcome));
  const classes = CLASSES.filter((name) => facts.some((fact) => fact.class === name));
  const rows = [
    ...classes.map((name) => [
      TITLES[name] ?? name,
      String(facts.filter((fact) => fact.class === name).length),
      ...tallies.map(({ byClass }) => String(byClass.get(name)?.right ?? 0)),
    ]),
    ['**all right**', String(facts.length), ...tallies.map(({ right }) => `**${right}**`)],
    ['living called dead', '', ...tallies.map((one) => String(one.livingCalledDead.length))],
    ['dead called living', '', ...tallies.map((one) => String(one.deadCalledLiving.length))],
    ['connections to private hosts', '', ...all.map((one) => String(one.privateDialled))],
    ['seconds', '', ...all.map((one) => one.seconds.toFixed(0))],
  ];
  return table(['right answers by class', 'of', ...outcomes.keys()], rows);
}

/** Every address and what was said of it; wrong answers in bold. */
export function addressTable(facts: readonly Fact[], outcomes: Outcomes): string {
  const rows = facts.map((fact) => [
    fact.case.name,
    `\`${fact.email.replace(/@mv--.*/, '')}\``,
    fact.right.join(' or '),
    ...[...outcomes.values()].map((outcome) => {
      const answer = answerTo(fact, outcome);
      return isRight(fact, outcome) ? answer : `**${answer}**`;
    }),
  ]);
  return table(['case', 'address', 'right', ...outcomes.keys()], rows);
}

/** What a verifier got wrong, and why where the truth file knows. */
export function failures(facts: readonly Fact[], outcome: PeerOutcome): string {
  return facts
    .filter((fact) => !isRight(fact, outcome))
    .map((fact) => {
      const line = `\`${answerTo(fact, outcome)}\` for \`${fact.right.join('` or `')}\``;
      const why = fact.mailvetFails === undefined ? '' : ` ${fact.mailvetFails}`;
      return `- \`${fact.case.name}\`, ${line}. ${fact.case.about}.${why}`;
    })
    .join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
