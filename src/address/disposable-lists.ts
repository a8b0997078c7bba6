import { createRequire } from 'node:module';

export function readCuratedList(): ReadonlySet<string> {
  const list: { disposableEmailBlocklistSet(): Set<string> } = load('disposable-email-domains-js');
  return list.disposableEmailBlocklistSet();
}

export function readBroadList(): ReadonlySet<string> {
  const list: { blacklist(): Set<string> } = load('mailchecker');
  return list.blacklist();
}

export function readFreeList(): ReadonlySet<string> {
  return new Set(load<readonly string[]>('email-providers/all.json'));
}

/** Synchronous and lazy at once, which `import` can't be; the packages are CommonJS or data. */
function load<Module>(name: string): Module {
  return createRequire(import.meta.url)(name);
}
