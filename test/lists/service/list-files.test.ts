import { openListFiles } from '../../../src/lists/thread/open-list-files.ts';
import { THREADS } from '../../support/list-world.ts';
import { textsBelow } from '../../support/shared-nodes.ts';
import { describeListFiles } from './list-files-conformance.ts';

describeListFiles(
  {
    name: 'a folder',
    open: async (path, leaving) => openListFiles({ path }, leaving, THREADS),
    stored: async (path) => textsBelow(path),
    dispose: async () => {},
  },
  true,
);
