/** If published content is not live after this long, operators are alerted. */
export const LATE_MS = 10 * 60_000;

/** The lag of the site behind the content service. */
export interface PublishWatch {
  /** The last published content version, if known. */
  readonly publishedVersion: number | undefined;
  /** The live content version. */
  readonly builtVersion: number | undefined;
  /** Since when they differ. */
  readonly behindSinceMs: number | undefined;
  /** Instant of the last alert to operators. */
  readonly alertedAtMs: number | undefined;
}

export const NO_WATCH: PublishWatch = {
  publishedVersion: undefined,
  builtVersion: undefined,
  behindSinceMs: undefined,
  alertedAtMs: undefined,
};

/** Updates the state. During a pause nothing counts as late. */
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

/** Milliseconds for which published content has not been live; 0 when it is live. */
export function behindMs({ behindSinceMs }: PublishWatch, atMs: number): number {
  return behindSinceMs === undefined ? 0 : atMs - behindSinceMs;
}

/** The alert, after ten minutes and every ten minutes again, with the new state. */
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
