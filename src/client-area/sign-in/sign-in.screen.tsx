import { localePath } from '#i18n/locale.ts';
import { forgetClientType } from '#stores/remembered-client.ts';
import { Note } from '#ui/note/note.tsx';
import { useSite } from '../frame/site.ts';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { beginSession } from '../session/begin-session.ts';
import { BesideLozenge } from './beside-lozenge.tsx';
import { SignInForms } from './sign-in-forms.tsx';
import type { SignInTextKey } from './texts.ts';

/** `/sign-in`. */
export function Screen({ say, sayError, locale, query }: ScreenProps<SignInTextKey>) {
  const { name } = useSite();
  return (
    <BesideLozenge>
      <SignInForms
        say={say}
        sayError={sayError}
        title={say('sign_in_title')}
        lead={say('sign_in_lead')}
        onSession={(session) => beginSession(session, query)}
      />
      <div className="small stack-s">
        <p>
          {say('sign_in_phone_changed')} <a href={screenHref('modals-no-phone-access')}>{say('sign_in_no_phone')}</a>
        </p>
        <p>
          {say('sign_in_first_time')}{' '}
          <a href={localePath(locale, '')} onClick={forgetClientType}>
            {say('sign_in_calculate')}
          </a>
        </p>
      </div>
      <Note icon="lock">
        <p>{say('sign_in_safety', { name })}</p>
      </Note>
    </BesideLozenge>
  );
}
