import { MailvetError } from '../errors.ts';

/** An error in the language of the reader. */
export class SaidError extends MailvetError {
  /** What stands before it in colours: `error:`. */
  readonly label: string;

  constructor(label: string, ...error: ConstructorParameters<typeof MailvetError>) {
    super(...error);
    this.label = label;
  }
}
