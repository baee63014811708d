import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';

/** What every field has. Texts are ready to show. */
export interface FieldProps {
  /** Of the control, and the stem of the ids around it. */
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly help?: ReactNode;
  /** The word that marks a field nobody has to fill. */
  readonly optional?: string | undefined;
  /** What is wrong, as a sentence. */
  readonly error?: string | undefined;
  /** "Error", said before the sentence to whoever does not see its colour. */
  readonly errorWord: string;
}

/** What a control says about itself to a screen reader. */
export interface Described {
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

/** Ids of the help and the error, in the order they are read; nothing when there is neither. */
export function described({ id, help, error }: Pick<FieldProps, 'id' | 'help' | 'error'>): Described {
  const ids = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return { ...(ids && { 'aria-describedby': ids }), ...(error && { 'aria-invalid': true as const }) };
}

/** Label, help, error, control: top to bottom, nothing below. */
export function FieldFrame({ children, ...field }: FieldProps & { readonly children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={field.id}>
        {field.label}
        {field.optional && <span className="opt"> ({field.optional})</span>}
      </label>
      <Help {...field} />
      <FieldError {...field} />
      {children}
    </div>
  );
}

/** The same for several controls that answer one question: a fieldset with its legend. */
export function FieldGroup({ children, ...field }: FieldProps & { readonly children: ReactNode }) {
  return (
    <fieldset className="choice" aria-describedby={described(field)['aria-describedby']}>
      <legend className="legend-l">
        {field.label}
        {field.optional && <span className="opt"> ({field.optional})</span>}
      </legend>
      <Help {...field} />
      <FieldError {...field} />
      {children}
    </fieldset>
  );
}

function Help({ id, help }: Pick<FieldProps, 'id' | 'help'>) {
  if (!help) return null;
  return (
    <p className="help" id={`${id}-help`}>
      {help}
    </p>
  );
}

/** Icon, word and sentence, so that an error never depends on its colour. */
export function FieldError({ id, error, errorWord }: Pick<FieldProps, 'id' | 'error' | 'errorWord'>) {
  if (!error) return null;
  return (
    <p className="msg" id={`${id}-error`}>
      <Icon name="alert" />
      <span>
        <span className="sr">{errorWord}: </span>
        {error}
      </span>
    </p>
  );
}
