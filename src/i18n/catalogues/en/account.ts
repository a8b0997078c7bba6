/** The page of the person who is signed in. */
export const account = {
  title: 'Account',
  you_are:
    'You are <address></address>, {role, select, owner {owner} other {member}} of the team {team}.',
  change_password: 'Change the password',
  current_password: 'Current password',
  new_password: 'New password',
  change: 'Change',
  password_changed: 'Password changed. You have been signed out everywhere else.',
  sign_out_everywhere: 'Sign out everywhere',
  ends_sessions: 'Ends your sessions on every device, this one included.',
  language: 'Language',
  language_of_browser: 'The language of the browser',
  language_hint:
    'For pages, reports and e-mails to you. Downloaded results and the API are not affected.',
  save: 'Save',
  language_saved: 'Language saved.',
  mails: 'E-mail notifications',
  mails_when:
    'When a list is done or paused because the month’s verifications are used up, and when a watched list has changed.',
  mails_own: 'For lists I uploaded',
  mails_all: 'For all the team’s lists',
  mails_none: 'No e-mails',
  time_zone: 'Time zone',
  times_in: 'Show times in',
  zone_of_browser: 'the browser’s time zone',
} as const;
