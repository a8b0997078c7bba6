import { describe, expect, it } from 'vitest';
import { compose, type Phrases } from '../../../scripts/replies/compose.ts';
import type { Example } from '../../../scripts/replies/corpus.ts';
import { findThreshold, trainTable } from '../../../scripts/replies/cross-validation.ts';
import { foldOf, withoutRelated } from '../../../scripts/replies/folds.ts';
import type { TraceEvent } from '../../../src/verifier/engine/trace.ts';
import { classify } from '../../../src/verifier/smtp/classify.ts';
import {
  type ModelLabel,
  ReplyModel,
  readReplyModel,
} from '../../../src/verifier/smtp/learned/reply-model.ts';
import type { Stage } from '../../../src/verifier/smtp/meaning.ts';
import { classifyReply } from '../../../src/verifier/smtp/session-reply.ts';

const HOST = 'mx.example.org';
const UNKNOWN_WORDING = '550 5.7.1 we have nobody of this name';

function read(reply: string, stage: Stage = 'rcpt') {
  const said = { code: Number(reply.slice(0, 3)), lines: [reply.slice(4)] };
  return classify({ stage, host: HOST, address: 'a@b.example', reply: said });
}

describe('a reply that no rule knows', () => {
  it('is read by the learned model, which names its probability and its words', () => {
    const { meaning, rule } = read(UNKNOWN_WORDING);
    expect(meaning).toBe('no_mailbox');
    expect(rule).toMatch(/^learned 0\.9\d: "[^"]*nobody[^"]*"/);
  });

  it('quotes no more than a line of it, however long its words are', () => {
    const { rule } = read(`550 5.7.1 ${'没有'.repeat(390)}用户不存在`);
    expect(rule).toMatch(/^learned .{1,80}$/);
  });

  it('is explained by that', () => {
    const events: TraceEvent[] = [];
    const session = {
      host: HOST,
      known: { key: HOST },
      onRest: () => {},
      trace: (event: TraceEvent) => void events.push(event),
    };
    classifyReply(session, {
      stage: 'rcpt',
      reply: { code: 550, lines: [UNKNOWN_WORDING.slice(4)] },
    });
    expect(events).toMatchObject([
      { event: 'judged', because: expect.stringContaining('trained') },
    ]);
  });

  it.each([
    ['a word on us', `${UNKNOWN_WORDING}; your IP is listed`],
    ['a passing code', UNKNOWN_WORDING.replace('550 5', '450 4')],
    ['a passing enhanced code', UNKNOWN_WORDING.replace('5.7.1', '4.7.1')],
    ['a hedge', '550 5.7.1 perhaps we have nobody of this name'],
  ])('is left undecided with %s', (_, reply) => {
    expect(read(reply).rule).not.toMatch(/^learned/);
    expect(read(reply).meaning).not.toBe('no_mailbox');
  });

  it('says nothing of a mailbox before RCPT', () => {
    expect(read(UNKNOWN_WORDING, 'mail').rule).not.toMatch(/^learned/);
  });

  it('is not decided by one word, nor by none', () => {
    const model = readReplyModel();
    for (const text of ['', '...', 'inactive', 'full', '12345'])
      expect(model.decide({ code: '550', enhanced: '', text })).toBeUndefined();
  });
});

function example(text: string, label: ModelLabel, given: Partial<Example> = {}): Example {
  const input = { code: '550', enhanced: '', text };
  return { provider: 'a server', host: HOST, reply: `550 ${text}`, input, label, ...given };
}

describe('training', () => {
  const examples = [
    ...Array.from({ length: 20 }, () => example('nobody of this name lives here', 'dead')),
    ...Array.from({ length: 20 }, () => example('your host is not welcome', 'undecided')),
  ];

  it('gives the same table again, which tells the labels apart', () => {
    const table = trainTable(examples, []);
    expect(trainTable(examples, [])).toEqual(table);
    const model = new ReplyModel({ ...table, threshold: 0.9 });
    expect(model.decide({ code: '550', enhanced: '', text: 'nobody of this name' })?.meaning).toBe(
      'no_mailbox',
    );
    expect(model.decide({ code: '550', enhanced: '', text: 'your host again' })).toBeUndefined();
  });

  it('keeps words that one reply alone says out of the table', () => {
    const { rows } = trainTable([...examples, example('xylophone zeppelin', 'dead')], []);
    const { rows: without } = trainTable([...examples, example('', 'dead')], []);
    expect(rows).toBe(without);
  });

  it('puts what one source says into one fold', () => {
    const said = ['user unknown', 'mailbox full', 'go away'].map((text) =>
      foldOf(example(text, 'dead', { host: 'mx1.mail.test' })),
    );
    expect(new Set(said).size).toBe(1);
  });

  it('leaves out sentences, and providers, that are tested', () => {
    const tested = [example('sorry, no such user lives here', 'dead', { provider: 'Exim' })];
    const others = [
      example('sorry, no such user lives here.', 'dead', { host: 'mx.other.test' }),
      example('mailbox full', 'full', { provider: 'Exim' }),
      example('quota exceeded', 'full'),
    ];
    expect(withoutRelated(others, tested)).toEqual(others.slice(2));
  });

  it('believes from just above what may not be believed on', () => {
    const trials = [0.2, 0.6, 0.97, 0.91].map((dead) => ({
      example: example('', 'undecided'),
      probabilities: [1 - dead, dead, 0, 0],
    }));
    expect(findThreshold(trials, 0)).toBeCloseTo(0.971, 3);
    expect(findThreshold(trials, 0.25)).toBeCloseTo(0.911, 3);
  });

  it('composes the same sentences for the same seed', () => {
    const part = ['one', 'two'];
    const phrases: Phrases = {
      language: 'en',
      mailbox: part,
      other: part,
      missing: part,
      full: part,
      disabled: part,
      passing: part,
      aboutUs: part,
      whole: { dead: part, full: part, disabled: part, undecided: part },
    };
    expect(compose(phrases, 3, 1)).toEqual(compose(phrases, 3, 1));
    expect(compose(phrases, 3, 1)).not.toEqual(compose(phrases, 3, 2));
    expect(compose(phrases, 3, 1).filter(({ label }) => label === 'full')).toHaveLength(3);
  });
});
