import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openContentService } from '#server/publishing/sandbox/content-service/content-service.ts';
import type { EditedStory } from '#server/publishing/sandbox/content-service/editing.ts';
import {
  type ContentSpace,
  openContentSpace,
  PREVIEW_TOKEN,
  PUBLIC_TOKEN,
  SMALL_SETS,
  SMALL_SITE,
} from '#tests/support/publishing/content-space.ts';

interface Hook {
  readonly topic: unknown;
  readonly signature: unknown;
  readonly body: string;
}

const SECRET = 'shared';
const hooks: Hook[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk;
  });
  request.on('end', () => {
    const { 'x-storyblok-topic': topic, 'webhook-signature': signature } = request.headers;
    hooks.push({ topic, signature, body });
    response.writeHead(202).end();
  });
});
let space: ContentSpace;
beforeEach(async () => {
  hooks.length = 0;
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/storyblok`;
  space = await openContentSpace(SMALL_SITE, SMALL_SETS, { webhook: { url, secret: SECRET } });
});
afterEach(async () => {
  receiver.closeAllConnections();
  await new Promise((closed) => receiver.close(closed));
  await space.close();
});

async function storyAt(slug: string): Promise<EditedStory> {
  const { stories } = await space.service.editing.list();
  return stories.find(({ draft }) => draft.full_slug === slug) as EditedStory;
}

async function save(slug: string, title: string): Promise<string> {
  const { draft } = await storyAt(slug);
  await space.service.editing.save(draft.uuid, { ...draft.content, title });
  return draft.uuid;
}

async function title(slug: string, version: 'draft' | 'published'): Promise<unknown> {
  const token = version === 'draft' ? PREVIEW_TOKEN : PUBLIC_TOKEN;
  const response = await fetch(`${space.apiUrl}/cdn/stories/${slug}?token=${token}&version=${version}`);
  return response.ok ? (await response.json()).story.content.title : response.status;
}

function editFile(name: string): string {
  return join(space.dir, 'state/edits/stories', name);
}

function reopen() {
  const options = { seedDir: space.seedDir, datasources: async () => SMALL_SETS, stateDir: join(space.dir, 'state') };
  return openContentService({ ...options, publicToken: PUBLIC_TOKEN, previewToken: PREVIEW_TOKEN });
}

describe('a saved draft', () => {
  test('is seen by editors and by nobody else', async () => {
    await save('preguntas', 'Todavía no');
    expect(await title('preguntas', 'draft')).toBe('Todavía no');
    expect(await title('preguntas', 'published')).toBe('Preguntas');
    expect((await storyAt('preguntas')).isChanged).toBe(true);
  });

  test('stays a draft when another story is published, when everything is, and after a start', async () => {
    await save('preguntas', 'Todavía no');
    const home = await save('home', 'Ya');
    await space.service.editing.publish(home);
    await space.service.publish();
    const again = await reopen();
    await again.publish();
    expect(await title('home', 'published')).toBe('Ya');
    expect(await title('preguntas', 'published')).toBe('Preguntas');
    expect(again.version()).toBe(space.service.version());
  });

  test('goes out when somebody asks for the drafts as well', async () => {
    await save('preguntas', 'Ahora sí');
    expect((await space.service.publish({ withSaved: true })).changed).toEqual(['preguntas']);
    expect(await title('preguntas', 'published')).toBe('Ahora sí');
  });

  test('leaves the seed as it was: its content is kept beside what is published', async () => {
    const dir = join(space.seedDir, 'stories/manay');
    const file = readdirSync(dir).find((name) => name.startsWith('preguntas_')) as string;
    const before = readFileSync(join(dir, file), 'utf8');
    await save('preguntas', 'Otra');
    expect(readFileSync(join(dir, file), 'utf8')).toBe(before);
    const { content } = JSON.parse(before);
    expect(JSON.parse(readFileSync(editFile(file), 'utf8'))).toEqual({ ...content, title: 'Otra' });
  });

  test('of a story that has no file is refused', async () => {
    await expect(
      space.service.editing.save('11111111-1111-4111-8111-111111111111', { component: 'page' }),
    ).rejects.toThrow('There is no file of the story');
  });
});

describe('what an editor changed and what a developer changed', () => {
  test('the editor’s words stay when the seed changes, and the seed’s are shown where no editor was', async () => {
    await space.service.editing.publish(await save('preguntas', 'Del editor'));
    for (const slug of ['preguntas', 'home']) {
      const { uuid, name, content } = (await storyAt(slug)).draft;
      space.write({ full_slug: slug, uuid, name: `${name} 2`, content: { ...content, title: 'De la fuente' } });
    }
    await space.service.publish();
    expect(await title('preguntas', 'published')).toBe('Del editor');
    expect(await title('home', 'published')).toBe('De la fuente');
    // An editor changes the content only: everything else of a story is the seed's.
    expect((await storyAt('preguntas')).draft.name).toBe('Preguntas 2');
  });

  test('a story that is renamed, twice and back, keeps what an editor saved last', async () => {
    const uuid = await save('preguntas', 'Antes');
    const rename = (slug: string, from: EditedStory): void => {
      const { name, content } = from.draft;
      space.write({ full_slug: slug, slug, uuid, name, content });
    };
    for (const [from, to] of [
      ['preguntas', 'ayuda'],
      ['ayuda', 'dudas'],
      ['dudas', 'preguntas'],
    ] as const) {
      rename(to, await storyAt(from));
      await save(to, `Escrito en ${to}`);
      expect(await title(to, 'draft')).toBe(`Escrito en ${to}`);
    }
    expect(readdirSync(join(space.dir, 'state/edits/stories'))).toHaveLength(1);
  });

  test('a story that is gone from the seed is gone, whatever an editor made of it', async () => {
    await space.service.editing.publish(await save('preguntas', 'Del editor'));
    space.remove('preguntas');
    await space.service.publish();
    expect(await title('preguntas', 'draft')).toBe(404);
    expect(await title('preguntas', 'published')).toBe(404);
  });

  test('an edit that cannot be read is named, and neither shows the seed’s words nor takes the story off', async () => {
    const uuid = await save('preguntas', 'Del editor');
    await space.service.editing.publish(uuid);
    writeFileSync(editFile(`preguntas_${uuid}.json`), '{');
    expect((await space.service.publish()).problems).toEqual([
      expect.stringMatching(/^edits\/stories\/preguntas_.*\.json: not valid JSON/),
    ]);
    expect(await title('preguntas', 'published')).toBe('Del editor');
    expect(await title('preguntas', 'draft')).toBe(404);
  });
});

describe('publishing one story', () => {
  test('shows it to visitors at a newer version, and calls the webhook as Storyblok does', async () => {
    const before = space.service.version();
    const uuid = await save('preguntas', 'Nuevas');
    const version = await space.service.editing.publish(uuid);
    expect(version).toBeGreaterThan(before);
    expect(await title('preguntas', 'published')).toBe('Nuevas');
    expect((await storyAt('preguntas')).isChanged).toBe(false);
    const [hook] = hooks;
    expect(hook?.topic).toBe('story.published');
    expect(hook?.signature).toBe(
      createHmac('sha1', SECRET)
        .update(hook?.body ?? '')
        .digest('hex'),
    );
    expect(JSON.parse(hook?.body ?? '')).toEqual({
      text: 'The user editor published the Story Preguntas (preguntas)',
      action: 'published',
      space_id: 1,
      story_id: (await storyAt('preguntas')).draft.id,
      full_slug: 'preguntas',
    });
  });

  test('without a change keeps the version', async () => {
    const before = space.service.version();
    expect(await space.service.editing.publish((await storyAt('preguntas')).draft.uuid)).toBe(before);
  });
});

describe('taking a story off', () => {
  test('hides it from visitors, keeps its draft, and tells the publisher', async () => {
    const { draft } = await storyAt('preguntas');
    await space.service.editing.unpublish(draft.uuid);
    expect(await title('preguntas', 'published')).toBe(404);
    expect(await title('preguntas', 'draft')).toBe('Preguntas');
    expect((await storyAt('preguntas')).published).toBeUndefined();
    expect(hooks.map(({ topic }) => topic)).toEqual(['story.unpublished']);
  });

  test('lasts: neither a start nor publishing everything brings it back, saving it neither; publishing it does', async () => {
    const { draft } = await storyAt('preguntas');
    await space.service.editing.unpublish(draft.uuid);
    await save('preguntas', 'Otra vez');
    await space.service.publish({ withSaved: true });
    await (await reopen()).publish({ withSaved: true });
    expect(await title('preguntas', 'published')).toBe(404);
    await space.service.editing.publish(draft.uuid);
    expect(await title('preguntas', 'published')).toBe('Otra vez');
  });
});

test('a publisher that cannot be reached does not keep a story from being published', async () => {
  receiver.closeAllConnections();
  await new Promise((closed) => receiver.close(closed));
  const uuid = await save('preguntas', 'Sin aviso');
  await space.service.editing.publish(uuid);
  expect(await title('preguntas', 'published')).toBe('Sin aviso');
});
