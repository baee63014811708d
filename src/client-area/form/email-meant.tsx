import { emailAddress } from '#api/field-rules/email.ts';
import { likelyEmail } from '#api/field-rules/likely-email.ts';
import type { ScreenProps } from '../screen.ts';
import type { BoundField } from './use-form.ts';

interface Props extends Pick<ScreenProps<'email_meant'>, 'say'>, Pick<BoundField<string>, 'value' | 'onChange'> {
  /** The field's, where it is on the same page. */
  readonly id?: string;
}

/**
 * Asks whether another address was meant, below the field, where one letter is wrong in a known domain. The button goes
 * when it is pressed; who pressed it by keyboard goes on in the field.
 */
export function EmailMeant({ id, value, onChange, say }: Props) {
  const email = likelyEmail(emailAddress.normalise(value));
  const accept = (meant: string, isByKeyboard: boolean) => {
    onChange(meant);
    // On a phone the keyboard would come up again over what was just answered.
    if (id && isByKeyboard) document.getElementById(id)?.focus();
  };
  return (
    <div aria-live="polite">
      {email && (
        <button type="button" className="btn quiet sm" onClick={({ detail }) => accept(email, detail === 0)}>
          {say('email_meant', { email })}
        </button>
      )}
    </div>
  );
}
