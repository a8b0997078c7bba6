/**
 * The tables that both databases have alike, in version 1 of the schema: as SQLite reads them; postgres/migrate.ts
 * makes PostgreSQL's of them. Times are milliseconds since the epoch, yes and no are 1 and 0. A released
 * statement never changes: see migrations.ts.
 */
export const TABLES: readonly string[] = [
  `create table teams (
    id text primary key,
    name text not null unique,
    quota bigint,
    created_at bigint not null,
    last_turn bigint default 0 not null,
    storage bigint,
    charges_unknown bigint default 0 not null
  )`,
  `create table api_keys (
    id text primary key,
    team_id text not null references teams (id),
    label text,
    hash text not null unique,
    last_four text not null,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint,
    scopes text,
    expires_at bigint,
    created_by text
  )`,
  'create index api_keys_of_team on api_keys (team_id)',
  `create table usage (
    team_id text not null references teams (id),
    month text not null,
    used bigint not null,
    given_back bigint default 0 not null,
    primary key (team_id, month)
  )`,
  `create table lists (
    seq integer primary key autoincrement,
    id text not null unique,
    team_id text not null references teams (id),
    name text not null,
    created_by text not null,
    created_at bigint not null,
    state text not null,
    size bigint not null,
    form text,
    counts text,
    verdicts text not null,
    total_count bigint not null,
    places bigint not null,
    sent bigint not null,
    first_place bigint not null,
    started_at bigint not null,
    ended_at bigint,
    waits_for text,
    folder text,
    retry_at bigint,
    retries text,
    judged_by text default '' not null,
    holder text,
    held_until bigint default 0 not null,
    leases bigint default 0 not null
  )`,
  'create index lists_of_team on lists (team_id, seq)',
  "create index lists_open on lists (seq) where state in ('running', 'cancelling', 'removed')",
  'create index lists_by_size on lists (team_id, size)',
  'create index lists_by_state on lists (state, created_at)',
  'create index lists_to_retry on lists (retry_at) where retry_at is not null',
  `create table batches (
    seq integer primary key autoincrement,
    id text not null unique,
    team_id text not null references teams (id),
    month text not null,
    status text not null,
    total_count bigint not null,
    processed_count bigint not null,
    created_at bigint not null,
    owner text,
    lease_expires_at bigint not null,
    not_before bigint not null,
    failures bigint not null,
    list_id text references lists (id),
    place bigint,
    collected bigint default 0 not null,
    sandbox bigint default 0 not null,
    no_cache bigint default 0 not null,
    mode text default 'smtp' not null,
    job_id text,
    job_name text,
    job_size bigint
  )`,
  'create index batches_of_team on batches (team_id, seq)',
  'create index batches_by_status on batches (status, team_id)',
  'create index batches_by_owner on batches (owner)',
  `create index batches_free on batches (team_id, seq) where owner is null and status in ('pending', 'processing')`,
  'create unique index batches_of_list on batches (list_id, place) where list_id is not null',
  'create index batches_by_time on batches (created_at) where list_id is null',
  'create index batches_of_no_list on batches (team_id, seq) where list_id is null and job_id is null',
  'create index batches_of_jobs on batches (team_id, job_id) where job_id is not null',
  'create index batches_of_sandbox on batches (created_at) where sandbox = 1',
  `create table entries (
    batch_id text not null references batches (id),
    position bigint not null,
    email text not null,
    cache_key text not null,
    cost bigint not null,
    status text not null,
    error text,
    result_id bigint,
    checked_at bigint,
    primary key (batch_id, position)
  ) without rowid`,
  `create table people (
    id text primary key,
    team_id text not null references teams (id),
    email text not null,
    role text not null,
    password_hash text not null,
    created_at bigint not null,
    account_id text default '' not null,
    language text,
    notices text default 'own' not null,
    zone text,
    unique (team_id, email)
  )`,
  'create index people_by_email on people (email)',
  'create index people_of_account on people (account_id)',
  `create table sessions (
    hash text primary key,
    person_id text not null references people (id),
    created_at bigint not null,
    seen_at bigint not null
  )`,
  'create index sessions_of_person on sessions (person_id)',
  `create table setup_links (
    hash text primary key,
    created_at bigint not null
  )`,
  `create table invitations (
    id text primary key,
    hash text not null unique,
    team_id text not null references teams (id),
    email text not null,
    role text not null,
    created_at bigint not null,
    expires_at bigint not null,
    unique (team_id, email)
  )`,
  `create table audit_log (
    seq integer primary key autoincrement,
    team_id text not null references teams (id),
    at bigint not null,
    actor text not null,
    action text not null,
    subject text not null
  )`,
  'create index audit_log_of_team on audit_log (team_id, seq)',
  `create table reservations (
    id text primary key,
    team_id text not null references teams (id),
    month text not null,
    count bigint not null,
    expires_at bigint not null
  )`,
  `create table password_links (
    hash text not null,
    person_id text not null references people (id),
    expires_at bigint not null,
    primary key (hash, person_id)
  )`,
  'create index password_links_of_person on password_links (person_id)',
  `create table verifier_secrets (
    name text primary key,
    value text not null
  )`,
  `create table idempotency_keys (
    team_id text not null references teams (id),
    key text not null,
    request_hash text,
    batch_id text references batches (id),
    email text,
    answer text,
    expires_at bigint not null,
    primary key (team_id, key)
  )`,
  'create index idempotency_keys_by_end on idempotency_keys (expires_at)',
  'create index idempotency_keys_of_batch on idempotency_keys (batch_id) where batch_id is not null',
  `create table provider_rests (
    provider text not null,
    egress text not null,
    until bigint not null,
    primary key (provider, egress)
  )`,
  `create table webhooks (
    id text primary key,
    team_id text not null references teams (id),
    url text not null,
    events text not null,
    secret text not null,
    previous_secret text,
    overlap_until bigint,
    created_at bigint not null,
    failing_since bigint,
    disabled_at bigint,
    disabled_reason text,
    failures bigint default 0 not null,
    retry_at bigint default 0 not null,
    format text default 'standard' not null
  )`,
  'create index webhooks_of_team on webhooks (team_id)',
  `create table webhook_deliveries (
    seq integer primary key autoincrement,
    id text not null unique,
    webhook_id text not null references webhooks (id),
    type text not null,
    payload text not null,
    status text not null,
    created_at bigint not null,
    attempts bigint not null,
    next_at bigint not null,
    expires_at bigint not null,
    leased_until bigint not null,
    attempted_at bigint,
    took bigint,
    answer bigint,
    error text
  )`,
  'create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, seq)',
  `create index webhook_deliveries_ended on webhook_deliveries (created_at) where status <> 'pending'`,
  `create index webhook_deliveries_open on webhook_deliveries (webhook_id, next_at, seq) where status = 'pending'`,
  `create table quota_notices (
    team_id text not null references teams (id),
    month text not null,
    quota bigint not null,
    primary key (team_id, month, quota)
  )`,
  `create table suppressions (
    team_id text not null references teams (id),
    entry text not null,
    added_at bigint not null,
    primary key (team_id, entry)
  ) without rowid`,
  `create table block_counts (
    team_id text not null,
    counted text not null,
    size bigint not null,
    start bigint not null,
    count bigint not null,
    primary key (team_id, counted, size, start)
  ) without rowid`,
  `create table team_storage (
    team_id text not null,
    kind text not null,
    bytes bigint not null,
    primary key (team_id, kind)
  )`,
  `create table results (
    id integer primary key autoincrement,
    text text not null,
    created_at bigint not null
  )`,
  `create table list_shares (
    id text primary key,
    hash text not null unique,
    list_id text not null references lists (id),
    created_by text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  'create index list_shares_of_list on list_shares (list_id, created_at)',
  `create table notices (
    id text primary key,
    person_id text not null references people (id),
    type text not null,
    data text not null,
    created_at bigint not null,
    attempts bigint not null,
    next_at bigint,
    leased_until bigint not null
  )`,
  'create index notices_due on notices (next_at) where next_at is not null',
  'create index notices_of_person on notices (person_id, created_at)',
  `create table corrections (
    team_id text not null references teams (id),
    typed text not null,
    meant text,
    decided_by text not null,
    decided_at bigint not null,
    primary key (team_id, typed)
  )`,
  `create table outcomes (
    team_id text not null references teams (id),
    address text not null,
    fingerprint text not null,
    domain text not null,
    outcome text not null,
    proof text not null,
    was_accepted bigint not null,
    code bigint,
    status text,
    host text,
    reply text,
    at bigint,
    source text,
    learned_at bigint not null,
    primary key (team_id, address, fingerprint)
  )`,
  'create index outcomes_of_address on outcomes (address)',
  'create index outcomes_by_time on outcomes (team_id, learned_at)',
  'create index outcomes_by_age on outcomes (learned_at)',
  `create index outcomes_of_domain on outcomes (team_id, domain, address, at, learned_at)
    where proof = 'gone' and was_accepted = 1`,
  `create index outcomes_by_domain on outcomes (team_id, domain, address, proof, was_accepted, at, learned_at)
    where proof <> 'none'`,
  `create table provider_addresses (
    team_id text not null references teams (id),
    provider text not null,
    token_hash text not null,
    signing_key text,
    created_at bigint not null,
    reported_at bigint,
    outcomes bigint not null,
    primary key (team_id, provider)
  )`,
  'create index provider_addresses_by_token on provider_addresses (token_hash)',
  `create table quota_warnings (
    team_id text not null references teams (id),
    month text not null,
    quota bigint not null,
    primary key (team_id, month, quota)
  )`,
  `create table imports (
    team_id text not null references teams (id),
    address text not null,
    source text not null,
    verdict text not null,
    reason text,
    checked_at bigint,
    imported_at bigint not null,
    primary key (team_id, address, source)
  )`,
  'create index imports_of_address on imports (address)',
  'create index imports_by_age on imports (imported_at)',
  `create table team_policies (
    team_id text primary key references teams (id),
    text text not null,
    changed_at bigint not null
  )`,
  `create table list_watches (
    list_id text primary key references lists (id),
    days bigint not null,
    next_at bigint not null,
    look_at bigint not null,
    waits_for text,
    due bigint
  )`,
  'create index list_watches_due on list_watches (look_at)',
  `create table list_rounds (
    list_id text not null references lists (id),
    started_at bigint not null,
    ended_at bigint,
    first_place bigint,
    last_place bigint,
    checked bigint not null,
    worse bigint,
    better bigint,
    other bigint,
    was_state text not null,
    was_started_at bigint not null,
    primary key (list_id, started_at)
  )`,
  'create index list_rounds_open on list_rounds (list_id) where ended_at is null',
  `create table cached_answers (
    team_id text not null references teams (id),
    key text not null, -- the domain first
    decided bigint not null,
    result_id bigint not null,
    checked_at bigint not null,
    expires_at bigint not null,
    primary key (team_id, key)
  ) without rowid`,
];
