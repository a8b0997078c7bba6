/** Pages for people who are not signed in: sign-in, set-up, invitation, new password. */
export const access = {
  // Headings. {team}: its name.
  set_up: 'Set up the dashboard',
  join_team: 'Join {team}',
  new_password_title: 'Choose a new password',

  // Heading and button.
  sign_in: 'Sign in',

  // Buttons. The last makes a password readable.
  create_account: 'Create the account',
  join: 'Join',
  set_password: 'Set the password',
  show: 'Show',

  // Under the headings and buttons. {count}: the least.
  no_account: 'No account, or forgot your password? Ask a team owner for a link.',
  set_up_first: 'Create the first account. It will own this team.',
  choose_password:
    'Choose a password. Already use this address for another team here? Enter that password to switch between both.',
  stay_signed_in: 'You will stay signed in here and be signed out on all other devices.',
  password_hint: 'At least {count, number} characters; a few random words are easy to remember.',

  // Labels of fields.
  email: 'E-mail address',
  password: 'Password',

  // Shown after an action.
  signed_out: 'You are signed out.',
  signed_out_everywhere: 'You are signed out everywhere.',

  // Error.
  wrong_credentials: 'The address or the password is wrong',
} as const;

/** The page of the person who is signed in. */
export const account = {
  // Headings.
  title: 'Account',
  change_password: 'Change the password',
  language: 'Language',
  mails: 'E-mail notifications',
  time_zone: 'Time zone',

  // Heading and button.
  sign_out_everywhere: 'Sign out everywhere',

  // Under the headings. <address>: of the person. {role}: owner or member. {team}: its name.
  you_are:
    'You are <address></address>, {role, select, owner {owner} other {member}} of the team {team}.',
  ends_sessions: 'Ends your sessions on every device, this one included.',
  language_hint:
    'For pages, reports and e-mails to you. Downloaded results and the API are not affected.',
  mails_when:
    'When a list is done or paused because the month’s verifications are used up, and when a watched list has changed.',

  // Labels of fields.
  current_password: 'Current password',
  new_password: 'New password',
  times_in: 'Show times in',

  // Choices.
  language_of_browser: 'The language of the browser',
  zone_of_browser: 'the browser’s time zone',
  mails_own: 'For lists I uploaded',
  mails_all: 'For all the team’s lists',
  mails_none: 'No e-mails',

  // Buttons.
  change: 'Change',
  save: 'Save',

  // Shown after an action.
  password_changed: 'Password changed. You have been signed out everywhere else.',
  language_saved: 'Language saved.',
  notices_saved: 'Your choice of mails is saved.',
  zone_saved: 'Your time zone is saved.',
} as const;

/** How often results were right. */
export const accuracy = {
  // Headings.
  title: 'Accuracy',
  rules: 'Rules, the worst first',
  verdicts: 'By verdict',
  hosts: 'By mail server',

  // Under the heading. {since}: a day. {delivered}, {bounced}, {verified}: addresses.
  intro:
    'How often results were right: each result compared with what happened to mail sent to that address within 30 days.',
  nothing_known:
    'No outcome is known yet for the {count, plural, one {# address} other {# addresses}} verified since {since}, so accuracy can’t be measured. mailvet learn reads bounces and deliveries, and providers report them.',
  rests_on:
    'Based on {count, plural, one {# outcome} other {# outcomes}} ({delivered, number} delivered, {bounced, number} bounced) for {verified, number} addresses verified since {since}.',
  of_outcomes: 'Percentages are of the addresses with a known outcome.',
  of_verified:
    'Percentages are of all verified addresses, counting those without an outcome as delivered: the real figures may be worse.',
  undated:
    '{count, plural, one {# outcome has no date: it counts from when it was read.} other {# outcomes have no date: they count from when they were read.}}',
  cut: 'There are more results than are read at once: only the newest are counted.',

  // Caption of the first table.
  rules_caption: 'Rules, by how often outcomes contradicted them',

  // Columns of tables.
  rule: 'Rule',
  outcomes: 'Outcomes',
  contradicted: 'Contradicted',
  share: 'Share (95% interval)',
  allowed: 'Allowed',
  replies: 'Replies',
  verified: 'Verified',
  delivered: 'Delivered',
  bounced: 'Bounced',
  host: 'Mail server',

  // In rows. {share}, {low}, {high}: percentages. {count}: of replies.
  share_between: '{share} ({low} to {high})',
  no_promise: 'promises nothing',
  times: '{count, number} ×',

  // Instead of rows, in any of the three tables.
  no_rows: 'None.',
} as const;

