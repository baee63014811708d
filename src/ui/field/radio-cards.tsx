import type { ReactNode } from 'react';
import { FieldGroup } from './field-frame.tsx';
import { type Choice, type RadioProps, radioInput } from './radio-group.tsx';

export interface CardChoice extends Choice {
  /** A line below the label. */
  readonly note?: ReactNode;
  /** A price or an icon at the end of the line. */
  readonly aside?: ReactNode;
  /** Beside the card, because a label may not contain a button. */
  readonly beside?: ReactNode;
}

interface Props extends RadioProps<CardChoice> {
  /** Cards after so many are behind a row that says what is inside. */
  readonly fold?: { readonly after: number; readonly label: string; readonly note: string } | undefined;
}

/** Radio buttons, one line each, with an optional price. The first one has the group's id, the target of an error's link. */
export function RadioCards({ choices, fold, value, onChange, ...field }: Props) {
  const card = (choice: CardChoice, index: number) => (
    <div className="radio-line" key={choice.value}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is inside, made by `radioInput` */}
      <label className="radio-card">
        {radioInput(choice, { index, value, onChange, field })}
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
    </FieldGroup>
  );
}
