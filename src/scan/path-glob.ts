import { withoutEnd } from '../lib/address-parts.ts';

/**
 * A pattern of paths as `.gitignore` has it: `*` and `?` stay within a name, `**` goes through folders; a pattern with
 * a slash starts at the folder of its file, one without matches a name anywhere; what is below a match belongs to it.
 * Paths have `/`.
 */
export function globToPattern(glob: string): RegExp {
  const whole = withoutEnd(glob, '/');
  const trimmed = whole.replace(/^\.?\//, '');
  const isAnchored = whole.includes('/');
  const start = isAnchored ? '^' : '^(?:.*/)?';
  return new RegExp(`${start}${trimmed.replace(PIECE, toPattern)}(?:/.*)?$`, 's');
}

const PIECE = /^\*\*\/|\/\*\*\/|\/\*\*$|\*+|\?|[\\^$.|+()[\]{}]/g;

function toPattern(piece: string): string {
  if (piece === '**/') return '(?:.*/)?';
  if (piece === '/**/') return '/(?:.*/)?';
  if (piece === '/**') return '/.*';
  if (piece === '?') return '[^/]';
  return piece.startsWith('*') ? '[^/]*' : `\\${piece}`;
}