/** What people did in a team. */
export const audit = {
  // Headings.
  title: 'Activity log',

  // Caption of the table.
  caption:
    'Sign-ins and changes of keys, webhooks, people, lists and the do-not-mail list, newest first',

  // Columns of tables.
  who: 'Who',
  action: 'Action',
  subject: 'Subject',

  // In a row, instead of a person: what verifies a list again every so many days.
  by_watch: 'the watch',

  // Instead of rows, in an empty table.
  none: 'No entry yet.',
} as const;

/** Actions of the log, between who did it and what it was done to. */
export const auditActions = {
  key_created: 'created the key',
  key_revoked: 'revoked the key',
  person_joined: 'joined',
  person_invited: 'invited',
  invitation_withdrawn: 'withdrew the invitation for',
  person_removed: 'removed',
  made_owner: 'made owner',
  made_member: 'made member',
  password_changed: 'changed the password of',
  password_link_created: 'created a password link for',
  signed_in: 'signed in from',
  sign_in_failed: 'failed to sign in from',
  list_uploaded: 'uploaded the list',
  list_downloaded: 'downloaded the list',
  list_cancelled: 'cancelled the list',
  list_retried: 'retried the list',
  list_deleted: 'deleted the list',
  webhook_created: 'created the webhook',
  webhook_secret_rotated: 'replaced the secret of the webhook',
  webhook_enabled: 'enabled the webhook',
  webhook_disabled: 'disabled the webhook',
  webhook_deleted: 'deleted the webhook',
  suppressions_added: 'added to the do-not-mail list',
  suppressions_imported: 'imported to the do-not-mail list',
  suppressions_removed: 'removed from the do-not-mail list',
  suppressions_exported: 'downloaded the do-not-mail list',
  list_started: 'started the list',
  list_renamed: 'renamed a list to',
  list_moved: 'moved the list to another folder:',
  list_shared: 'shared the report of',
  list_unshared: 'revoked a link to the report of',
  list_retries_planned: 'scheduled another check of undecided addresses in the list',
  list_retries_ended: 'ended the planned checks of the list',
  list_corrected: 'corrected typos in the list',
  list_uncorrected: 'undid corrections in the list',
  list_split: 'split cells of the list',
  list_unsplit: 'undid the split of cells in the list',
  list_column_added: 'added a column in the list',
  list_column_removed: 'undid the extra column of the list',
  list_sheet_added: 'verified another sheet of the list',
  list_duplicates_dropped: 'left out duplicates of the list',
  list_duplicates_kept: 'kept duplicates of the list',
  list_watched: 'watches the list',
  list_unwatched: 'no longer watches the list',
  list_round_begun: 'verified again the addresses that were due in the list',
  corrections_rejected: 'rejected corrections of',
  corrections_removed: 'removed decisions about typos:',
  policy_changed: 'changed the policy of the team',
  policy_removed: 'removed the policy of the team',
} as const;

