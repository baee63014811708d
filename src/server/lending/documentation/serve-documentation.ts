import { readFileSync } from 'node:fs';
import type { Endpoint } from '#api/endpoint.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { renderDocsPage, STYLE_PATH } from './docs-page.ts';
import { describeApi } from './openapi.ts';

/** The page may load its own style sheet and nothing else. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const CACHE = { 'Cache-Control': 'public, no-cache' };

/** `/api/v1/openapi.json` for programs, `/api/docs` for people; both are written once, when the first of them is read. */
export function serveDocumentation(
  app: HttpApp,
  endpoints: readonly Endpoint[],
  of: Parameters<typeof describeApi>[1],
): void {
  const write = () => {
    const document = describeApi(endpoints, of);
    return { json: JSON.stringify(document), page: renderDocsPage(document) };
  };
  let written: ReturnType<typeof write> | undefined;
  const documentation = () => {
    written ??= write();
    return written;
  };
  const style = readFileSync(new URL('./docs.css', import.meta.url), 'utf8');
  app.get('/api/v1/openapi.json', (c) =>
    c.body(documentation().json, 200, { 'Content-Type': 'application/json', ...CACHE }),
  );
  app.get('/api/docs', (c) => {
    c.header('Content-Security-Policy', PAGE_POLICY);
    return c.html(documentation().page, 200, CACHE);
  });
  app.get(STYLE_PATH, (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8', ...CACHE }));
}
