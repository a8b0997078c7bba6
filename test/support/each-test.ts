import { afterEach, beforeEach } from 'vitest';

type Disposed = { dispose?(): unknown; close?(): unknown } & Partial<AsyncDisposable & Disposable>;

/**
 * What `open` gives, again for each test of the file or the `describe`: forwards to that of the test that runs.
 * It is disposed of after the test.
 */
export function eachTest<T extends object>(open: () => T | Promise<T>): T {
  let current = {} as T;
  beforeEach(async () => {
    current = await open();
  });
  afterEach(async () => {
    const one: Disposed = current;
    const end = one.dispose ?? one[Symbol.asyncDispose] ?? one[Symbol.dispose] ?? one.close;
    await end?.call(one);
  });
  return new Proxy(current, {
    get(_, name) {
      const value = Reflect.get(current, name);
      return typeof value === 'function' ? value.bind(current) : value;
    },
    set: (_, name, value) => Reflect.set(current, name, value),
    has: (_, name) => Reflect.has(current, name),
    ownKeys: () => Reflect.ownKeys(current),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current, name),
  });
}