/** What goes on at mail servers, for operators. */
export const delivery = {
  // Headings.
  title: 'Mail servers',
  providers: 'Providers',
  sending_ips: 'Sending IPs',
  processes: 'Processes',
  conflicting_settings: 'Conflicting settings',
  problem_title: 'New checks come back as unknown',
  rules_title: 'Outcomes contradict rules',

  // Under the headings. <code>: a command. <a>: to the page. {rule}: its code. {contradicted}
  // of {of}: results. {domains}: how many. {promise}: a percentage.
  intro: 'Sessions with mail servers now, for all teams. Limits apply to each sending IP.',
  run_doctor:
    'Run <code>mailvet doctor</code> on the server of the service: it says what to change.',
  rule_contradicted:
    '{rule}: mail contradicted {contradicted, number} of {of, number} results, in {domains, number} domains; at most {promise} is allowed.',
  rules_advice:
    'Nothing changes by itself. <a>Accuracy</a> shows the replies of each team’s outcomes.',

  // Columns of tables.
  provider: 'Provider',
  sending_ip: 'Sending IP',
  sessions: 'Sessions',
  waiting: 'Waiting',
  refusals: 'Refusals in the last hour',
  leaves_by: 'Leaves by',
  helo: 'HELO name',
  process: 'Process',
  conflict: 'Conflict',
  running_for: 'Running for',
  last_report: 'Last seen',

  // Captions of tables.
  lanes_caption: 'Sessions, pauses and refusals by provider and sending IP, the busiest first',
  ips_caption: 'Sending IPs, by how processes have them configured, the unusable first',
  conflicts_caption: 'Sending IPs that processes have configured differently',
  processes_caption: 'Processes that contact mail servers',

  // Instead of rows, in an empty table.
  no_lanes: 'No session is open, nothing waits and nothing was refused in the last hour.',
  no_ips: 'No process reported a sending IP.',
  no_conflicts: 'All processes have the same settings for their sending IPs.',
  no_processes: 'No process reported in the last 15 seconds.',

  // The line that sums up. {count}: of providers.
  count_sessions: '{count, plural, one {# session} other {# sessions}}',
  count_processes: '{count, plural, one {# process} other {# processes}}',
  count_paused: '{count, number} paused',
  count_unusable: '{count, plural, one {# unusable sending IP} other {# unusable sending IPs}}',
  count_conflicts: '{count, plural, one {# conflict} other {# conflicts}}',

  // In rows. {time}: as 5 min. {fault}: in English.
  paused_for: 'Paused for another {time}',
  open: 'Open',
  usable: 'Usable',
  unusable: 'Unusable: {fault}',
  now: 'now',
  ago: '{time} ago',

  // How long, as short as it can be. {count}: how many.
  seconds: '{count, number} s',
  minutes: '{count, number} min',
  hours: '{count, number} h',
} as const;

/** Error pages. */
export const faults = {
  // Headings.
  quota_used_up: 'The quota is used up',
  not_allowed: 'Not allowed',
  owners_only: 'Owners only',
  not_found: 'Not found',
  no_longer_possible: 'No longer possible',
  link_expired: 'This link has expired',
  too_large: 'Too large',
  too_many_attempts: 'Too many attempts',
  not_available: 'Not available right now',
  error_occurred: 'An error occurred',

  // Buttons.
  back: 'Back',
  home: 'Home',
} as const;

/** API keys of a team. */
export const keys = {
  // Headings.
  title: 'Keys',
  create_title: 'Create a key',
  team_keys: 'The team’s keys',
  new_key: 'Your new key',
  what_it_can_do: 'What it can do',

  // Under the headings. <link>: to the API reference.
  intro: 'Connect your website, CRM or scripts with an API key. <link>Read the API docs</link>.',
  copy_now: 'Copy the key now. You will not see it again.',

  // Columns of tables.
  name: 'Name',
  key: 'Key',
  scopes: 'Scopes',
  created_by: 'Created by',
  last_used: 'Last used',
  expires: 'Expires',

  // In rows. {time}: when.
  by_command_line: 'command line',
  no_name: 'no name',
  expired: 'Expired',
  revoked_at: 'revoked {time}',

  // Instead of rows, in an empty table.
  none: 'No key yet.',

  // Labels of fields, and an example.
  expires_optional: 'Expires (optional)',
  api_key: 'API key',
  name_example: 'Web shop',

  // Button.
  revoke: 'Revoke',

  // For screen readers, longer than the button that is seen. {name}: of the key.
  revoke_key: 'Revoke {name}',

  // Question before an action. {name}: of the key.
  confirm_revoke: 'Revoke the key {name}? Programs that use it stop working at once.',

  // Shown after an action.
  done_revoked: 'The key is revoked.',

  // Error.
  write_day: 'Write the last day as 2027-01-31',
  first: 'first key',
} as const;

