/** Log entries of services in other processes, to be waited for. */
export class EventLog {
  readonly #entries: Entry[] = [];
  readonly #waiting = new Set<() => void>();

  add(entry: Entry): void {
    this.#entries.push(entry);
    for (const check of this.#waiting) check();
  }

  /** Resolves once so many entries match, earlier ones included; fails by name after 50 s. */
  until(what: string, matches: (entry: Entry) => boolean, count = 1): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => end(new Error(`within 50 s there was no ${what}`)), 50_000);
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
