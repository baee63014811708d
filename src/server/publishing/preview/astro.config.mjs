import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@astrojs/react';
import { storyblok } from '@storyblok/astro';
import { defineConfig } from 'astro/config';
import { previewAdapter } from './adapter.mjs';

// The preview role renders the same blocks and layouts per request (design §8). It has a build of its own, separate
// from the public one.
const root = resolve(import.meta.dirname, '../../../..');
const DRAFT_BLOCK = 'layouts/preview/draft-block';
const blocks = readdirSync(join(root, 'src/blocks'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const dataDir = resolve(process.env.DATA_DIR ?? join(root, '.data'));

export default defineConfig({
  root,
  // An empty pages folder: the adapter adds the only page.
  srcDir: import.meta.dirname,
  publicDir: join(root, 'public'),
  output: 'server',
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  outDir: join(dataDir, 'preview'),
  cacheDir: join(dataDir, 'preview-cache'),
  trailingSlash: 'ignore',
  build: { assets: '_preview', redirects: false },
  adapter: previewAdapter(),
  integrations: [
    react(),
    // Finds the component of each block, all of them our renderer (decision 129). Drafts come with each request, and the
    // bridge only with a real space: no token, no client, no script of its own.
    storyblok({
      accessToken: '',
      useCustomApi: true,
      bridge: false,
      components: Object.fromEntries(blocks.map((block) => [block, DRAFT_BLOCK])),
      enableFallbackComponent: true,
      customFallbackComponent: DRAFT_BLOCK,
    }),
  ],
  session: false,
  security: { csp: true, checkOrigin: false },
  devToolbar: { enabled: false },
  // Separate from the public build's caches, which would be overwritten. Inside the data directory, which need not be
  // near node_modules.
  vite: { cacheDir: join(dataDir, 'preview-cache/vite'), ssr: { noExternal: true } },
});
