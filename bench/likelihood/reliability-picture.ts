import type { Bin } from './score.ts';

const SIZE = 320;
const MARGIN = 48;
const FULL = SIZE + 2 * MARGIN;

/** A reliability diagram: what was said, and how often it was so; on the diagonal both are the same. */
export function reliabilityPicture(bins: readonly Bin[]): string {
  const most = Math.max(...bins.map(({ count }) => count));
  const points = bins.map(({ mean, share }) => `${x(mean)},${y(share)}`).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FULL} ${FULL}" width="${FULL}" height="${FULL}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Reliability of the likelihood">
<rect width="${FULL}" height="${FULL}" fill="#ffffff"/>
${[0, 0.25, 0.5, 0.75, 1].map(tick).join('\n')}
<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#8a8f98" stroke-dasharray="4 4"/>
<polyline points="${points}" fill="none" stroke="#1f5fbf" stroke-width="2"/>
${bins.map((bin) => dot(bin, most)).join('\n')}
<text x="${FULL / 2}" y="${FULL - 8}" text-anchor="middle" fill="#22262d">likelihood said</text>
<text transform="translate(14 ${FULL / 2}) rotate(-90)" text-anchor="middle" fill="#22262d">share that exists</text>
</svg>
`;
}

/** Its area is the number of addresses. */
function dot({ mean, share, count }: Bin, most: number): string {
  const radius = 3 + 9 * Math.sqrt(count / most);
  return `<circle cx="${x(mean)}" cy="${y(share)}" r="${radius.toFixed(1)}" fill="#1f5fbf" fill-opacity="0.45"/>`;
}

function tick(at: number): string {
  return `<line x1="${x(at)}" y1="${y(0)}" x2="${x(at)}" y2="${y(1)}" stroke="#e3e6ea"/><line x1="${x(0)}" y1="${y(at)}" x2="${x(1)}" y2="${y(at)}" stroke="#e3e6ea"/><text x="${x(at)}" y="${y(0) + 16}" text-anchor="middle" fill="#5a6069">${at}</text><text x="${x(0) - 8}" y="${y(at) + 4}" text-anchor="end" fill="#5a6069">${at}</text>`;
}

function x(share: number): number {
  return Math.round((MARGIN + share * SIZE) * 10) / 10;
}

function y(share: number): number {
  return Math.round((MARGIN + (1 - share) * SIZE) * 10) / 10;
}
