/** Of which lists a person gets notices: those that they uploaded, all of the team, or none. */
export const NOTICE_CHOICES = ['own', 'all', 'none'] as const;
export type NoticeChoice = (typeof NOTICE_CHOICES)[number];
