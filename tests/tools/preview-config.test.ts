import { expect, test } from 'vitest';
import { readPreviewConfig } from '#tools/preview-config.ts';

const needed = { STORYBLOK_PREVIEW_TOKEN: 'preview', LENDING_URL: 'http://localhost:4400/' };
const read = (env: Record<string, string>) => readPreviewConfig(env, '/srv/manay');

test('the preview needs its token and the lending role, and says which is missing', () => {
  expect(() => read({})).toThrow('STORYBLOK_PREVIEW_TOKEN is needed by the preview');
  expect(() => read({ STORYBLOK_PREVIEW_TOKEN: 'preview' })).toThrow('LENDING_URL is needed by the preview');
});

test('it reads drafts of the space’s region, from a port beside the site’s', () => {
  expect(read(needed)).toMatchObject({
    port: 4322,
    contentApiUrl: 'https://api.storyblok.com/v2',
    lendingUrl: 'http://localhost:4400',
  });
  expect(read({ ...needed, STORYBLOK_REGION: 'us' }).contentApiUrl).toBe('https://api-us.storyblok.com/v2');
  expect(() => read({ ...needed, STORYBLOK_REGION: 'moon' })).toThrow('STORYBLOK_REGION must be one of');
});
