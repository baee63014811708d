import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { beginSession } from '#client-area/session/begin-session.ts';
import { BesideLozenge } from '#client-area/sign-in/beside-lozenge.tsx';
import { SignInForms } from '#client-area/sign-in/sign-in-forms.tsx';
import type { ExistingClientTextKey } from './texts.ts';

/**
 * `/application/existing-client`: for clients who try to register although they have an account. The selection stays in
 * its cookies for the calculator.
 */
export function Screen({ say, sayError, query }: ScreenProps<ExistingClientTextKey>) {
  return (
    <BesideLozenge>
      <SignInForms
        say={say}
        sayError={sayError}
        title={say('existing_title')}
        lead={say('existing_lead')}
        onSession={(session) => beginSession(session, query)}
      />
      <p className="small">
        {say('sign_in_phone_changed')} <a href={screenHref('modals-no-phone-access')}>{say('sign_in_no_phone')}</a>
      </p>
    </BesideLozenge>
  );
}
