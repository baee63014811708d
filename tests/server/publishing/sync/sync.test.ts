import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SyncOptions, SyncResult } from '#server/publishing/sync/sync.ts';
import { type Mirror, openMirror } from '#storyblok/mirror.ts';
import {
  type ContentSpace,
  openContentSpace,
  SMALL_SETS,
  SMALL_SITE,
} from '#tests/support/publishing/content-space.ts';

let space: ContentSpace;
let mirrorDir: string;
let localesDir: string;
let mirror: Mirror;
let said: string[];

beforeEach(async () => {
  space = await openContentSpace(SMALL_SITE, SMALL_SETS);
  mirrorDir = join(space.dir, 'mirror');
  localesDir = join(space.dir, 'locales');
  mirror = openMirror(mirrorDir);
  said = [];
});
afterEach(() => space.close());

function sync(options: Partial<SyncOptions> = {}): Promise<SyncResult> {
  return space.sync({ log: (sentence) => said.push(sentence), backoffMs: 5, timeoutMs: 2000, ...options });
}

function page(full_slug: string, title: string): { full_slug: string; content: Record<string, unknown> } {
  return { full_slug, content: { _uid: full_slug, component: 'page', title } };
}

/** Each set with its first text alone. */
function withoutSecondTexts(): typeof SMALL_SETS {
  return SMALL_SETS.map((set) => ({ ...set, entries: set.entries.slice(0, 1) }));
}

/** Every file below a folder with its text. */
function filesIn(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    ]),
  );
}

describe('the first sync', () => {
  test('brings every published story, in both languages', { tags: 'spec-7.19' }, async () => {
    const result = await sync();
    expect(result.contentVersion).toBe(space.service.version());
    expect(result.changedStories).toEqual(['home', 'legal/privacidad', 'legal/terminos', 'preguntas']);
    expect(mirror.listStories().map(({ fullSlug, slug, component }) => [fullSlug, slug, component])).toEqual([
      ['home', '', 'page'],
      ['legal/privacidad', 'legal/privacidad', 'legal'],
      ['legal/terminos', 'legal/terminos', 'legal'],
      ['preguntas', 'preguntas', 'page'],
    ]);
    expect(mirror.readStory('home', 'es').content['title']).toBe('Préstamos claros');
    expect(mirror.readStory('home', 'en')).toMatchObject({
      fullSlug: 'home',
      locale: 'en',
      content: { title: 'Clear loans' },
    });
  });

  test('leaves what is not translated in the default language', async () => {
    await sync();
    expect(mirror.readStory('home', 'en').content['subtitle']).toBe('Sin letra chica');
    expect(mirror.readStory('preguntas', 'en').content['title']).toBe('Preguntas');
  });

  test('brings three translation sets, without untranslated keys', { tags: ['spec-2.21', 'spec-7.23'] }, async () => {
    await sync();
    const spanish = { general_yes: 'Sí', general_only_spanish: 'Solo en español' };
    expect(JSON.parse(readFileSync(join(localesDir, 'es/general.json'), 'utf8'))).toEqual(spanish);
    expect(JSON.parse(readFileSync(join(localesDir, 'en/my-loans.json'), 'utf8'))).toEqual({ 'my-loans_yes': 'Yes' });
    expect(Object.keys(filesIn(localesDir))).toHaveLength(6);
  });

  test('pins every request to one version: a copy of one moment', { tags: ['spec-6.6', 'spec-7.22'] }, async () => {
    await sync();
    const pinned = space.requests.filter((request) => !request.includes('spaces/me'));
    expect(pinned.length).toBeGreaterThan(0);
    for (const request of pinned) expect(request).toContain(`cv=${space.service.version()}`);
  });

  test('reads more stories than fit on a page', async () => {
    for (let number = 0; number < 205; number += 1) space.write(page(`story-${number}`, String(number)));
    await space.service.publish();
    await sync();
    expect(mirror.listStories()).toHaveLength(209);
    expect(mirror.readStory('story-204', 'en').content['title']).toBe('204');
  });

  test('an unpublished draft does not come', async () => {
    space.write(page('preguntas', 'Borrador'));
    space.write(page('nuevo', 'Borrador'));
    await sync();
    expect(mirror.readStory('preguntas', 'es').content['title']).toBe('Preguntas');
    expect(mirror.findStory('nuevo', 'es')).toBeUndefined();
  });
});

