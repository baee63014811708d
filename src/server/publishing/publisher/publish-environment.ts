import type { StoryEntry } from '#storyblok/mirror.ts';
import type { ContentVerdict } from '#storyblok/validate-mirror.ts';
import type { Held } from './build-lock.ts';
import type { PublishStep } from './publisher.ts';

/** What a publisher works with. */
export interface PublishEnvironment {
  readonly repoDir: string;
  readonly dataDir: string;
  /** What the build reads of the environment: SITE_URL (canonical addresses, sitemap), PUBLIC_…. Pages show it. */
  readonly buildVariables: Readonly<Record<string, string>>;
  /** Partners' origins and landing hosts, for the files nginx reads. */
  readonly framers: readonly string[];
  readonly landingHosts: readonly string[];
  /** Content Delivery API, up to and with `/v2`. */
  readonly contentApiUrl: string;
  readonly contentToken: string;
  readonly lendingUrl: string;
  /**
   * Which published stories break their schema.
   * @param good stories that were checked with this very code, before this process perhaps, and need not be again
   */
  readonly checkContent: (good: readonly StoryEntry[]) => Promise<ContentVerdict>;
  /** Whether the content asks for the maintenance page. */
  readonly isMaintenance: () => boolean;
  /** The right to build; nothing while another publisher of the same site has it. */
  readonly takeBuildLock: () => Promise<Held | undefined>;
  readonly log: (sentence: string) => void;
}

/** Times a step of a run, tells it, and names it when it fails. */
export type Steps = <Done>(
  step: PublishStep,
  work: () => Promise<Done>,
  detail: (done: Done) => string,
) => Promise<Done>;
