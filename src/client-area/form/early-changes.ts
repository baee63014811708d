import type { FormStore, FormValues } from './form.store.ts';

declare global {
  /** While React has not taken the page's screen over (layouts/signed-in.ts): ends that, and presses what was pressed. */
  var endEarly: (() => void) | undefined;
}

/** What was typed, chosen or ticked before React is in the page alone: the form's store takes it. */
export function readEarlyChanges<Values extends FormValues>(form: HTMLFormElement, store: FormStore<Values>): void {
  if (!globalThis.endEarly) return;
  const { values } = store.$state.get();
  for (const [field, typed] of new window.FormData(form)) {
    // Of the boxes those that are ticked.
    const now = typeof values[field] === 'boolean' || typed;
    if (field in values && now !== values[field]) store.change(field, now as Values[string]);
  }
}
