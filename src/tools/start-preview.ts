/**
 * `npm run start:preview`: previews of drafts for Storyblok's visual editor, as a role on its own host. Its only
 * secret is the preview token, and it serves only requests from the editor. Its variables: src/tools/README.md.
 */
import { resolve } from 'node:path';
import { Hono } from 'hono';
import { ConfigError } from '#server/kit/config.ts';
import { openDataDir } from '#server/kit/data-dir.ts';
import { listen, ownUrl } from '#server/kit/listen.ts';
import { readPreviewConfig } from './preview-config.ts';
import { openPreview } from './space-editor.ts';
import { onStopRequest } from './stop-request.ts';

const repoDir = resolve(import.meta.dirname, '../..');

async function main(): Promise<void> {
  const config = readPreviewConfig(process.env, repoDir);
  openDataDir(config.dataDir);
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }));
  app.get('/robots.txt', (c) => c.text('User-agent: *\nDisallow: /\n'));
  app.route('/', openPreview({ ...config, repoDir, base: '', isStoryblok: true }));
  const server = await listen({ fetch: (request, env) => app.fetch(request, env) }, config);
  console.log(
    `Previews for Storyblok's editor on ${ownUrl({ host: config.host, port: server.port })}. Ctrl-C stops it.`,
  );
  onStopRequest(() => void server.close().finally(() => process.exit(0)));
}

try {
  await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
