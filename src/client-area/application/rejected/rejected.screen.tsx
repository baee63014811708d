import { useState } from 'react';
import { reasonTextKeys } from '#api/application-information.ts';
import type { CallOutput } from '#api/call.ts';
import { COMMENT_LIMITS } from '#api/cancellation-reasons.ts';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { Form } from '#client-area/form/form.tsx';
import { LimitedField } from '#client-area/form/limited-field.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatDate } from '#i18n/format-date.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { Note } from '#ui/note/note.tsx';
import { NoApplication } from '../any-step/no-application.tsx';
import { SeenButton } from '../any-step/seen-button.tsx';
import { createReview } from './rejected.store.ts';
import type { RejectedTextKey } from './texts.ts';

type Props = ScreenProps<RejectedTextKey>;

/** A rejection: its reasons, what the client can do, and the right to a review by a person. */
export function Screen(props: Props) {
  const { say } = props;
  const application = useLoaded(() => createLoaded(getApplication, {}));
  return (
    <div className="wrap form-page stack-l outcome">
      <div className="stack-s">
        <h1>{say('rejected_title')}</h1>
        <p className="lead">{say('rejected_lead')}</p>
      </div>
      <LoadedView
        store={application}
        say={say}
        refused={({ status }) => (status === 404 ? <NoApplication {...props} /> : undefined)}
      >
        {(value) => <Reasons {...props} application={value} />}
      </LoadedView>
    </div>
  );
}

function Reasons({ application, ...props }: Props & { readonly application: CallOutput<typeof getApplication> }) {
  const { say } = props;
  const { reasons, canReapplyAt, reviewUntil } = application;
  return (
    <>
      <div className="cols main even">
        <div className="stack">
          <ul className="reasons grow">
            {reasons.map((reason) => {
              const { means, action } = reasonTextKeys(reason);
              return (
                <li key={reason} className="card">
                  <p className="strong">{say(means)}</p>
                  <p>{say(action)}</p>
                </li>
              );
            })}
          </ul>
          <Note
            sign={<AnyIcon name="calendar" />}
            title={canReapplyAt && say('rejected_again', { date: formatDate(canReapplyAt) })}
          >
            <p>{say('rejected_not_reported')}</p>
          </Note>
        </div>
        {reviewUntil && (
          <aside>
            <Review {...props} until={reviewUntil} />
          </aside>
        )}
      </div>
      <p>
        <SeenButton screen="application-rejected" label={say('rejected_understood')} say={say} />
      </p>
    </>
  );
}

function Review({ until, ...props }: Props & { readonly until: string }) {
  const { say } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="card flat stack grow">
      <h2 className="h3">{say('rejected_review')}</h2>
      <p>{say('rejected_review_text', { date: formatDate(until) })}</p>
      {isOpen ? (
        <ReviewForm {...props} />
      ) : (
        <p className="floor">
          <button type="button" className="btn line" onClick={() => setOpen(true)}>
            {say('rejected_review_go')}
          </button>
        </p>
      )}
    </section>
  );
}

function ReviewForm(props: Props) {
  const { say } = props;
  const form = useForm(() => createReview(say('rejected_review_sent')), props);
  return (
    <Form form={form} say={say} submit={say('rejected_review_go')}>
      <LimitedField
        {...form.text('comment')}
        max={COMMENT_LIMITS.review}
        label={say('rejected_review_comment')}
        multiline
        say={say}
      />
    </Form>
  );
}
