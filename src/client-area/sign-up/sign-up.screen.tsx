import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { beginSession } from '../session/begin-session.ts';
import { Registration } from './registration.tsx';
import type { SignUpTextKey } from './texts.ts';

/** `/sign-up`: an account without a chosen loan; the server names the next screen. */
export function Screen({ say, sayError, locale, query }: ScreenProps<SignUpTextKey>) {
  return (
    <div className="wrap narrow form-page stack-l">
      <Registration
        say={say}
        sayError={sayError}
        locale={locale}
        title={say('sign_up_title')}
        lead={say('sign_up_lead')}
        onSession={(session) => beginSession(session, query)}
      />
      <p className="small">
        {say('sign_up_have_account')} <a href={screenHref('sign-in')}>{say('sign_in_go')}</a>
      </p>
    </div>
  );
}
