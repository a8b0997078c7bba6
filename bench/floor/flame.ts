/** Flame graphs of CPU profiles, as SVG. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** As `node --cpu-prof` writes it. */
interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** A function by the way it was called, with the time below it. */
interface Frame {
  readonly name: string;
  readonly kind: keyof typeof COLOURS;
  micros: number;
  readonly callees: Map<string, Frame>;
}

/** `program`: with the libraries that its build puts into it. */
const COLOURS = { program: '#7fb8ad', library: '#e3b873', node: '#b9c1cc', V8: '#d99a94' };

/** The profile of mailvet in a folder that has those of other programs, too; the longest of several. */
export function findProfile(folder: string): Profile {
  const all = readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.includes('/bin/mailvet.js'));
  const [longest] = all.toSorted((one, other) => other.length - one.length);
  if (longest === undefined) throw new Error(`no profile of mailvet in ${folder}`);
  return JSON.parse(longest);
}

const WIDTH = 1200;
const ROW = 16;
/** Calls with less than a hundredth of the time are left out. */
const LEAST_WIDTH = WIDTH / 100;
const MOST_ROWS = 40;
const LETTER = 6.2;
const TOP = 26;

/** Callees stand below their callers, the dearest first: the order is not that of time. */
export function flameGraph(profile: Profile, title: string): string {
  const root = toFrames(profile);
  const boxes: string[] = [];
  let rows = 0;
  const draw = (frame: Frame, x: number, row: number) => {
    const width = (frame.micros / root.micros) * WIDTH;
    if (width < LEAST_WIDTH || row >= MOST_ROWS) return;
    rows = Math.max(rows, row + 1);
    boxes.push(box(frame, { x, row, width, share: frame.micros / root.micros }));
    let at = x;
    for (const callee of [...frame.callees.values()].sort((a, b) => b.micros - a.micros)) {
      draw(callee, at, row + 1);
      at += (callee.micros / root.micros) * WIDTH;
    }
  };
  draw(root, 0, 0);
  const legend = Object.entries(COLOURS).map(
    ([kind, colour], at) =>
      `<rect x="${WIDTH - 400 + 100 * at}" y="6" width="12" height="12" fill="${colour}"/>` +
      `<text x="${WIDTH - 384 + 100 * at}" y="16">${kind}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${TOP + rows * ROW}" font-family="sans-serif" font-size="11">
<title>Processor time by function: ${escaped(title)}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="4" y="17" font-size="13">${escaped(title)}</text>
${[...legend, ...boxes].join('\n')}
</svg>
`;
}

interface Place {
  readonly x: number;
  readonly row: number;
  readonly width: number;
  readonly share: number;
}

function box({ name, kind }: Frame, { x, row, width, share }: Place): string {
  const y = TOP + row * ROW;
  const label = name.slice(0, Math.max(0, Math.floor((width - 4) / LETTER)));
  const text =
    label.length > 2
      ? `<text x="${(x + 2).toFixed(1)}" y="${y + 11}">${escaped(label)}</text>`
      : '';
  const about = `<title>${escaped(name)}, ${(100 * share).toFixed(1)} %</title>`;
  return `<g>${about}<rect x="${x.toFixed(1)}" y="${y}" width="${(width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${COLOURS[kind]}"/>${text}</g>`;
}

function toFrames({ nodes, samples, timeDeltas }: Profile): Frame {
  const callers = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((one) => [one, id])),
  );
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const root: Frame = { name: 'all', kind: 'V8', micros: 0, callees: new Map() };
  // While the process slept, or another one ran, a sample is long.
  const longest = 2 * (timeDeltas.toSorted((a, b) => a - b)[timeDeltas.length >> 1] ?? 0);
  for (const [at, id] of samples.entries()) {
    const path: ProfileNode[] = [];
    for (let node = byId.get(id); node; node = byId.get(callers.get(node.id) ?? 0)) path.push(node);
    if (path[0]?.callFrame.functionName === '(idle)') continue;
    const micros = Math.min(timeDeltas[at] ?? 0, longest);
    root.micros += micros;
    let frame = root;
    // The outermost is V8's own root.
    for (const node of path.reverse().slice(1)) frame = spend(frame, node, micros);
  }
  return root;
}

function spend(
  caller: Frame,
  { callFrame: { functionName, url } }: ProfileNode,
  micros: number,
): Frame {
  const name = functionName || 'anonymous';
  const key = `${name} ${url}`;
  const callee = caller.callees.get(key) ?? {
    name,
    kind: kindOf(url),
    micros: 0,
    callees: new Map(),
  };
  caller.callees.set(key, callee);
  callee.micros += micros;
  return callee;
}

function kindOf(url: string): Frame['kind'] {
  if (url === '') return 'V8';
  if (url.startsWith('node:')) return 'node';
  return url.includes('/node_modules/') ? 'library' : 'program';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
