import { expect, test } from 'vitest';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

const hidden = withTestLending({ production: true });

test('programs read the document, people the page', async () => {
  const document = await lending.app.request('/api/v1/openapi.json');
  expect(document.headers.get('content-type')).toContain('application/json');
  expect(await document.json()).toMatchObject({ openapi: '3.1.1', paths: { '/api/v1/public/offer': { post: {} } } });

  const page = await lending.app.request('/api/docs');
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toMatch(/^<!DOCTYPE html>/);
});

test('the page may load its own style sheet and nothing else', async () => {
  const page = await lending.app.request('/api/docs');
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  );
  const href = /<link rel="stylesheet" href="([^"]+)">/.exec(await page.text())?.[1] ?? '';
  const style = await lending.app.request(href);
  expect(style.headers.get('content-type')).toContain('text/css');
  expect(await style.text()).toContain('--paper');
});

test('in production the documentation of the API is served only if asked for', { tags: 'asvs-13.4.5' }, async () => {
  for (const path of ['/api/v1/openapi.json', '/api/docs', '/api/docs.css']) {
    expect((await hidden.app.request(path)).status, path).toBe(404);
  }
});
