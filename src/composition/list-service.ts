import type { Clock } from '../lib/clock.ts';
import { ListRunner } from '../lists/run/list-runner.ts';
import { lockCopyFolder } from '../lists/shared/copy-folder.ts';
import { openSharedLists } from '../lists/shared/open-shared-lists.ts';
import { openListFiles } from '../lists/thread/open-list-files.ts';
import type { ListFiles } from '../service/lists/list-files.ts';
import type { ListContext } from '../service/lists/lists.ts';
import type { ServiceContext } from '../service/ports.ts';
import { SERVICE_DEFAULTS } from '../settings/service.ts';
import type { ListPlace } from './list-place.ts';

/** Uploaded lists, as the dashboard and the stop of the service need them. */
export interface ListService {
  readonly lists: ListContext;
  readonly runner: ListRunner;
  /** With room for files that are received. */
  readonly folder: string;
  /** Resolves when nothing is read or written any more. */
  stop(): Promise<void>;
}

interface ListSettings {
  readonly place: ListPlace;
  readonly listStorage?: number | undefined;
  /** Where people reach the service. */
  readonly url: () => string;
}

/** Opens the lists of a service; the runner is still to be started. */
export function openLists(
  service: ServiceContext & { readonly clock: Clock },
  { place, listStorage = SERVICE_DEFAULTS.listStorage, url }: ListSettings,
): ListService {
  const { files, folder } = openPlace(service, place);
  const runner = new ListRunner({ ...service, files, pageOf: (id) => `${url()}/lists/${id}` });
  const wakeLists: ListContext['wakeLists'] = (why) => {
    runner.wake(why);
    service.store.listQueue.notifyOthers();
  };
  return {
    lists: { ...service, files, listStorage, wakeLists },
    runner,
    folder,
    async stop() {
      await runner.stop();
      await files.close();
    },
  };
}

function openPlace(
  { store: { sharedLists: lists }, clock, stopping }: ServiceContext & { readonly clock: Clock },
  place: ListPlace,
): { readonly files: ListFiles; readonly folder: string } {
  if (place.kind === 'folder') {
    return { files: openListFiles(place, stopping), folder: place.path };
  }
  if (!lists) throw new Error('This database shares no lists');
  const folder = lockCopyFolder(place.copies);
  const files = openSharedLists({ lists, folder, clock, leaving: stopping });
  return { files, folder: folder.path };
}
