import { fill } from '#i18n/translate.ts';
import type { Consulted } from '#loan/requirements.ts';
import type { ClauseTexts } from './document-head.ts';

/** The sentences that say who was asked about a client, and that no credit bureau was, where none was. */
export function consultedText({ consulted: texts, joint }: ClauseTexts, { provider, kinds }: Consulted): string {
  if (kinds.length === 0) return texts.nobody;
  const questions = joined(
    kinds.map((kind) => texts.questions[kind]),
    joint,
  );
  const asked = fill(texts.asked, { provider, questions });
  return kinds.includes('bureau') ? asked : `${asked} ${texts.noBureau}`;
}

/** `a, b y c` */
export function joined(
  words: readonly string[],
  { comma, and }: { readonly comma: string; readonly and: string },
): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(comma)}${and}${last}`;
}