describe('a later sync', () => {
  beforeEach(async () => {
    await sync();
    space.requests.length = 0;
  });

  test('costs one request when nothing was published, also at another port', { tags: 'spec-6.6' }, async () => {
    const before = filesIn(mirrorDir);
    const elsewhere = await openFlaky(space.apiUrl, () => true);
    for (const apiUrl of [space.apiUrl, elsewhere.apiUrl])
      expect(await sync({ apiUrl })).toMatchObject({ changedStories: [], requests: 1 });
    await elsewhere.close();
    expect(filesIn(mirrorDir)).toEqual(before);
  });

  test('fetches the changed story only', async () => {
    space.write(page('preguntas', 'Preguntas nuevas'));
    await space.service.publish();
    expect((await sync()).changedStories).toEqual(['preguntas']);
    expect(mirror.readStory('preguntas', 'es').content['title']).toBe('Preguntas nuevas');
    expect(space.requests.filter((request) => request.includes('/stories?'))).toEqual([
      expect.stringContaining('by_uuids='),
      expect.stringContaining('by_uuids='),
    ]);
  });

  test('drops a story that is gone, and its file after the next change', async () => {
    const { uuid } = mirror.readStory('preguntas', 'es');
    space.remove('preguntas');
    await space.service.publish();
    expect((await sync()).changedStories).toEqual(['preguntas']);
    expect(mirror.findStory('preguntas', 'es')).toBeUndefined();
    space.write(page('otra', 'Otra'));
    await space.service.publish();
    await sync();
    expect(Object.keys(filesIn(mirrorDir)).filter((file) => file.includes(uuid))).toEqual([]);
  });

  test('a story that moved is found at its new place, and links to it lead there', async () => {
    const { uuid } = mirror.readStory('preguntas', 'es');
    space.write({ ...page('ayuda', 'Preguntas'), uuid });
    await space.service.publish();
    expect((await sync()).changedStories).toEqual(['ayuda', 'home', 'preguntas']);
    expect(mirror.findStory('preguntas', 'es')).toBeUndefined();
    expect(mirror.readStory('home', 'es').content['body']).toMatchObject([{ cta: { cached_url: 'ayuda' } }, {}]);
  });

  test('a new text changes the texts and no story', async () => {
    space.writeDatasources(withoutSecondTexts());
    await space.service.publish();
    expect(await sync()).toMatchObject({ changedStories: [] });
    expect(JSON.parse(readFileSync(join(localesDir, 'es/application.json'), 'utf8'))).toEqual({
      application_yes: 'Sí',
    });
  });

  test('puts back translations that were removed', async () => {
    rmSync(localesDir, { recursive: true });
    await sync();
    expect(Object.keys(filesIn(localesDir))).toHaveLength(6);
  });

  test('starts anew with a damaged index, and with that of another space', async () => {
    writeFileSync(join(mirrorDir, 'index.json'), '{"format":1,');
    expect((await sync()).changedStories).toHaveLength(4);
    const other = await openContentSpace([page('home', 'Otro espacio')], SMALL_SETS);
    const numbered = await openSaying(other.apiUrl, '"id":1,', '"id":2,');
    const result = await sync({ apiUrl: numbered.apiUrl });
    await numbered.close();
    await other.close();
    expect(result.changedStories).toEqual(['home', 'legal/privacidad', 'legal/terminos', 'preguntas']);
    expect(mirror.listStories().map(({ fullSlug }) => fullSlug)).toEqual(['home']);
  });
});

