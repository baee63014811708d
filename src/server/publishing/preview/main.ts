/**
 * `npm run start:preview`: previews of drafts for Storyblok's visual editor, as a role on its own host. Its only
 * secret is the preview token, and it serves only requests from the editor. Its variables: src/tools/README.md.
 */
import { resolve } from 'node:path';
import { Hono } from 'hono';
import { openDataDir } from '#server/kit/data-dir.ts';
import { serveHealth } from '#server/kit/health.ts';
import { listen, ownUrl } from '#server/kit/listen.ts';
import { createLog } from '#server/kit/log.ts';
import { startFailure } from '#server/kit/start-failure.ts';
import { onStopRequest } from '#server/kit/stop-request.ts';
import { surviveUncaughtErrors } from '#server/kit/uncaught-errors.ts';
import { readPreviewConfig } from './config.ts';
import { openPreview } from './open-preview.ts';

const repoDir = resolve(import.meta.dirname, '../../../..');

async function main(): Promise<void> {
  const config = readPreviewConfig(process.env, repoDir);
  openDataDir(config.dataDir);
  const app = new Hono();
  const preview = openPreview({ ...config, repoDir, base: '', isStoryblok: true });
  let isWarm = false;
  serveHealth(app, '/healthz', (c) => {
    const health = isWarm ? ({ status: 'ok' } as const) : ({ status: 'starting' } as const);
    return c.json(health, isWarm ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
  app.get('/robots.txt', (c) => c.text('User-agent: *\nDisallow: /\n'));
  app.route('/', preview.app);
  const server = await listen({ fetch: (request, env) => app.fetch(request, env) }, config);
  surviveUncaughtErrors(createLog({ level: 'info', name: 'preview' }));
  console.log(
    `Previews for Storyblok's editor on ${ownUrl({ host: config.host, port: server.port })}. Ctrl-C stops it.`,
  );
  // Warm-up: the first preview is as quick as the next.
  const warming = preview.warm().catch((error: Error) => console.error(`! Not warmed up: ${error.message}`));
  void warming.then(() => {
    isWarm = true;
  });
  onStopRequest(() => void server.close().finally(() => process.exit(0)));
}

try {
  await main();
} catch (error) {
  console.error(startFailure(error));
  process.exitCode = 1;
}
