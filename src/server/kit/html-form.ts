import { html } from 'hono/html';
import type { Html } from './html-page.ts';

/** Fields that nobody sees. */
export function hiddenInputs(fields: Iterable<readonly [name: string, value: string]>): Html {
  return html`${Array.from(fields, ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

/** The choices of a select, by value. */
export function optionsView(options: Iterable<readonly [value: string, words: string]>, chosen?: string): Html {
  return html`${Array.from(options, ([value, words]) => {
    const selected = value === chosen ? html` selected` : '';
    return html`<option value="${value}"${selected}>${words}</option>`;
  })}`;
}
