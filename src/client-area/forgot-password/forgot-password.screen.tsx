import type { ScreenProps } from '../screen.ts';
import { beginSession } from '../session/begin-session.ts';
import { BesideLozenge } from '../sign-in/beside-lozenge.tsx';
import { SignInForms } from '../sign-in/sign-in-forms.tsx';
import type { ForgotPasswordTextKey } from './texts.ts';

/** `/forgot-password`, where e-mails lead: the page of sign-in, opened at the forgotten password. */
export function Screen({ say, sayError, query }: ScreenProps<ForgotPasswordTextKey>) {
  return (
    <BesideLozenge>
      <SignInForms
        say={say}
        sayError={sayError}
        title={say('sign_in_title')}
        lead={say('sign_in_lead')}
        start="forgot"
        onSession={(session) => beginSession(session, query)}
      />
    </BesideLozenge>
  );
}
