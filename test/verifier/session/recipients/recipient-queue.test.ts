import { describe, expect, it } from 'vitest';
import { DomainGroup } from '../../../../src/verifier/engine/domain-group.ts';
import type { Recipient } from '../../../../src/verifier/session/recipients/recipient.ts';
import { RecipientQueue } from '../../../../src/verifier/session/recipients/recipient-queue.ts';

const EMAILS = ['ann@a.test', 'bob@a.test', 'ann@A.test', 'cid@a.test', 'Ann@a.test'];

function groupOf(emails: readonly string[]): DomainGroup {
  const owner = { team: '', batch: 'list', isSingle: false };
  const list = { emails, report: () => {}, retryIntervals: [], owner };
  const group = new DomainGroup('a.test', list, () => 0);
  for (const index of emails.keys()) group.add(index);
  return group;
}

const names = (recipients: readonly Recipient[]) =>
  recipients.map(({ address }) => address.slice(0, address.indexOf('@')));

describe('the addresses of a domain', () => {
  it('are read in the order of the list, each mailbox once', () => {
    const group = groupOf(EMAILS);
    expect(group.unread).toBe(4);
    expect(group.read(3).map(({ address }) => address)).toEqual([
      'ann@a.test',
      'bob@a.test',
      'cid@a.test',
    ]);
    expect(group.read(3).map(({ address }) => address)).toEqual(['Ann@a.test']);
    expect([group.unread, group.read(3)]).toEqual([0, []]);
  });

  it('are read in a drawn order where there are enough to tell a share, each mailbox once', () => {
    const emails = Array.from({ length: 51 }, (_, at) => `u${at}@a.test`);
    const read = groupOf(emails)
      .read(51)
      .map(({ address }) => address);
    expect(read).not.toEqual(emails);
    expect(read.toSorted()).toEqual(emails.toSorted());
  });

  it('give all their places when they are settled, and none a second time', () => {
    const group = groupOf(EMAILS);
    const [ann, bob] = group.read(2);
    if (!ann || !bob) throw new Error('nothing was read');
    expect([group.settle(ann), group.settle(bob), group.settle(ann)]).toEqual([[0, 2], [1], []]);
  });
});

describe('a queue of recipients', () => {
  it('takes those in front, then unread ones, then those to ask again', () => {
    const read: Recipient[] = [];
    const queue = new RecipientQueue(groupOf(EMAILS), (recipient) => void read.push(recipient));
    const first = queue.take(2);
    expect([names(first), queue.size, queue.unread]).toEqual([['ann', 'bob'], 2, 2]);
    queue.putBehind(first.slice(0, 1));
    queue.putInFront(first.slice(1));
    expect(queue.size).toBe(4);
    expect(names(queue.take(10))).toEqual(['bob', 'cid', 'Ann', 'ann']);
    expect(names(read)).toEqual(['ann', 'bob', 'cid', 'Ann']);
    expect(queue.size).toBe(0);
  });
});