/** What became of a team's mail, and where providers report it. */
export const outcomes = {
  // Headings.
  title: 'Bounces',
  addresses: 'Webhook URLs for your providers',
  upload_title: 'Upload bounces',
  came: 'Received: {count, plural, one {# outcome} other {# outcomes}}',

  // Under the headings. {time}: when. {count}: of rows.
  intro:
    'What happened to your mail: bounces, complaints and deliveries. The next verification of an address takes them into account.',
  newest: 'The newest {count, number} are shown.',
  addresses_intro:
    'Create a URL and paste it where the provider asks for a webhook URL. A report counts only with the provider’s signature.',
  copy_now: 'Copy the URL now. You will not see it again.',
  address_hidden: 'The URL is in use and can’t be shown again: replace it if you have lost it.',
  never: 'Nothing received yet.',
  reported: 'Last report: {time}. {count, plural, one {# outcome} other {# outcomes}} in all.',

  // Steps at a provider; its names of menus stay as they are there.
  hint_ses:
    'In Amazon SNS, subscribe this URL to the topic of your SES events, by HTTPS. The subscription confirms itself.',
  hint_sendgrid:
    'In SendGrid, under Mail Settings, Event Webhook: enable the signature, and paste its verification key here.',
  hint_mailgun: 'In Mailgun, under Webhooks: copy the HTTP webhook signing key and paste it here.',
  hint_postmark:
    'In Postmark, under Webhooks of the message stream: choose bounce, spam complaint and delivery. The URL itself is the secret.',

  // Buttons.
  upload_send: 'Upload',
  create: 'Create the URL',
  renew: 'Replace the URL',
  save_key: 'Save the key',

  // Labels of fields, hints below, and for screen readers. {provider}: its name. {size}: as 20 MB.
  upload_file: 'An export of your mailing tool, or a mailbox of bounces',
  upload_hint:
    'Mailchimp: the export of an audience, as its ZIP or the file of cleaned contacts. HubSpot: “Unsubscribes and bounces”. Brevo, listmonk and others: any CSV, Excel or JSON file with the address and the reason. Mailboxes: mbox or .eml. Up to {size}; the file is not kept.',
  address_of: 'URL for {provider}',
  key_of: 'Signing key of {provider}',
  key_known: 'A key is saved.',
  key_missing: 'Without the key every report is refused.',

  // Question before an action. {provider}: its name.
  confirm_renew: 'Replace the URL for {provider}? The current one stops working immediately.',

  // Captions of tables.
  caption: 'The latest outcomes',

  // Columns of tables.
  read_at: 'Imported',
  outcome: 'Outcome',
  domain: 'Domain',
  happened: 'When',
  reply: 'Reply',
  source: 'Source',

  // Instead of rows, in an empty table.
  none: 'No outcome yet. Upload an export with bounces, or connect your provider.',

  // In rows: what happened to a message, as bounces and events say.
  unknown_time: 'not known',
  kind_delivered: 'delivered',
  kind_no_mailbox: 'no mailbox',
  kind_full: 'mailbox full',
  kind_disabled: 'mailbox disabled',
  kind_blocked: 'blocked',
  kind_deferred: 'deferred',
  kind_complaint: 'complaint',
  kind_hard: 'hard bounce',
  kind_undecided: 'undecided',

  // After an upload. {count}: how many. {known}: how many of the file were there before. {kind}: one of the words above.
  learned:
    '{count, plural, one {# new outcome} other {# new outcomes}}{known, plural, =0 {} one {; # was here already} other {; # were here already}}.',
  kind_count: '{kind}: {count, number}',
  silent: '{count, plural, one {# row says} other {# rows say}} nothing of a bounce.',
  unreadable: '{count, plural, one {# row was} other {# rows were}} not understood.',

  // Shown after an action.
  done_created: 'The URL is ready: paste it at the provider.',
  done_key: 'The signing key was saved.',
} as const;

