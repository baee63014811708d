import { beginSession } from '../begin-session.ts';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { useVisitorOnly } from '../visitor-only.ts';
import { Registration } from './registration.tsx';
import type { SignUpTextKey } from './texts.ts';

/** The steps of a first loan. */
const AHEAD = ['step_account', 'step_personal', 'step_financial', 'step_offer', 'step_sign'] as const;

/** `/sign-up`: an account without a chosen loan; the server names the next screen. */
export function Screen({ say, sayError, locale, query }: ScreenProps<SignUpTextKey>) {
  useVisitorOnly(query);
  return (
    <div className="wrap narrow form-page stack-l">
      <Registration
        say={say}
        sayError={sayError}
        locale={locale}
        title={say('sign_up_title')}
        lead={say('sign_up_lead')}
        onSession={(session) => beginSession(session, query)}
      >
        <aside className="card flat loom ahead">
          <h2 className="h3">{say('step_ahead')}</h2>
          {/* As `Way` shows them: shared with the steps of an application, it would be in the first file of every visitor. */}
          <ol className="way">
            {AHEAD.map((key) => (
              <li
                key={key}
                className={key === 'step_account' ? 'now' : 'later'}
                aria-current={key === 'step_account' ? 'step' : undefined}
              >
                <svg viewBox="-12 -12 24 24" aria-hidden="true">
                  <path d="M0 -10L10 0L0 10L-10 0z" />
                </svg>
                <p className="strong">{say(key)}</p>
              </li>
            ))}
          </ol>
        </aside>
      </Registration>
      <p className="small">
        {say('sign_up_have_account')} <a href={screenHref('sign-in')}>{say('sign_in_go')}</a>
      </p>
    </div>
  );
}
