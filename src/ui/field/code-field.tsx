import { described, FieldFrame, type FieldProps } from './field-frame.tsx';

interface Props extends FieldProps {
  readonly value: string;
  /** Receives digits only; other typed or pasted characters are removed. */
  readonly onChange: (value: string) => void;
  /** The number of digits in the code. */
  readonly length?: number;
}

/**
 * The code of an SMS: one input, so that it can be pasted and autofilled (WCAG 3.3.8). Spaces and hyphens are ignored.
 */
export function CodeField({ value, onChange, length = 6, ...field }: Props) {
  return (
    <FieldFrame {...field}>
      <input
        className="in code-in"
        id={field.id}
        name={field.name}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={value}
        {...described(field)}
        onChange={(event) => onChange(codeIn(event.target.value, length))}
      />
    </FieldFrame>
  );
}

/**
 * Finds the code in what was typed, or pasted with the sentence around it; full-width digits are digits.
 * @internal
 */
export function codeIn(typed: string, length: number): string {
  const runs = typed.normalize('NFKC').match(/\d+/g) ?? [];
  return runs.find((run) => run.length === length) ?? runs.join('').slice(0, length);
}
