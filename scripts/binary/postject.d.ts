declare module 'postject' {
  export interface InjectOptions {
    readonly sentinelFuse: string;
    readonly machoSegmentName?: string;
  }
  /** Writes the resource into the executable. */
  export function inject(
    executable: string,
    resource: string,
    content: Buffer,
    options: InjectOptions,
  ): Promise<void>;
}
