import { describe, expect, test } from 'vitest';
import {
  openContentSpace,
  PREVIEW_TOKEN,
  PUBLIC_TOKEN,
  withContentSpace,
} from '#tests/support/publishing/content-space.ts';

const space = withContentSpace();

interface Story {
  readonly full_slug: string;
  readonly lang: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

async function body(
  path: string,
  query: string,
): Promise<Record<string, unknown> & { stories: Story[]; story: Story }> {
  const response = await fetch(`${space.apiUrl}/cdn/${path}?token=${PUBLIC_TOKEN}&cv=1&${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as never;
}

async function slugs(query: string): Promise<string[]> {
  return (await body('stories', query)).stories.map(({ full_slug }) => full_slug);
}

/** A query, the slugs it finds in their order, and why where it is not plain. */
type Case = [query: string, expected: readonly string[], why?: string];

const ALL = ['home', 'legal/terminos', 'preguntas', 'legal/privacidad'];

describe('which stories a list holds', () => {
  test.each<Case>([
    ['', ALL],
    ['starts_with=legal/', ['legal/terminos', 'legal/privacidad']],
    ['by_slugs=legal/*', ['legal/terminos', 'legal/privacidad']],
    ['by_slugs=home,preg*', ['home', 'preguntas']],
    ['by_slugs=legal', []],
    ['excluding_slugs=legal/*', ['home', 'preguntas']],
    ['content_type=legal', ['legal/terminos', 'legal/privacidad']],
    ['with_tag=ayuda', ['preguntas', 'legal/privacidad']],
    ['level=1', ['home', 'preguntas']],
    ['level=2', ['legal/terminos', 'legal/privacidad']],
    ['is_startpage=1', []],
    ['search_term=claros', ['home']],
    ['search_term=TÉRMINOS', ['legal/terminos']],
    ['search_term=multilink', []],
    ['first_published_at_lt=2001-01-01', []],
    ['first_published_at_gte=2001-01-01', ALL],
    ['updated_at_lte=2001-01-01T00:00:00Z', []],
  ])('asked with "%s"', async (query, expected) => {
    expect(await slugs(query)).toEqual(expected);
  });

  test('by number, and without some numbers', async () => {
    const [{ id } = { id: 0 }] = (await body('stories', 'by_slugs=home')).stories;
    expect(await slugs(`by_ids=${id}`)).toEqual(['home']);
    expect(await slugs(`excluding_ids=${id}`)).toEqual(ALL.slice(1));
  });
});

describe('conditions on fields', () => {
  test.each<Case>([
    ['[priority][in]=7,12', ['legal/terminos', 'preguntas']],
    ['[priority][not_in]=7,12', ['home', 'legal/privacidad']],
    ['[title][like]=pre*', ['preguntas'], 'case does not count'],
    ['[title][like]=pr*', ['home', 'preguntas', 'legal/privacidad']],
    ['[title][not_like]=pr*', ['legal/terminos']],
    ['[featured][is]=true', ['preguntas']],
    ['[featured][is]=false', ['home', 'legal/terminos', 'legal/privacidad']],
    ['[topics][is]=empty_array', ['legal/privacidad']],
    ['[topics][is]=not_empty_array', ['legal/terminos', 'preguntas']],
    ['[subtitle][is]=not_empty', ['home']],
    ['[subtitle][is]=null', ['legal/terminos', 'preguntas', 'legal/privacidad']],
    ['[subtitle][exists]=true', ['home']],
    ['[topics][in_array]=plazos', ['legal/terminos']],
    ['[topics][any_in_array]=plazos,costos', ['legal/terminos', 'preguntas']],
    ['[topics][all_in_array]=plazos,costos', ['legal/terminos']],
    ['[topics][in]=plazos', ['legal/terminos']],
    ['[priority][gt_int]=7', ['legal/terminos']],
    ['[priority][lt_int]=7', ['legal/privacidad']],
    ['[priority][gt_float]=3.4', ['legal/terminos', 'preguntas', 'legal/privacidad']],
    ['[priority][lt_float]=3.6', ['legal/privacidad']],
    ['[valid_from][gt_date]=2026-02-28 23:59', ['legal/terminos']],
    ['[valid_from][lt_date]=2026-02-28 23:59', []],
    ['[body.0.component][in]=hero', ['home'], 'a path walks into blocks'],
    ['[priority][gt_int]=5&filter_query[topics][in_array]=plazos', ['legal/terminos'], 'both must hold'],
    [
      '[__or][][title][in]=Preguntas&filter_query[__or][][priority][in]=12',
      ['legal/terminos', 'preguntas'],
      'one must hold',
    ],
    ['[topics][all_in_array][]=plazos&filter_query[topics][all_in_array][]=costos', ['legal/terminos'], 'as an array'],
  ])('asked with filter_query%s', async (query, expected) => {
    expect(await slugs(`filter_query${query}`)).toEqual(expected);
  });
});

describe('the order of a list', () => {
  test.each<Case>([
    ['sort_by=name:desc', ['legal/terminos', 'legal/privacidad', 'preguntas', 'home']],
    [
      'sort_by=content.priority:asc:float',
      ['legal/privacidad', 'preguntas', 'legal/terminos', 'home'],
      'none comes last',
    ],
    ['sort_by=content.priority:asc', ['legal/terminos', 'legal/privacidad', 'preguntas', 'home'], 'as text'],
    ['sort_by=content.priority:desc:float:nulls_first', ['home', 'legal/terminos', 'preguntas', 'legal/privacidad']],
    ['sort_by=content.component:asc,full_slug:desc', ['legal/terminos', 'legal/privacidad', 'preguntas', 'home']],
  ])('asked with "%s"', async (query, expected) => {
    expect(await slugs(query)).toEqual(expected);
  });
});

describe('languages', () => {
  test('a translated field comes in the language, one that is blank or missing in the default one', async () => {
    const { story } = await body('stories/home', 'language=en');
    expect(story).toMatchObject({ lang: 'en', full_slug: 'en/home', slug: 'home' });
    expect(story.content).toMatchObject({ title: 'Clear loans', subtitle: 'Sin letra chica' });
    expect(story.content['body']).toMatchObject([{ headline: 'Ask today' }, {}]);
    expect(JSON.stringify(story)).not.toContain('__i18n__');
  });

  test('the default language has no translations in it either', async () => {
    const { story } = await body('stories/home', '');
    expect(story).toMatchObject({ lang: 'default', full_slug: 'home', content: { title: 'Préstamos claros' } });
    expect(JSON.stringify(story)).not.toContain('__i18n__');
  });

  test('a language may stand before the slug', async () => {
    expect((await body('stories/en/legal/terminos', '')).story).toMatchObject({
      lang: 'en',
      content: { title: 'Terms' },
    });
    expect(await slugs('starts_with=en/legal')).toEqual(['en/legal/terminos', 'en/legal/privacidad']);
    expect(await slugs('language=en&by_slugs=en/home')).toEqual(['en/home']);
  });

  test('a language the space does not have answers in the default one', async () => {
    expect((await body('stories/home', 'language=qu')).story).toMatchObject({ lang: 'default', full_slug: 'home' });
  });

  test('a fallback language stands in before the default one', async () => {
    const { story } = await body('stories/home', 'fallback_lang=en');
    expect(story.content).toMatchObject({ title: 'Clear loans', subtitle: 'Sin letra chica' });
  });
});

describe('parts of a story', () => {
  test('fields can be left out, of the content and of the story', async () => {
    const { story } = await body(
      'stories/home',
      'excluding_fields=body,subtitle,component&excluding_story_fields=tag_list,uuid',
    );
    expect(Object.keys(story.content).sort()).toEqual(['_uid', 'component', 'title']);
    expect(story).not.toHaveProperty('tag_list');
    expect(story).toHaveProperty('uuid');
  });

  test('a story of another type than asked for is not found', async () => {
    const response = await fetch(`${space.apiUrl}/cdn/stories/home?token=${PUBLIC_TOKEN}&cv=1&content_type=legal`);
    expect(response.status).toBe(404);
  });
});

describe('links and relations', () => {
  test('stand beside the story when asked for, and the lists are empty otherwise', async () => {
    expect(await body('stories/home', '')).toMatchObject({ rels: [], links: [] });
    const { rels, links } = await body('stories/home', 'resolve_relations=teaser.related&resolve_links=story');
    expect(rels).toMatchObject([{ full_slug: 'preguntas' }, { full_slug: 'legal/terminos' }]);
    expect(links).toMatchObject([{ full_slug: 'preguntas', content: { title: 'Preguntas' } }]);
  });

  test('come in short, in the language of the request', async () => {
    const { links } = await body('stories/home', 'resolve_links=url&language=en');
    expect(links).toMatchObject([{ full_slug: 'en/preguntas', url: 'en/preguntas', slug: 'preguntas' }]);
    expect((links as object[])[0]).not.toHaveProperty('content');
  });

  test('a link comes in the form that was asked for', async () => {
    const keys = async (form: string) => {
      const { links } = await body('stories/home', `resolve_links=${form}`);
      return (links as object[]).map((link) => Object.keys(link).sort());
    };
    expect(await keys('0')).toEqual([]);
    expect(await keys('url')).toEqual([['full_slug', 'id', 'name', 'slug', 'url', 'uuid']]);
    expect((await keys('link'))[0]).toEqual(
      expect.arrayContaining(['is_folder', 'parent_id', 'published', 'real_path']),
    );
    expect((await keys('link'))[0]).not.toContain('content');
    expect(await keys('1')).toEqual(await keys('story'));
    expect((await keys('1'))[0]).toContain('content');
    const wrong = await fetch(`${space.apiUrl}/cdn/stories/home?token=${PUBLIC_TOKEN}&cv=1&resolve_links=all`);
    expect(wrong.status).toBe(422);
  });

  test('a draft says of a linked story whether it is published', async () => {
    const [old, unpublished] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    const page = (full_slug: string, uuid: string) => ({ full_slug, uuid, content: { _uid: uuid, component: 'page' } });
    const link = (id: string) => ({ linktype: 'story', fieldtype: 'multilink', id, url: '', cached_url: '' });
    const links = [link(unpublished), link(old)];
    const hub = { full_slug: 'hub', content: { _uid: 'hub', component: 'hub', links } };
    const drafts = await openContentSpace([page('old', old), hub]);
    drafts.write(page('new', unpublished));
    const query = `token=${PREVIEW_TOKEN}&version=draft&cv=1&resolve_links=link`;
    const found = (await (await fetch(`${drafts.apiUrl}/cdn/stories/hub?${query}`)).json()) as { links: object[] };
    await drafts.close();
    expect(found.links).toMatchObject([
      { slug: 'new', published: false },
      { slug: 'old', published: true },
    ]);
  });

  test('only the named field of the named component is resolved', async () => {
    expect(await body('stories/home', 'resolve_relations=hero.related,teaser.other')).toMatchObject({ rels: [] });
  });

  test('above fifty they are named only, and the client can fetch them', async () => {
    const many = Array.from({ length: 51 }, (_, index) => ({
      full_slug: `story-${index}`,
      content: { _uid: `s-${index}`, component: 'page' },
      uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    }));
    const hub = {
      full_slug: 'hub',
      content: {
        _uid: 'hub',
        component: 'hub',
        related: many.map(({ uuid }) => uuid),
        links: many.map(({ uuid }) => ({
          linktype: 'story',
          fieldtype: 'multilink',
          id: uuid,
          url: '',
          cached_url: '',
        })),
      },
    };
    const large = await openContentSpace([hub, ...many]);
    const query = `token=${PUBLIC_TOKEN}&cv=1&resolve_relations=hub.related&resolve_links=url`;
    const found = (await (await fetch(`${large.apiUrl}/cdn/stories/hub?${query}`)).json()) as Record<string, unknown[]>;
    await large.close();
    expect(found['rel_uuids']).toHaveLength(51);
    expect(found['link_uuids']).toHaveLength(51);
    expect(found).not.toHaveProperty('rels');
    expect(found).not.toHaveProperty('links');
  });
});

describe('translation sets', () => {
  test('an entry has its value, and the dimension’s when there is one', async () => {
    const found = await body('datasource_entries', 'datasource=general&dimension=en');
    expect(found['datasource_entries']).toMatchObject([
      { name: 'general_yes', value: 'Sí', dimension_value: 'Yes' },
      { name: 'general_only_spanish', value: 'Solo en español', dimension_value: null },
    ]);
  });

  test('without a set all entries come, of an unknown one none', async () => {
    expect((await body('datasource_entries', ''))['datasource_entries']).toHaveLength(6);
    expect((await body('datasource_entries', 'datasource=nothing'))['datasource_entries']).toEqual([]);
  });

  test('the sets are listed with their dimensions', async () => {
    const { datasources } = await body('datasources', 'search=loans');
    expect(datasources).toMatchObject([{ slug: 'my-loans', dimensions: [{ entry_value: 'en', datasource_id: 2 }] }]);
  });
});
