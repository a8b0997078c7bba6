import type { Clock } from '../lib/clock.ts';
import { ListRunner } from '../lists/run/list-runner.ts';
import { openListFiles } from '../lists/thread/open-list-files.ts';
import type { ListContext } from '../service/lists/lists.ts';
import type { ServiceContext } from '../service/ports.ts';
import { SERVICE_DEFAULTS } from '../settings/service.ts';
import type { OwnFolder } from './list-folder.ts';

/** Uploaded lists, as the dashboard and the stop of the service need them. */
export interface ListService {
  readonly lists: ListContext;
  readonly runner: ListRunner;
  /** With room for files that are received. */
  readonly folder: string;
  /** Resolves when nothing is read or written any more. */
  stop(): Promise<void>;
}

/** Opens the lists of a service; the runner is still to be started. */
export function openLists(
  service: ServiceContext & { readonly clock: Clock },
  {
    place,
    listStorage = SERVICE_DEFAULTS.listStorage,
    url,
  }: {
    readonly place: OwnFolder;
    readonly listStorage?: number | undefined;
    /** Where people reach the service. */
    readonly url: () => string;
  },
): ListService {
  const files = openListFiles(place, service.stopping);
  const runner = new ListRunner({ ...service, files, pageOf: (id) => `${url()}/lists/${id}` });
  const wakeLists: ListContext['wakeLists'] = (why) => {
    runner.wake(why);
    service.store.listQueue.notifyOthers();
  };
  return {
    lists: { ...service, files, listStorage, wakeLists },
    runner,
    folder: place.path,
    async stop() {
      await runner.stop();
      await files.close();
    },
  };
}
