import type { APIRoute } from 'astro';
import { workerScript } from '#client-area/offline/worker-script.ts';

/** Answers with the service worker of the client area. */
export const GET: APIRoute = () =>
  new Response(workerScript(), { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });
