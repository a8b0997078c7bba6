import type { Clock } from '../lib/clock.ts';
import { ListRunner } from '../lists/run/list-runner.ts';
import { openListFiles } from '../lists/thread/open-list-files.ts';
import type { ListContext } from '../service/lists.ts';
import type { ServiceContext } from '../service/ports.ts';
import { SERVICE_DEFAULTS } from '../settings/service.ts';

/** Uploaded lists, as the dashboard and the stop of the service need them. */
export interface ListService {
  readonly lists: ListContext;
  readonly runner: ListRunner;
  /** Where their files are. */
  readonly folder: string;
  /** Resolves when nothing is read or written any more. */
  stop(): Promise<void>;
}

interface ListSettings {
  /** Where the files of the lists are. */
  readonly folder: string;
  readonly listStorage?: number | undefined;
}

/** Opens the lists of a service; the runner is still to be started. */
export function openLists(
  service: ServiceContext & { readonly clock: Clock },
  { folder, listStorage = SERVICE_DEFAULTS.listStorage }: ListSettings,
): ListService {
  const files = openListFiles(folder, service.stopping);
  const runner = new ListRunner({ ...service, files });
  return {
    lists: { ...service, files, listStorage, wakeLists: () => runner.wake() },
    runner,
    folder,
    async stop() {
      await runner.stop();
      await files.close();
    },
  };
}
