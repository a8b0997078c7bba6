import type { Judgement } from '../../contract/verdict.ts';
import type { Result } from '../../result/result.ts';
import type { StoredProof } from '../outcomes/outcome-ports.ts';
import { promiseOf } from './promises.ts';
import { type Rule, ruleOf } from './rule.ts';

/** A result, and what became of mail to its address soon after. */
export interface Sample {
  readonly domain: string;
  readonly judgement: Judgement;
  readonly result: Pick<Result, 'reason' | 'evidence'>;
  readonly proof?: StoredProof | undefined;
}

/** What rows are counted by: each is a part of the one before. */
export interface Place extends Judgement, Partial<Rule> {
  readonly host?: string;
}

/** How many results of a place there are, and what became of them. */
export interface Cell {
  readonly place: Place;
  verified: number;
  delivered: number;
  bounced: number;
  /** Undefined: its results promise nothing. */
  contradicted: number | undefined;
  /** Of the contradictions those with a date. */
  dated: number;
  /** Domains of those. */
  readonly domains: Set<string>;
  /** Share that may be contradicted. */
  readonly promise: number | undefined;
  /** Replies of contradictions, or of bounces where nothing is promised, by how often they came. */
  readonly replies: Map<string, number>;
}

/** More of them are not counted apart. */
const MAX_REPLIES = 1000;

/** Counts results and their outcomes by verdict, by rule and by host. */
export class Tally {
  readonly verdicts = new Map<string, Cell>();
  readonly rules = new Map<string, Cell>();
  readonly hosts = new Map<string, Cell>();

  add(sample: Sample): void {
    const { judgement, result } = sample;
    const rule = ruleOf(result);
    const place = { ...judgement, ...rule };
    note(cellAt(this.verdicts, judgement), sample, rule);
    note(cellAt(this.rules, place), sample, rule);
    note(cellAt(this.hosts, { ...place, host: result.evidence.mxHost ?? '' }), sample, rule);
  }
}

function cellAt(cells: Map<string, Cell>, place: Place): Cell {
  const { verdict, reason, detail, rule, provider, host } = place;
  const key = JSON.stringify([verdict, reason, detail, rule, provider, host]);
  const known = cells.get(key);
  if (known) return known;
  const fresh = emptyCell(place);
  cells.set(key, fresh);
  return fresh;
}

function emptyCell(place: Place): Cell {
  const promise = place.detail === undefined ? undefined : promiseOf(place.detail)?.atMost;
  const counts = { verified: 0, delivered: 0, bounced: 0, contradicted: undefined, dated: 0 };
  return { place, ...counts, promise, domains: new Set(), replies: new Map() };
}

function note(cell: Cell, { proof, domain }: Sample, rule: Rule): void {
  cell.verified++;
  const promised = promiseOf(rule.detail);
  if (promised) cell.contradicted ??= 0;
  if (!proof) return;
  if (proof.proof === 'there') cell.delivered++;
  else cell.bounced++;
  const isContradicted = proof.proof === promised?.contradictedBy;
  if (isContradicted) {
    cell.contradicted = (cell.contradicted ?? 0) + 1;
    if (proof.isDated) {
      cell.dated++;
      cell.domains.add(domain);
    }
  }
  if (isContradicted || (!promised && proof.proof === 'gone')) noteReply(cell, proof.reply);
}

function noteReply({ replies }: Cell, reply: string): void {
  if (reply === '' || (replies.size >= MAX_REPLIES && !replies.has(reply))) return;
  replies.set(reply, (replies.get(reply) ?? 0) + 1);
}
