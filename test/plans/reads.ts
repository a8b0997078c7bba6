import { message } from '../../src/i18n/message.ts';
import type { Store } from '../../src/service/ports.ts';
import { LARGE_TEAM, MONTH, NOW, TEAM } from './filled-database.ts';

const PAGE = { limit: 50, skip: 0 };
const DEEP = { limit: 50, skip: 10_000 };
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Read {
  readonly name: string;
  readonly run: (store: Store) => Promise<unknown>;
}

/**
 * Every way in which the service looks something up. Not here: what reads all there is (lists of the
 * command line, `admin forget`, the number of suppressions), and the sweep of sessions, of which there are few.
 */
export const READS: readonly Read[] = [
  ...[TEAM, LARGE_TEAM].flatMap((id) => readsOf(id)),
  read('a key', ({ keys }) => keys.findByHash('hash_77')),
  read('a session', ({ sessions }) => sessions.find('session_77')),
  read('a person by address', ({ people }) => people.findByEmail('p77@x.test')),
  read("a person's teams", ({ people }) => people.findTeams('person_77')),
  read('an invitation', ({ people }) => people.findInvitation('inv_hash_77', NOW)),
  read('a password link', ({ people }) => people.findPasswordLink('link_77', NOW)),
  read('a cached answer', ({ cache }) => cache.findOne(TEAM, 'a5000@x.test', NOW)),
  read('1000 cached answers', ({ cache }) => cache.find(TEAM, addresses(1000), NOW)),
  read('the rests of providers', ({ verifierMemory }) => verifierMemory.rests(NOW)),
  read('deliveries that are due', ({ webhookQueue }) => webhookQueue.due(NOW + 150_000)),
  read('a claim of deliveries', claimMessages),
  read('results of deliveries', async (store) => {
    const at = NOW + 200_000;
    const error = message('errorTexts.webhook_answered', { code: 500 });
    const tried = { at, took: 1, answer: 500, error, expiresAt: at, retryAt: at };
    for (const delivery of await claimMessages(store, at)) {
      await store.webhookQueue.record(delivery, { ...tried, nextAt: at });
    }
  }),
  read('the team of a webhook', ({ webhookQueue }) => webhookQueue.teamOf('hook_77')),
  read('what is open', ({ parts }) => parts.depth()),
  read('lists under way', ({ listQueue }) => listQueue.open()),
  read('batches not collected', ({ listQueue }) => listQueue.uncollected('list_200')),
  read('queues that wait', ({ parts }) => parts.waitingQueues()),
  read('parts of a process', ({ parts }) => parts.held('process_1')),
  read('other owners of parts', ({ parts }) => parts.otherOwners('process_1')),
  read('the newest of all', ({ retention }) => retention.newest()),
  read('a sweep of the history', ({ retention }) => retention.sweepHistory(NOW - 358 * DAY_MS)),
  read('a sweep of batches', ({ retention }) => retention.sweepBatches(NOW - 199_000)),
  read('a sweep of batches that finds none', ({ retention }) => retention.sweepBatches(0)),
  read('a sweep of lists', ({ retention }) => retention.sweepLists(NOW - 19_000)),
  read('a sweep of uploads', ({ listQueue }) => listQueue.endAbandoned(NOW)),
  read('a sweep of cached answers', ({ cache }) => cache.sweep(NOW)),
  read('a sweep of deliveries', ({ webhookQueue }) => webhookQueue.sweep(NOW - 199_000)),
  read('a sweep of deliveries that finds none', ({ webhookQueue }) => webhookQueue.sweep(0)),
  read('deleting a batch', ({ team }) => team(LARGE_TEAM).deleteBatch('batch_999')),
];

function claimMessages({ webhookQueue }: Store, now = NOW + 150_000) {
  const wanted = Array.from({ length: 30 }, (_, n) => ({ webhookId: `hook_${n}`, count: 20 }));
  return webhookQueue.claim(wanted, { now, leaseMs: 30_000 });
}

