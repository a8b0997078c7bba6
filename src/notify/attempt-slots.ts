/**
 * Whose message is attempted next. Teams take turns, and within a team its webhooks: a slot goes to the team
 * with the fewest attempts under way, of several to the one that has waited longest. Silent receivers do not
 * take all slots, however many they are: an attempt keeps its slot for a moment only, however long it takes.
 */

import type { ClaimedMessage, DueWebhook, WantedMessages } from '../service/webhooks/records.ts';

interface SlotLimits {
  /** Attempts that have just begun, of all webhooks together. */
  readonly fresh: number;
  /** Attempts under way, however old: each is a connection. */
  readonly all: number;
  readonly ofTeam: number;
  readonly ofWebhook: number;
}

const SLOT_LIMITS: SlotLimits = { fresh: 256, all: 4096, ofTeam: 100, ofWebhook: 20 };

/** Attempts under way, and the number of the last attempt that began. */
interface Turns {
  underWay: number;
  servedAt: number;
}

/** A webhook with attempts under way, or with messages that may be attempted. */
interface Receiver extends Turns {
  readonly id: string;
  readonly team: Turns;
  /** Attempts side by side: one at first, then twice as many after each success. */
  width: number;
  isReady: boolean;
  isFailing: boolean;
}

type Attempted = Pick<ClaimedMessage, 'webhookId' | 'teamId' | 'failingSince'>;

/** The slot of one attempt. */
export interface AttemptSlot {
  /** The attempt has lasted for a while: the next one may begin. */
  age(): void;
  end(isSuccess: boolean): void;
}

export class AttemptSlots {
  readonly #limits: SlotLimits;
  readonly #receivers = new Map<string, Receiver>();
  readonly #teams = new Map<string, Turns>();
  #all = 0;
  #fresh = 0;
  #began = 0;

  constructor(limits: SlotLimits = SLOT_LIMITS) {
    this.#limits = limits;
  }

  /** Takes over what a look has found. */
  setDue(webhooks: readonly DueWebhook[]): void {
    for (const receiver of this.#receivers.values()) receiver.isReady = false;
    for (const webhook of webhooks) {
      const receiver = this.#receiver(webhook);
      receiver.isReady = true;
      receiver.isFailing = webhook.isFailing;
    }
    this.#forgetIdle();
  }

  /** The slots that are free now, divided. */
  plan(): WantedMessages[] {
    let slots = Math.min(this.#limits.fresh - this.#fresh, this.#limits.all - this.#all);
    if (slots <= 0) return [];
    const wanted = new Map<string, number>();
    const byCount = this.#turnsByCount();
    for (let count = 0; count < this.#limits.ofTeam; count++) {
      for (const receivers of byCount[count] ?? []) {
        const next = nextReceiver(receivers, wanted);
        if (next === undefined) continue;
        wanted.set(next, (wanted.get(next) ?? 0) + 1);
        slots -= 1;
        if (slots === 0) return toList(wanted);
        addTo(byCount, count + 1, receivers);
      }
    }
    return toList(wanted);
  }

  /** A webhook of which a claim got less than it wanted has nothing more. */
  settle(wanted: readonly WantedMessages[], claimed: readonly Attempted[]): void {
    const counts = new Map<string, number>();
    for (const { webhookId } of claimed) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
    for (const { webhookId, count } of wanted) {
      const receiver = this.#receivers.get(webhookId);
      if (receiver && (counts.get(webhookId) ?? 0) < count) receiver.isReady = false;
    }
  }

  begin(message: Attempted): AttemptSlot {
    const receiver = this.#receiver(message);
    receiver.servedAt = receiver.team.servedAt = this.#began++;
    this.#count(receiver, 1);
    this.#fresh += 1;
    let isFresh = true;
    const age = () => {
      if (isFresh) this.#fresh -= 1;
      isFresh = false;
    };
    return {
      age,
      end: (isSuccess) => {
        age();
        this.#count(receiver, -1);
        this.#judge(receiver, message, isSuccess);
      },
    };
  }

  #judge(receiver: Receiver, { failingSince }: Attempted, isSuccess: boolean): void {
    const { width } = receiver;
    receiver.isFailing = !isSuccess;
    receiver.width = isSuccess
      ? Math.min(width * 2, this.#limits.ofWebhook)
      : Math.max(1, Math.floor(width / 2));
    // Of a failing one a single message was claimed: there may be more.
    if (isSuccess && failingSince !== null) receiver.isReady = true;
  }

  #count(receiver: Receiver, change: 1 | -1): void {
    receiver.underWay += change;
    receiver.team.underWay += change;
    this.#all += change;
  }

  #receiver({ webhookId, teamId }: Pick<Attempted, 'webhookId' | 'teamId'>): Receiver {
    const known = this.#receivers.get(webhookId);
    if (known) return known;
    const team = this.#teams.get(teamId) ?? { underWay: 0, servedAt: -1 };
    this.#teams.set(teamId, team);
    const own = { id: webhookId, team, underWay: 0, servedAt: -1 };
    const receiver = { ...own, width: 1, isReady: false, isFailing: false };
    this.#receivers.set(webhookId, receiver);
    return receiver;
  }

  #forgetIdle(): void {
    const left = new Set<Turns>();
    for (const [id, { isReady, underWay, team }] of this.#receivers) {
      if (isReady || underWay > 0) left.add(team);
      else this.#receivers.delete(id);
    }
    for (const [id, team] of this.#teams) if (!left.has(team)) this.#teams.delete(id);
  }

  /** The receivers that may get more, by team, and the teams by their attempts under way. */
  #turnsByCount(): (readonly Receiver[])[][] {
    const teams = new Map<Turns, Receiver[]>();
    for (const receiver of this.#receivers.values()) {
      if (!receiver.isReady || receiver.underWay >= widthOf(receiver)) continue;
      const receivers = teams.get(receiver.team);
      if (receivers) receivers.push(receiver);
      else teams.set(receiver.team, [receiver]);
    }
    const byCount: (readonly Receiver[])[][] = [];
    for (const [{ underWay }, receivers] of [...teams].sort(byTurn)) {
      addTo(byCount, underWay, receivers);
    }
    return byCount;
  }
}

function addTo<Item>(lists: Item[][], index: number, item: Item): void {
  const list = lists[index];
  if (list) list.push(item);
  else lists[index] = [item];
}

function byTurn([one]: readonly [Turns, unknown], [other]: readonly [Turns, unknown]): number {
  return one.servedAt - other.servedAt;
}

function widthOf({ isFailing, width }: Receiver): number {
  return isFailing ? 1 : width;
}

/** The one with the fewest attempts, of several the one that has waited longest. */
function nextReceiver(receivers: readonly Receiver[], wanted: ReadonlyMap<string, number>) {
  let next: Receiver | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const receiver of receivers) {
    const count = receiver.underWay + (wanted.get(receiver.id) ?? 0);
    const isNext =
      count < fewest || (count === fewest && receiver.servedAt < (next?.servedAt ?? 0));
    if (count >= widthOf(receiver) || !isNext) continue;
    next = receiver;
    fewest = count;
  }
  return next?.id;
}

function toList(wanted: ReadonlyMap<string, number>): WantedMessages[] {
  return [...wanted].map(([webhookId, count]) => ({ webhookId, count }));
}
