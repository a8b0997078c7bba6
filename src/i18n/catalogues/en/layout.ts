/** What stands on every page. */
export const layout = {
  skip_to_content: 'Skip to the content',
  account: 'Account',
  api_docs: 'API docs',
  sign_out: 'Sign out',
  // Under the address of the person: their role in which team.
  member_of: '{role, select, owner {owner} other {member}} of {team}',
  teams: 'Teams',
  switch_to: 'Switch to {team}',
  settings: 'Settings',
} as const;
