/** The part of autocannon 9 that the benchmarks use; the package has no types of its own. */
declare module 'autocannon' {
  interface Load {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly requests: readonly {
      readonly method: string;
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }[];
  }
  interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
  }
  // biome-ignore lint/style/noDefaultExport: it is how the package exports itself.
  export default function autocannon(load: Load): Promise<Result>;
}
