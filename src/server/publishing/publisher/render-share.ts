/**
 * A worker thread that renders a share of the pages: loads the kept bundle, reports `ready`, and answers every
 * `PageOrder[]` with a `RenderedBatch`. Its `workerData` is a `RendererPlace`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { listPages, loadRenderer } from './page-app.ts';
import type { RendererPlace } from './page-renderer.ts';
import { createBatchRenderer, type PageOrder } from './render-batch.ts';

const place = workerData as RendererPlace;
const renderer = await loadRenderer(place.dataDir);
// The keys come with the orders.
const render = await createBatchRenderer(place, renderer, await listPages(renderer.app, ''));
parentPort?.on('message', (batch: readonly PageOrder[]) => {
  void render(batch).then((done) => parentPort?.postMessage(done));
});
parentPort?.postMessage('ready');
