import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';

/** Props of every field. Texts are ready to show. */
export interface FieldProps {
  /** Id of the control, and prefix of related ids. */
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly help?: ReactNode;
  /** The word that marks an optional field. */
  readonly optional?: string | undefined;
  /** The error, as a sentence. */
  readonly error?: string | undefined;
  /** "Error", read before the sentence by screen readers. */
  readonly errorWord: string;
}

/** ARIA attributes of a control. */
export interface Described {
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

/** Ids of the help and the error, in reading order; empty without both. */
export function described({ id, help, error }: Pick<FieldProps, 'id' | 'help' | 'error'>): Described {
  const ids = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return { ...(ids && { 'aria-describedby': ids }), ...(error && { 'aria-invalid': true as const }) };
}

/** Label, help, error, control: from top to bottom. */
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

/** The frame of several controls of one question: a fieldset with a legend. */
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

/** Icon, word and sentence, so that an error does not depend on colour. */
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
