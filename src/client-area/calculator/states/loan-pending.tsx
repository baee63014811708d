import { useLoaded } from '#client-area/data/loaded.tsx';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { screenHref } from '#client-area/router.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { termUnit } from '#loan/product.ts';
import type { KeyValue } from '#ui/figures/key-values.tsx';
import { Notice } from '../notice.tsx';
import { createPending, type Pending } from '../pending.store.ts';
import type { StateProps } from '../state-props.ts';

/** A pending loan: what is known of it, and its stage. */
export function LoanPendingState(props: StateProps) {
  const { loan, application } = props.situation;
  return <PendingNotice key={loan?.number ?? application?.stage} {...props} />;
}

function PendingNotice({ situation, say }: StateProps) {
  const seen = useStore(useLoaded(() => createPending(situation)).$state);
  const stage = stageOf(situation);
  const pending = seen.kind === 'ready' ? seen.value : undefined;
  return (
    <Notice
      tag={say('client_calc_tag_pending')}
      icon="clock"
      look="soon"
      title={say('client_calc_pending_title')}
      text={say('client_calc_pending_text')}
      facts={[...placeFacts(situation, say), ...figureFacts(situation, pending, say)]}
      actions={
        <a className="btn line" href={screenHref(situation.loan ? 'profile' : 'application')}>
          {say(situation.loan ? 'client_calc_my_loan' : 'client_calc_pending_go')}
        </a>
      }
    >
      {stage && <p>{say(stage)}</p>}
      {pending?.cost && <p className="small mute">{say(`client_calc_as_${pending.cost.by}`)}</p>}
    </Notice>
  );
}

type Say = StateProps['say'];

/** Names what is waited for at this stage, if it is not the lender; shown below the words of the specification. */
function stageOf({ loan, application }: StateProps['situation']) {
  if (loan) return 'client_calc_pending_DISBURSING';
  switch (application?.stage) {
    case 'INFO_MISSING':
    case 'AGREEMENT':
      return `client_calc_pending_${application.stage}` as const;
    case 'OFFER':
    case 'OFFER_REPEATED':
      return 'client_calc_pending_OFFER';
    default:
      return undefined;
  }
}

const STAGES = ['SCORING', 'MANUAL_REVIEW', 'INFO_MISSING', 'OFFER', 'OFFER_REPEATED', 'AGREEMENT', 'ISSUING'] as const;

/** Stage and reference, known without a proof. */
function placeFacts({ loan, application }: StateProps['situation'], say: Say): KeyValue[] {
  const stage = STAGES.find((each) => each === application?.stage);
  const place = loan ? say('loan_status_DISBURSING') : stage && say(`client_calc_stage_${stage}`);
  const reference = loan?.number ?? application?.reference;
  return [
    ...(place ? [{ name: say('client_calc_state'), value: place }] : []),
    ...(reference ? [{ name: say(loan ? 'client_calc_number' : 'client_calc_reference'), value: reference }] : []),
  ];
}

function figureFacts({ loan }: StateProps['situation'], pending: Pending | undefined, say: Say): KeyValue[] {
  const amount = pending?.amount ?? loan?.principalDisbursing;
  const isPromised = pending?.isPromised ?? loan !== null;
  const { cost } = pending ?? {};
  return [
    ...(amount
      ? [{ name: say(isPromised ? 'client_calc_receive' : 'client_calc_principal'), value: solesOf(amount) }]
      : []),
    ...(pending
      ? [
          {
            name: say('client_calc_term'),
            value: say(`calc_${termUnit(pending.productType)}`, { count: pending.term }),
          },
        ]
      : []),
    ...(cost
      ? [
          {
            name: say('client_calc_total'),
            value: <ExplainedSum terms={cost.terms} totalCents={fromSoles(cost.total)} say={say} />,
          },
          { name: say('client_calc_first_due'), value: formatDate(cost.firstDueDate) },
        ]
      : []),
  ];
}

function solesOf(soles: number): string {
  return formatSoles(fromSoles(soles));
}
