import type {} from '#ui/field/early-form.ts';
import type { FormStore, FormValues } from './form.store.ts';

/**
 * Copies what was typed, chosen or ticked before React from the page to the form's store. Does nothing once React has
 * taken over.
 * @param store takes the fields that it was created with; others are ignored
 */
export function readEarlyChanges<Values extends FormValues>(form: HTMLFormElement, store: FormStore<Values>): void {
  const early = globalThis.endEarly?.formOf(form);
  if (early) readShown(early, store);
}

/**
 * Takes what is in the fields into the store: a password manager may fill a field without an event, and what a person sees
 * in it is what must be sent.
 */
export function readShown<Values extends FormValues>(form: HTMLFormElement, store: FormStore<Values>): void {
  const { values } = store.$state.get();
  for (const [field, typed] of new window.FormData(form)) {
    // Of the boxes only the ticked ones are in the form's data.
    const now = typeof values[field] === 'boolean' || typed;
    // A file is not a value: what its field holds is the number of the document that it became.
    if (typeof typed === 'string' && field in values && now !== values[field])
      store.change(field, now as Values[string]);
  }
}
