/** Gauges of what goes on at mail hosts, read at the time of the scrape. */
import type { Registry } from 'prom-client';
import type { LaneStatus } from '../verifier/pacing/provider-queues.ts';
import { REACHABILITY_PROBLEMS } from '../verifier/pacing/reachability.ts';
import { BUILT_IN_PROVIDERS } from '../verifier/providers/provider-table.ts';
import type { Verifier } from '../verifier/verifier.ts';

type Prometheus = typeof import('prom-client');

export type WatchedVerifier = Pick<Verifier, 'sessions' | 'problems' | 'lanes' | 'egresses'>;

export function addVerifierGauges(
  Gauge: Prometheus['Gauge'],
  registry: Registry,
  { sessions, problems, lanes, egresses }: WatchedVerifier,
): void {
  addLanes(Gauge, registry, lanes);
  addEgresses(Gauge, registry, egresses);
  addProblems(Gauge, registry, problems);
  new Gauge({
    name: 'mailvet_smtp_sessions',
    help: 'Sessions held open with mail hosts',
    registers: [registry],
    collect() {
      this.set(sessions());
    },
  });
}

/**
 * Of providers of the table, whose number is bounded; all other hosts are `other`, since anybody can
 * make up domains.
 */
function addLanes(Gauge: Prometheus['Gauge'], registry: Registry, lanes: Verifier['lanes']): void {
  // Each reads the lanes itself: the registry reads all gauges at once, in no promised order.
  const gauge = (name: string, help: string, figure: (lane: LaneStatus) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['provider', 'egress'],
      registers: [registry],
      collect() {
        this.reset();
        for (const lane of lanes())
          this.inc({ provider: providerLabel(lane.provider), egress: lane.egress }, figure(lane));
      },
    });
  gauge(
    'mailvet_provider_sessions',
    'Sessions with a provider from an egress',
    ({ sessions }) => sessions,
  );
  gauge(
    'mailvet_provider_waiting',
    'Sessions that wait for a place at a provider',
    ({ waiting }) => waiting,
  );
  gauge(
    'mailvet_provider_refusals',
    'Refusals of this machine in the last hour',
    ({ refusals }) => refusals,
  );
  gauge('mailvet_provider_closed', 'Lanes that are paused or at rest', ({ pauseLeft, restLeft }) =>
    pauseLeft > 0 || restLeft > 0 ? 1 : 0,
  );
}

function addEgresses(
  Gauge: Prometheus['Gauge'],
  registry: Registry,
  egresses: Verifier['egresses'],
): void {
  new Gauge({
    name: 'mailvet_egress_listed',
    help: '1: a block list has the address of the egress',
    labelNames: ['egress'],
    registers: [registry],
    collect() {
      for (const { name, isListed } of egresses()) this.set({ egress: name }, isListed ? 1 : 0);
    },
  });
  new Gauge({
    name: 'mailvet_egress_unusable',
    help: '1: the egress led nowhere when it was last tried',
    labelNames: ['egress'],
    registers: [registry],
    collect() {
      for (const { name, fault } of egresses()) this.set({ egress: name }, fault ? 1 : 0);
    },
  });
}

/** A key of the table is an id, maybe with a region; any other one is a registrable domain. */
export function providerLabel(provider: string): string {
  const [id = ''] = provider.split(' ', 1);
  return KNOWN.has(id) ? id : 'other';
}

const KNOWN: ReadonlySet<string> = new Set(BUILT_IN_PROVIDERS.map(({ id }) => id));

function addProblems(
  Gauge: Prometheus['Gauge'],
  registry: Registry,
  problems: Verifier['problems'],
): void {
  new Gauge({
    name: 'mailvet_reachability_problem',
    help: 'Why nothing can be learnt of any mailbox right now (1: present)',
    labelNames: ['problem'],
    registers: [registry],
    collect() {
      const present = problems();
      for (const problem of REACHABILITY_PROBLEMS)
        this.set({ problem }, present.includes(problem) ? 1 : 0);
    },
  });
}
