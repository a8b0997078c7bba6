/** What MAIL says of the recipients behind it. */
export interface Transaction {
  readonly sender: string;
  readonly utf8: boolean;
  /** Google refuses a second recipient domain in one transaction. */
  readonly domain: string;
}

/** The RCPT command for a recipient, without its line end. */
export function rcptCommand(address: string): string {
  return `RCPT TO:<${address}>`;
}

/** The MAIL command that begins a transaction, without its line end. */
export function mailCommand({ sender, utf8 }: Transaction): string {
  return `MAIL FROM:<${sender}>${utf8 ? ' SMTPUTF8' : ''}`;
}

/** Whether recipients of the wanted transaction can be asked in the current one. */
export function isWithin(current: Transaction, { sender, utf8, domain }: Transaction): boolean {
  return current.sender === sender && current.domain === domain && (current.utf8 || !utf8);
}