/** What the API and the dashboard show of a team. */
function readsOf(id: string): Read[] {
  const of = (name: string, run: Read['run']) => read(`${id}: ${name}`, run);
  return [
    of('newest verifications', ({ team }) => team(id).listVerifications(PAGE)),
    of('older verifications', ({ team }) => team(id).listVerifications(DEEP)),
    of('a page deep in the history', ({ team }) =>
      team(id).listVerifications({ limit: 50, skip: id === LARGE_TEAM ? 400_000 : 100 }),
    ),
    of('a search', ({ reports }) =>
      reports(id).search({ text: 'a12@', page: { limit: 5, skip: 0 } }),
    ),
    of('a search for an old address', ({ reports }) =>
      reports(id).search({ text: 'a12345@x.test', page: PAGE }),
    ),
    of('a search for a domain', ({ reports }) => reports(id).search({ text: 'y.te', page: PAGE })),
    of('a search from a position', ({ reports }) =>
      reports(id).search({ text: '1', page: PAGE, before: { at: NOW - 99 * DAY_MS, seq: 1 } }),
    ),
    of('a download', async ({ reports }) => {
      for await (const _ of reports(id).searchAll('')) break;
    }),
    of('verifications by day', ({ reports }) =>
      reports(id).days({ since: NOW - 30 * DAY_MS, until: NOW }),
    ),
    of('the last verifications of addresses', ({ ledger }) => ledger(id).last(addresses(1000))),
    of('repeated verifications', ({ ledger }) => ledger(id).repeatedLooks(1000)),
    of('usage', ({ reports }) => reports(id).usage(MONTH)),
    of('batches', ({ team }) => team(id).listBatches(PAGE)),
    of('older batches', ({ team }) => team(id).listBatches(DEEP)),
    of('the last batches', ({ team }) =>
      team(id).listBatches({ limit: 50, skip: id === LARGE_TEAM ? 40_000 : 50 }),
    ),
    of('batches of no list', ({ reports }) => reports(id).batches(PAGE)),
    of('older batches of no list', ({ reports }) => reports(id).batches(DEEP)),
    of('a batch', ({ reports }) => reports(id).batch('batch_999')),
    of('the results of a batch', ({ team }) => team(id).findBatch('batch_999')),
    of('an earlier request', ({ team }) => team(id).findRequest({ key: 'idem_999', at: NOW })),
    of('lists', ({ lists }) => lists(id).list(PAGE)),
    of('a list', ({ lists }) => lists(id).find('list_300')),
    of('running lists', ({ lists }) => lists(id).running()),
    of('what lists take', ({ lists }) => lists(id).storage()),
    of('what a team has stored', ({ storage }) => storage(id).find()),
    of('batches of a list', ({ lists }) => lists(id).batches('list_300', PAGE)),
    of('open batches of a list', ({ lists }) => lists(id).openBatches('list_300')),
    of('people', ({ members }) => members(id).list()),
    of('invitations', ({ members }) => members(id).invitations(NOW)),
    of('keys', ({ members }) => members(id).keys()),
    of('audit log', ({ members }) => members(id).audit(PAGE)),
    of('older audit log', ({ members }) => members(id).audit(DEEP)),
    of('webhooks', ({ webhooks }) => webhooks(id).list()),
    of('a log of deliveries', ({ webhooks }) => webhooks(id).deliveries('hook_7', PAGE)),
    of('a delivery', ({ webhooks }) => webhooks(id).delivery('hook_7', 'delivery_6006')),
    of('whether there are suppressions', ({ suppressions }) => suppressions(id).extent()),
    of('a suppression', ({ suppressions }) => suppressions(id).find(addresses(1))),
    of('3000 suppressions', ({ suppressions }) => suppressions(id).find(addresses(3000))),
    of('a page of suppressions', ({ suppressions }) =>
      suppressions(id).list({ prefix: 'a12', ...PAGE }),
    ),
    of('older suppressions', ({ suppressions }) => suppressions(id).list({ prefix: '', ...DEEP })),
    of('suppressions of a download', ({ suppressions }) =>
      suppressions(id).after('a12345@x.test', 5000),
    ),
    of('a new batch', ({ team }) =>
      team(id).createBatch({
        id: `new_${id}`,
        createdAt: NOW,
        month: MONTH,
        entries: addresses(10).map((email) => ({ email, cacheKey: email, cost: 1 })),
        maxOpen: 1_000_000,
        request: { key: 'new', hash: 'new', at: NOW, expiresAt: NOW + 9 },
      }),
    ),
  ];
}

function read(name: string, run: Read['run']): Read {
  return { name, run };
}

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `a${1000 + 7 * n}@x.test`);
}
