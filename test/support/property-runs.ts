/**
 * How often a property is tried: so many times in CI, a tenth of that elsewhere. Each run draws other
 * values; what once failed stands among the property's `examples`, which every run tries.
 */
export function runs(all: number): number {
  return process.env.CI ? all : Math.ceil(all / 10);
}
