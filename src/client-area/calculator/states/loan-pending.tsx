import type { CallOutput } from '#api/call.ts';
import { getApplication } from '#api/endpoints/get-application.ts';
import { createLoadedFrom } from '#client-area/data/loaded.store.ts';
import { useLoaded } from '#client-area/data/loaded.tsx';
import { screenHref } from '#client-area/router.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import { termUnit } from '#loan/product.ts';
import { request } from '#stores/protected-call.ts';
import { Notice } from '../notice.tsx';
import type { StateProps } from '../state-props.ts';

type Application = CallOutput<typeof getApplication>;

/** New loan pending: what was asked for, and where it stands. */
export function LoanPendingState({ situation, say }: StateProps) {
  const store = useLoaded(() =>
    // Nobody is asked for a proof because a page was opened: without one there are fewer figures.
    createLoadedFrom((signal) => request(getApplication, {}, { signal, quiet: true })),
  );
  const seen = useStore(store.$state);
  return (
    <Notice
      tag={say('client_calc_tag_pending')}
      icon="clock"
      look="soon"
      title={say('client_calc_pending_title')}
      text={say('client_calc_pending_text')}
      facts={factsOf(situation, seen.kind === 'ready' ? seen.value : undefined, say)}
      actions={
        <a className="btn line" href={screenHref('application')}>
          {say('client_calc_pending_go')}
        </a>
      }
    />
  );
}

/** The loan's own figures count more than those it was asked for with. */
function factsOf(
  { loan, application }: StateProps['situation'],
  asked: Application | undefined,
  say: StateProps['say'],
) {
  const selection = asked?.selection;
  const amount = loan?.principalDisbursing || selection?.amount;
  const reference = loan?.number ?? application?.reference;
  const facts = [
    amount && { name: say('client_calc_principal'), value: formatSoles(fromSoles(amount)) },
    selection && {
      name: say('client_calc_term'),
      value: say(`calc_${termUnit(selection.productType)}`, { count: selection.term }),
    },
    reference && { name: say(loan ? 'client_calc_number' : 'client_calc_reference'), value: reference },
  ];
  return facts.filter((fact) => typeof fact === 'object');
}
