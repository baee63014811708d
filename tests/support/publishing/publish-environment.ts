import { join, resolve } from 'node:path';
import { allBlockSchemas } from '#server/publishing/block-schemas.ts';
import { fileBuildLock } from '#server/publishing/publisher/build-lock.ts';
import type { PublishEnvironment } from '#server/publishing/publisher/publish-environment.ts';
import type { PublishRun } from '#server/publishing/publisher/publisher.ts';
import { CheckedStories, checkStories } from '#server/publishing/sync/validate-mirror.ts';
import { INDEX_FILE, openMirror } from '#storyblok/mirror.ts';

export const CONTENT_TOKEN = 'a public token';

/** A run that is neither forced nor stopped, and told to nothing. */
export const RUN: PublishRun = {
  force: false,
  allowFewerPages: false,
  signal: new AbortController().signal,
  onVersion: () => undefined,
  onPublished: () => undefined,
  onProgress: () => undefined,
};

export type PublishPlaces = Pick<PublishEnvironment, 'dataDir' | 'contentApiUrl' | 'lendingUrl'>;

/** The publisher of this repository's site between the given places; the same for a test and for a child that dies. */
export function publishEnvironment(places: PublishPlaces): PublishEnvironment {
  const mirrorDir = join(places.dataDir, 'mirror');
  return {
    ...places,
    repoDir: resolve(import.meta.dirname, '../../..'),
    buildVariables: { SITE_URL: 'http://localhost:4321' },
    redirectDays: 365,
    contentToken: CONTENT_TOKEN,
    checkContent: async (good) => {
      const known = new CheckedStories();
      known.trust(good);
      return checkStories(await allBlockSchemas(), openMirror(mirrorDir, INDEX_FILE), known);
    },
    isMaintenance: () => openMirror(mirrorDir).readSettings('es').maintenance_on,
    takeBuildLock: fileBuildLock(places.dataDir),
    log: () => undefined,
  };
}
