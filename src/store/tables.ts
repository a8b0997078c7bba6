/** The rows of the database. Times are milliseconds since the Unix epoch; booleans are 1 and 0. */

import type { Generated, Kysely, Selectable } from 'kysely';
import type { BatchStatus } from '../contract/batch-state.ts';
import type { OutcomeKind } from '../contract/outcomes.ts';
import type { ProbeMode } from '../contract/probe-mode.ts';
import type { EntryStatus } from '../contract/schemas.ts';
import type { ListWait } from '../service/lists/list-ports.ts';
import type { WatchWait } from '../service/lists/watch-ports.ts';
import type { NoticeType } from '../service/notices/records.ts';
import type { Proof, ProviderName } from '../service/outcomes/records.ts';
import type { AuditAction, NoticeChoice, Role } from '../service/people/records.ts';
import type {
  DisabledReason,
  MessageStatus,
  MessageType,
  WebhookFormat,
} from '../service/webhooks/records.ts';

export interface TeamRow {
  id: string;
  name: string;
  quota: number | null;
  /** Bytes that it may store; null: as the service has it. */
  storage: Generated<number | null>;
  created_at: number;
  /** Whether verifications that can't be decided are charged. */
  charges_unknown: Generated<number>;
  /** No longer used: the turns of teams are kept in memory. */
  last_turn: Generated<number>;
}

export interface KeyRow {
  id: string;
  team_id: string;
  label: string | null;
  hash: string;
  last_four: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
  /** Separated by commas; null: all. */
  scopes: string | null;
  expires_at: number | null;
  /** An address, or that of the command line; null: the key is older. */
  created_by: string | null;
}

interface UsageRow {
  team_id: string;
  month: string;
  used: number;
  /** Of verifications that ran and were not charged, since they could not be decided. */
  given_back: Generated<number>;
}

/** Usage charged for single verifications under way. */
interface ReservationRow {
  id: string;
  team_id: string;
  month: string;
  count: number;
  expires_at: number;
}

export interface BatchRow {
  /** Order of creation. */
  seq: Generated<number>;
  id: string;
  team_id: string;
  /** The month to which the cost is charged. */
  month: string;
  status: BatchStatus;
  total_count: number;
  processed_count: number;
  created_at: number;
  owner: string | null;
  lease_expires_at: number;
  /** The batch must not be claimed before this time. */
  not_before: number;
  failures: number;
  /** The list that it is a range of, and its first place there, from 1; null where it is of none. */
  list_id: Generated<string | null>;
  place: Generated<number | null>;
  /** Whether its last results are in the file of the list. */
  collected: Generated<number>;
  /** Whether it costs nothing, since all of its addresses are of the sandbox; it is of no list. */
  sandbox: Generated<number>;
  /** The list of the command line that it is a range of: its job, its name, and its addresses in all. */
  job_id: Generated<string | null>;
  job_name: Generated<string | null>;
  /** Null where the batch asks again for some of them. */
  job_size: Generated<number | null>;
  /** Whether its addresses are asked for although the cache has them. */
  no_cache: Generated<number>;
  /** How far its verifications go. */
  mode: Generated<ProbeMode>;
}

/** Bytes that the batches of a team take (storage.ts). */
interface TeamStorageRow {
  team_id: string;
  kind: 'batches' | 'sandbox';
  bytes: number;
}

/** What is done about a list; list-states.ts has each way from one to another. */
export type ListState =
  | 'uploading'
  | 'choosing_column'
  | 'ready'
  | 'running'
  | 'planning'
  | 'revising'
  | 'completed'
  | 'cancelling'
  | 'cancelled'
  | 'removed';

export interface ListRow {
  /** Order of uploading. */
  seq: Generated<number>;
  id: string;
  team_id: string;
  name: string;
  folder: Generated<string | null>;
  created_by: string;
  created_at: number;
  state: ListState;
  size: number;
  /** JSON, as are the counts and the verdicts. */
  form: string | null;
  counts: string | null;
  verdicts: string;
  /** As TeamJudging. */
  judged_by: Generated<string>;
  total_count: number;
  places: number;
  sent: number;
  /** Where the present round begins. */
  first_place: number;
  started_at: number;
  ended_at: number | null;
  waits_for: ListWait | null;
  /** When its undecided addresses are checked again by themselves, and JSON of the whole plan. */
  retry_at: Generated<number | null>;
  retries: Generated<string | null>;
  /** The process that sees to it, until when, and how often that became another. */
  holder: Generated<string | null>;
  held_until: Generated<number>;
  leases: Generated<number>;
}

