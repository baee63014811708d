import type { Parameters } from './parameters.ts';
import { type Presentation, presentStory, type WireStory } from './present-story.ts';
import { type Answer, onePage, type Question } from './question.ts';
import { notFound, RefusedRequest } from './refusals.ts';
import { resolveLinks, resolveRelations, type Surroundings } from './resolve.ts';
import { selectStories } from './select-stories.ts';
import { byUuid, SPACE, type SpaceContent, type StoryRecord } from './space.ts';
import { isFileOf } from './space-files.ts';

/** `GET /stories` */
export const answerStories: Answer = (c, question) => {
  const { parameters, content, space } = question;
  const language = languageOf(question);
  const selected = selectStories(content.stories, withoutLanguage(parameters, language));
  const around = surroundings(content, presentationOf(question, language));
  const stories = onePage(c, selected, parameters).map(around.present);
  return c.json({ stories, cv: space.version(), ...resolved(stories, parameters, around) });
};

/** `GET /stories/:full_slug|:id|:uuid` */
export const answerStory: Answer = (c, question) => {
  const { parameters, content, space } = question;
  const asked = (c.req.param('slug') ?? '').replace(/\/+$/, '');
  const found = findStory(content.stories, asked, question);
  const types = parameters.list('content_type');
  if (!found) throw unreadable(asked, question) ?? notFound();
  if (types && !types.includes(found.story.content.component)) throw notFound();
  const around = surroundings(content, presentationOf(question, languageOf(question) ?? found.language));
  const story = around.present(found.story);
  return c.json({ story, cv: space.version(), ...resolved([story], parameters, around) });
};

/** By uuid if the parameter says so; else a number is an id, and a path may begin with a language: `en/preguntas`. */
function findStory(
  stories: readonly StoryRecord[],
  asked: string,
  { parameters }: Question,
): { readonly story: StoryRecord; readonly language: string | undefined } | undefined {
  const find = (is: (story: StoryRecord) => boolean) => stories.find((story) => !story.is_folder && is(story));
  const plain =
    parameters.get('find_by') === 'uuid'
      ? find(({ uuid }) => uuid === asked)
      : (find(({ id }) => String(id) === asked) ?? find(({ full_slug }) => full_slug === asked));
  if (plain) return { story: plain, language: undefined };
  const [language = '', ...rest] = asked.split('/');
  if (!SPACE.languageCodes.includes(language)) return undefined;
  const story = find(({ full_slug }) => full_slug === rest.join('/'));
  return story && { story, language };
}

/**
 * A story whose draft file is damaged is not missing: the error names the file, found by the uuid or slug in its
 * name.
 */
function unreadable(asked: string, { content, space }: Question): RefusedRequest | undefined {
  const known = space.published().stories.find(({ uuid, full_slug }) => full_slug === asked || uuid === asked);
  const names = [asked.split('/').at(-1) ?? asked, asked.replaceAll('/', '-')];
  const problem = content.problems.find(
    ({ file }) => (known && isFileOf(file, known)) || names.some((name) => file.includes(`/${name}_`)),
  );
  return problem && new RefusedRequest(500, { error: problem.message });
}

/** From the parameter, or the prefix of the slugs: `starts_with=en/legal`. Undefined: the default language. */
function languageOf({ parameters }: Question): string | undefined {
  const asked = parameters.get('language') ?? parameters.get('starts_with')?.split('/', 1)[0];
  return asked !== undefined && SPACE.languageCodes.includes(asked) ? asked : undefined;
}

/** Stories are selected by their slugs, which have no language. */
function withoutLanguage(parameters: Parameters, language: string | undefined): Parameters {
  if (!language) return parameters;
  const bare = (slug: string) => (slug.startsWith(`${language}/`) ? slug.slice(language.length + 1) : slug);
  const { get, list } = parameters;
  return {
    ...parameters,
    get: (name) => (name === 'starts_with' ? get(name) && bare(get(name) ?? '') : get(name)),
    list: (name) => (name.endsWith('_slugs') ? list(name)?.map(bare) : list(name)),
  };
}

function presentationOf({ parameters, isDraft }: Question, language: string | undefined): Presentation {
  return {
    language,
    fallbackLanguage: parameters.get('fallback_lang'),
    isDraft,
    excludingFields: parameters.list('excluding_fields') ?? [],
    excludingStoryFields: parameters.list('excluding_story_fields') ?? [],
  };
}

function surroundings(content: SpaceContent, presentation: Presentation): Surroundings {
  const stories = content.stories.filter((story) => !story.is_folder);
  return { byUuid: byUuid(stories), present: (story) => presentStory(story, presentation) };
}

function resolved(
  stories: readonly WireStory[],
  parameters: Parameters,
  around: Surroundings,
): Readonly<Record<string, unknown>> {
  return { ...resolveRelations(stories, parameters, around), ...resolveLinks(stories, parameters, around) };
}
