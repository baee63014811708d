import { useState } from 'react';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { placeOf } from '#client-area/loan-parts/payment-place.ts';
import { NoExtension } from '#client-area/profile/parts/no-extension.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStepFocus } from '#client-area/steps/step-focus.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { Note } from '#ui/note/note.tsx';
import { ExtendForm } from './extend-form.tsx';
import { createExtensionStart, type ExtensionStart, type Options } from './extend-loan.store.ts';
import type { ExtendLoanTextKey } from './texts.ts';

type Props = ScreenProps<ExtendLoanTextKey>;

/** Extending the loan: the term, its price today, and the payment. */
export function Screen(props: Props) {
  const { say } = props;
  const store = useLoaded(createExtensionStart);
  const [isGone, setGone] = useState(false);
  // The focused button disappears with the form, so the focus moves to the heading.
  const place = useStepFocus(String(isGone));
  const followed = () => {
    setGone(true);
    store.load();
  };
  return (
    <div className="wrap page stack-l" ref={place}>
      <div className="stack-s">
        <h1>{say('extend_title')}</h1>
        <p className="lead">{say('extend_lead')}</p>
      </div>
      <LoadedView store={store} say={say}>
        {({ options, methods, payNow, waiting }, isStale) => (
          <div className="stack-l">
            <Latest options={options} waiting={waiting} say={say} />
            {options.eligible ? (
              <ExtendForm
                {...props}
                options={options}
                methods={methods}
                payNow={payNow}
                isStale={isStale}
                onExpired={store.load}
                onGone={followed}
              />
            ) : (
              <NoExtension reason={options.reason} say={say} />
            )}
          </div>
        )}
      </LoadedView>
    </div>
  );
}

/** The result of the previous extension, while it is relevant. */
function Latest({
  options: { latest },
  waiting,
  say,
}: Pick<Props, 'say'> & { readonly options: Options; readonly waiting: ExtensionStart['waiting'] }) {
  // A payment that the client gave up must not be waited for.
  const isGivenUp = latest?.status === 'PAYMENT_PENDING' && latest.missing === null && !waiting;
  const text = latest && !isGivenUp && latestText(latest, say);
  if (!text) return null;
  return (
    <Note look="warn">
      <p>{text}</p>
      {waiting && waiting !== 'unknown' && waiting.extension?.newDueDate === latest.newDueDate && (
        <a className="btn line sm" href={screenHref(placeOf(waiting), { p: waiting.id })}>
          {say('extend_waiting_see')}
        </a>
      )}
    </Note>
  );
}

function latestText(
  { status, missing: soles, price, newDueDate }: NonNullable<Options['latest']>,
  say: Props['say'],
): string | undefined {
  const missing = soles === null ? undefined : formatSoles(fromSoles(soles));
  const date = formatDate(newDueDate);
  switch (status) {
    case 'PAYMENT_PENDING':
      return missing === undefined
        ? say('extend_waiting', { amount: formatSoles(fromSoles(price)), date })
        : say('extend_part', { missing, date });
    case 'APPLIED_AS_PAYMENT':
      return missing === undefined ? say('extend_over') : say('extend_short', { missing });
    case 'EXPIRED':
      return missing === undefined ? undefined : say('extend_part_over', { missing });
    case 'REVERSED':
      return say('extend_reversed');
    default:
      return undefined;
  }
}
