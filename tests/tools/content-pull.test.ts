import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MESSAGES } from '#i18n/messages.ts';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { type ContentService, openContentService } from '#server/publishing/sandbox/content-service/content-service.ts';
import type { Block, Datasource } from '#server/publishing/sandbox/content-service/space.ts';
import { textDatasources } from '#server/publishing/text-datasources.ts';
import { scratchDir } from '#tests/support/browser/site.ts';
import { readDeclaredTexts } from '#tools/content-pull/declared-texts.ts';
import { asInFile } from '#tools/content-pull/wording-of-space.ts';
import { contentPull } from '#tools/content-pull.ts';

const SEED = 'src/server/publishing/sandbox/content-service/seed';
const TEXTS = 'src/i18n/messages';
const SITE_TEXTS = `${TEXTS}/site.ts`;

let repoDir: string;
let stateDir: string;
let service: ContentService;
let said: string[];
let warned: string[];

/** The sources that a pull rewrites, copied; and the embedded content service over them. */
beforeEach(async () => {
  repoDir = await scratchDir();
  stateDir = join(repoDir, '.data/content');
  for (const part of [SEED, TEXTS]) cpSync(part, join(repoDir, part), { recursive: true });
  service = await openService(join(repoDir, SEED), stateDir);
  said = [];
  warned = [];
});
afterEach(() => rmSync(repoDir, { recursive: true, force: true }));

function openService(
  seedDir: string,
  state: string,
  datasources: readonly Datasource[] = textDatasources(),
): Promise<ContentService> {
  const tokens = { publicToken: 'public', previewToken: 'preview' };
  return openContentService({ seedDir, stateDir: state, datasources: async () => datasources, ...tokens });
}

function pull(env: Readonly<Record<string, string>> = {}): Promise<number> {
  said = [];
  warned = [];
  return contentPull(env, { repoDir, print: (line) => said.push(line), warn: (line) => warned.push(line) });
}

/** Files that differ from the repository's, each with the lines that are new. */
function changedFiles(): Record<string, string[]> {
  const files = [...globSync(`${TEXTS}/*.ts`), ...globSync(`${SEED}/**/*.json`)];
  const changed = files.flatMap((file) => {
    const [before, after] = [readFileSync(file, 'utf8'), readFileSync(join(repoDir, file), 'utf8')];
    if (before === after) return [];
    return [[file, after.split('\n').filter((line) => !before.split('\n').includes(line))] as const];
  });
  return Object.fromEntries(changed);
}

function storyFile(slug: string): string {
  return `${SEED}/stories/manay/${readdirSync(`${SEED}/stories/manay`).find((name) => name.startsWith(`${slug}_`))}`;
}

function editTexts(edits: unknown): void {
  mkdirSync(join(stateDir, 'edits'), { recursive: true });
  writeFileSync(join(stateDir, 'edits/texts.json'), JSON.stringify(edits));
}

async function draftOf(slug: string) {
  const { stories } = await service.editing.list();
  const story = stories.find(({ draft }) => draft.full_slug === slug);
  if (!story) throw new Error(slug);
  return story.draft;
}

async function saveTitle(slug: string, title: string): Promise<string> {
  const { uuid, content } = await draftOf(slug);
  const [first, ...others] = content['body'] as Block[];
  await service.editing.save(uuid, { ...content, body: [{ ...first, title }, ...others] });
  return uuid;
}

test('every text of the source is found where it is declared', () => {
  const found = [...readDeclaredTexts('.')].map(([key, { words }]) => [key, { es: words.es.text, en: words.en.text }]);
  expect(Object.fromEntries(found)).toEqual(MESSAGES);
});

