import { expect, test } from 'vitest';
import { readPreviewConfig } from '#server/publishing/preview/config.ts';

const needed = { STORYBLOK_PREVIEW_TOKEN: 'preview', LENDING_URL: 'http://localhost:4400/' };
const read = (env: Record<string, string>) => readPreviewConfig(env, '/srv/manay');

test('the preview needs its token and the lending role, and says which is missing', () => {
  expect(() => read({})).toThrow(
    'STORYBLOK_PREVIEW_TOKEN is missing: a preview token of the Storyblok space.\nLENDING_URL is missing: where the lending role answers.',
  );
});

test('it reads drafts of the space’s region, from a port beside the site’s', { tags: 'asvs-3.5.4' }, () => {
  expect(read(needed)).toMatchObject({
    port: 4322,
    contentApiUrl: 'https://api.storyblok.com/v2',
    lendingUrl: 'http://localhost:4400',
  });
  expect(read({ ...needed, STORYBLOK_REGION: 'us' }).contentApiUrl).toBe('https://api-us.storyblok.com/v2');
  expect(() => read({ ...needed, STORYBLOK_REGION: 'moon' })).toThrow('STORYBLOK_REGION must be one of');
});

test('the preview fails closed like every other role', { tags: 'asvs-12.3.3' }, () => {
  const site = { ...needed, NODE_ENV: 'production', SITE_URL: 'https://manay.pe' };
  expect(read(site).host).toBe('0.0.0.0');
  expect(() => read({ ...needed, NODE_ENV: 'prod' })).toThrow('NODE_ENV must be one of');
  expect(() => read({ ...needed, HOST: '0.0.0.0' })).toThrow('OPEN_TO_NETWORK=1');
  expect(() => read({ ...needed, SITE_URL: 'https://manay.pe' })).toThrow('OPEN_TO_NETWORK=1');
  expect(() => read({ ...site, SITE_URL: 'http://manay.pe' })).toThrow('SITE_URL must be an https address');
  expect(() => read({ ...site, LENDING_URL: 'http://lending:4321' })).toThrow('LENDING_URL must be an https address');
  expect(() => read({ ...site, STORYBLOK_TOKEN: 'preview' })).toThrow('are the same');
});
