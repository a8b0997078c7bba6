import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyScope } from '../../src/contract/key-scopes.ts';
import type { MembersStore, NewPerson } from '../../src/service/people/records.ts';
import type { Store } from '../../src/service/ports.ts';
import { foundResult } from '../support/found-result.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 21);
const DAY = 24 * 60 * 60 * 1000;
const CHANGE = { actor: 'ada@x.com', at: NOW };
const MEMBER = { role: 'member', scopes: ['verify', 'read'] } as const;

/** What every store must do for the dashboard, whatever database is under it. */
export function describePeople(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`people on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let other: Store;
    let ours: MembersStore;

    beforeEach(async () => {
      tested = await open();
      ({ store, other } = tested);
      for (const id of ['ours', 'theirs']) {
        await store.teams.create({ id, name: id, quota: null, createdAt: NOW });
      }
      ours = store.members('ours');
    });
    afterEach(() => tested.dispose());

    function newPerson(id: string): NewPerson {
      return { id, email: `${id}@x.com`, passwordHash: 'hash', createdAt: NOW };
    }

    async function join(id: string, teamId = 'ours'): Promise<void> {
      const times = { createdAt: NOW, expiresAt: NOW + DAY };
      const invitation = { id: `i_${id}`, hash: `h_${id}`, email: `${id}@x.com`, ...times };
      await store.members(teamId).invite({ ...invitation, role: 'owner' }, CHANGE);
      await store.people.redeemInvitation(`h_${id}`, newPerson(id));
    }

    const link = (hash: string, createdAt = NOW) => ({ hash, createdAt, replaces: createdAt - 10 });

    it('the setup links of processes that start together are open, those of earlier starts not', async () => {
      await store.people.openSetup(link('old', NOW - 10));
      await Promise.all([
        store.people.openSetup(link('one')),
        other.people.openSetup(link('two', NOW + 5)),
      ]);
      const open = ['old', 'one', 'two'].map((hash) => store.people.setupIsOpen(hash));
      expect(await Promise.all(open)).toEqual([false, true, true]);
      expect(await store.people.redeemSetup('two', 'ours', newPerson('ada'))).toBe(true);
      expect(await store.people.setupIsOpen('one')).toBe(false);
    });

    it('of two who set up at once one does, and nobody later', async () => {
      await store.people.openSetup(link('hash'));
      const done = await Promise.all([
        store.people.redeemSetup('hash', 'ours', newPerson('ada')),
        other.people.redeemSetup('hash', 'ours', newPerson('bob')),
      ]);
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(await ours.list()).toHaveLength(1);
      expect(await other.people.openSetup(link('again'))).toBe(false);
      expect(await store.people.setupIsOpen('hash')).toBe(false);
    });

    it('a language is that of an account in all its teams, those that it joins later too', async () => {
      await join('ada');
      await join('bob');
      await store.people.setLanguage('ada', 'de');
      const times = { createdAt: NOW, expiresAt: NOW + DAY };
      const invitation = { id: 'i', hash: 'h', email: 'ada@x.com', ...times };
      await store.members('theirs').invite({ ...invitation, role: 'owner' }, CHANGE);
      const again = { ...newPerson('ada'), id: 'ada2', accountId: 'ada' };
      await store.people.redeemInvitation('h', again);
      const languages = async () =>
        (await other.people.findTeams('ada')).map(({ person }) => person.language);
      expect(await languages()).toEqual(['de', 'de']);
      expect((await ours.list()).map(({ language }) => language)).toEqual(['de', null]);
      await store.people.setLanguage('ada2', null);
      expect(await languages()).toEqual([null, null]);
    });

    it('an invitation is accepted once, until it expires, by its address alone', async () => {
      const times = { createdAt: NOW, expiresAt: NOW + DAY };
      const invitation = {
        id: 'i',
        hash: 'h',
        email: 'ada@x.com',
        role: 'member',
        ...times,
      } as const;
      await ours.invite(invitation, CHANGE);
      const ada = newPerson('ada');
      const late = { ...ada, createdAt: NOW + DAY };
      expect(await store.people.redeemInvitation('h', late)).toBe(false);
      expect(await store.people.redeemInvitation('h', newPerson('bob'))).toBe(false);
      const done = await Promise.all([
        store.people.redeemInvitation('h', ada),
        other.people.redeemInvitation('h', { ...ada, id: 'ada2' }),
      ]);
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(await ours.invitations(NOW)).toEqual([]);
    });

    it('of two owners who remove each other at once one stays', async () => {
      await Promise.all([join('ada'), join('bob')]);
      const outcomes = await Promise.all([
        ours.remove('ada', CHANGE),
        other.members('ours').remove('bob', CHANGE),
      ]);
      expect(outcomes.sort()).toEqual(['done', 'last_owner']);
      expect(await ours.list()).toHaveLength(1);
    });

    it("another team's people, keys and invitations are unknown", async () => {
      await join('ada', 'theirs');
      const key = { teamId: 'theirs', label: null, hash: 'k', lastFour: 'abcd', createdAt: NOW };
      await other.members('theirs').createKey({ id: 'key_1', ...key }, CHANGE);
      expect(await ours.remove('ada', CHANGE)).toBe('unknown');
      expect(await ours.setRole('ada', MEMBER, CHANGE)).toBe('unknown');
      expect(await ours.revokeKey('key_1', CHANGE)).toBeUndefined();
      await ours.setPassword('ada', 'stolen', CHANGE);
      expect(await store.people.findByEmail('ada@x.com')).toMatchObject([{ passwordHash: 'hash' }]);
      expect(await ours.audit({ limit: 10, skip: 0 })).toEqual([]);
    });

    it('a key created for another team by mistake is created for one’s own', async () => {
      const key = { teamId: 'theirs', label: null, hash: 'k', lastFour: 'abcd', createdAt: NOW };
      await ours.createKey({ id: 'key_1', ...key }, CHANGE);
      expect(await ours.keys()).toMatchObject([{ id: 'key_1', teamId: 'ours' }]);
    });

    it('a session ends with its person, in every process', async () => {
      await Promise.all([join('ada'), join('bob')]);
      await store.sessions.create(
        { hash: 's', personId: 'ada', createdAt: NOW, seenAt: NOW },
        'hash',
      );
      expect(await other.sessions.find('s')).toMatchObject({
        session: { personId: 'ada', createdAt: NOW },
        identity: { person: { email: 'ada@x.com', role: 'owner' }, team: { id: 'ours' } },
      });
      await ours.remove('ada', CHANGE);
      expect(await other.sessions.find('s')).toBeUndefined();
    });

    it('a password link works once, in all teams of its person, and ends their sessions', async () => {
      await join('ada');
      const invitation = { id: 'i2', hash: 'i2', email: 'ada@x.com', role: 'member' } as const;
      const times = { createdAt: NOW, expiresAt: NOW + DAY };
      await store.members('theirs').invite({ ...invitation, ...times }, CHANGE);
      await store.people.redeemInvitation('i2', { ...newPerson('ada'), id: 'ada2' });
      await store.sessions.create(
        { hash: 's', personId: 'ada2', createdAt: NOW, seenAt: NOW },
        'hash',
      );
      const link = { hash: 'link', expiresAt: NOW + DAY };
      expect(await store.people.openPasswordLink('ada@x.com', link, CHANGE)).toBe(true);
      expect(await store.people.findPasswordLink('link', NOW + DAY)).toEqual([]);
      const late = { passwordHash: 'late', at: NOW + DAY, accountId: 'a' };
      expect(await store.people.redeemPasswordLink('link', late)).toBe(false);
      const done = await Promise.all(
        [store, other].map(({ people }) =>
          people.redeemPasswordLink('link', { passwordHash: 'new', at: NOW, accountId: 'a' }),
        ),
      );
      expect(done.sort()).toEqual([false, true]);
      const hashes = (await store.people.findByEmail('ada@x.com')).map((one) => one.passwordHash);
      expect(hashes).toEqual(['new', 'new']);
      expect(await other.sessions.find('s')).toBeUndefined();
    });

    it('a password link is for a person of one’s own team, and ends when that is removed', async () => {
      await Promise.all([join('ada'), join('bob'), join('eve', 'theirs')]);
      const link = { hash: 'link', expiresAt: NOW + DAY };
      expect(await ours.openPasswordLink('eve', link, CHANGE)).toBeUndefined();
      expect(await ours.openPasswordLink('bob', link, CHANGE)).toMatchObject({ id: 'bob' });
      expect(await store.people.findPasswordLink('link', NOW)).toMatchObject([{ id: 'bob' }]);
      await ours.remove('bob', CHANGE);
      expect(await store.people.findPasswordLink('link', NOW)).toEqual([]);
      expect(await store.people.openPasswordLink('bob@x.com', link, CHANGE)).toBe(false);
    });

    it('a session begins by the password that the person has, and ends with it', async () => {
      await Promise.all([join('ada'), join('bob')]);
      const begin = (hash: string, password: string) =>
        store.sessions.create({ hash, personId: 'ada', createdAt: NOW, seenAt: NOW }, password);
      const [isBegun] = await Promise.all([
        begin('s', 'hash'),
        other.members('ours').setPassword('ada', 'new', CHANGE),
      ]);
      expect(isBegun).toBeTypeOf('boolean');
      expect(await store.sessions.find('s')).toBeUndefined();
      expect(await begin('old', 'hash')).toBe(false);
      expect(await store.sessions.find('old')).toBeUndefined();
      expect(await begin('new', 'new')).toBe(true);
      const [left] = await Promise.all([ours.remove('ada', CHANGE), begin('late', 'new')]);
      expect([left, await begin('gone', 'new')]).toEqual(['done', false]);
    });

    it('sessions are swept by age and by idleness', async () => {
      await join('ada');
      const session = { personId: 'ada', createdAt: NOW, seenAt: NOW };
      await store.sessions.create({ ...session, hash: 'old', createdAt: NOW - 9 }, 'hash');
      await store.sessions.create({ ...session, hash: 'idle', seenAt: NOW - 5 }, 'hash');
      await store.sessions.create({ ...session, hash: 'alive' }, 'hash');
      await store.sessions.sweep(NOW - 8, NOW - 4);
      const found = await Promise.all(
        ['old', 'idle', 'alive'].map((hash) => store.sessions.find(hash)),
      );
      expect(found.map(Boolean)).toEqual([false, false, true]);
    });

    it('a key is created by a person who has the role when it is written, or not at all', async () => {
      await Promise.all([join('ada'), join('bob')]);
      const by = { actor: 'bob@x.com', at: NOW };
      const key = { teamId: 'ours', label: null, lastFour: 'abcd', createdAt: NOW };
      const create = (id: string) => ours.createKey({ ...key, id, hash: id }, by, ['owner']);
      expect(await create('key_1')).toBe(true);
      await ours.setRole('bob', MEMBER, CHANGE);
      expect(await create('key_2')).toBe(false);
      await ours.remove('bob', CHANGE);
      expect(await create('key_3')).toBe(false);
      expect(await ours.keys()).toMatchObject([{ id: 'key_1', createdBy: 'bob@x.com' }]);
    });

    it('keys are revoked with the right to create them, and written to the log', async () => {
      await Promise.all([join('ada'), join('bob')]);
      const create = (id: string, actor: string, scopes: KeyScope[]) => {
        const key = { teamId: 'ours', label: id, hash: id, lastFour: 'abcd', createdAt: NOW };
        return ours.createKey({ ...key, id, scopes }, { actor, at: NOW });
      };
      await create('all', 'bob@x.com', ['verify', 'manage']);
      await create('read', 'bob@x.com', ['read']);
      await create('ada', 'ada@x.com', ['manage']);
      const revoked = async () =>
        (await ours.keys()).filter((key) => key.revokedAt !== null).map(({ id }) => id);
      await ours.setRole('bob', MEMBER, CHANGE);
      expect(await revoked()).toEqual(['all']);
      await ours.remove('bob', { ...CHANGE, at: NOW + 1 });
      expect((await revoked()).sort()).toEqual(['all', 'read']);
      const log = await ours.audit({ limit: 10, skip: 0 });
      const lines = log.filter(({ action }) => action === 'key_revoked');
      expect(lines.map(({ subject }) => subject)).toEqual(['read (…abcd)', 'all (…abcd)']);
    });

    it('a change and its line in the log are one', async () => {
      await Promise.all([join('ada'), join('bob')]);
      await ours.setRole('bob', MEMBER, CHANGE);
      await ours.setRole('bob', MEMBER, CHANGE);
      const log = await ours.audit({ limit: 10, skip: 0 });
      expect(log[0]).toEqual({ ...CHANGE, action: 'made_member', subject: 'bob@x.com' });
      expect(log.filter(({ action }) => action === 'made_member')).toHaveLength(1);
    });

    it('verifications are counted by day (UTC)', async () => {
      const result = foundResult();
      for (const at of [NOW - 1, NOW, NOW + DAY - 1]) {
        await store.team('ours').recordVerification({ email: 'a@x.com', result, at });
      }
      expect(await store.reports('ours').days({ since: NOW - 1, until: NOW + 1 })).toEqual([
        { day: '2026-11-20', count: 1 },
        { day: '2026-11-21', count: 2 },
      ]);
      const none = { since: NOW, until: NOW };
      expect(await store.reports('theirs').days(none)).toEqual([{ day: '2026-11-21', count: 0 }]);
    });
  });
}
