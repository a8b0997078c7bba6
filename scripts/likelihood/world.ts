/** Generated domains that accept every name and return what nobody reads, with their truth. */
import type { DomainOutcomes, FormCounts } from '../../src/service/likelihood/evidence-counts.ts';
import { formOf } from '../../src/service/likelihood/local-part-form.ts';

/** A number from 0 to 1. */
type Random = () => number;

/** An address whose outcome is to be predicted. */
export interface Case {
  readonly form: string;
  readonly outcomes: DomainOutcomes;
  readonly now: number;
  readonly exists: boolean;
}

const DAY = 24 * 60 * 60_000;
const NOW = 1000 * DAY;
const FIRST =
  'anna ben carla david emma felix greta henry ines jonas karin leo mara nils olga paul rosa sam tina uwe vera will'.split(
    ' ',
  );
const LAST =
  'adams baker clark dubois evans fischer garcia huber ito jansen keller lopez meyer novak olsen peters rossi schulz tanaka vogel weber young'.split(
    ' ',
  );
const ROLES = ['info', 'sales', 'support', 'office', 'contact', 'billing', 'jobs', 'press'];

type Naming = (first: string, last: string) => string;
const NAMINGS: readonly Naming[] = [
  (first, last) => `${first}.${last}`,
  (first, last) => `${first}.${last}`,
  (first, last) => `${first.charAt(0)}.${last}`,
  (first, last) => `${first.charAt(0)}${last}`,
  (first) => first,
  (first, last) => `${first}_${last}`,
  (first, last) => `${last}.${first.charAt(0)}`,
];

/**
 * Addresses of a list at a domain. Either they were collected, and nearly all that have the form of the domain
 * exist, or they were guessed. What has another form hardly exists: companies name mailboxes by a convention.
 */
interface DomainWorld {
  readonly naming: Naming;
  /** Of the names that the domain gives. */
  readonly usual: number;
  /** Of existing mailboxes with another form. */
  readonly unusual: number;
  readonly roles: number;
}

/** How a whole world is: nobody knows which one a team's mail is from, so that each is drawn anew. */
interface Habits {
  /** Of lists that were collected rather than guessed, and how much gateways differ in it. */
  readonly collected: number;
  readonly spread: number;
  /** Of the names that a domain gives, in collected and in guessed lists. */
  readonly usual: number;
  readonly guessed: number;
  /** Of names with another form than the domain's. */
  readonly unusual: number;
  /** Addresses that have the form of the domain, are of functions, or random strings. */
  readonly convention: number;
  readonly roles: number;
  readonly random: number;
  /** Half of the mailboxes have ended after so long. */
  readonly leavingMs: number;
  /** Addresses whose outcome is known, and how old it is at most. */
  readonly known: number;
  readonly agesMs: number;
}

function drawHabits(random: Random): Habits {
  const between = (least: number, most: number) => least + (most - least) * random();
  return {
    collected: between(0.1, 0.9),
    spread: between(0.2, 1),
    usual: between(0.85, 0.99),
    guessed: between(0.1, 0.6),
    unusual: between(0.005, 0.3),
    convention: between(0.4, 0.95),
    roles: between(0.02, 0.25),
    random: between(0.01, 0.1),
    leavingMs: between(700, 4000) * DAY,
    known: between(0.2, 0.9),
    agesMs: between(200, 1500) * DAY,
  };
}

/** The cases of many domains of one world, some of whose addresses have known outcomes. */
export function casesOf(random: Random, domains: number): Case[] {
  const habits = drawHabits(random);
  return Array.from({ length: Math.ceil(domains / 12) }, () => gatewayCases(random, habits)).flat();
}

interface Sent {
  readonly form: string;
  readonly exists: boolean;
  readonly at: number;
}

/** Twelve domains behind one gateway, whose addresses were mostly collected or mostly guessed. */
function gatewayCases(random: Random, habits: Habits): Case[] {
  const quality = habits.collected + habits.spread * (random() - 0.5);
  const worlds = Array.from({ length: 12 }, () => domainCases(random, { quality, habits }));
  const known = worlds.flatMap(({ sent }) => sent);
  const gateway = {
    delivered: known.filter(({ exists }) => exists).length,
    bounced: known.filter(({ exists }) => !exists).length,
  };
  return worlds.flatMap(({ sent, open }) => {
    const forms = formsOf(sent);
    return open.map(({ form, exists }) => ({
      form,
      exists,
      now: NOW,
      outcomes: { forms, gateway },
    }));
  });
}

interface Ground {
  readonly quality: number;
  readonly habits: Habits;
}

function domainCases(random: Random, { quality, habits }: Ground): { sent: Sent[]; open: Sent[] } {
  const around = (share: number) =>
    Math.min(0.999, Math.max(0.001, share + 0.1 * (random() - 0.5)));
  const world: DomainWorld = {
    naming: pick(random, NAMINGS),
    usual: around(random() < quality ? habits.usual : habits.guessed),
    unusual: habits.unusual * 2 * random(),
    roles: 0.2 + 0.75 * random(),
  };
  const age = random() ** 2 * habits.agesMs;
  const all = Array.from({ length: 4 + Math.floor(random() ** 2 * 60) }, () =>
    address(random, { world, habits, age }),
  );
  const known = Math.floor(all.length * random() * habits.known);
  const isLeft = () => random() < 0.5 ** (age / habits.leavingMs);
  const open = all.slice(known).map((one) => ({ ...one, exists: one.exists && isLeft() }));
  return { sent: all.slice(0, known), open };
}

interface DomainGround {
  readonly world: DomainWorld;
  readonly habits: Habits;
  readonly age: number;
}

/** As it was when mail was sent to it. */
function address(random: Random, { world, habits, age }: DomainGround): Sent {
  const [first, last] = [pick(random, FIRST), pick(random, LAST)];
  const at = NOW - age;
  const kind = random();
  if (kind < habits.roles) {
    return { form: formOf(pick(random, ROLES)), exists: random() < world.roles, at };
  }
  if (kind < habits.roles + habits.random) {
    return { form: formOf(scrambled(random)), exists: random() < 0.02, at };
  }
  const naming = random() < habits.convention ? world.naming : pick(random, NAMINGS);
  const text = `${naming(first, last)}${kind > 0.93 ? String(Math.floor(random() * 90)) : ''}`;
  const hasForm = formOf(text) === formOf(world.naming(first, last));
  const exists = random() < (hasForm ? world.usual : world.unusual);
  return { form: formOf(text), exists, at };
}

function formsOf(sent: readonly Sent[]): FormCounts[] {
  return [...Map.groupBy(sent, ({ form }) => form)].map(([form, same]) => ({
    form,
    delivered: same.filter(({ exists }) => exists).length,
    bounced: same.filter(({ exists }) => !exists).length,
    newest: Math.max(...same.map(({ at }) => at)),
  }));
}

function scrambled(random: Random): string {
  const letters = 'bcdfghjklmnpqrstvwxz23456789';
  return Array.from({ length: 12 }, () =>
    letters.charAt(Math.floor(random() * letters.length)),
  ).join('');
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}
