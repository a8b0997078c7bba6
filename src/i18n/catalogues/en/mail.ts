/** Notices of lists, which people get by mail. */
export const mail = {
  paused: '{name} is paused: the month’s verifications are used up',
  paused_why: '{name} is paused: your team has used this month’s verifications.',
  paused_until: 'It continues next month, or when an owner raises the quota.',
  done: '{name}: {count, number} safe to send to',
  done_rows:
    '{name} is verified. Safe to send to: {safe, number} of {count, plural, one {# row} other {# rows}}.',
  changed: '{name} changed',
  changed_by:
    '{name} was verified again: {worse, number} worse, {better, number} better, {other, number} with other changes.',
  verdict_count: '{verdict}: {count, number}',
  open_list: 'Open the list',
  why_you: 'You get this e-mail because of your settings in mailvet, team {team}.',
  change_settings: 'Change them: {url}',
} as const;
