/** Cases with the same resolvers are one list. */
import type { Job } from './contender.ts';
import { type Case, factsOf } from './truth.ts';
import type { World } from './world.ts';

export function groupCases(cases: readonly Case[]): readonly (readonly Case[])[] {
  const groups = Map.groupBy(cases, ({ resolvers }) => (resolvers ?? ['honest']).join());
  return [...groups.values()];
}

/** @param addressLimit milliseconds. */
export function toJob(world: World, cases: readonly Case[], addressLimit: number): Job {
  return {
    emails: cases.flatMap(factsOf).map(({ email }) => email),
    resolvers: world.resolvers(cases[0]?.resolvers ?? ['honest']),
    port: world.port,
    addressLimit,
  };
}
