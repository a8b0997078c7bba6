import { expect, it } from 'vitest';
import { readAddedLines } from '../../src/scan/added-lines.ts';

it('reads the added lines of each file of a patch, whatever its name and contents', () => {
  const raw = [
    ...[':100644 100644 1 2 M', 'a "b"\n.txt'],
    ...[':100644 100644 1 2 R090', 'old', 'new'],
    ...[':000000 100755 0 2 A', 'c'],
    ...[':100644 100755 1 1 M', 'mode'],
    '',
  ].join('\0');
  const patch = [
    'diff --git "a/a \\"b\\"\\n.txt" "b/a \\"b\\"\\n.txt"',
    '@@ -1 +1,2 @@ diff --git a/x b/x',
    '-@@ -9 +9 @@',
    '+diff --git a/y b/y',
    '+@@ -8 +8 @@',
    '@@ -5,2 +6,0 @@',
    '-x',
    'diff --git a/old b/new',
    '@@ -3 +4 @@ function',
    '+x',
    'diff --git a/c b/c',
    'new file mode 100755',
    '@@ -0,0 +1 @@',
    '+x',
    '\\ No newline at end of file',
    'diff --git a/mode b/mode',
    'old mode 100644',
  ].join('\n');
  expect(readAddedLines(Buffer.from(`${raw}\0${patch}\n`))).toEqual(
    new Map([
      ['a "b"\n.txt', new Set([1, 2])],
      ['new', new Set([4])],
      ['c', new Set([1])],
      ['mode', new Set()],
    ]),
  );
});

it('reads a diff without changes', () => {
  expect(readAddedLines(Buffer.alloc(0))).toEqual(new Map());
});