describe('from the embedded content service', () => {
  test('without edits there is nothing to bring back', async () => {
    expect(await pull()).toBe(0);
    expect(said).toEqual(['There is nothing to bring back.']);
    expect(changedFiles()).toEqual({});
  });

  test('a text stands where it is declared, in its language alone, written as the formatter writes it', async () => {
    editTexts({
      header_menu_open: { es: 'Abre el menú' },
      header_back: {
        en: `It's "back", with \\ and a longer way to say it than fits into one line of the file that it stands in`,
      },
    });
    expect(await pull()).toBe(0);
    expect(said).toEqual([
      `${SITE_TEXTS}: header_menu_open (es)`,
      `${SITE_TEXTS}: header_back (en)`,
      'Look through it with git diff.',
    ]);
    expect(changedFiles()).toEqual({
      [SITE_TEXTS]: [
        '  header_back: {',
        "    es: 'REGRESAR',",
        `    en: 'It\\'s "back", with \\\\ and a longer way to say it than fits into one line of the file that it stands in',`,
        "  header_menu_open: { es: 'Abre el menú', en: 'Open menu' },",
      ],
    });
    // What the source says is no edit any more: a change that is made there later must be seen.
    expect(existsSync(join(stateDir, 'edits/texts.json'))).toBe(false);
    expect(await pull()).toBe(0);
    expect(said).toEqual(['There is nothing to bring back.']);
  });

  test('a published story stands in its file, with nothing else of the file changed; the site stays as it is', async () => {
    await service.editing.publish(await saveTitle('tarifas', 'Lo que cuesta'));
    const version = service.version();
    expect(await pull()).toBe(0);
    const file = storyFile('tarifas');
    expect(said).toEqual([`${file}: story "tarifas"`, 'Look through it with git diff.']);
    expect(Object.keys(changedFiles())).toEqual([file]);
    expect(readFileSync(join(repoDir, file), 'utf8')).toBe(
      readFileSync(file, 'utf8').replace(/"title": "[^"]*"/, '"title": "Lo que cuesta"'),
    );
    expect(readdirSync(join(stateDir, 'edits/stories'))).toEqual([]);
    expect(await service.publish()).toMatchObject({ changed: [], version });
  });

  test('what has no place is said in one sentence each, stays an edit, and keeps nothing else back', async () => {
    await saveTitle('tarifas', 'Todavía no');
    await service.editing.publish(await saveTitle('requisitos', 'Lo que pedimos'));
    await service.editing.unpublish(await saveTitle('como-pagar', 'Fuera'));
    const gone = await saveTitle('cookies', 'Galletas');
    await service.editing.publish(gone);
    rmSync(join(repoDir, storyFile('cookies')));
    editTexts({
      no_such_text: { es: 'Nada' },
      waiting_close: { es: 'Ya {nada}' },
      offer_until: { en: 'Until {date}' },
      header_menu: { es: 'Carta' },
    });
    expect(await pull()).toBe(1);
    expect(warned).toEqual([
      expect.stringMatching(/^Not brought back: story "como-pagar": it was taken off the site\.$/),
      expect.stringMatching(/^Not brought back: edits\/stories\/cookies_.*: its story is not in the seed any more\.$/),
      'Not brought back: story "tarifas": its draft is saved but not published.',
      'Not brought back: text "no_such_text": the source has no such text.',
      'Not brought back: text "waiting_close": in "es" it must fill in nothing, but fills in {nada}.',
      'Not brought back: text "offer_until": in "en" it must fill in {date}, {time}, but fills in {date}.',
    ]);
    writeFileSync(join(repoDir, storyFile('cookies')), readFileSync(storyFile('cookies')));
    expect(Object.keys(changedFiles())).toEqual([SITE_TEXTS, storyFile('requisitos')]);
    expect(Object.keys(JSON.parse(readFileSync(join(stateDir, 'edits/texts.json'), 'utf8')))).toEqual([
      'no_such_text',
      'waiting_close',
      'offer_until',
    ]);
    expect(readdirSync(join(stateDir, 'edits/stories')).map((name) => name.split('_')[0])).toEqual([
      'como-pagar',
      'cookies',
      'tarifas',
    ]);
  });

  test('a text that an editor saves while the source is written stays an edit, as a story does', async () => {
    editTexts({ header_menu: { es: 'Carta' }, header_back: { es: 'VOLVER' }, header_menu_open: { es: 'Abre' } });
    let isSaved = false;
    const print = (line: string): void => {
      said.push(line);
      if (isSaved) return;
      isSaved = true;
      editTexts({
        header_menu: { es: 'Índice' },
        header_back: { es: 'VOLVER', en: 'RETURN' },
        header_menu_open: { es: 'Abre' },
      });
    };
    expect(await contentPull({}, { repoDir, print, warn: (line) => warned.push(line) })).toBe(0);
    expect(JSON.parse(readFileSync(join(stateDir, 'edits/texts.json'), 'utf8'))).toEqual({
      header_menu: { es: 'Índice' },
      header_back: { es: 'VOLVER', en: 'RETURN' },
    });
    expect(await pull()).toBe(0);
    const { header_menu, header_back } = Object.fromEntries(
      [...readDeclaredTexts(repoDir)].map(([key, { words }]) => [key, [words.es.text, words.en.text]]),
    );
    expect([header_menu, header_back]).toEqual([
      ['Índice', 'Menu'],
      ['VOLVER', 'RETURN'],
    ]);
    expect(existsSync(join(stateDir, 'edits/texts.json'))).toBe(false);
  });

  test('a text that is not declared as both languages side by side ends it, named, before anything is written', async () => {
    editTexts({ header_menu: { es: 'Carta' } });
    const file = join(repoDir, SITE_TEXTS);
    writeFileSync(file, readFileSync(file, 'utf8').replace("header_menu: { es: 'Menú'", 'header_menu: { es: menu'));
    await expect(pull()).rejects.toThrow(`${SITE_TEXTS}: "header_menu" is not written as { es: '…', en: '…' }`);
    expect(readFileSync(join(stateDir, 'edits/texts.json'), 'utf8')).toContain('Carta');
  });
});

