import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import type { EditedStory } from '#server/publishing/sandbox/content-service/editing.ts';
import {
  type ContentSpace,
  openContentSpace,
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
let receiver: RunningServer;
let space: ContentSpace;
const openWithHooks = (port: number) => {
  const webhook = { url: `http://127.0.0.1:${port}/hooks/storyblok`, secret: SECRET };
  return openContentSpace(SMALL_SITE, SMALL_SETS, { webhook });
};
beforeAll(async () => {
  const fetch = async (request: Request): Promise<Response> => {
    const [topic, signature] = ['x-storyblok-topic', 'webhook-signature'].map((name) => request.headers.get(name));
    hooks.push({ topic, signature, body: await request.text() });
    return new Response(null, { status: 202 });
  };
  receiver = await listen({ fetch }, { port: 0, host: '127.0.0.1' });
});
afterAll(() => receiver.close());
beforeEach(async () => {
  hooks.length = 0;
  space = await openWithHooks(receiver.port);
});
afterEach(() => space.close());

async function storyAt(slug: string): Promise<EditedStory> {
  const { stories } = await space.service.editing.list();
  return stories.find(({ draft }) => draft.full_slug === slug) as EditedStory;
}

async function save(slug: string, title: string): Promise<string> {
  const { draft } = await storyAt(slug);
  await space.service.editing.save(draft.uuid, { ...draft.content, title });
  return draft.uuid;
}

const title = (slug: string, version: 'draft' | 'published') => space.title(slug, version);

function editFile(name: string): string {
  return join(space.dir, 'state/edits/stories', name);
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
    const again = await space.reopen();
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
    await (await space.reopen()).publish({ withSaved: true });
    expect(await title('preguntas', 'published')).toBe(404);
    await space.service.editing.publish(draft.uuid);
    expect(await title('preguntas', 'published')).toBe('Otra vez');
  });
});

test('a publisher that cannot be reached does not keep a story from being published', async () => {
  await space.close();
  space = await openWithHooks(1);
  const uuid = await save('preguntas', 'Sin aviso');
  await space.service.editing.publish(uuid);
  expect(await title('preguntas', 'published')).toBe('Sin aviso');
});
