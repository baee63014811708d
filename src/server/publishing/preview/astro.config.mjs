import { join, resolve } from 'node:path';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { actDirective } from '#storyblok/act-directive.ts';
import { blockComponents } from '#storyblok/block-components.ts';
import { previewAdapter } from './adapter.mjs';

// The preview role renders the same blocks and layouts per request (design §8). It has a build of its own, separate
// from the public one.
const root = resolve(import.meta.dirname, '../../../..');
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
    react({ experimentalDisableStreaming: true }),
    actDirective(),
    blockComponents({ hasEditor: process.env.HAS_EDITOR === 'yes' }),
  ],
  session: false,
  security: { csp: true, checkOrigin: false },
  devToolbar: { enabled: false },
  // Separate from the public build's caches, which would be overwritten. Inside the data directory, which need not be
  // near node_modules.
  vite: { cacheDir: join(dataDir, 'preview-cache/vite'), ssr: { noExternal: true } },
});
