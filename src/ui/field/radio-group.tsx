import type { ReactNode } from 'react';
import { FieldGroup, type FieldProps } from './field-frame.tsx';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** A line below the label; for cards only. */
  readonly note?: ReactNode;
  /** A price or an icon at the end of the line; for cards only. */
  readonly aside?: ReactNode;
  /** Beside the card, because a label may not contain a button. For cards only. */
  readonly beside?: ReactNode;
  readonly disabled?: boolean;
}

interface Props extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly choices: readonly Choice[];
  /** `side`: short words side by side. `cards`: one line each, with an optional price. */
  readonly look?: 'side' | 'cards';
  /** Cards after so many are behind a row that says what is inside. */
  readonly fold?: { readonly after: number; readonly label: string; readonly note: string } | undefined;
}

/** Radio buttons. The first one has the group's id, the target of an error's link. */
export function RadioGroup({ choices, look = 'side', fold, value, onChange, ...field }: Props) {
  const input = (choice: Choice, index: number) => (
    <input
      type="radio"
      id={index === 0 ? field.id : `${field.id}-${choice.value}`}
      name={field.name}
      value={choice.value}
      checked={choice.value === value}
      disabled={choice.disabled}
      aria-invalid={field.error ? true : undefined}
      onChange={() => onChange(choice.value)}
    />
  );
  const card = (choice: Choice, index: number) => (
    <div className="radio-line" key={choice.value}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is inside, made by `input` */}
      <label className="radio-card">
        {input(choice, index)}
        <span>
          <b>{choice.label}</b>
          {choice.note && <small>{choice.note}</small>}
        </span>
        {choice.aside}
      </label>
      {choice.beside}
    </div>
  );
  const folded = fold ? choices.slice(fold.after) : [];
  return (
    <FieldGroup {...field}>
      {look === 'side' ? (
        <div className="duo">
          {choices.map((choice, index) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside, made by `input`
            <label key={choice.value}>
              {input(choice, index)}
              {choice.label}
            </label>
          ))}
        </div>
      ) : (
        <>
          {choices.slice(0, fold?.after).map(card)}
          {fold && (
            // What was chosen is never hidden.
            <details className="fold more-choices" open={folded.some((choice) => choice.value === value) || undefined}>
              <summary>
                <span>
                  <b>{fold.label}</b>
                  <small>{fold.note}</small>
                </span>
              </summary>
              {folded.map((choice, index) => card(choice, fold.after + index))}
            </details>
          )}
        </>
      )}
    </FieldGroup>
  );
}
