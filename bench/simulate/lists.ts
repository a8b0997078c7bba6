import type { SimulatedList } from './books.ts';

const MINUTE = 60_000;

/** A kind of team: so many of them, each with so many lists of that size. */
interface Kind {
  readonly name: string;
  readonly teams: number;
  readonly lists: number;
  readonly size: number;
  /** Milliseconds during which the lists come; 0: all at once at the start. */
  readonly within: number;
}

/** Large lists at the start; the others come while those are under way. */
export const KINDS: readonly Kind[] = [
  { name: 'large', teams: 4, lists: 1, size: 40_000, within: 0 },
  { name: 'many', teams: 1, lists: 20, size: 3000, within: 0 },
  { name: 'medium', teams: 8, lists: 1, size: 8000, within: MINUTE },
  { name: 'small', teams: 20, lists: 1, size: 1000, within: 4 * MINUTE },
  { name: 'tiny', teams: 40, lists: 1, size: 100, within: 4 * MINUTE },
];

/** The lists of all teams, with the moments at which they come. */
export function drawLists(kinds: readonly Kind[], random: () => number): SimulatedList[] {
  return kinds.flatMap(({ name, teams, lists, size, within }) =>
    Array.from({ length: teams * lists }, (_, at) => {
      const team = `${name}-${Math.floor(at / lists)}`;
      return { id: `${team}/${at % lists}`, team, size, at: Math.round(random() * within) };
    }),
  );
}
