import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ContentSpace,
  openContentSpace,
  PREVIEW_TOKEN,
  PUBLIC_TOKEN,
  SMALL_SETS,
  SMALL_SITE,
} from '#tests/support/publishing/content-space.ts';

let space: ContentSpace;
let now = new Date('2026-03-01T10:00:00Z');
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00Z');
  space = await openContentSpace(SMALL_SITE, SMALL_SETS, { now: () => now });
});
afterEach(() => space.close());

const title = (slug: string, version: 'draft' | 'published') => space.title(slug, version);

function page(full_slug: string, text: string): { full_slug: string; content: Record<string, unknown> } {
  return { full_slug, content: { _uid: full_slug, component: 'page', title: text } };
}

describe('publishing', () => {
  test('a space that was never published is published when it is opened', async () => {
    expect(space.service.version()).toBe(Date.parse('2026-03-01T10:00:00Z') / 1000);
    expect(await title('home', 'published')).toBe('Préstamos claros');
  });

  test('an edit shows in the draft at once, and to visitors after publishing', async () => {
    space.write(page('preguntas', 'Preguntas nuevas'));
    expect(await title('preguntas', 'draft')).toBe('Preguntas nuevas');
    expect(await title('preguntas', 'published')).toBe('Preguntas');
    now = new Date('2026-03-01T11:00:00Z');
    expect(await space.service.publish()).toEqual({
      version: Date.parse('2026-03-01T11:00:00Z') / 1000,
      changed: ['preguntas'],
      problems: [],
    });
    expect(await title('preguntas', 'published')).toBe('Preguntas nuevas');
  });

  test('publishing nothing new keeps the version', async () => {
    const before = space.service.version();
    now = new Date('2026-03-02T10:00:00Z');
    expect(await space.service.publish()).toEqual({ version: before, changed: [], problems: [] });
  });

  test('the version grows although two publishes fall into one second, or the clock goes back', async () => {
    const first = space.service.version();
    space.write(page('preguntas', 'dos'));
    const second = (await space.service.publish()).version;
    now = new Date('2025-01-01T00:00:00Z');
    space.write(page('preguntas', 'tres'));
    const third = (await space.service.publish()).version;
    expect(second).toBe(first + 1);
    expect(third).toBe(second + 1);
  });

  test('two publishes at once both end, and the edit is published once', async () => {
    space.write(page('preguntas', 'dos'));
    const outcomes = await Promise.all([space.service.publish(), space.service.publish()]);
    expect(outcomes.map(({ changed }) => changed)).toEqual([['preguntas'], []]);
    expect(new Set(outcomes.map(({ version }) => version)).size).toBe(1);
  });

  test('a story whose file is gone is gone for visitors too', async () => {
    space.remove('legal/terminos');
    expect((await space.service.publish()).changed).toEqual(['legal/terminos']);
    expect(await title('legal/terminos', 'published')).toBe(404);
  });

  test('a new story exists as a draft first, and the links know that it is not published', async () => {
    space.write(page('nuevo', 'Nuevo'));
    expect(await title('nuevo', 'draft')).toBe('Nuevo');
    expect(await title('nuevo', 'published')).toBe(404);
    const response = await fetch(`${space.apiUrl}/cdn/links?token=${PREVIEW_TOKEN}&version=draft`);
    expect(Object.values((await response.json()).links)).toContainEqual(
      expect.objectContaining({ slug: 'nuevo', published: false }),
    );
  });

  test('a changed text is named by its set', async () => {
    space.writeDatasources(SMALL_SETS.slice(0, 2));
    expect((await space.service.publish()).changed).toEqual(['datasources/application']);
  });

  test('the first publish of a story is remembered, the last one moves', async () => {
    now = new Date('2026-04-01T00:00:00Z');
    space.write(page('preguntas', 'dos'));
    await space.service.publish();
    const response = await fetch(`${space.apiUrl}/cdn/stories/preguntas?token=${PUBLIC_TOKEN}`);
    expect((await response.json()).story).toMatchObject({
      first_published_at: '2026-03-01T10:00:00.000Z',
      published_at: '2026-04-01T00:00:00.000Z',
    });
  });
});

