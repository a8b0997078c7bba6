import { applyEdits, modify, type Node, parseTree } from 'jsonc-parser';

const KEY = 'acceptAllAbove';
const FORMATTING = { insertSpaces: true, tabSize: 2 };

/** The text of a policy with another bound for addresses of accept-all domains, comments kept; undefined: without one. */
export function withAcceptAllAbove(text: string, bound: number | undefined): string {
  const kept = text.trim() === '' ? '{}' : text;
  const edits = modify(kept, [KEY], bound, { formattingOptions: FORMATTING });
  return applyEdits(kept, edits);
}

/** Whether a text says nothing: it has no key. */
export function isEmptyPolicy(text: string): boolean {
  const root: Node | undefined = parseTree(text);
  return root?.type === 'object' && (root.children ?? []).length === 0;
}
