import { localePath } from '#i18n/locale.ts';
import { parseBlock, type RawBlock } from '#storyblok/block-schema.ts';
import { parseChildren } from './children.ts';
import { schema as cordsSchema } from './faq-cords/faq-cords.schema.ts';
import { schema as groupSchema } from './faq-group/faq-group.schema.ts';
import { schema as questionSchema } from './faq-question/faq-question.schema.ts';
import type { PageFacts } from './page-context.ts';

/** A question that has a page of its own, and those of its topic. */
export interface Question {
  readonly anchor: string;
  readonly question: string;
  readonly answer: ReturnType<typeof parseChildren<(typeof questionSchema)['fields']>>[number]['answer'];
  readonly others: readonly { readonly anchor: string; readonly question: string }[];
}

/** Lists the questions of a story's content that have an address: those of its `faq-cords` with an anchor. */
export function questionsOf(content: RawBlock, story: string): Question[] {
  const body = (content['body'] ?? []) as readonly RawBlock[];
  return body
    .filter(({ component }) => component === 'faq-cords')
    .flatMap((block) => parseChildren(groupSchema, parseBlock(cordsSchema, block, story).groups, story))
    .flatMap((group) => {
      const questions = parseChildren(questionSchema, group.questions, story).flatMap((each) =>
        each.anchor ? [{ ...each, anchor: each.anchor }] : [],
      );
      return questions.map(({ anchor, question, answer }) => ({
        ...{ anchor, question, answer },
        others: questions.filter((other) => other.anchor !== anchor),
      }));
    });
}

/** Builds the address of a question: below its story's. */
export function questionPath({ story, locale }: Pick<PageFacts, 'story' | 'locale'>, anchor: string): string {
  const prefix = `${locale}/`;
  const slug = story.startsWith(prefix) ? story.slice(prefix.length) : story;
  return localePath(locale, `${slug}/${anchor}`);
}

const ENTITIES = new Map([
  ['nbsp', '\u00a0'],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#39', "'"],
]);

/** Reads the words; a link's words stay beside the full stop that follows them. */
function wordsOf(html: string): string {
  return html
    .replace(/<\/?(?:a|b|strong|em|i)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES.get(name) ?? '')
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim();
}

/** Summarises an answer for search engines: 110 to 155 characters of it, filled up from a general sentence. */
export function describeAnswer(answer: string, general: string): string {
  const words = wordsOf(answer);
  const whole = words.length < LEAST ? `${words} ${general}` : words;
  if (whole.length <= MOST) return whole;
  return `${whole.slice(0, whole.lastIndexOf(' ', MOST - 1)).replace(/[,.;:]$/, '')}…`;
}

const LEAST = 110;
const MOST = 155;
