import type { StoryFault } from '#storyblok/story-fault.ts';
import type { HeldBack, PublishStep } from './publisher.ts';
import type { ReleaseInfo } from './release.ts';

/** All that is known of what visitors see; everything that tells a state is told from it. */
export interface PublishFacts {
  readonly live: Pick<ReleaseInfo, 'release' | 'contentVersion'> | undefined;
  /** An operator has rolled back. */
  readonly paused: boolean;
  /** Stories that were held back from the live release. */
  readonly heldBack: readonly HeldBack[];
  /** The last run, if it failed and no later one succeeded. */
  readonly failure: PublishFailure | undefined;
}

export interface PublishFailure {
  readonly step: PublishStep;
  readonly reason: string;
  /** The mistakes that are the reason, if it is the content's. */
  readonly faults?: readonly StoryFault[];
  /** The content version that it tried to bring live; undefined when it is not known. */
  readonly version: number | undefined;
  /** Set when the content of these stories was all that kept it from going live. */
  readonly heldBack: readonly HeldBack[];
}

/** The standing of a published change: live, on its way, or why not. */
export type Standing =
  | { readonly state: 'live'; readonly release: string }
  /** The publisher waits or builds. */
  | { readonly state: 'publishing' }
  /** Visitors see the story's last good version; the others of the same publish are live. */
  | { readonly state: 'held-back'; readonly faults: readonly StoryFault[] }
  | { readonly state: 'paused' }
  | {
      readonly state: 'failed';
      readonly step: PublishStep;
      readonly reason: string;
      readonly faults: readonly StoryFault[];
    };

export const STATES = ['live', 'publishing', 'held-back', 'paused', 'failed'] as const;

/** @param change the content version with the change, and the story that changed */
export function standingOf(
  facts: PublishFacts,
  change: { readonly version: number; readonly fullSlug: string },
): Standing {
  const { live, paused, failure } = facts;
  const heldIn = (stories: readonly HeldBack[]): Standing | undefined => {
    const held = stories.find(({ fullSlug }) => fullSlug === change.fullSlug);
    return held && { state: 'held-back', faults: held.faults };
  };
  if (live && live.contentVersion >= change.version) {
    return heldIn(facts.heldBack) ?? { state: 'live', release: live.release };
  }
  if (paused) return { state: 'paused' };
  // An older failure belongs to an earlier publish.
  if (!failure || (failure.version !== undefined && failure.version < change.version)) return { state: 'publishing' };
  if (!live || failure.heldBack.length === 0) {
    const { step, reason, faults = [] } = failure;
    return { state: 'failed', step, reason, faults };
  }
  // Nothing else changed what visitors see.
  return heldIn(failure.heldBack) ?? { state: 'live', release: live.release };
}

/** Stories that visitors do not see as they were published. */
export function heldBackIn({ heldBack, failure }: PublishFacts): readonly HeldBack[] {
  const last = failure?.heldBack ?? [];
  const known = new Set(last.map(({ fullSlug }) => fullSlug));
  return [...last, ...heldBack.filter(({ fullSlug }) => !known.has(fullSlug))];
}

/** The state of the site as a whole. @param publishedVersion undefined when it is unknown */
export function siteState(facts: PublishFacts, publishedVersion: number | undefined): Standing['state'] {
  // No story has this address: the problem is told for the content that every story shares.
  const { state } = standingOf(facts, { version: publishedVersion ?? facts.live?.contentVersion ?? 0, fullSlug: '' });
  if (facts.paused) return 'paused';
  return state === 'live' && heldBackIn(facts).length > 0 ? 'held-back' : state;
}
