import { openListFiles } from '../../../src/lists/thread/open-list-files.ts';
import { inTurns, textsBelow } from '../../support/in-turns.ts';
import { THREADS } from '../../support/list-world.ts';
import { describeListFiles } from './list-files-conformance.ts';

const stored = async (path: string) => textsBelow(path);

describeListFiles({
  name: 'a folder',
  runs: 100,
  open: async (path, leaving) => openListFiles({ path }, leaving, THREADS),
  stored,
});

/** Each question goes to another of two nodes. */
describeListFiles({
  name: 'a folder that machines share',
  isShared: true,
  runs: 20,
  async open(path, leaving) {
    const open = () => openListFiles({ path, isShared: true }, leaving, THREADS);
    return inTurns([open(), open()]);
  },
  stored,
});
