/** What an agent is asked, what somebody who read deploy/skills/mailvet/SKILL.md runs, and what must then be true. */

import { real } from '../support/real-looking.ts';

export interface AgentTask {
  readonly asked: string;
  /** What lies in the folder, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Shell lines; the exit code of the last is that of the task. */
  readonly runs: readonly string[];
  readonly exitCode: number;
  /** What the last line prints on stdout. */
  readonly prints?: RegExp;
  /** Files afterwards, by name. */
  readonly leaves?: Readonly<Record<string, RegExp>>;
  /** What is in no output. */
  readonly neverSays?: RegExp;
}

const CONTACTS = [
  'Name,Email',
  'Ann,ann@sandbox.test',
  'Bob,undeliverable@sandbox.test',
  'Cy,cy@accept-all.sandbox.test',
  'Di,di(at)sandbox.test',
  'El,blocked@sandbox.test',
  '',
].join('\n');

const SOMEBODY = real('jane.doe', 'acme-corp.io');

export const AGENT_TASKS: readonly AgentTask[] = [
  {
    asked: 'Can we mail undeliverable@sandbox.test?',
    files: {},
    runs: ['mailvet verify undeliverable@sandbox.test --json=email,verdict,reason,action'],
    exitCode: 0,
    prints: /"verdict": "undeliverable",\s+"reason": "mailbox",\s+"action": "drop"/,
  },
  {
    asked:
      'Why is that address undeliverable? Show me what its mail server said, without the address.',
    files: {},
    runs: ['mailvet verify --explain --redact undeliverable@sandbox.test'],
    exitCode: 0,
    prints: /550 5\.1\.1 User unknown/,
    neverSays: /undeliverable@/,
  },
  {
    asked: 'Clean contacts.csv: what can I import, what should I archive, and how many are which?',
    files: { 'contacts.csv': CONTACTS },
    runs: [
      'mailvet clean contacts.csv --dry-run',
      'mailvet clean contacts.csv --no-input --report result.json',
    ],
    exitCode: 0,
    leaves: {
      'contacts.csv': /^Name,Email\nAnn,ann@sandbox\.test\n/,
      'contacts.import.csv': /^Name,Email\nAnn,ann@sandbox\.test\n$/,
      'contacts.archive.csv': /^Email\nundeliverable@sandbox\.test\n/,
      'result.json': /"deliverable": 1,\s+"risky": 1,\s+"undeliverable": 2,\s+"unknown": 1/,
    },
  },
  {
    asked:
      'Correct the addresses in contacts.csv that are only mistyped. No, wait: take that back.',
    files: { 'contacts.csv': CONTACTS },
    runs: [
      'mailvet clean contacts.csv --no-input --fix',
      'grep -q "^Di,di@sandbox.test,deliverable" contacts.verified.csv',
      'mailvet undo',
    ],
    exitCode: 0,
    leaves: { 'contacts.verified.csv': /\nDi,di\(at\)sandbox\.test,/ },
  },
  {
    asked: 'Send campaign.csv unless more than 2 % of it would bounce.',
    files: { 'campaign.csv': CONTACTS },
    runs: ['mailvet clean campaign.csv --no-input --quiet --max-undeliverable 2'],
    exitCode: 1,
    leaves: { 'campaign.import.csv': /^Name,Email\nAnn,/ },
  },
  {
    asked: 'We have no port 25 here. Find what is wrong in contacts.csv all the same.',
    files: { 'contacts.csv': CONTACTS },
    runs: ['mailvet clean contacts.csv --no-input --no-smtp --report result.json'],
    exitCode: 0,
    leaves: {
      'contacts.verified.csv': /\nDi,di\(at\)sandbox\.test,undeliverable,syntax,di@sandbox\.test\n/,
      'result.json': /"deliverable": 0,/,
    },
  },
  {
    asked: 'Filter the rows on stdin: only deliverable ones may go on, unchanged.',
    files: { 'signups.csv': CONTACTS },
    runs: ['mailvet verify --only deliverable --columns none < signups.csv'],
    exitCode: 0,
    prints: /^Name,Email\nAnn,ann@sandbox\.test\n$/,
  },
  {
    asked: 'Ann bounced hard yesterday, see bounces.jsonl. Remember it.',
    files: { 'bounces.jsonl': '{"email":"ann@sandbox.test","type":"hard"}\n' },
    runs: [
      'mailvet learn bounces.jsonl --dry-run',
      'mailvet learn bounces.jsonl',
      'mailvet verify ann@sandbox.test --json=verdict',
    ],
    exitCode: 0,
    prints: /"verdict": "undeliverable"/,
  },
  {
    asked: 'Is there a real person in this repository? Replace them, and do not show me who.',
    files: { 'fixtures/users.csv': `id,email\n1,${SOMEBODY}\n2,${SOMEBODY}\n` },
    runs: [
      'git init -q && git add .',
      'mailvet scan --json --redact || test $? = 1',
      'mailvet scan --write --yes --redact',
      'mailvet scan',
    ],
    exitCode: 0,
    leaves: { 'fixtures/users.csv': /^id,email\n1,(\S+@example\.com)\n2,\1\n$/ },
    neverSays: /jane\.doe/,
  },
  {
    asked: 'May our seed data go into the demo, or could somebody get mail?',
    files: { 'seed/users.csv': `email\nann@example.com\n${SOMEBODY}\n` },
    runs: ['mailvet clean seed/users.csv --policy seeds'],
    exitCode: 1,
    prints: /not_reserved/,
  },
];
