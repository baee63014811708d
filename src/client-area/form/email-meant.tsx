import { emailAddress, likelyEmail } from '#api/field-rules/email.ts';
import type { ScreenProps } from '../screen.ts';

interface Props extends Pick<ScreenProps<'email_meant'>, 'say'> {
  readonly typed: string;
  readonly onMeant: (email: string) => void;
}

/** Asks whether another address was meant, below the field, where one letter is wrong in a known domain. */
export function EmailMeant({ typed, onMeant, say }: Props) {
  const email = likelyEmail(emailAddress.normalise(typed));
  return (
    <div aria-live="polite">
      {email && (
        <button type="button" className="btn quiet sm" onClick={() => onMeant(email)}>
          {say('email_meant', { email })}
        </button>
      )}
    </div>
  );
}
