import { describe, expect, it } from 'vitest';
import { faultsOf, policyOf } from './policies.ts';

describe('a policy file', () => {
  it('is JSON in which comments may stand', () => {
    expect(faultsOf('{\n  // ours\n  "minScore": 50,\n}')).toEqual([]);
    expect(faultsOf('{}')).toEqual([]);
  });

  it.each([
    ['16,000 rules that are none', `{"rules":[${'1,'.repeat(16_000)}1]}`, 16_001],
    ['8,000 unknown columns', JSON.stringify({ columns: Array(8000).fill('colour') }), 8000],
    [
      '8,000 unknown keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 8000 }, (_, at) => [`key${at}`, 1]))),
      8000,
    ],
  ])('shows the first faults of %s, and counts the others', (_, text, count) => {
    const used = process.cpuUsage();
    const faults = faultsOf(text);
    expect(faults).toHaveLength(21);
    expect(faults.at(-1)).toBe(`and ${count - 20} more`);
    // Each fault once looked through the whole text.
    expect(process.cpuUsage(used).user).toBeLessThan(3_000_000);
  });

  it.each([
    ['brackets that are not closed', '['.repeat(65_000), '1:101'],
    ['lists in each other', `{\n"rules":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, '2:108'],
    ['objects behind a comment with a quotation mark', `// "\n${'{"a":'.repeat(9000)}`, '2:501'],
  ])('refuses %s', (_, text, place) => {
    expect(faultsOf(text)).toEqual([`${place} Nested more than 100 levels deep`]);
  });

  it('quotes the start of a long text', () => {
    const [fault] = faultsOf(JSON.stringify({ columns: ['a'.repeat(200)] }));
    expect(fault).toBe(`1:13 Unknown column '${'a'.repeat(100)}…'`);
  });

  it.each<[text: string, ...faults: string[]]>([
    ['', '1:1 The file is empty'],
    ['{"minScore" 5}', '1:13 This is no JSON: colon expected'],
    ['[]', '1:1 The policy needs an object'],
    [
      '{\n  "verdict": 1\n}',
      "2:3 Unknown key 'verdict'. Known: $schema, lists, rules, failOn, maxUndeliverable, minScore, columns",
    ],
    ['{"rule": []}', "1:2 Unknown key 'rule'. Did you mean 'rules'?"],
    ['{"minScore": 101}', '1:14 minScore needs 100 or less'],
    ['{"minScore": "5"}', '1:14 minScore needs a number'],
    ['{"minScore": 5.5}', '1:14 minScore needs a whole number'],
    ['{"failOn": ["riski"]}', "1:13 Unknown failOn 'riski'. Did you mean 'risky'?"],
    ['{"columns": ["mx_hots"]}', "1:14 Unknown column 'mx_hots'. Did you mean 'mx_host'?"],
    ['{"columns": "evidense"}', "1:13 Unknown column 'evidense'. Did you mean 'evidence'?"],
    [
      '{"rules": [{"if": {}, "verdict": "good"}]}',
      "1:34 Unknown verdict 'good'. Known: deliverable, risky, undeliverable, unknown",
    ],
    ['{"rules": [{"verdict": "risky"}]}', '1:12 if is missing'],
    [
      '{"rules": [{"if": {"reson": "role"}, "verdict": "risky"}]}',
      "1:20 Unknown key 'reson'. Did you mean 'reason'?",
    ],
    [
      '{"rules": [{"if": {"reason": "rolle"}, "verdict": "risky"}]}',
      "1:30 Unknown reason 'rolle'. Did you mean 'role'?",
    ],
    ['{"rules": [{"if": {"reason": []}, "verdict": "risky"}]}', '1:30 reason needs one or more'],
    [
      '{"rules": [{"if": {"detail": ["full", "ful"]}, "verdict": "risky"}]}',
      "1:39 Unknown detail 'ful'. Did you mean 'full'?",
    ],
    [
      '{"rules": [{"if": {"reason": "suppressed"}, "verdict": "risky"}]}',
      "1:30 No rule can be about 'suppressed': such results stay as they are",
    ],
    [
      '{"rules": [{"if": {"score": {"from": 5}}, "verdict": "risky"}]}',
      "1:30 Unknown key 'from'. Known: min, max",
    ],
    ['{"rules": [{"if": {"role": "yes"}, "verdict": "risky"}]}', '1:28 role needs true or false'],
    ['{"lists": {"alow": []}}', "1:12 Unknown key 'alow'. Did you mean 'allow'?"],
    [
      '{"lists": {"allow": ["not a domain"]}}',
      "1:22 'not a domain' is no domain: it has a character that no domain has",
    ],
    [
      '{"lists": {"allow": [{"file": "none.txt"}]}}',
      "1:22 none.txt can't be read: there is no such file",
    ],
    ['{"lists": {"allow": [{"path": "none.txt"}]}}', "1:23 Unknown key 'path'. Known: file"],
  ])('says what is wrong, and where: %s', (text, ...faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  it('names every fault in the order of the file', () => {
    const text = '{\n "minScore": -1,\n "fail": 1,\n "rules": [{"if": {}, "verdict": "no"}]\n}';
    expect(faultsOf(text).map((fault) => fault.split(' ')[0])).toEqual(['2:14', '3:2', '4:34']);
  });

  it('reads lists from files, a line each, comments left out', () => {
    const files = {
      'own.txt': '# ours\nMailer.Example # one\n\n@other.example\r\nAnn@X.example\n',
    };
    const { lists } = policyOf({ lists: { disposable: [{ file: 'own.txt' }] } }, files);
    expect([...lists.disposable]).toEqual(['mailer.example', 'other.example', 'ann@x.example']);
    const wrong = '{"lists": {"free": [{"file": "own.txt"}]}}';
    expect(faultsOf(wrong, { 'own.txt': 'a.example\nb c\n' })).toEqual([
      '1:21 own.txt:2: this is no domain: it has a character that no domain has',
    ]);
  });

  it.each(['b c', 'KEY=secret', 'secret', 'a..secret', 'secret@', '@secret', 'se cret@x.example'])(
    'quotes nothing of a file: a line %j',
    (line) => {
      const [fault = ''] = faultsOf('{"lists": {"free": [{"file": "own.txt"}]}}', {
        'own.txt': `a.example\n${line}\n`,
      });
      expect(fault).toMatch(/^1:21 own\.txt:2: this is no (?:domain|address): it /);
      expect(fault).not.toContain(line);
      expect(fault).not.toMatch(/secret|KEY/);
    },
  );

  it('has international domains as they are delivered to', () => {
    expect([...policyOf({ lists: { allow: ['Bücher.example'] } }).lists.allow]).toEqual([
      'xn--bcher-kva.example',
    ]);
  });
});

describe('a rule that can never count', () => {
  const rules = (...all: object[]) =>
    JSON.stringify({ rules: all.map((conditions) => ({ if: conditions, verdict: 'risky' })) });
  const NEVER = 'No result can meet this rule: its conditions contradict each other';

  it.each([
    { reason: 'mailbox', detail: 'greylisted' },
    { reason: 'role', role: false },
    { reason: 'disposable', disposable: false },
    { reason: 'accepted', disposable: true },
    { score: { min: 60, max: 50 } },
  ])('contradicts itself: %j', (conditions) => {
    expect(faultsOf(rules(conditions))).toEqual([`1:11 ${NEVER}`]);
  });

  it.each<[object, object]>([
    [{}, { role: true }],
    [{ reason: 'mailbox' }, { detail: 'full', reason: 'mailbox' }],
    [{ reason: ['role', 'accepted'] }, { reason: 'role' }],
    [{ score: { min: 50 } }, { score: { min: 60, max: 70 }, role: true }],
    [{ provider: 'google' }, { provider: 'Google', free: true }],
    [{ role: true }, { reason: 'role' }],
  ])('stands behind %j: %j', (first, second) => {
    expect(faultsOf(rules(first, second))).toEqual([
      expect.stringMatching(/^1:\d+ This rule never counts: the rule of line 1 is met by all/),
    ]);
  });

  it('stands behind several that leave nothing together', () => {
    const text = rules({ free: true }, { free: false }, { reason: 'role' });
    expect(faultsOf(text)).toEqual([
      expect.stringContaining('the rules before it are met by all results'),
    ]);
  });

  it.each<[object, object]>([
    [{ role: true }, {}],
    [{ role: true }, { role: false }],
    [{ score: { min: 50 } }, { score: { max: 50 } }],
    [{ detail: 'full' }, { reason: 'mailbox' }],
    [{ provider: 'google', free: true }, { provider: 'google' }],
    [{ delivered: { min: 0 } }, { reason: 'accept_all' }],
    [{ bounceShare: { max: 1 } }, { reason: 'accept_all' }],
    [{ delivered: { min: 3 } }, { delivered: { min: 1 } }],
  ])('is none of these: %j, then %j', (first, second) => {
    expect(faultsOf(rules(first, second))).toEqual([]);
  });
});
