import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBatch } from '../../src/service/batches/batches.ts';
import type { JobOfBatch, Team } from '../../src/service/records.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts';
import { textOf, type Visitor } from './visitor.ts';

let world: DashboardWorld;
let owner: Visitor;
let team: Team;
let written: readonly string[];
let asked: string[];

beforeEach(async () => {
  written = [];
  asked = [];
  const findJob = (id: string) => {
    asked.push(id);
    return { written };
  };
  world = await dashboardWorld({ findJob });
  owner = await world.firstOwner();
  team = await findTeam(world.context, 'default');
});
afterEach(() => world.dispose());

const send = (job: JobOfBatch, emails: readonly string[], by = team) =>
  createBatch(world.context, by, emails, { job });

it('a list of the command line stands on the page Lists by its name, and under no API batch', async () => {
  await send({ id: 'job_1', name: 'spring.csv', size: 3 }, ['a@x.com', 'b@x.com']);
  await send({ id: 'job_1', name: 'spring.csv', size: 3 }, ['c@x.com']);
  const lists = textOf(await owner.get('/lists'));
  expect(lists).toContain('Lists of the command line');
  expect(lists).toContain('spring.csv Unfinished 3 0');
  expect(textOf(await owner.get('/batches'))).toContain('No batch yet');
});

it('the page Lists says nothing of the command line where nothing came from there', async () => {
  await createBatch(world.context, team, ['a@x.com']);
  expect(textOf(await owner.get('/lists'))).not.toContain('command line');
});

it('the page Lists shows the newest ten, and leads to all', async () => {
  for (let n = 1; n <= 11; n++)
    await send({ id: `job_${n}`, name: `list${n}.csv`, size: 1 }, [`n${n}@x.com`]);
  const lists = await owner.get('/lists');
  expect(lists.body).toContain('href="/jobs"');
  expect(textOf(lists)).toContain('list2.csv');
  expect(textOf(lists)).not.toContain('list1.csv');
  expect(textOf(await owner.get('/jobs'))).toContain('list1.csv');
});

it('its page gives the command that goes on with it, and the files that are there', async () => {
  const { id } = await send({ id: 'job_1', name: 'spring.csv', size: 1 }, ['a@x.com']);
  expect(textOf(await owner.get('/jobs/job_1'))).toContain('mailvet batch resume job_1');
  await world.context.store.team(team.id).cancelBatch(id);
  written = ['/home/ada/spring.verified.csv'];
  const page = textOf(await owner.get('/jobs/job_1'));
  expect(page).toContain('/home/ada/spring.verified.csv');
  expect(page).toContain('mailvet batch resume job_1');
});

it('looks at no file for somebody of another team', async () => {
  await send({ id: 'job_1', name: 'spring.csv', size: 1 }, ['a@x.com']);
  const stranger = await world.person('theirs', 'eve@example.com');
  expect((await stranger.get('/jobs/job_1')).status).toBe(404);
  expect(textOf(await stranger.get('/lists'))).not.toContain('spring.csv');
  expect(asked).toEqual([]);
});
