import { join } from 'node:path';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import type { Log } from '#server/kit/log.ts';
import { databaseBuildLock, fileBuildLock } from '#server/publishing/publisher/build-lock.ts';
import type { PublishEnvironment } from '#server/publishing/publisher/publish-environment.ts';
import { openPublishing, type Publishing } from '#server/publishing/publisher/publishing-role.ts';
import { INDEX_FILE, openMirror } from '#storyblok/mirror.ts';
import type { Announce } from './announce.ts';
import { allBlockSchemas } from './block-schemas.ts';
import type { StartConfig } from './config.ts';
import type { Snapshot } from './publisher/operator.ts';
import { CheckedStories, checkStories } from './sync/validate-mirror.ts';

/** The publisher's content source and its webhook credentials. */
export interface ContentSource {
  readonly apiUrl: string;
  readonly token: string;
  readonly webhookSecret: string | undefined;
  readonly webhookKey: string | undefined;
  /** The content service of this process, if it is embedded. */
  readonly embedded:
    | {
        publish(options: { readonly withSaved: boolean }): Promise<Snapshot>;
        version(): number;
      }
    | undefined;
}

/** The publisher of this repository's site, for `npm start` and for the publisher alone. */
export function openSitePublishing(parts: {
  readonly repoDir: string;
  readonly config: StartConfig;
  readonly content: ContentSource;
  readonly lendingUrl: string;
  readonly operatorToken: string;
  readonly log: Log;
  readonly announce: Announce;
}): Publishing {
  const { config, content, log } = parts;
  const mirrorDir = join(config.dataDir, 'mirror');
  const [site, published] = [openMirror(mirrorDir), openMirror(mirrorDir, INDEX_FILE)];
  const checked = new CheckedStories();
  const { embedded } = content;
  return openPublishing({
    env: {
      repoDir: parts.repoDir,
      dataDir: config.dataDir,
      buildVariables: buildVariablesOf(config),
      redirectDays: config.redirectDays,
      contentApiUrl: content.apiUrl,
      contentToken: content.token,
      lendingUrl: parts.lendingUrl,
      checkContent: async (good) => {
        checked.trust(good);
        return checkStories(await allBlockSchemas(), published, checked);
      },
      isMaintenance: () => site.readSettings(DEFAULT_LOCALE).maintenance_on,
      takeBuildLock: buildLockOf(config, (error) => log.warn({ err: error }, 'the build lock was lost')),
      // Retries and missing translations are worth an operator's attention.
      log: (sentence) => log.warn(sentence),
    },
    webhook: { secret: content.webhookSecret, pathKey: content.webhookKey },
    operatorToken: parts.operatorToken,
    trustedProxies: config.trustedProxies,
    log,
    ...(embedded && {
      snapshot: () => embedded.publish({ withSaved: true }),
      publishedVersion: () => embedded.version(),
    }),
    onResult: parts.announce.result,
    onAlert: (sentence) => log.error(sentence),
  });
}

/** Environment variables that pages show. */
export function buildVariablesOf(config: StartConfig): Readonly<Record<string, string>> {
  return {
    SITE_URL: config.siteUrl,
    ...(config.cardOrigins && { PUBLIC_CARD_ORIGINS: config.cardOrigins.join(',') }),
    ...(config.publicSiteUrl && { PUBLIC_SITE_URL: config.publicSiteUrl }),
    ...(config.tagManagerIds && { PUBLIC_TAG_MANAGER_IDS: config.tagManagerIds }),
    AMOUNT_SEPARATORS: config.amountSeparators,
  };
}

/** The build lock that the publishers of this site share. */
export function buildLockOf(config: StartConfig, onLost: (error: Error) => void): PublishEnvironment['takeBuildLock'] {
  return config.databaseUrl ? databaseBuildLock(config.databaseUrl, onLost) : fileBuildLock(config.dataDir);
}
