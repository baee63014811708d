import { useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { described, FieldFrame, type FieldProps } from './field-frame.tsx';

interface Props extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly texts: { readonly show: string; readonly hide: string };
}

/** A password that can be shown, pasted and filled in by a password manager. */
export function PasswordField({ value, onChange, autoComplete, texts, ...field }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame {...field}>
      <div className="pwd">
        <input
          className="in"
          id={field.id}
          name={field.name}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          {...described(field)}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className="icon-btn bare"
          aria-label={isShown ? texts.hide : texts.show}
          aria-controls={field.id}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      </div>
    </FieldFrame>
  );
}
