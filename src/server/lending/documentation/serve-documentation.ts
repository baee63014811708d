import { readFileSync } from 'node:fs';
import type { Endpoint } from '#api/endpoint.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { renderDocsPage, STYLE_PATH } from './docs-page.ts';
import { describeApi } from './openapi.ts';

/** The page may load its own style sheet and nothing else. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const CACHE = { 'Cache-Control': 'public, no-cache' };

/** `/api/v1/openapi.json` for programs, `/api/docs` for people; both are written once, when the process starts. */
export function serveDocumentation(app: HttpApp, endpoints: readonly Endpoint[]): void {
  const document = describeApi(endpoints);
  const json = JSON.stringify(document);
  const page = renderDocsPage(document);
  const style = readFileSync(new URL('./docs.css', import.meta.url), 'utf8');
  app.get('/api/v1/openapi.json', (c) => c.body(json, 200, { 'Content-Type': 'application/json', ...CACHE }));
  app.get('/api/docs', (c) => {
    c.header('Content-Security-Policy', PAGE_POLICY);
    return c.html(page, 200, CACHE);
  });
  app.get(STYLE_PATH, (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8', ...CACHE }));
}
