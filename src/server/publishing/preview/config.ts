import {
  type Environment,
  readListener,
  readProduction,
  readSecureUrl,
  readSiteUrl,
  readText,
  refuseSharedSecrets,
  requireVariables,
} from '#server/kit/config.ts';
import { NEEDED_BY_SITE, readContentApiUrl, readDataDir } from '../config.ts';

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

const NEEDED = {
  STORYBLOK_PREVIEW_TOKEN: 'a preview token of the Storyblok space',
  LENDING_URL: 'where the lending role answers',
};

/** @throws ConfigError with one sentence that names the variable, or a line for each that is missing */
export function readPreviewConfig(env: Environment, repoDir: string): PreviewConfig {
  const { SITE_URL } = NEEDED_BY_SITE;
  requireVariables(env, readProduction(env) ? { ...NEEDED, SITE_URL } : NEEDED);
  refuseSharedSecrets(env);
  return {
    ...readListener(env, { port: 4322, hostInProduction: '0.0.0.0' }),
    dataDir: readDataDir(env, repoDir),
    siteUrl: readSiteUrl(env, 'http://localhost:4321'),
    contentApiUrl: readContentApiUrl(env),
    previewToken: readText(env, 'STORYBLOK_PREVIEW_TOKEN') ?? '',
    lendingUrl: new URL(readSecureUrl('LENDING_URL', readText(env, 'LENDING_URL') ?? '')).origin,
  };
}
