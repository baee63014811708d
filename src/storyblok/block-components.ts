import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { storyblok } from '@storyblok/astro';

const FOLDERS = join(import.meta.dirname, '../blocks');

/**
 * Sets up Storyblok's integration, for the site and for previews: `<StoryblokComponent>` shows a block by the component
 * in the folder of its name. Pages read the mirror, so they do not contain a token or a client.
 * @param hasEditor set when Storyblok's editor frames the pages, so that its bridge shows what is typed
 */
export function blockComponents({ hasEditor }: { readonly hasEditor: boolean }): ReturnType<typeof storyblok> {
  const folders = readdirSync(FOLDERS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return storyblok({
    accessToken: '',
    useCustomApi: true,
    bridge: hasEditor,
    livePreview: hasEditor,
    componentsDir: 'src/blocks',
    components: Object.fromEntries(folders.map(({ name }) => [name, `${name}/${name}`])),
    enableFallbackComponent: true,
    customFallbackComponent: 'unknown-block',
  });
}
