import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlockError } from '#storyblok/block-schema.ts';
import { INDEX_FILE, MirrorError, openMirror, readMirrorConfig, tryReadIndex } from '#storyblok/mirror.ts';
import { type ContentSpace, openContentSpace, SMALL_SETS } from '#tests/support/publishing/content-space.ts';

const SETTINGS = {
  full_slug: 'settings/global',
  content: {
    _uid: 'settings',
    component: 'global-settings',
    site_name: 'Mañay',
    contacts_title: 'Contacto',
    contacts_title__i18n__en: 'Contact',
    email: 'ayuda@manay.example',
    copyright: '© 2026 Mañay',
    header_navigation: [
      {
        _uid: 'nav-1',
        component: 'navigation-link',
        title: 'Preguntas',
        title__i18n__en: 'Questions',
        url: { linktype: 'story', fieldtype: 'multilink', id: '', url: '', cached_url: 'preguntas' },
      },
    ],
    social: [
      {
        _uid: 'social-1',
        component: 'social-link',
        network: 'tiktok',
        url: { linktype: 'url', url: 'https://x.example', cached_url: '' },
      },
    ],
  },
};

const CALCULATOR = {
  full_slug: 'settings/calculator',
  content: {
    _uid: 'calculator',
    component: 'calculator-settings',
    products: [
      {
        _uid: 'single',
        component: 'calculator-product',
        productType: 'SINGLE_PAY',
        choices: '7, 14',
        minAmount: '200',
      },
      { _uid: 'instalment', component: 'calculator-product', productType: 'INSTALLMENT', termUnit: 'months' },
    ],
  },
};

let space: ContentSpace;
let mirrorDir: string;

async function sync(): Promise<void> {
  await space.service.publish();
  await space.sync();
}

beforeAll(async () => {
  space = await openContentSpace([SETTINGS, CALCULATOR], SMALL_SETS);
  mirrorDir = join(space.dir, 'mirror');
  await sync();
});
afterAll(() => space.close());

describe('the settings every layout shows', () => {
  test('are parsed with their links, in the language asked for', { tags: 'spec-7.20' }, () => {
    const settings = openMirror(mirrorDir).readSettings('en');
    expect(settings).toMatchObject({
      site_name: 'Mañay',
      contacts_title: 'Contact',
      maintenance_on: false,
      header_navigation: [
        { title: 'Questions', is_button: false, url: { linktype: 'story', cached_url: 'preguntas' } },
      ],
      footer_navigation: [],
      social: [{ network: 'tiktok' }],
    });
    expect(openMirror(mirrorDir).readSettings('es').contacts_title).toBe('Contacto');
  });

  test('that break their schema are refused with story, block and field', async () => {
    const { title: _title, ...untitled } = SETTINGS.content.header_navigation[0] ?? {};
    const mirror = openMirror(mirrorDir);
    space.write({ ...SETTINGS, content: { ...SETTINGS.content, header_navigation: [untitled] } });
    await sync();
    expect(() => mirror.readSettings('es')).toThrow(BlockError);
    expect(() => mirror.readSettings('es')).toThrow(
      /story "settings\/global", block "navigation-link" \(nav-1\), field "title"/,
    );
    space.write(SETTINGS);
    await sync();
    expect(mirror.readSettings('es').header_navigation).toHaveLength(1);
  });
});

describe('what editors narrow in the calculator', () => {
  test('comes by kind of loan, and what they left open is open', { tags: 'spec-3.1' }, () => {
    expect(openMirror(mirrorDir).readCalculatorSettings('es')).toMatchObject({
      SINGLE_PAY: { minAmount: 200, maxAmount: undefined, choices: [7, 14], termUnit: 'days' },
      INSTALLMENT: { minAmount: undefined, choices: undefined, termUnit: 'months' },
    });
  });

  test('may be missing altogether', async () => {
    const mirror = openMirror(mirrorDir);
    space.remove('settings/calculator');
    await sync();
    expect(mirror.readCalculatorSettings('es')).toEqual({});
    space.write(CALCULATOR);
    await sync();
  });
});

describe('the mirror', () => {
  test('one that is open follows a newer one put in its place', async () => {
    const mirror = openMirror(mirrorDir);
    const texts = mirror.pageKey();
    space.write({ full_slug: 'nuevo', content: { _uid: 'n', component: 'page' } });
    space.writeDatasources(SMALL_SETS.map((set) => ({ ...set, entries: set.entries.slice(0, 1) })));
    await sync();
    expect(mirror.findStory('nuevo', 'es')?.name).toBe('nuevo');
    expect(mirror.pageKey()).not.toBe(texts);
  });

  test('a story that is not there is named', () => {
    expect(() => openMirror(mirrorDir).readStory('nothing', 'es')).toThrow('There is no published story "nothing"');
  });

  test('without any content it says what to do', () => {
    expect(() => openMirror(join(space.dir, 'nowhere')).listStories()).toThrow(MirrorError);
    expect(() => openMirror(join(space.dir, 'nowhere')).listStories()).toThrow(/run the content sync first/);
  });

  test('is in DATA_DIR, by default in the folder of the build', () => {
    expect(readMirrorConfig({ DATA_DIR: '/data' })).toEqual({ mirrorDir: '/data/mirror' });
    expect(readMirrorConfig({})).toEqual({ mirrorDir: resolve('.data/mirror') });
  });
});

test.each([
  ['half a file', '{"es":{'],
  ['no story', '{}'],
])('a story of which %s is left is named with its file: its page must not be missing in silence', async (_, left) => {
  await sync();
  const { file } =
    tryReadIndex(join(mirrorDir, INDEX_FILE))?.stories.find(({ fullSlug }) => fullSlug === 'settings/global') ?? {};
  writeFileSync(join(mirrorDir, file ?? ''), left);
  const read = () => openMirror(mirrorDir).readStory('settings/global', 'es');
  expect(read).toThrow(MirrorError);
  expect(read).toThrow(`story "settings/global": ${file} of the mirror cannot be read (`);
});
