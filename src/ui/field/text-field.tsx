import type { HTMLInputAutoCompleteAttribute } from 'react';
import { described, FieldFrame, type FieldProps } from './field-frame.tsx';

/** A field whose value is a text. */
export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The person has left the field. */
  readonly onBlur?: (() => void) | undefined;
  readonly type?: 'text' | 'email' | 'tel' | 'search';
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly autoCapitalize?: 'none' | 'words' | 'characters';
  readonly spellCheck?: boolean;
  /** Inside the box, before the text: `+51`, `S/`. */
  readonly prefix?: string;
  /** Narrow boxes for short answers. */
  readonly width?: 's' | 'm';
  /** Several lines. */
  readonly multiline?: boolean;
}

/** A text field or text area. Text is never corrected while it is typed. */
export function TextField({ prefix, width, multiline, ...props }: TextFieldProps) {
  const { value, onChange, label, help, optional, error, errorWord, ...control } = props;
  const shared = {
    ...control,
    ...described(props),
    className: 'in',
    value,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  };
  const box = multiline ? <textarea {...shared} /> : <input type="text" {...shared} />;
  return (
    <FieldFrame {...props}>
      {prefix || width ? (
        <div className={[prefix && 'inset', width && `w-${width}`].filter(Boolean).join(' ')}>
          {prefix && (
            <span className={prefix.length > 2 ? 'pre w' : 'pre'} aria-hidden="true">
              {prefix}
            </span>
          )}
          {box}
        </div>
      ) : (
        box
      )}
    </FieldFrame>
  );
}
