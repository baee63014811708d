import { resolve } from 'node:path';
import { ConfigError, type Environment, readText, readWholeNumber } from '#server/kit/config.ts';
import { readContentApiUrl, readSiteUrl } from './start-config.ts';

/** The environment of the preview role when it runs alone. */
export interface PreviewConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** The public site's address, for canonical links. */
  readonly siteUrl: string;
  readonly contentApiUrl: string;
  readonly previewToken: string;
  readonly lendingUrl: string;
}

/** @throws ConfigError with one sentence that names the variable */
export function readPreviewConfig(env: Environment, repoDir: string): PreviewConfig {
  const needed = (name: string, what: string): string => {
    const text = readText(env, name);
    if (!text) throw new ConfigError(`${name} is needed by the preview: ${what}.`);
    return text;
  };
  const isProduction = readText(env, 'NODE_ENV') === 'production';
  return {
    port: readWholeNumber(env, 'PORT', { byDefault: 4322, min: 0, max: 65_535 }),
    host: readText(env, 'HOST') ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(repoDir, readText(env, 'DATA_DIR') ?? '.data'),
    siteUrl: readSiteUrl(readText(env, 'SITE_URL') ?? 'http://localhost:4321'),
    contentApiUrl: readContentApiUrl(env),
    previewToken: needed('STORYBLOK_PREVIEW_TOKEN', 'a preview token of the Storyblok space'),
    lendingUrl: readSiteUrl(needed('LENDING_URL', 'where the lending role answers')),
  };
}
