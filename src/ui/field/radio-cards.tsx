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

/**
 * Radio buttons, one line each, with an optional price. The first one has the group's id, the target of an error's
 * link.
 */
export function RadioCards({ choices, value, onChange, ...field }: RadioProps<CardChoice>) {
  return (
    <FieldGroup {...field}>
      {choices.map((choice, index) => (
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
      ))}
    </FieldGroup>
  );
}
