import type { JobEvent } from '../../../jobs/job-run.ts';
import type { ProgressView } from '../../render/progress-view.ts';

/** Passes events on in their order; writing may be slower than the work. */
export class Telling {
  readonly #progress: ProgressView;
  readonly #onAccepted: ((id: string) => Promise<void>) | undefined;
  #last: Promise<void> = Promise.resolve();
  #failure: unknown;

  /** `onAccepted` is told of each batch as soon as it has its id. */
  constructor(progress: ProgressView, onAccepted?: (id: string) => Promise<void>) {
    this.#progress = progress;
    this.#onAccepted = onAccepted;
  }

  readonly tell = (event: JobEvent): void => {
    this.#last = this.#last
      .then(() => this.#pass(event))
      .catch((error: unknown) => {
        this.#failure ??= error;
      });
  };

  /** Rejects when something could not be written (a closed pipe). */
  async end(): Promise<void> {
    await this.#last;
    if (this.#failure) throw this.#failure;
  }

  async #pass(event: JobEvent): Promise<void> {
    if (event.type === 'progress') return await this.#progress.show(event.progress);
    if (event.type === 'notice') return await this.#progress.say(event.text);
    if (event.adopted) {
      await this.#progress.say(`An answer was lost, but the batch is there: ${event.id}`);
    }
    await this.#progress.beside(async () => await this.#onAccepted?.(event.id));
  }
}
