import { describe, expect, test } from 'vitest';
import { readStartConfig } from '#tools/start-config.ts';

const read = (env: Record<string, string>) => readStartConfig(env, '/srv/manay');

test('without any variable nobody may frame us, no host is special and nothing measures', () => {
  expect(read({})).toMatchObject({ framers: [], landingHosts: [], tagManagerIds: undefined });
});

test('partners, landing hosts and tag managers are lists with commas', () => {
  expect(
    read({
      FRAME_ANCESTORS: 'https://partner.pe, https://shop.example:8443',
      LANDING_HOSTS: 'Oferta.manay.pe, localhost:4400',
      PUBLIC_TAG_MANAGER_IDS: 'GTM-ABC123,GTM-DEF456',
    }),
  ).toMatchObject({
    framers: ['https://partner.pe', 'https://shop.example:8443'],
    landingHosts: ['oferta.manay.pe', 'localhost:4400'],
    tagManagerIds: 'GTM-ABC123,GTM-DEF456',
  });
});

test('the card form is ours in the sandbox, the provider’s own otherwise, and another when it is named', () => {
  expect(read({}).cardOrigins).toEqual([]);
  expect(read({ LENDER_SANDBOX: '0' }).cardOrigins).toBeUndefined();
  const test = 'https://static-content-qas.vnforapps.com';
  expect(read({ LENDER_SANDBOX: '0', PUBLIC_CARD_ORIGINS: test }).cardOrigins).toEqual([test]);
});

describe('what would end up in a header is checked, and the sentence names the variable', () => {
  test.each([
    ['FRAME_ANCESTORS', 'partner.pe'],
    ['FRAME_ANCESTORS', 'https://partner.pe/'],
    ['FRAME_ANCESTORS', "https://partner.pe; script-src 'unsafe-inline'"],
    ['FRAME_ANCESTORS', '*'],
    ['LANDING_HOSTS', 'https://oferta.manay.pe'],
    ['LANDING_HOSTS', 'oferta manay'],
    ['PUBLIC_TAG_MANAGER_IDS', 'GTM-ABC123'],
    ['PUBLIC_TAG_MANAGER_IDS', 'UA-1,UA-2'],
    ['PUBLIC_CARD_ORIGINS', 'http://card.example'],
    ['PUBLIC_CARD_ORIGINS', 'https://card.example/checkout.js'],
  ])('%s="%s"', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name);
  });
});

describe('the editor of the embedded content service', () => {
  test('is there on a laptop, and off when it is not wanted', () => {
    expect(read({}).editor).toBe(true);
    expect(read({ CONTENT_EDITOR: '0' }).editor).toBe(false);
  });

  const space = { STORYBLOK_TOKEN: 'public', STORYBLOK_WEBHOOK_SECRET: 'secret' };
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://x', SITE_URL: 'https://manay.pe', ...space };

  test('is never on in production or beside a real space', () => {
    expect(read(production).editor).toBe(false);
    expect(read(space).editor).toBe(false);
    expect(() => read({ ...production, CONTENT_EDITOR: '1' })).toThrow(
      'CONTENT_EDITOR=1 is refused with NODE_ENV=production',
    );
    expect(() => read({ ...space, CONTENT_EDITOR: '1' })).toThrow('CONTENT_EDITOR=1 is refused with STORYBLOK_TOKEN');
  });
});
