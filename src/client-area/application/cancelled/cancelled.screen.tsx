import { Contacts } from '#client-area/frame/contacts.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatDate } from '#i18n/format-date.ts';
import { $profileState } from '#stores/profile-state.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { SeenButton } from '../any-step/seen-button.tsx';
import type { CancelledTextKey } from './texts.ts';

/** A cancelled or expired application: neither costs anything, and the client can apply again. */
export function Screen({ say }: ScreenProps<CancelledTextKey>) {
  const application = useStore($profileState)?.application;
  const again = application?.canReapplyAt;
  const hasExpired = application?.stage === 'EXPIRED';
  return (
    <div className="wrap form-page stack-l outcome">
      <div className="stack-s">
        <h1>{say(hasExpired ? 'cancelled_expired_title' : 'cancelled_title')}</h1>
        <p className="lead">{say(hasExpired ? 'cancelled_expired_lead' : 'cancelled_lead')}</p>
      </div>
      <div className="cols main even">
        <div>
          <section className="card stack-l grow" aria-labelledby="cancelled-next">
            <div className="stack-s">
              <h2 className="h3" id="cancelled-next">
                {say('cancelled_next')}
              </h2>
              {/* Giving up the review of a refusal does not end its cool-down. */}
              <p>{again ? say('rejected_again', { date: formatDate(again) }) : say('cancelled_again')}</p>
            </div>
            <p className="floor">
              <SeenButton screen="application-cancelled" label={say('cancelled_calculate')} say={say} />
            </p>
          </section>
        </div>
        <aside>
          <TitledSection id="cancelled-questions" look="card flat stack grow" title={say('cancelled_questions')}>
            <p>
              <Contacts />
            </p>
            {application && <KeyValues items={[{ name: say('outcome_reference'), value: application.reference }]} />}
          </TitledSection>
        </aside>
      </div>
    </div>
  );
}
