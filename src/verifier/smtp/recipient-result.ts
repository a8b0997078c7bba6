import type { ClassifiedReply } from './session-reply.ts';

/** `no_answer`: no readable reply came; `out_of_step`: a reply that belongs to another command. */
export type NoReply = 'no_answer' | 'out_of_step';

/** The reply to one recipient. */
export interface RecipientReply extends ClassifiedReply {
  readonly kind: 'reply';
  readonly code: number;
  /** The reply names the recipient, so it can't be the reply to another command. */
  readonly isNamed: boolean;
}

/** `silence`: no reply came; `isCause`: this recipient may be the cause. */
export type RecipientResult =
  | RecipientReply
  | { readonly kind: 'silence'; readonly isCause: boolean }
  | { readonly kind: 'out_of_step' };
