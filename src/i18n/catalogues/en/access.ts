/** Pages for people who are not signed in: sign-in, set-up, invitation, new password. */
export const access = {
  sign_in: 'Sign in',
  no_account: 'No account, or forgot your password? Ask a team owner for a link.',
  signed_out: 'You are signed out.',
  signed_out_everywhere: 'You are signed out everywhere.',
  wrong_credentials: 'The address or the password is wrong',
  set_up: 'Set up the dashboard',
  set_up_first: 'Create the first account. It will own this team.',
  create_account: 'Create the account',
  join_team: 'Join {team}',
  join: 'Join',
  choose_password:
    'Choose a password. Already use this address for another team here? Enter that password to switch between both.',
  new_password_title: 'Choose a new password',
  set_password: 'Set the password',
  stay_signed_in: 'You will stay signed in here and be signed out on all other devices.',
  email: 'E-mail address',
  password: 'Password',
  // The button that makes a password readable.
  show: 'Show',
  password_hint: 'At least {count, number} characters; a few random words are easy to remember.',
} as const;