/** The people of a team. */
export const people = {
  // Headings. {email}: an address.
  title: 'People',
  in_team: 'In the team',
  invitation_for: 'Invitation for {email}',
  new_password_for: 'A new password for {email}',
  invite_title: 'Invite a person',
  invited: 'Invited',
  roles: 'What owners and members can do',

  // Under the heading. {time}: when.
  send_link: 'Send them this link. It works once and won’t be shown again. Expires: {time}',

  // Roles, as a choice and in rows.
  owner: 'Owner',
  member: 'Member',

  // Captions of tables.
  caption: 'People of the team',
  open_invitations: 'Open invitations',

  // Columns of tables.
  role: 'Role',
  joined: 'Joined',
  open_until: 'Open until',
  permission: 'Permission',

  // In rows.
  you: 'you',
  only_owner: 'the only owner',
  yes: 'yes',
  no: 'no',

  // Buttons.
  invite: 'Invite',
  make_owner: 'Make owner',
  make_member: 'Make member',
  reset_password: 'Reset password',
  withdraw: 'Withdraw',

  // For screen readers, longer than the button that is seen. {email}: an address. {role}:
  // owner or member.
  make_role_label: 'Make {email} {role, select, owner {owner} other {member}}',
  remove_person: 'Remove {email}',
  reset_password_of: 'Create a password link for {email}',
  withdraw_of: 'Withdraw the invitation for {email}',

  // Questions before an action. {email}: an address.
  confirm_remove:
    'Remove {email} from the team? They are signed out at once{count, plural, =0 {} one {, and # key that they created stops working} other {, and # keys that they created stop working}}.',
  confirm_make_member:
    'Make {email} a member? {count, plural, one {# key of theirs has scopes that only owners can give: it stops working} other {# keys of theirs have scopes that only owners can give: they stop working}}.',

  // Shown after an action.
  done_changed: 'The role is changed.',
  done_removed: 'The person is removed and signed out.',
  done_withdrawn: 'The invitation is withdrawn.',

  // What roles may do, a line each: lines of a table with yes and no.
  may_account: 'Change their own password, language, time zone and e-mail notifications',
  may_lists: 'Upload, verify, correct, watch, share, download and delete lists',
  may_verifications: 'Verify an address; see the history and the accuracy',
  may_batches: 'See, download and cancel API batches',
  may_suppressions: 'See, download and add to the do-not-mail list',
  may_remove_suppressions: 'Remove from the do-not-mail list',
  may_keys: 'See all keys; create keys with the scopes verify and read; revoke their own',
  may_all_keys: 'Create keys with the scopes manage and learn; revoke any key',
  may_people: 'See the people of the team',
  may_manage_people: 'Invite and remove people, change roles, reset passwords',
  may_policy: 'Change the policy',
  may_webhooks: 'See and change webhooks',
  may_outcomes: 'See outcomes, and receive them from providers',
  may_audit: 'See the activity log',
  may_delivery: 'See the mail servers',
} as const;