test('an edit that cannot be read ends it, with its file and the reason', async () => {
  editTexts({ header_menu: { es: 1 } });
  await expect(pull()).rejects.toThrow(/edits\/texts\.json: header_menu\.es: /);
});

describe('the two languages of a space in one content', () => {
  const block = (fields: object) => ({ component: 'faq', _uid: 'a', ...fields });

  test.each([
    [
      'a translation stands beside its field',
      { title: 'Sí' },
      { title: 'Yes' },
      {},
      { title: 'Sí', title__i18n__en: 'Yes' },
    ],
    ['a field that says the same was not translated', { title: 'No' }, { title: 'No' }, {}, { title: 'No' }],
    [
      'unless the seed says that it is the same',
      { title: 'No' },
      { title: 'No' },
      { title__i18n__en: 'No' },
      { title: 'No', title__i18n__en: 'No' },
    ],
    [
      'or has it blank',
      { title: 'No' },
      { title: 'No' },
      { title__i18n__en: '' },
      { title: 'No', title__i18n__en: '' },
    ],
    [
      'a translation that was taken away is gone',
      { title: 'Sí' },
      { title: 'Sí' },
      { title__i18n__en: 'Yes' },
      { title: 'Sí' },
    ],
    ['a field that is in English alone', {}, { title: 'Yes' }, {}, { title__i18n__en: 'Yes' }],
    ['the mark for the visual editor is left out', { _editable: '<!--x-->' }, {}, {}, {}],
  ])('%s', (_, es, en, seed, expected) => {
    expect(asInFile(block(es), block(en), block(seed))).toEqual(block(expected));
  });

  test('a block that was moved keeps what the seed says of it', () => {
    const list = (...uids: string[]) => uids.map((uid) => block({ _uid: uid, title: 'No' }));
    const seed = [block({ _uid: 'a', title__i18n__en: 'No' }), block({ _uid: 'b' })];
    const [b, a] = asInFile(list('b', 'a'), list('b', 'a'), seed) as object[];
    expect([b, a]).toEqual([block({ _uid: 'b', title: 'No' }), block({ title: 'No', title__i18n__en: 'No' })]);
  });
});

