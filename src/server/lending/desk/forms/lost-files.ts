import { html } from 'hono/html';
import { DESK } from '#i18n/staff-desk.ts';
import { fill } from '#i18n/translate.ts';
import { hiddenInputs } from '#server/kit/html-form.ts';
import {
  type FilesOfForm,
  LEFT_OUT,
  LOST,
  lostFiles,
  missingFiles,
  namesAsField,
  namesInField,
} from '#server/kit/lost-files.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import type { Looker } from '../ask.ts';
import type { Html } from '../page.ts';
import type { Given } from '../request-of.ts';
import { boxView } from './field-parts.ts';

/** Fields whose files were chosen, lost when their form came back, and not answered for since. */
export function fieldsWithMissing(route: StaffRoute, given: Given): readonly string[] {
  return (route.files ?? []).filter((field) => missingFiles(filesOf(given, field)).length > 0);
}

/** The texts with which the form of an act comes back: what was typed, and the names of its files. */
export function withLost(route: StaffRoute, given: Given): Given['texts'] {
  const names = (route.files ?? []).map((field) => [field, lostFiles(filesOf(given, field))] as const);
  return {
    ...given.texts,
    ...Object.fromEntries(names.map(([field, lost]) => [lostField(field), [namesAsField(lost)]])),
  };
}

/** The field that names the lost files of another one. */
export function lostField(field: string): string {
  return `${LOST}.${field}`;
}

function filesOf({ texts, files, unread }: Given, field: string): FilesOfForm {
  return {
    chosen: [...(files?.[field] ?? []).map(({ name }) => name), ...(unread?.[field] ?? [])],
    lost: namesInField(texts[lostField(field)]?.[0]),
    isLeftOut: texts[`${LEFT_OUT}.${field}`] !== undefined,
  };
}

/** Says at its field which files must be chosen again, with the box to send the form without them. */
export function lostView({ say }: Looker, field: string, texts: Given['texts']): Html | string {
  const names = namesInField(texts[lostField(field)]?.[0]);
  if (names.length === 0) return '';
  return html`<p class="note">${fill(say(DESK.files_lost), { names: names.join(', ') })}</p>
    ${hiddenInputs([[lostField(field), namesAsField(names)]])}
    ${boxView({ name: `${LEFT_OUT}.${field}`, value: 'true', isTicked: false, words: say(DESK.files_left_out) })}`;
}
