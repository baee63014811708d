import {
  ConfigError,
  type Environment,
  readListener,
  readSecureUrl,
  readSiteUrl,
  readText,
  refuseSharedSecrets,
} from '#server/kit/config.ts';
import { readContentApiUrl, readDataDir } from './start-config.ts';

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
  refuseSharedSecrets(env);
  return {
    ...readListener(env, { port: 4322, hostInProduction: '0.0.0.0' }),
    dataDir: readDataDir(env, repoDir),
    siteUrl: readSiteUrl(env, 'http://localhost:4321'),
    contentApiUrl: readContentApiUrl(env),
    previewToken: needed('STORYBLOK_PREVIEW_TOKEN', 'a preview token of the Storyblok space'),
    lendingUrl: new URL(readSecureUrl('LENDING_URL', needed('LENDING_URL', 'where the lending role answers'))).origin,
  };
}
