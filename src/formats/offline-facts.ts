import { isDisposable } from '../address/disposable.ts';
import { isRole } from '../address/role.ts';
import { plural } from '../lib/wording.ts';
import type { JudgedRow } from './write/judged-row.ts';

/** What is known of the rows of a list without any network, in rows. */
export class OfflineFacts {
  #syntax = 0;
  #typos = 0;
  #disposable = 0;
  #roles = 0;

  add({ email, reason, suggestion }: JudgedRow): void {
    if (suggestion !== undefined) this.#typos += 1;
    if (reason === 'syntax') this.#syntax += 1;
    const at = email.lastIndexOf('@');
    if (reason === 'syntax' || reason === 'several_addresses' || at === -1) return;
    if (isDisposable(email.slice(at + 1).toLowerCase())) this.#disposable += 1;
    else if (isRole(email.slice(0, at))) this.#roles += 1;
  }

  /** `duplicates`: addresses that the list has more than once. */
  line(duplicates: number): string {
    const parts = [
      plural(this.#syntax, 'syntax error'),
      plural(this.#typos, 'likely typo'),
      plural(this.#disposable, 'disposable address', 'disposable addresses'),
      plural(this.#roles, 'role address', 'role addresses'),
      plural(duplicates, 'duplicate'),
    ];
    return `Known without a network: ${parts.join(', ')}. Whether a mailbox exists was not verified`;
  }
}
