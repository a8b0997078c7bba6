import type {
  FleetFact,
  FleetProcess,
  FleetStore,
  HeldPlace,
} from '../../src/service/fleet/records.ts';

/** What processes share, in memory: without times, so that nothing is over by itself. */
export function memoryFleet(): FleetStore {
  const slots: HeldPlace[] = [];
  const facts: { readonly fact: FleetFact; readonly process: string }[] = [];
  const reports = new Map<string, FleetProcess>();
  return {
    async takeSlot({ egress, provider, places, holder }) {
      const used = slots.filter((one) => one.egress === egress && one.provider === provider);
      const free = Array.from({ length: places }, (_, slot) => slot).find((slot) =>
        used.every((one) => one.slot !== slot),
      );
      if (free !== undefined) slots.push({ egress, provider, slot: free, holder });
      return { slot: free, ahead: 0, others: 0 };
    },
    renewSlots: async (held) => new Set(held.map(({ holder }) => holder)),
    async releaseSlots(held) {
      for (const { holder } of held) {
        const at = slots.findIndex((one) => one.holder === holder);
        if (at >= 0) slots.splice(at, 1);
      }
    },
    leaveLine: async () => {},
    async publish(published, process) {
      facts.push(...published.map((fact) => ({ fact, process })));
    },
    async changes(position = 0, process) {
      const others = facts.slice(position).filter((one) => one.process !== process);
      return { position: facts.length, facts: others.map(({ fact }) => fact) };
    },
    async report(id, status) {
      reports.set(id, { id, silent: 0, status });
    },
    async forget(process) {
      reports.delete(process);
    },
    processes: async () => [...reports.values()],
    sweep: async () => {},
  };
}
