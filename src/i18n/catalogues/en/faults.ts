/** Error pages. */
export const faults = {
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
  back: 'Back',
  home: 'Home',
} as const;
