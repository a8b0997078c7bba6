/** Name, folder and links of a list. */
export const editList = {
  back: 'Back to the list',
  name_and_folder: 'Name and folder',
  rename: 'Rename',
  move: 'Move',
  folder_example: 'e.g. Spring campaign; empty: none',
  share: 'Share the report',
  share_note:
    'Who has the link sees the report until the day it expires, without signing in. It names no address.',
  copy_now: 'Copy the link now. You will not see it again.',
  no_report: 'The list has no report yet.',
  expires_after: 'Expires after',
  days: '{count, plural, one {# day} other {# days}}',
  create_link: 'Create a link',
  links: 'Open links to the report',
  by: 'By',
  expires: 'Expires',
  confirm_revoke: 'Revoke this link? Who has it sees the report no longer.',
  revoke: 'Revoke',
  renamed: 'The list is renamed.',
  moved: 'The list is moved.',
  revoked: 'The link is revoked.',
} as const;
