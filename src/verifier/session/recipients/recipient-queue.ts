import { createRecipient, type ListedMailbox, type Recipient } from './recipient.ts';

/** Addresses that are read when they are asked for: those of a long list would fill the memory. */
export interface MailboxSource {
  /** Addresses that were not read yet. */
  readonly unread: number;
  /** They are read in a drawn order: those read so far are a sample of the others. */
  readonly isDrawn: boolean;
  /** The next addresses, fewer where no more are left. */
  read(count: number): readonly ListedMailbox[];
}

/** The recipients to ask: those put in front, then the unread ones, then those to ask again. */
export class RecipientQueue {
  readonly #source: MailboxSource;
  readonly #onRead: (recipient: Recipient) => void;
  readonly #front: Recipient[] = [];
  readonly #back: Recipient[] = [];

  /** `onRead`: called with each recipient of the source before it is taken. */
  constructor(source: MailboxSource, onRead: (recipient: Recipient) => void) {
    this.#source = source;
    this.#onRead = onRead;
  }

  get size(): number {
    return this.#front.length + this.unread + this.#back.length;
  }

  get unread(): number {
    return this.#source.unread;
  }

  get isDrawn(): boolean {
    return this.#source.isDrawn;
  }

  take(count: number): Recipient[] {
    if (this.#front.length === 0 && this.#back.length === 0) return this.#read(count);
    const taken = this.#front.splice(0, count);
    for (const recipient of this.#read(count - taken.length)) taken.push(recipient);
    for (const recipient of this.#back.splice(0, count - taken.length)) taken.push(recipient);
    return taken;
  }

  putInFront(recipients: readonly Recipient[]): void {
    this.#front.unshift(...recipients);
  }

  putBehind(recipients: readonly Recipient[]): void {
    for (const recipient of recipients) this.#back.push(recipient);
  }

  #read(count: number): Recipient[] {
    if (count <= 0 || this.unread === 0) return [];
    const recipients = this.#source.read(count).map(createRecipient);
    recipients.forEach(this.#onRead);
    return recipients;
  }
}
