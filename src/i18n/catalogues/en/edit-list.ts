/** Name, folder and links of a list. */
export const editList = {
  back: 'Back to the list',
  name_and_folder: 'Name and folder',
  rename: 'Rename',
  move: 'Move',
  folder_example: 'e.g. Spring campaign; leave empty for none',
  share: 'Share the report',
  share_note:
    'Anyone with the link can see the report without signing in, until the link expires. It contains no addresses.',
  copy_now: 'Copy the link now. You will not see it again.',
  no_report: 'The list has no report yet.',
  expires_after: 'Expires after',
  days: '{count, plural, one {# day} other {# days}}',
  create_link: 'Create a link',
  links: 'Active links to the report',
  by: 'By',
  expires: 'Expires',
  confirm_revoke: 'Revoke this link? Anyone who has it will no longer see the report.',
  revoke: 'Revoke',
  renamed: 'The list is renamed.',
  moved: 'The list is moved.',
  revoked: 'The link is revoked.',
} as const;
