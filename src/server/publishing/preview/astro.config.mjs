import { join, resolve } from 'node:path';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { previewAdapter } from './adapter.mjs';

// The preview role: the same blocks and layouts, rendered for each request (design §8). Its build has a folder of its own,
// and the public build knows nothing of it.
const root = resolve(import.meta.dirname, '../../../..');
const dataDir = resolve(process.env.DATA_DIR ?? join(root, '.data'));

export default defineConfig({
  root,
  // There are no pages in it: the one page is added by the adapter.
  srcDir: import.meta.dirname,
  publicDir: join(root, 'public'),
  output: 'server',
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  outDir: join(dataDir, 'preview'),
  cacheDir: join(dataDir, 'preview-cache'),
  trailingSlash: 'ignore',
  build: { assets: '_preview', redirects: false },
  adapter: previewAdapter(),
  integrations: [react()],
  session: false,
  security: { csp: true, checkOrigin: false },
  devToolbar: { enabled: false },
  // Beside the public build's: two builds would take each other's files away.
  // Everything inside: the data directory need not lie where packages are found.
  vite: { cacheDir: join(dataDir, 'preview-cache/vite'), ssr: { noExternal: true } },
});
