import { join } from 'node:path';
import { INDEX_FILE, LIVE_INDEX_FILE, tryReadIndex } from '#storyblok/mirror.ts';
import { storiesTwice } from '#storyblok/story-address.ts';
import { addressSentence } from '../sync/story-problems.ts';
import type { BrokenStory } from '../sync/validate-mirror.ts';
import type { PublishEnvironment } from './publish-environment.ts';
import type { HeldBack } from './publisher.ts';
import type { ReleaseInfo } from './release.ts';

/** What the site is not built from as it is published. */
export interface Faulty {
  /** Stories that violate their schema, or have an address that no page can have. */
  readonly broken: readonly BrokenStory[];
  /** Required stories that were taken off or renamed: visitors keep them. */
  readonly kept: readonly HeldBack[];
}

/** @throws Error when a required story is missing and was never live */
export async function checkContent(
  env: PublishEnvironment,
  { live, codeKey }: { readonly live: ReleaseInfo | undefined; readonly codeKey: string },
): Promise<Faulty> {
  const mirrorDir = join(env.dataDir, 'mirror');
  const published = tryReadIndex(join(mirrorDir, INDEX_FILE));
  const before = tryReadIndex(join(mirrorDir, LIVE_INDEX_FILE));
  const lived = before && before.source === published?.source ? before.stories : [];
  // What is live was checked before its release.
  const { missing, broken } = await env.checkContent(live?.codeKey === codeKey ? lived : []);
  const kept = missing.filter((slug) => lived.some(({ fullSlug }) => fullSlug === slug));
  const lost = missing.filter((slug) => !kept.includes(slug));
  if (lost.length > 0) throw new Error(lost.map((slug) => `There is no published story "${slug}"`).join('\n'));
  const twice = storiesTwice(published?.stories ?? [], lived);
  const misplaced = twice.map(({ uuid, fullSlug }) => {
    const fault = { code: 'address_twice', values: { address: fullSlug } } as const;
    return { uuid, fullSlug, sentences: [addressSentence(fullSlug, fault)] };
  });
  const sentences = ['no published story has this address, and the site needs it: visitors see the last one'];
  return { broken: [...broken, ...misplaced], kept: kept.map((fullSlug) => ({ fullSlug, sentences })) };
}
