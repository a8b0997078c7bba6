/** The team's own name and logo. */
export const brand = {
  title: 'Name and logo',
  intro: 'Your team sees them on every page, and readers of a shared report above it.',
  name: 'Name',
  name_hint: 'Empty: {team}',
  logo: 'Logo',
  logo_hint: 'PNG, JPEG or WebP, up to 100 kB',
  present_logo: 'The present logo',
  remove_logo: 'Remove the logo',
  save: 'Save',
  saving: 'Saving…',
  done_saved: 'Name and logo are saved.',
} as const;