/** The rules by which a team judges its lists. */
export const policy = {
  // Headings.
  title: 'Policy',
  common: 'Common rules',
  rest_title: 'All of the policy as JSON',

  // Under the headings.
  intro: 'Decide what counts as deliverable or risky for your team.',
  where:
    'Your lists are judged by it: numbers, rows, downloads and reports, even of lists that are already checked. Of the API only the verdict follows it; the other fields stay as they are.',
  rest: 'For rules by provider, score or several conditions. It is the same policy: the common rules above are part of it.',
  remove_text: 'Without a policy, results are judged as the service does.',
  not_saved: 'The policy has {count, plural, one {# error} other {# errors}} and was not saved:',

  // Labels of boxes to tick, and the hint under them.
  rule_no_disposable: 'Disposable addresses are undeliverable',
  rule_no_free: 'Free mail addresses, such as gmail.com, are risky',
  rule_role: 'Role addresses, such as info@ and support@, are deliverable',
  rule_accept_all: 'Accept-all addresses are deliverable, unless they are disposable',
  rule_full: 'Full mailboxes are risky',
  common_hint:
    'Without these rules, free mail is like any other mail; disposable, role and accept-all addresses are risky; full mailboxes are undeliverable.',

  // Labels of fields, and the hints under them. <suppressions>: to that page.
  list_allow: 'Allow: never risky',
  list_allow_hint: 'One domain or address per line. A domain includes its subdomains.',
  list_disposable: 'Block: disposable',
  list_disposable_hint:
    'One domain or address per line. These are never among the safe rows. To skip them without a check, use the <suppressions>do-not-mail list</suppressions>.',
  field: 'Policy (JSON)',
  hint: 'Write the domains and addresses of “lists” here: a file can’t be named. Thresholds have no effect here.',
  others:
    '{count, plural, one {# more rule or setting is} other {# more rules or settings are}} in the JSON below. Saving here does not change {count, plural, one {it} other {them}}.',

  // What opens an example, and a link.
  example: 'Example',
  all_reasons: 'All reasons of results',

  // Buttons, and while they work.
  save_json: 'Save JSON',
  save: 'Save policy',
  saving: 'Saving…',

  // Shown after an action.
  done_saved: 'The policy is saved.',
  done_removed: 'The policy is removed.',

  // On pages of lists; the last is a link.
  applies: 'Judged by your team’s policy.',
  unreadable:
    'This version of mailvet can’t read your team’s policy: the numbers are as they were judged last, and downloads are refused until an owner has corrected it.',
  being_applied:
    'Your team’s policy has changed: the numbers of some lists will be updated in a moment.',
  open: 'Open the policy',

  // In a row, what decided. {line}: of the policy.
  by_rule: 'Policy: the rule in line {line}',
  by_allow: 'Policy: the list “allow”',
  by_disposable: 'Policy: the list “disposable”',
  example_comment: 'The first rule that a result meets gives it its verdict.',
} as const;

/** The do-not-mail list of a team. */
export const suppressions = {
  // Headings.
  title: 'Do-not-mail list',
  add_title: 'Add an address or a domain',
  import_title: 'Import a file',
  entries: '{count, plural, one {# entry} other {# entries}}',

  // Under the headings.
  intro:
    'Addresses and domains that every list leaves out. They are not verified, and cost nothing.',
  import_hint: 'Up to 1,000,000 rows or 200 MB. The file is not kept.',

  // Captions of tables.
  caption: 'Addresses and domains on the do-not-mail list',

  // Columns of tables.
  address_or_domain: 'Address or domain',
  added_column: 'Added',

  // Instead of rows, in an empty table.
  none: 'No entry yet.',
  none_begins: 'No entry begins with this.',

  // In a row, instead of the address.
  erased: 'an erased address',

  // Link.
  download: 'Download the list',

  // Label of a field, and an example in it.
  entry_label: 'E-mail address, or @ and a domain',
  entry_placeholder: 'ann@example.com or @example.com',

  // Buttons, and while they work.
  add: 'Add',
  import: 'Import',
  importing: 'Importing…',

  // For screen readers, longer than the button that is seen. {entry}: an address or a domain.
  remove_entry: 'Remove {entry}',

  // Question before an action. {entry}: an address or a domain.
  confirm_remove: 'Remove {entry}? It will be verified again.',

  // Shown after an action. {count}: of entries.
  imported:
    '{count, number} added; {known, plural, =0 {none were on the list already} one {# was on the list already} other {# were on the list already}}.',
  skipped: '{count, plural, one {# row skipped:} other {# rows skipped, for example:}}',
  done_added: 'Added to the do-not-mail list.',
  done_known: 'It is on the do-not-mail list already.',
  done_removed: 'Removed from the do-not-mail list.',

  // Error.
  write_entry: 'Write an address, or @ and a domain',
} as const;