/** A list that is watched. */
interface ListWatchRow {
  list_id: string;
  days: number;
  next_at: number;
  /** When it is looked at next: later than `next_at` where a round waits. */
  look_at: number;
  waits_for: WatchWait | null;
  /** Addresses of a round that waits. */
  due: number | null;
}

/** A round of a watched list, or a list that was taken for one or for a retry. */
export interface ListRoundRow {
  list_id: string;
  started_at: number;
  ended_at: number | null;
  /** Null until it begins: nothing of it is sent before. */
  first_place: number | null;
  last_place: number | null;
  /** Negative until it begins. */
  checked: number;
  worse: number | null;
  better: number | null;
  other: number | null;
  /** What the list was when it was taken. */
  was_state: 'completed' | 'cancelling';
  was_started_at: number;
}

/** A link that shows the report of a list. */
interface ListShareRow {
  id: string;
  hash: string;
  list_id: string;
  created_by: string;
  created_at: number;
  expires_at: number;
}

/** What rows of one result have alike (results.ts). */
interface ResultRow {
  id: Generated<number>;
  text: string;
  created_at: number;
}

interface EntryRow {
  batch_id: string;
  position: number;
  email: string;
  /** Empty: the email. */
  cache_key: string;
  cost: number;
  status: EntryStatus;
  error: string | null;
  result_id: number | null;
  checked_at: number | null;
}

interface CachedAnswerRow {
  team_id: string;
  key: string;
  decided: number;
  result_id: number;
  checked_at: number;
  expires_at: number;
}

interface VerificationRow {
  /** Order of answering. */
  seq: Generated<number>;
  team_id: string;
  /** Its `seq`. */
  batch: number | null;
  email: string;
  /** Null: as `email`. */
  mailbox: string | null;
  at: number;
  result_id: number;
  checked_at: number;
}

export interface PersonRow {
  id: string;
  team_id: string;
  email: string;
  role: Role;
  password_hash: string;
  created_at: number;
  account_id: string;
  /** As the dashboard names it; null: the browser's. */
  language: string | null;
  /** Of which lists they get mails. */
  notices: Generated<NoticeChoice>;
  /** The time zone that they chose; null: their browser's, or UTC. */
  zone: Generated<string | null>;
}

interface SessionRow {
  hash: string;
  person_id: string;
  created_at: number;
  seen_at: number;
}

export interface InvitationRow {
  id: string;
  hash: string;
  team_id: string;
  email: string;
  role: Role;
  created_at: number;
  expires_at: number;
}

interface PasswordLinkRow {
  /** One link may be for a person in several teams. */
  hash: string;
  person_id: string;
  expires_at: number;
}

interface AuditRow {
  /** Order of the changes. */
  seq: Generated<number>;
  team_id: string;
  at: number;
  actor: string;
  action: AuditAction;
  subject: string;
}

interface IdempotencyKeyRow {
  team_id: string;
  key: string;
  /** Null where the request had an address that was erased. */
  request_hash: string | null;
  /** The batch that the request became; null for a verification. */
  batch_id: string | null;
  /** The address of a verification and its answer as JSON; null for a batch. */
  email: string | null;
  answer: string | null;
  expires_at: number;
}

interface SuppressionRow {
  team_id: string;
  /** An address, `@domain`, or the hash of an erased address. */
  entry: string;
  added_at: number;
}

interface CorrectionRow {
  team_id: string;
  /** `@domain`, or a whole cell. */
  typed: string;
  /** Null: it is no error. */
  meant: string | null;
  decided_by: string;
  decided_at: number;
}

interface TeamPolicyRow {
  team_id: string;
  /** As it was written. */
  text: string;
  changed_at: number;
}

interface VerifierSecretRow {
  name: string;
  value: string;
}

interface ProviderRestRow {
  /** The provider's id in the verifier's pacing. */
  provider: string;
  egress: string;
  until: number;
}

