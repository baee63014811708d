import { join } from 'node:path';
import { INDEX_FILE, LIVE_INDEX_FILE, tryReadIndex } from '#storyblok/mirror.ts';
import { storiesTwice } from '#storyblok/story-address.ts';
import type { BrokenStory } from '../sync/validate-mirror.ts';
import type { PublishEnvironment } from './publish-environment.ts';
import type { HeldBack } from './publisher.ts';
import type { ReleaseInfo } from './release.ts';

/** Published content that the site must not be built from. */
export interface Faulty {
  /** Stories that violate their schema, or have an address that no page can have. */
  readonly broken: readonly BrokenStory[];
  /** Required stories that were taken off or renamed: visitors keep them. */
  readonly kept: readonly HeldBack[];
}

const STORY_NEEDED = { code: 'story_needed' } as const;

/** @throws Error when a required story is missing and was never live */
export async function checkContent(
  env: PublishEnvironment,
  {
    live,
    codeKey,
    accountsKey,
  }: Pick<ReleaseInfo, 'codeKey' | 'accountsKey'> & { readonly live: ReleaseInfo | undefined },
): Promise<Faulty> {
  const mirrorDir = join(env.dataDir, 'mirror');
  const published = tryReadIndex(join(mirrorDir, INDEX_FILE));
  const before = tryReadIndex(join(mirrorDir, LIVE_INDEX_FILE));
  const lived = before && before.source === published?.source ? before.stories : [];
  // Live content was checked before its release, by the rules and facts of then.
  const isSame = live?.codeKey === codeKey && live.accountsKey === accountsKey;
  const { missing, broken } = await env.checkContent(isSame ? lived : []);
  const kept = missing.filter((slug) => lived.some(({ fullSlug }) => fullSlug === slug));
  const lost = missing.filter((slug) => !kept.includes(slug));
  if (lost.length > 0) throw new Error(lost.map((slug) => `There is no published story "${slug}"`).join('\n'));
  const twice = storiesTwice(published?.stories ?? [], lived);
  const misplaced = twice.map(({ uuid, fullSlug }) => {
    const fault = { code: 'address_twice', values: { address: fullSlug } } as const;
    return { uuid, fullSlug, faults: [{ story: fullSlug, fault }] };
  });
  const needed = kept.map((fullSlug) => ({ fullSlug, faults: [{ story: fullSlug, fault: STORY_NEEDED }] }));
  return { broken: [...broken, ...misplaced], kept: needed };
}
