/**
 * Sets flags of V8 for all commands, before their code is loaded: code that was compiled under other flags is
 * not taken from the cache. V8 reads them whenever it has to decide, so that they work though the heap is
 * there; one that does not know them ignores them.
 */
export function setV8Flags(): void {
  // Not imported above: the version is printed without it.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  // Lists and results stream by with a few live megabytes, while V8 lets their garbage grow to hundreds.
  setFlagsFromString('--heap-growing-percent=100');
  // The work is spread over a thousand functions: most are optimized twice before a run ends, for nothing.
  setFlagsFromString('--invocation-count-for-turbofan=20000');
  // What outlives a collection of young objects is some megabytes: the threads cost more than they save.
  setFlagsFromString('--no-parallel-scavenge');
  // Each of the collections makes them older: those that are used now and then were compiled again.
  setFlagsFromString('--no-flush-bytecode');
}
