/**
 * Uploads that go on after a cut, by tus 1.0.0 (https://tus.io): creation, termination, checksum and
 * expiration. When a file has arrived, the page has it read by a POST to its own address.
 */
import {
  beginReceiving,
  dropReceived,
  type ReceivedSoFar,
  readReceived,
  receivedSoFar,
  receivePart,
} from '../../service/lists/receive-list.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { readForm, tooLarge } from '../form.ts';
import { PageError } from '../page-error.ts';
import { pathId, type SignedInPages } from '../signed-in.ts';
import { rememberStart } from '../start-habit.ts';
import { LatestConnection } from '../uploads/latest-connection.ts';
import { noRoom } from '../uploads/spool-file.ts';
import {
  byteCount,
  fileNameOf,
  PART_TYPE,
  type PartChecksum,
  partChecksum,
  TUS_VERSION,
} from '../uploads/tus-headers.ts';
import { MAX_UPLOAD_BYTES } from '../uploads/upload-bytes.ts';
import { watchedBody } from '../uploads/watched-body.ts';
import { cleanFileName, isReviewed, pathBehind } from './lists-routes.ts';

const PATH = '/uploads/:id';

export function tusRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { lists, uploads } = deps;
  const connections = new LatestConnection();
  const alone = async <T>(
    c: PageContext,
    work: (id: string, signal: AbortSignal) => Promise<T>,
  ) => {
    const id = pathId(c);
    // Nobody ends a connection of another team.
    await receivedSoFar(lists, teamOf(c), id);
    return connections.run(id, (signal) => work(id, signal));
  };
  pages.program('POST', '/uploads', async (c) => {
    const size = byteCount('Upload-Length', c.req.header('Upload-Length'));
    if (size > MAX_UPLOAD_BYTES) throw tooLarge(MAX_UPLOAD_BYTES);
    if (size === 0) throw new PageError(422, 'The file is empty');
    const name = cleanFileName(fileNameOf(c.req.header('Upload-Metadata')));
    const id = await beginReceiving(lists, c.get('identity'), { name, size });
    return c.body(null, 201, { ...TUS, Location: `/uploads/${id}` });
  });
  // HEAD is answered as GET is.
  pages.program('GET', PATH, async (c) => {
    // What a connection before has received is known when it has ended.
    const soFar = await alone(c, (id) => receivedSoFar(lists, teamOf(c), id));
    return c.body(null, 200, offsetHeaders(soFar));
  });
  pages.program('PATCH', PATH, async (c) => {
    if (c.req.header('Content-Type') !== PART_TYPE) {
      throw new PageError(415, `Content-Type must be ${PART_TYPE}`);
    }
    const place = uploads.admit(teamOf(c).id);
    try {
      return await alone(c, (id, signal) => addPart(c, deps, { id, place, signal }));
    } finally {
      place.leave();
    }
  });
  pages.program('DELETE', PATH, async (c) => {
    await alone(c, (id) => dropReceived(lists, teamOf(c), id));
    return c.body(null, 204, TUS);
  });
  pages.program('POST', PATH, async (c) => {
    const form = await readForm(c);
    const how = { column: form.text('column').trim(), waits: isReviewed(form) };
    const list = await alone(c, (id) =>
      uploads.inTurn(teamOf(c).id, () => readReceived(lists, c.get('identity'), { id, ...how })),
    );
    rememberStart(c, form);
    return c.json({ path: pathBehind(list, how.waits) }, 200, TUS);
  });
}

const TUS = { 'Tus-Resumable': TUS_VERSION };

function teamOf(c: PageContext) {
  return c.get('identity').team;
}

interface Arriving {
  readonly id: string;
  readonly place: ReturnType<DashboardDeps['uploads']['admit']>;
  readonly signal: AbortSignal;
}

async function addPart(
  c: PageContext,
  { lists, clock }: Pick<DashboardDeps, 'lists' | 'clock'>,
  { id, place, signal }: Arriving,
): Promise<Response> {
  const team = teamOf(c);
  const { list, offset } = await receivedSoFar(lists, team, id);
  if (byteCount('Upload-Offset', c.req.header('Upload-Offset')) !== offset) {
    throw new PageError(409, 'The file goes on at another place', { ...TUS });
  }
  const checksum = partChecksum(c.req.header('Upload-Checksum'));
  const body = watchedBody(c, { maxBytes: list.size - offset, place, signal, clock });
  const bytes = checksum ? checksum.of(body) : body;
  await receivePart(lists, team, { id, offset, bytes }).catch(noRoom);
  if (checksum && !(await isKept(lists, { id, offset }, checksum))) {
    // 460 is of the protocol, whose clients then send the part again.
    return new Response(null, { status: 460, headers: TUS });
  }
  const soFar = await receivedSoFar(lists, team, id);
  return c.body(null, 204, offsetHeaders(soFar));
}

/** Forgets a part whose checksum is wrong. */
async function isKept(
  { files }: DashboardDeps['lists'],
  { id, offset }: { readonly id: string; readonly offset: number },
  checksum: PartChecksum,
): Promise<boolean> {
  if (checksum.isRight()) return true;
  await files.parts.truncate(id, offset);
  return false;
}

function offsetHeaders({ list, offset, expiresAt }: ReceivedSoFar): Record<string, string> {
  return {
    ...TUS,
    'Upload-Offset': String(offset),
    'Upload-Length': String(list.size),
    'Upload-Expires': new Date(expiresAt).toUTCString(),
    'Cache-Control': 'no-store',
  };
}
