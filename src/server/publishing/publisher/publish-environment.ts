import type { StoryEntry } from '#storyblok/mirror.ts';
import type { ContentCheck } from '../sync/validate-mirror.ts';
import type { Held } from './build-lock.ts';
import type { PublishStep } from './publisher.ts';

/** Dependencies of a publisher. */
export interface PublishEnvironment {
  readonly repoDir: string;
  readonly dataDir: string;
  /** The build's environment variables: SITE_URL (canonical addresses, sitemap), PUBLIC_…. Pages show them. */
  readonly buildVariables: Readonly<Record<string, string>>;
  /** Days for which a page that was renamed is found at its former address, too. */
  readonly redirectDays: number;
  /** Content Delivery API, up to and with `/v2`. */
  readonly contentApiUrl: string;
  readonly contentToken: string;
  readonly lendingUrl: string;
  /**
   * Checks which published stories violate their schema.
   * @param good stories that were already checked with this code, possibly by an earlier process
   */
  readonly checkContent: (good: readonly StoryEntry[]) => Promise<ContentCheck>;
  /** Tells whether the settings turn maintenance on. */
  readonly isMaintenance: () => boolean;
  /** Takes the build lock; undefined while another publisher of the site holds it. */
  readonly takeBuildLock: () => Promise<Held | undefined>;
  readonly log: (sentence: string) => void;
}

/** Measures a step of a run, reports it, and names it if it fails. */
export type Steps = <Done>(
  step: PublishStep,
  work: () => Promise<Done>,
  detail: (done: Done) => string,
) => Promise<Done>;