describe('from a Storyblok space', () => {
  let space: ContentService;
  let server: RunningServer;
  let env: Record<string, string>;
  let spaceSeed: string;

  /** The same content with other ids, as it is after a push into an empty space. */
  beforeEach(async () => {
    spaceSeed = join(repoDir, 'space/seed');
    mkdirSync(join(spaceSeed, 'stories/manay'), { recursive: true });
    const files = readdirSync(`${SEED}/stories/manay`);
    const uuids = files.map((name) => name.slice(-41, -5));
    for (const name of files) {
      const text = readFileSync(`${SEED}/stories/manay/${name}`, 'utf8');
      const renamed = uuids.reduce((all, uuid) => all.replaceAll(uuid, otherId(uuid)), text);
      const uuid = name.slice(-41, -5);
      writeFileSync(join(spaceSeed, 'stories/manay', name.replace(uuid, otherId(uuid))), renamed);
    }
    await openSpace(textDatasources());
  });
  afterEach(() => server.close());

  async function openSpace(datasources: readonly Datasource[]): Promise<void> {
    space = await openService(spaceSeed, join(repoDir, 'space/state'), datasources);
    server = await listen(space.app, { host: '127.0.0.1', port: 0 });
    env = { STORYBLOK_TOKEN: 'public', STORYBLOK_API_URL: `http://127.0.0.1:${server.port}/v2` };
  }

  function otherId(uuid: string): string {
    return `ffffffff${uuid.slice(8)}`;
  }

  test('a space that says what the source says changes nothing, whatever its ids are', async () => {
    expect(await pull(env)).toBe(0);
    expect([said, warned]).toEqual([['There is nothing to bring back.'], []]);
    expect(changedFiles()).toEqual({});
  });

  test('stories and texts that editors changed there stand in the source, links under the ids of the seed', async () => {
    const { stories } = await space.editing.list();
    const draft = stories.find((story) => story.draft.full_slug === 'tarifas')?.draft;
    if (!draft) throw new Error('tarifas');
    const [first, ...others] = draft.content['body'] as Block[];
    const title = { title: 'Lo que cuesta', title__i18n__en: 'What it costs' };
    await space.editing.save(draft.uuid, { ...draft.content, body: [{ ...first, ...title }, ...others] });
    await space.editing.publish(draft.uuid);
    await server.close();
    const [general, ...sets] = textDatasources();
    const renamed = general?.entries.map((entry) =>
      entry.name === 'header_menu' ? { ...entry, value: 'Carta', dimension_values: { en: 'Card' } } : entry,
    );
    await openSpace([{ ...(general as Datasource), entries: renamed ?? [] }, ...sets]);
    await space.publish();

    expect(await pull(env)).toBe(0);
    expect(changedFiles()).toEqual({
      [SITE_TEXTS]: ["  header_menu: { es: 'Carta', en: 'Card' },"],
      [storyFile('tarifas')]: [
        expect.stringMatching(/^\s+"title": "Lo que cuesta",$/),
        expect.stringMatching(/^\s+"title__i18n__en": "What it costs",$/),
      ],
    });
    expect(readFileSync(join(repoDir, storyFile('tarifas')), 'utf8')).not.toContain('ffffffff');
    expect(await pull(env)).toBe(0);
    expect(said).toEqual(['There is nothing to bring back.']);
  });

  test('a story that only the space has, one that it does not show, and one that breaks its schema are named', async () => {
    const { stories } = await space.editing.list();
    const find = (slug: string) =>
      stories.find((story) => story.draft.full_slug === slug)?.draft as { uuid: string; content: Block };
    await space.editing.unpublish(find('cookies').uuid);
    const tarifas = find('tarifas');
    const [first, ...others] = tarifas.content['body'] as Block[];
    await space.editing.save(tarifas.uuid, { ...tarifas.content, body: [{ ...first, title: '' }, ...others] });
    await space.editing.publish(tarifas.uuid);
    const uuid = '11111111-1111-4111-8111-111111111111';
    const own = { uuid, name: 'Novedades', slug: 'novedades', full_slug: 'novedades', content: { component: 'page' } };
    writeFileSync(join(spaceSeed, `stories/manay/novedades_${uuid}.json`), JSON.stringify(own));
    await space.publish();

    expect(await pull(env)).toBe(1);
    expect(warned).toEqual([
      'Not brought back: story "novedades": it is not in the seed.',
      'Not brought back: story "cookies": it is not published there.',
      expect.stringMatching(
        /^Not brought back: story "tarifas", block "page-header" .*, field "title": is required\.$/,
      ),
    ]);
    expect(changedFiles()).toEqual({});
  });
});
