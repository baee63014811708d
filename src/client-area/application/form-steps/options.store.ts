import type { CallOutput } from '#api/call.ts';
import { listOptions } from '#api/endpoints/applications/list-options.ts';
import type { OptionListName } from '#api/options.ts';
import { createLoaded, type LoadedStore } from '#client-area/data/loaded.store.ts';
import type { Locale } from '#i18n/locale.ts';
import type { Option } from '#ui/field/select-field.tsx';

export type OptionRow = CallOutput<typeof listOptions>[number];

/** Creates one option list, loaded when a screen shows it. */
export function createOptions(name: OptionListName): LoadedStore<OptionRow[]> {
  return createLoaded(listOptions, { params: { name } });
}

/** Lists the options in the client's language; a withdrawn option is listed only while it is selected. */
export function optionsOf(rows: readonly OptionRow[], locale: Locale, chosen: string): Option[] {
  return rows
    .filter(({ active, code }) => active || code === chosen)
    .sort((a, b) => a.order - b.order)
    .map(({ code, label }) => ({ value: code, label: label[locale] }));
}
