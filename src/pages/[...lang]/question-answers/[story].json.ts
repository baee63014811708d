/** `/question-answers/preguntas.json`, `/en/…`: the answers of a page's questions in words, for its search. */
import type { APIRoute } from 'astro';
import type { Answers } from '#blocks/faq-cords/search-questions.ts';
import { answersName, answersOf, questionsOf } from '#blocks/questions.ts';
import { readPageContext } from '#blocks/read-page.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#i18n/locale.ts';
import { listStories, pageKey, readStory } from '#storyblok/mirror.ts';

export function getStaticPaths() {
  return LOCALES.flatMap((locale) =>
    listStories()
      .filter(({ component, fullSlug }) => {
        return component === 'page' && questionsOf(readStory(fullSlug, locale).content, fullSlug).length > 0;
      })
      .map(({ fullSlug }) => ({
        params: { lang: locale === DEFAULT_LOCALE ? undefined : locale, story: answersName(fullSlug, locale) },
        props: { locale, fullSlug },
        cacheKey: pageKey(fullSlug),
      })),
  );
}

export const GET: APIRoute = ({ props }) => {
  const { locale, fullSlug } = props as { readonly locale: Locale; readonly fullSlug: string };
  const page = readPageContext(fullSlug, locale);
  const answers: Answers = answersOf(questionsOf(readStory(fullSlug, locale).content, fullSlug), page);
  return Response.json(answers);
};
