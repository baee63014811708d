import { beginSession } from '#client-area/begin-session.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { BesideLozenge } from '#client-area/sign-in/beside-lozenge.tsx';
import css from '#client-area/sign-in/sign-in.css?url';
import { WaysIn } from '#client-area/sign-in/ways-in.tsx';
import { useVisitorOnly } from '#client-area/visitor-only.ts';
import type { ExistingClientTextKey } from './texts.ts';

export const styles = css;

/**
 * `/application/existing-client`: for whoever registers and turns out to have an account, or says so. The selection waits
 * in its cookies for the calculator.
 */
export function Screen({ say, sayError, query }: ScreenProps<ExistingClientTextKey>) {
  useVisitorOnly(query);
  return (
    <BesideLozenge>
      <WaysIn
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
