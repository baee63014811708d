import { html } from 'hono/html';
import { factText, isRow, NO_VALUE, told, wordsOf } from '#server/lending/staff/value-text.ts';
import type { Looker } from '../ask.ts';
import type { Html } from '../page.ts';

/**
 * Facts that differ from act to act, under the names that the form and the answer of their act have for them; where it
 * has none, those of any other act.
 * @param act the act that recorded them; none for what clients and machines do
 */
export function factsView(looker: Looker, act: string, value: unknown): Html | string {
  if (!isRow(value)) return factText(looker, act, { name: '', value });
  const pairs = told(value).map(([name, one], place) => {
    const words = wordsOf(looker, act, name);
    const label = words ? looker.say(words) : html`<span lang="en">${name}</span>`;
    return html`${place > 0 ? ', ' : ''}${label}: ${factText(looker, act, { name, value: one })}`;
  });
  return pairs.length === 0 ? NO_VALUE : html`${pairs}`;
}
