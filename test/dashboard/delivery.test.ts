import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { message } from '../../src/i18n/message.ts';
import { isoTime } from '../../src/lib/iso-time.ts';
import { addUpLanes } from '../../src/service/fleet/sessions.ts';
import { learnGivenOutcomes } from '../../src/service/outcomes/learn-outcomes.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { foundResult } from '../support/found-result.ts';
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts';
import { textOf } from './visitor.ts';

const LANE = {
  ...{ provider: 'google', egress: 'out-1', sessions: 2, waiting: 3 },
  ...{ pauseLeft: 0, restLeft: 0, refusals: 0 },
};
const LANES = [
  LANE,
  { ...LANE, egress: 'out-2', sessions: 1, waiting: 0, pauseLeft: 25_000, refusals: 4 },
  { ...LANE, provider: 'outlook-com', sessions: 0, waiting: 0, restLeft: 119 * 60_000 },
];
const PROCESSES = [{ name: 'mail-1 4711 ab', sessions: 3, age: 3 * 3_600_000, silent: 1000 }];

describe('the page Delivery', () => {
  let world: DashboardWorld;
  afterEach(() => world.dispose());

  it('shows each provider at each egress, and the processes', async () => {
    world = await dashboardWorld({ delivery: { lanes: LANES, processes: PROCESSES } });
    const page = await (await world.firstOwner()).get('/delivery');
    const text = page.body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(text).toContain('3 sessions, 1 process, 1 paused');
    expect(text).toContain('google out-1 2 3 Open 0');
    expect(text).toContain('google out-2 1 0 Paused for another 25 s 4');
    expect(text).toContain('outlook-com out-1 0 0 Paused for another 119 min 0');
    expect(text).toContain('mail-1 4711 ab 3 3 h now');
  });

  it('shows the egresses, the unusable ones, and those that processes have configured differently', async () => {
    const egress = { name: 'out-1', way: '192.0.2.1', helo: 'out1.example.com', fault: undefined };
    const fault = message('errorTexts.proxy_password', { proxy: 'p.example:1080' });
    const egresses = [
      { ...egress, name: 'out-2', way: '', fault, processes: 1 },
      { ...egress, processes: 2 },
    ];
    const ways = message('errorTexts.and_by', { first: '192.0.2.1', other: '192.0.2.2' });
    const said = message('errorTexts.egress_ways', { name: 'out-1', ways });
    const conflicts = [{ said, processes: ['mail-1', 'mail-2'] }];
    world = await dashboardWorld({ delivery: { egresses, conflicts } });
    const owner = await world.firstOwner();
    const page = await owner.get('/delivery');
    const words = page.body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(words).toContain('0 sessions, 0 processes, 1 unusable sending IP, 1 conflict');
    expect(words).toContain('out-1 192.0.2.1 out1.example.com Usable 2');
    expect(words).toContain(
      `out-2 the address that the system chooses out1.example.com Unusable: ${fault.english} 1`,
    );
    expect(words).toContain(`${said.english} mail-1, mail-2`);
    await owner.post('/account/language', { language: 'de' });
    const german = textOf(await owner.get('/delivery'));
    expect(german).toContain('Der Proxy p.example:1080 lehnt den Benutzer oder das Passwort ab');
    expect(german).toContain('out-1 sendet über 192.0.2.1 und über 192.0.2.2');
  });

  it('sends the same as data, for the script', async () => {
    world = await dashboardWorld({ delivery: { lanes: LANES, processes: [] } });
    const answer = await (await world.firstOwner()).get('/delivery/progress');
    expect(JSON.parse(answer.body)).toMatchObject({
      ended: false,
      summary: '3 sessions, 0 processes, 1 paused',
      rows: {
        lanes: [['google', 'out-1', '2', '3', 'Open', '0'], {}, {}],
        egresses: [],
        conflicts: [],
        processes: [],
      },
    });
  });

  it('warns of a rule that outcomes contradict more often than allowed', async () => {
    world = await dashboardWorld();
    const owner = await world.firstOwner();
    expect((await owner.get('/delivery')).body).not.toContain('contradict');
    const { context } = world;
    const team = await findTeam(context, 'default');
    const at = context.clock.now() - 1000;
    const evidence = { provider: 'x.test', mxHost: 'mx.x.test', control: 'provider' } as const;
    const result = foundResult({ evidence, checkedAt: at });
    for (const domain of ['a.test', 'b.test', 'c.test', 'd.test', 'e.test']) {
      const email = `ann@${domain}`;
      await context.store.team(team.id).recordVerification({ email, result, at });
      const outcome = { email, outcome: 'no_mailbox', at: isoTime(at + 1) } as const;
      await learnGivenOutcomes(context, team.id, [outcome]);
    }
    expect(textOf(await owner.get('/delivery'))).toContain(
      'accepted, provider, x.test: mail contradicted 5 of 5 results, in 5 domains; at most 3.0 % is allowed.',
    );
  });

  it('says so where nothing goes on', async () => {
    world = await dashboardWorld();
    const { body } = await (await world.firstOwner()).get('/delivery');
    expect(body).toMatch(/data-empty="lanes"\s*>/);
    expect(body).toMatch(/data-rows="lanes" hidden/);
  });

  it('ends its live page when its reader becomes a member', async () => {
    world = await dashboardWorld();
    const owner = await world.firstOwner();
    const second = await world.person('default', 'bob@example.com', 'owner');
    const response = await second.open('/delivery/events');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).done).toBe(false);
    const { body } = await owner.get('/people');
    const path =
      /action="(\/people\/[^"]*\/role)"(?:(?!<\/form>)[\s\S])*bob@example\.com|bob@example\.com(?:(?!<\/tr>)[\s\S])*?action="(\/people\/[^"]*\/role)"/.exec(
        body,
      );
    await owner.post(path?.[1] ?? path?.[2] ?? '', { role: 'member' });
    const ended = reader.read();
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!isOver) {
      world.clock.advance(1000);
      await setImmediate();
    }
    expect((await ended).done).toBe(true);
  });

  it('is for owners: a member sees neither the page nor its data nor the entry', async () => {
    world = await dashboardWorld();
    const member = await world.person('default', 'bob@example.com', 'member');
    for (const path of ['/delivery', '/delivery/progress', '/delivery/events'])
      expect((await member.get(path)).status).toBe(403);
    expect((await member.get('/people')).body).not.toContain('Mail servers');
  });
});

describe('the lanes of several processes', () => {
  it('are added up, the busiest first; the longest rest holds', () => {
    const busy = { ...LANE, provider: 'yahoo', sessions: 9 };
    const other = { ...LANE, sessions: 1, refusals: 2, restLeft: 5000 };
    expect(addUpLanes([LANE, busy, other])).toEqual([
      busy,
      { ...LANE, sessions: 3, waiting: 6, refusals: 2, restLeft: 5000 },
    ]);
  });
});
