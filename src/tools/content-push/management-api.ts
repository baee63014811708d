import { fetchFrom } from '#server/kit/outgoing.ts';

/** The requests to Storyblok's Management API for which the CLI has no command. */
export interface ManagementApi {
  /** Names of the existing stories, folders included. */
  storyNames(): Promise<readonly string[]>;
  /** Adds missing languages and returns them; others stay. */
  addLanguages(languages: readonly Language[]): Promise<readonly string[]>;
}

interface Language {
  readonly code: string;
  readonly name: string;
}

const TIMEOUT_MS = 20_000;

/** @param host without a path @param token a person's access token */
export function createManagementApi(host: string, token: string, spaceId: string): ManagementApi {
  const fetch = fetchFrom([host]);
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${host}/v1/spaces/${spaceId}${path}`, {
      method,
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`Storyblok answered ${response.status} to ${method} of the space${path}: ${text.slice(0, 200)}`);
    return text === '' ? {} : JSON.parse(text);
  };
  return {
    storyNames: async () => {
      const { stories } = (await call('GET', '/stories?per_page=25')) as {
        stories: { full_slug?: string; slug: string }[];
      };
      return stories.map(({ full_slug, slug }) => full_slug ?? slug);
    },
    addLanguages: async (languages) => {
      const { space } = (await call('GET', '')) as { space: { languages?: Language[] } };
      const known = space.languages ?? [];
      const missing = languages.filter(({ code }) => !known.some((language) => language.code === code));
      if (missing.length > 0) await call('PUT', '', { space: { languages: [...known, ...missing] } });
      return missing.map(({ code }) => code);
    },
  };
}
