/** When visitors have not seen what is published for this long, somebody should look. */
export const LATE_MS = 10 * 60_000;

/** How far the site is behind the content service. */
export interface PublishWatch {
  /** The content version that was published last, as far as it is known. */
  readonly publishedVersion: number | undefined;
  /** The version visitors see. */
  readonly builtVersion: number | undefined;
  /** Since when they differ. */
  readonly behindSinceMs: number | undefined;
  /** When that was last told. */
  readonly alertedAtMs: number | undefined;
}

export const NOTHING_SEEN: PublishWatch = {
  publishedVersion: undefined,
  builtVersion: undefined,
  behindSinceMs: undefined,
  alertedAtMs: undefined,
};

/** Takes in what is known at an instant. A pause is meant: nothing is late then. */
export function watchVersions(
  watch: PublishWatch,
  seen: { readonly published?: number | undefined; readonly built?: number | undefined; readonly paused: boolean },
  atMs: number,
): PublishWatch {
  const publishedVersion = seen.published ?? watch.publishedVersion;
  const builtVersion = seen.built ?? watch.builtVersion;
  const behind = !seen.paused && publishedVersion !== undefined && publishedVersion !== builtVersion;
  if (!behind) return { publishedVersion, builtVersion, behindSinceMs: undefined, alertedAtMs: undefined };
  return { ...watch, publishedVersion, builtVersion, behindSinceMs: watch.behindSinceMs ?? atMs };
}

/** How long visitors have not seen what is published; 0 when they see it. */
export function behindMs({ behindSinceMs }: PublishWatch, atMs: number): number {
  return behindSinceMs === undefined ? 0 : atMs - behindSinceMs;
}

/** The line for whoever is on duty, after ten minutes and every ten minutes again; with the state to go on with. */
export function alertOf(
  watch: PublishWatch,
  atMs: number,
): { readonly watch: PublishWatch; readonly sentence: string | undefined } {
  const late = behindMs(watch, atMs) >= LATE_MS && atMs - (watch.alertedAtMs ?? Number.NEGATIVE_INFINITY) >= LATE_MS;
  if (!late) return { watch, sentence: undefined };
  const minutes = Math.floor(behindMs(watch, atMs) / 60_000);
  const sentence = `Visitors have not seen what is published for ${minutes} minutes: version ${watch.publishedVersion} is published, ${watch.builtVersion ?? 'none'} is live.`;
  return { watch: { ...watch, alertedAtMs: atMs }, sentence };
}
