/** Milliseconds: shorter than the limit of a test, so that its failure says what is missing. */
const LIMIT = 250_000;

/** Log entries of services in other processes, to be waited for. */
export class EventLog {
  readonly #entries: Entry[] = [];
  readonly #waiting = new Set<() => void>();

  add(entry: Entry): void {
    this.#entries.push(entry);
    for (const check of this.#waiting) check();
  }

  /** Resolves once so many entries match, earlier ones included; fails by name after `LIMIT`. */
  until(what: string, matches: (entry: Entry) => boolean, count = 1): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => end(new Error(`there was no ${what}`)), LIMIT);
      const end = (error?: Error) => {
        clearTimeout(late);
        this.#waiting.delete(check);
        if (error) reject(error);
        else resolve();
      };
      const check = () => {
        if (this.#entries.filter(matches).length >= count) end();
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** Resolves once a batch has completed or failed. */
  untilEnded(batchId: string): Promise<void> {
    return this.until(
      `end of batch ${batchId}`,
      (entry) =>
        entry.batchId === batchId && /^batch_(completed|failed)$/.test(String(entry.event)),
    );
  }
}

type Entry = Readonly<Record<string, unknown>>;