describe('what is published survives', () => {
  test('a restart, without the drafts of the meantime', async () => {
    space.write(page('preguntas', 'Borrador'));
    const again = await space.reopen();
    expect(again.version()).toBe(space.service.version());
    const response = await again.app.request(`/v2/cdn/stories/preguntas?token=${PUBLIC_TOKEN}&cv=1`);
    expect((await response.json()).story.content.title).toBe('Preguntas');
  });

  test('a disk that cannot be written: the publish fails and nothing has changed', async () => {
    const state = join(space.dir, 'state');
    const before = readFileSync(join(state, 'published.json'), 'utf8');
    const version = space.service.version();
    rmSync(state, { recursive: true });
    writeFileSync(state, 'a file where the folder was');
    space.write(page('preguntas', 'dos'));
    await expect(space.service.publish()).rejects.toThrow();
    expect(space.service.version()).toBe(version);
    expect(await title('preguntas', 'published')).toBe('Preguntas');
    rmSync(state);
    mkdirSync(state);
    writeFileSync(join(state, 'published.json'), before);
    expect((await space.service.publish()).changed).toEqual(['preguntas']);
    expect(readdirSync(state)).toEqual(['published.json']);
  });

  test('a damaged state stops the start with its file named', async () => {
    writeFileSync(join(space.dir, 'state', 'published.json'), '{"version":');
    await expect(space.reopen()).rejects.toThrow(/published\.json is damaged/);
  });
});

describe('a file that cannot be read', () => {
  test('is named, keeps what was published, and leaves the others alone', async () => {
    const file = space.write(page('preguntas', 'x'));
    writeFileSync(file, '{ "uuid": ');
    space.write(page('home', 'Inicio nuevo'));
    const outcome = await space.service.publish();
    expect(outcome.changed).toEqual(['home']);
    expect(outcome.problems).toEqual([expect.stringMatching(/^stories\/manay\/preguntas_.*\.json: not valid JSON/)]);
    expect(await title('preguntas', 'published')).toBe('Preguntas');
    expect(await title('home', 'draft')).toBe('Inicio nuevo');
  });

  test.each([
    ['a story without a component', { content: { title: 'x' } }, /content\.component/],
    ['a story without content', { content: undefined }, /content: missing/],
    ['a uuid that is none', { uuid: 'x' }, /uuid/],
    ['a slug with a slash at its end', { full_slug: 'nuevo/' }, /full_slug/],
  ])('%s', async (_, change, message) => {
    const file = space.write(page('nuevo', 'x'));
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }));
    const { problems, changed } = await space.service.publish();
    expect(problems).toEqual([expect.stringMatching(message)]);
    expect(changed).toEqual([]);
  });

  test('two files for one address: the second is refused and the first is named', async () => {
    space.write({ ...page('preguntas', 'otra'), uuid: '11111111-1111-4111-8111-111111111111' });
    const { problems } = await space.service.publish();
    expect(problems).toEqual([expect.stringMatching(/full_slug preguntas belongs to stories\/manay\/preguntas_/)]);
  });
});

test('texts of the source that cannot be read keep the published ones, and are named', async () => {
  const service = await space.reopen({ datasources: () => Promise.reject(new Error('Expected }')) });
  expect(await service.publish()).toMatchObject({ changed: [], problems: ['src/i18n: Error: Expected }'] });
});

test('a folder is a link and no story', async () => {
  space.write({ full_slug: 'legal', is_folder: true, content: { component: '' } });
  space.write({ full_slug: 'ayuda', is_folder: true, content: { _uid: 'x', component: 'page' } });
  await space.service.publish();
  expect(await title('ayuda', 'published')).toBe(404);
  const response = await fetch(`${space.apiUrl}/cdn/links?token=${PUBLIC_TOKEN}`);
  expect(Object.values((await response.json()).links)).toContainEqual(
    expect.objectContaining({ slug: 'ayuda', is_folder: true, published: false }),
  );
});