export interface Tables {
  verifier_secrets: VerifierSecretRow;
  provider_rests: ProviderRestRow;
  teams: TeamRow;
  api_keys: KeyRow;
  usage: UsageRow;
  team_storage: TeamStorageRow;
  reservations: ReservationRow;
  batches: BatchRow;
  lists: ListRow;
  list_shares: ListShareRow;
  list_watches: ListWatchRow;
  list_rounds: ListRoundRow;
  results: ResultRow;
  entries: EntryRow;
  cached_answers: CachedAnswerRow;
  verifications: VerificationRow;
  people: PersonRow;
  sessions: SessionRow;
  setup_links: { hash: string; created_at: number };
  invitations: InvitationRow;
  password_links: PasswordLinkRow;
  audit_log: AuditRow;
  idempotency_keys: IdempotencyKeyRow;
  webhooks: WebhookRow;
  webhook_deliveries: MessageRow;
  quota_notices: QuotaNoticeRow;
  /** Quotas of which most is used. */
  quota_warnings: QuotaNoticeRow;
  notices: NoticeRow;
  suppressions: SuppressionRow;
  corrections: CorrectionRow;
  outcomes: OutcomeRow;
  imports: ImportRow;
  team_policies: TeamPolicyRow;
  provider_addresses: ProviderAddressRow;
}

/** What another verifier said of an address. */
export interface ImportRow {
  team_id: string;
  address: string;
  source: string;
  verdict: string;
  reason: string | null;
  checked_at: number | null;
  imported_at: number;
}

export interface WebhookRow {
  id: string;
  team_id: string;
  url: string;
  /** Separated by commas. */
  events: string;
  /** As it is: messages are signed with it. */
  secret: string;
  /** Signs as well until `overlap_until`. */
  previous_secret: string | null;
  overlap_until: number | null;
  created_at: number;
  failing_since: number | null;
  /** Failed attempts since the last success. */
  failures: Generated<number>;
  /** Nothing is sent before. While it fails, also the end of the lease of the one attempt under way. */
  retry_at: Generated<number>;
  disabled_at: number | null;
  disabled_reason: DisabledReason | null;
  format: Generated<WebhookFormat>;
}

/** A message to a webhook. */
export interface MessageRow {
  /** Order of creation. */
  seq: Generated<number>;
  id: string;
  webhook_id: string;
  type: MessageType;
  payload: string;
  status: MessageStatus;
  created_at: number;
  attempts: number;
  next_at: number;
  /** A day from the first attempt; 0 before that. */
  expires_at: number;
  /** A process attempts it until then; 0: none does. */
  leased_until: number;
  attempted_at: number | null;
  took: number | null;
  answer: number | null;
  error: string | null;
}

/** Columns of a delivery that was claimed. */
export type ClaimedRow = Pick<
  Selectable<MessageRow>,
  | 'seq'
  | 'id'
  | 'webhook_id'
  | 'type'
  | 'payload'
  | 'created_at'
  | 'next_at'
  | 'attempts'
  | 'expires_at'
>;

/** A quota whose end was announced in a month. */
interface QuotaNoticeRow {
  team_id: string;
  month: string;
  quota: number;
}

/** A mail to a person. Once it is sent it stays for a while, so that the event is not written again. */
interface NoticeRow {
  /** Of the event and the person. */
  id: string;
  person_id: string;
  type: NoticeType;
  /** JSON. */
  data: string;
  created_at: number;
  attempts: number;
  /** Null: nothing more is tried. */
  next_at: number | null;
  /** A process sends it until then; 0: none does. */
  leased_until: number;
}

/** An outcome of mail to an address. */
export interface OutcomeRow {
  team_id: string;
  /** Keyed hash. */
  address: string;
  /** Hash of what the outcome says, without its source. */
  fingerprint: string;
  domain: string;
  outcome: OutcomeKind;
  proof: Proof;
  was_accepted: number;
  code: number | null;
  status: string | null;
  host: string | null;
  reply: string | null;
  at: number | null;
  source: string | null;
  learned_at: number;
}

/** Where a provider reports to a team. */
export interface ProviderAddressRow {
  team_id: string;
  provider: ProviderName;
  token_hash: string;
  signing_key: string | null;
  created_at: number;
  reported_at: number | null;
  outcomes: number;
}

/** The database, or a transaction of it. */
export type Db = Kysely<Tables>;