describe('when things go wrong', () => {
  test('a sync that fails, at whichever request, leaves the mirror and the index as they were', async () => {
    await sync();
    space.write(page('preguntas', 'Preguntas nuevas'));
    space.writeDatasources(withoutSecondTexts());
    await space.service.publish();
    const index = readFileSync(join(mirrorDir, 'index.json'), 'utf8');
    let failures = 0;
    for (let good = 0; ; good += 1) {
      let left = good;
      const flaky = await openFlaky(space.apiUrl, () => left-- > 0);
      const outcome = await sync({ apiUrl: flaky.apiUrl, attempts: 1 }).catch((error: Error) => error);
      await flaky.close();
      if (!(outcome instanceof Error)) break;
      failures += 1;
      expect(readFileSync(join(mirrorDir, 'index.json'), 'utf8')).toBe(index);
      expect(mirror.readStory('preguntas', 'es').content['title']).toBe('Preguntas');
    }
    expect(failures).toBeGreaterThan(5);
    expect(mirror.readStory('preguntas', 'es').content['title']).toBe('Preguntas nuevas');
  });

  test('a translation set is read 500 a page', { tags: 'spec-7.23' }, async () => {
    await sync();
    const asked = space.requests.filter((url) => url.includes('/datasource_entries?'));
    expect(asked.filter((url) => !/[?&]per_page=500&/.test(`${url}&`))).toEqual([]);
    expect(asked.length).toBeGreaterThan(5);
  });

  test('a story published while the copy is made is in the copy', async () => {
    let published = false;
    const flaky = await openFlaky(space.apiUrl, async (path) => {
      if (path.includes('datasource_entries') && !published) {
        published = true;
        space.write(page('preguntas', 'En el último momento'));
        await space.service.publish();
      }
      return true;
    });
    const result = await sync({ apiUrl: flaky.apiUrl });
    await flaky.close();
    expect(result.contentVersion).toBe(space.service.version());
    expect(mirror.readStory('preguntas', 'es').content['title']).toBe('En el último momento');
    // The others, once in each language, are not asked for again.
    const ofAll = space.requests.filter((url) => url.includes('/stories?') && !url.includes('by_uuids'));
    expect(ofAll).toHaveLength(2);
  });

  test('an answer of another shape than documented is refused with the field named', async () => {
    const strange = await openFlaky(
      space.apiUrl,
      () => true,
      () => '{"space":{"id":1,"version":"new","language_codes":[]}}',
    );
    await expect(sync({ apiUrl: strange.apiUrl })).rejects.toThrow('content service, spaces/me: space.version');
    await strange.close();
  });

  test('a list that comes short is refused: pages would vanish from the site', async () => {
    const short = await openFlaky(
      space.apiUrl,
      () => true,
      (text, path) => (path.includes('/stories') ? '{"stories":[]}' : text),
    );
    await expect(sync({ apiUrl: short.apiUrl })).rejects.toThrow('stories: sent 0 of 4');
    await short.close();
    expect(existsSync(join(mirrorDir, 'index.json'))).toBe(false);
  });
});

