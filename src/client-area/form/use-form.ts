import { useState } from 'react';
import { errorSentence } from '#api/field-rules/error-sentence.ts';
import type { SayError, ScreenProps } from '../screen.ts';
import { useStore } from '../use-store.ts';
import type { FormState, FormStore, FormValues } from './form.store.ts';

/** The props of a form field: `<TextField {...form.text('email')} label={…} />`. */
export interface BoundField<Value> {
  readonly id: string;
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error?: string | undefined;
  readonly errorWord: string;
}

export interface BoundForm<Values extends FormValues> {
  readonly state: FormState<Values>;
  readonly store: FormStore<Values>;
  /** Gives the id of the field's control, the target of an error's link. */
  readonly idOf: (field: string) => string;
  readonly sayError: SayError;
  readonly text: (field: TextField<Values>) => BoundField<string>;
  readonly check: (field: CheckField<Values>) => Omit<BoundField<boolean>, 'value'> & { readonly checked: boolean };
}

type FieldOf<Values, Kind> = {
  [Field in keyof Values & string]: Values[Field] extends Kind ? Field : never;
}[keyof Values & string];
type TextField<Values> = FieldOf<Values, string>;
type CheckField<Values> = FieldOf<Values, boolean>;

/**
 * Creates a form once for the lifetime of the screen.
 * @param create called once; later ones are ignored
 * @param prefix must differ between two forms on one page, so that their ids are distinct
 * @returns the form's state, with the props of each field
 */
export function useForm<Values extends FormValues>(
  create: () => FormStore<Values>,
  { say, sayError: sayAny }: Pick<ScreenProps, 'say' | 'sayError'>,
  prefix = '',
): BoundForm<Values> {
  const [store] = useState(create);
  const state = useStore(store.$state);
  const idOf = (field: string) => prefix + field;
  const sayError: SayError = (field, code) => errorSentence(sayAny(field, code), String(state.values[field] ?? ''));
  const bind = (field: keyof Values & string) => {
    const error = state.errors.find((each) => each.field === field);
    return {
      id: idOf(field),
      name: field,
      error: error && sayError(field, error.code),
      errorWord: say('client_error'),
    };
  };
  return {
    state,
    store,
    idOf,
    sayError,
    text: (field) => ({
      ...bind(field),
      value: state.values[field] as string,
      onChange: (value) => store.change(field, value as Values[typeof field]),
    }),
    check: (field) => ({
      ...bind(field),
      checked: state.values[field] as boolean,
      onChange: (value) => store.change(field, value as Values[typeof field]),
    }),
  };
}
