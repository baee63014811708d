import { emailAddress } from '#api/field-rules/email.ts';
import { likelyEmail } from '#api/field-rules/likely-email.ts';
import type { ScreenProps } from '../screen.ts';
import type { BoundField } from './use-form.ts';

interface Props extends Pick<ScreenProps<'email_meant'>, 'say'>, Pick<BoundField<string>, 'value' | 'onChange'> {}

/** Asks whether another address was meant, below the field, where one letter is wrong in a known domain. */
export function EmailMeant({ value, onChange, say }: Props) {
  const email = likelyEmail(emailAddress.normalise(value));
  return (
    <div aria-live="polite">
      {email && (
        <button type="button" className="btn quiet sm" onClick={() => onChange(email)}>
          {say('email_meant', { email })}
        </button>
      )}
    </div>
  );
}
