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
/** Half of the mailboxes have ended after so long. */
const LEAVING_MS = 2500 * DAY;
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

/** The cases of many domains, a third of whose addresses have known outcomes. */
export function casesOf(random: Random, domains: number): Case[] {
  return Array.from({ length: Math.ceil(domains / 12) }, () => gatewayCases(random)).flat();
}

interface Sent {
  readonly form: string;
  readonly exists: boolean;
  readonly at: number;
}

/** Twelve domains behind one gateway, whose addresses were mostly collected or mostly guessed. */
function gatewayCases(random: Random): Case[] {
  const quality = random();
  const worlds = Array.from({ length: 12 }, () => domainCases(random, quality));
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

function domainCases(random: Random, quality: number): { sent: Sent[]; open: Sent[] } {
  const world: DomainWorld = {
    naming: pick(random, NAMINGS),
    usual: random() < quality ? 0.975 + 0.024 * random() : 0.2 + 0.7 * random(),
    unusual: 0.002 + 0.04 * random(),
    roles: 0.3 + 0.65 * random(),
  };
  const age = random() ** 2 * 900 * DAY;
  const all = Array.from({ length: 4 + Math.floor(random() ** 2 * 60) }, () =>
    address(random, world, age),
  );
  const known = Math.floor(all.length * random() * 0.7);
  const isLeft = () => random() < 0.5 ** (age / LEAVING_MS);
  const open = all.slice(known).map((one) => ({ ...one, exists: one.exists && isLeft() }));
  return { sent: all.slice(0, known), open };
}

/** As it was when mail was sent to it. */
function address(random: Random, world: DomainWorld, age: number): Sent {
  const [first, last] = [pick(random, FIRST), pick(random, LAST)];
  const at = NOW - age;
  const kind = random();
  if (kind < 0.1) return { form: formOf(pick(random, ROLES)), exists: random() < world.roles, at };
  if (kind < 0.17) return { form: formOf(scrambled(random)), exists: random() < 0.005, at };
  const isUsual = random() < 0.75;
  const naming = isUsual ? world.naming : pick(random, NAMINGS);
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