/** Webhooks and what is sent to them. */
export const webhooks = {
  // Headings.
  title: 'Webhooks',
  webhook: 'Webhook',
  create_title: 'Create a webhook',
  team_webhooks: 'The team’s webhooks',
  delivery_log: 'Delivery log',
  secret_title: 'The secret that signs the messages',

  // Under the headings. {format}: its name. {events}: of these texts, with commas. {time}:
  // when.
  intro:
    'We post a signed JSON message to your URL for each event. It contains no addresses from your lists.',
  summary_line: 'Format: {format}. Events: {events}. Created {time}.',
  copy_secret: 'Copy the secret now. You will not see it again.',

  // Labels of fields, and columns.
  events: 'Events',
  url: 'URL',
  format: 'Format',
  event: 'Event',
  status: 'Status',
  attempts: 'Attempts',
  last_attempt: 'Last attempt',
  secret: 'Secret',

  // Choices of the format.
  format_standard: 'Signed JSON',
  format_slack: 'Slack',
  format_teams: 'Microsoft Teams',

  // Events: labels of boxes to tick, and in rows.
  batch_completed: 'an API batch has finished',
  batch_failed: 'a batch could not be processed',
  batch_cancelled: 'a batch was cancelled',
  list_completed: 'a list has finished',
  list_changed: 'a watched list has changed',
  quota_nearly_reached: 'most of the monthly quota is used',
  quota_reached: 'the monthly quota is used up',

  // States of a webhook, and of a message.
  enabled: 'Enabled',
  disabled: 'Disabled',
  failing: 'Failing',
  delivered: 'Delivered',

  // Behind the state of a webhook. {time}: when.
  disabled_gone:
    'since {time}: its receiver answered 410 Gone. Nothing is sent; messages that were never tried wait for 30 days.',
  disabled_failing:
    'since {time}: deliveries failed for five days. Nothing is sent; messages that were never tried wait for 30 days.',
  failing_since: 'Every delivery has failed since {time}. Each message is retried for 24 hours.',
  old_secret: 'The old secret keeps working until {time}.',

  // Instead of rows, in an empty table.
  none: 'No webhook yet.',
  no_message: 'No message yet. Send a test to try it.',
  no_older: 'There are no older messages.',

  // Caption of the table.
  messages_caption: 'Messages to this webhook, newest first',

  // Links to other messages.
  newest: 'Newest',
  older: 'Older',

  // In rows. {time}: when. {what}: a sentence about the attempt.
  attempt: '{time}: {what}',
  no_attempt: 'none',
  next_try: 'next {time}',

  // Buttons.
  send_test: 'Send a test',
  enable: 'Enable',
  rotate: 'Replace the secret',
  send_again: 'Send again',

  // For screen readers, longer than the button that is seen. {type}: of the event. {id}: of
  // the message.
  send_again_label: 'Send again: {type} {id}',

  // Questions before an action. {url}: of the webhook.
  confirm_rotate: 'Create a new secret? The old secret keeps working for 24 hours.',
  confirm_delete: 'Delete the webhook {url} and its delivery log?',

  // Shown after an action.
  done_deleted: 'The webhook is deleted.',
  done_enabled: 'The webhook is enabled.',
  done_sent: 'The message is on its way.',
} as const;