describe('figures of the lending role', () => {
  let figures: Opened;
  let answer: () => string;
  const from = (figuresUrl = `${figures.apiUrl}/x`) => ({ figuresUrl, fetchFigures: fetch });
  beforeEach(async () => {
    answer = () => '{ "parameterVersion": 1 }';
    figures = await openFlaky(
      space.apiUrl,
      () => true,
      () => answer(),
    );
  });
  afterEach(() => figures.close());

  test('come into the mirror, again when they have changed', async () => {
    await sync(from());
    const known = mirror.readFigures();
    expect(known).toEqual({ parameterVersion: 1 });
    await sync(from());
    // Every page asks for them: they are read once.
    expect(mirror.readFigures()).toBe(known);
    answer = () => '{ "parameterVersion": 2 }';
    await sync(from());
    expect(mirror.readFigures()).toEqual({ parameterVersion: 2 });
  });

  test('stay as last known when it does not answer, or answers nonsense, and the content goes out', async () => {
    await sync(from());
    const nonsense = ['<html>', '', 'null', '[]', '{}', '"maintenance"', '{"status":"ok"}', '{"parameterVersion":'];
    for (const one of nonsense) {
      answer = () => one;
      await sync(from());
      expect(openMirror(join(space.dir, 'mirror')).readFigures(), one).toEqual({ parameterVersion: 1 });
    }
    await sync(from('http://127.0.0.1:1/x'));
    expect(openMirror(join(space.dir, 'mirror')).readFigures()).toEqual({ parameterVersion: 1 });
    expect(said.filter((sentence) => sentence.includes('the last known ones stay'))).toHaveLength(nonsense.length + 1);
  });

  test('are fetched beside the content, which does not wait for them', async () => {
    let asked = (): void => undefined;
    const wasAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    answer = () => {
      asked();
      return '{ "parameterVersion": 1 }';
    };
    const content = await openFlaky(space.apiUrl, async () => {
      await wasAsked;
      return true;
    });
    await sync({ apiUrl: content.apiUrl, ...from(), attempts: 1 });
    await content.close();
    expect(mirror.listStories()).toHaveLength(4);
  });

  test('that are known keep an edit waiting for a second or two, not for five', async () => {
    await sync(from());
    const hung = await openHung();
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    await sync(from(`${hung.apiUrl}/x`));
    expect(Math.min(...timeouts.mock.calls.map(([ms]) => ms))).toBeLessThanOrEqual(2_000);
    timeouts.mockRestore();
    expect(mirror.readFigures()).toEqual({ parameterVersion: 1 });
    await hung.close();
  });

  test('that never came stop the sync with the reason the lending role gave', async () => {
    await expect(sync(from('http://127.0.0.1:1/x'))).rejects.toThrow('there are none yet');
    expect(() => mirror.readFigures()).toThrow(/never answered/);
  });
});

test('a space without our other language is told, and answers in its own', async () => {
  const spanish = await openSaying(space.apiUrl, '["en"]', '[]');
  await sync({ apiUrl: spanish.apiUrl });
  await spanish.close();
  expect(said).toEqual(['The space has no language "en": its pages show the default language']);
});

/** A proxy before the space that lets a request through or breaks it, and may rewrite the answer. */
function openFlaky(
  apiUrl: string,
  lets: (path: string) => boolean | Promise<boolean>,
  rewrite: (text: string, path: string) => string = (text) => text,
): Promise<Opened> {
  const { origin } = new URL(apiUrl);
  return open(async (request, response) => {
    const path = request.url ?? '/';
    if (!(await lets(path))) return request.socket.destroy();
    const answer = await fetch(`${origin}${path}`);
    const total = answer.headers.get('total') ?? [];
    response.writeHead(path.endsWith('/x') ? 200 : answer.status, { 'content-type': 'application/json', total });
    return response.end(rewrite(await answer.text(), path));
  });
}

/** It takes a request and never answers. */
const openHung = (): Promise<Opened> => open(() => undefined);

interface Opened {
  readonly apiUrl: string;
  close(): Promise<void>;
}

async function open(listener: RequestListener): Promise<Opened> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A proxy that says another thing about the space itself. */
const openSaying = (apiUrl: string, what: string, other: string) => {
  const rewrite = (text: string, path: string) => (path.includes('spaces/me') ? text.replace(what, other) : text);
  return openFlaky(apiUrl, () => true, rewrite);
};

test('a sync that is asked to stop does not wait for a service that never answers', async () => {
  const hung = await openHung();
  const stop = new AbortController();
  const syncing = sync({ apiUrl: hung.apiUrl, signal: stop.signal, timeoutMs: 60_000 });
  setTimeout(() => stop.abort(new Error('the product stops')), 50);
  await expect(syncing).rejects.toThrow('the product stops');
  await hung.close();
});
