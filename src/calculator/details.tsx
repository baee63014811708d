import { formatSoles } from '#i18n/format.ts';
import type { Offer } from '#loan/offer.ts';
import { type Thread, Threads } from '#ui/chart/threads.tsx';
import { CostBar } from './parts/cost-bar.tsx';
import { Icon } from './parts/icon.tsx';
import { LoanLine } from './parts/loan-line.tsx';
import { ResultsTable } from './parts/results-table.tsx';
import { Schedule } from './parts/schedule.tsx';
import type { Say } from './texts.ts';

const COST_THREADS: readonly Thread[] = ['interest', 'fees', 'vat'];

interface DetailsProps {
  /** Prefix of the ids inside, the same on the server and in the browser. */
  readonly id: string;
  readonly offer: Offer;
  readonly say: Say;
}

/** The textures of the pictures in both parts; beside them, because the parts are not always laid out. */
export function CostThreads({ id }: Pick<DetailsProps, 'id'>) {
  return <Threads id={id} of={COST_THREADS} />;
}

interface CostsProps extends DetailsProps {
  readonly igvPercent: number;
  readonly hideRepayDate?: boolean | undefined;
}

/** What the loan costs and why: a bar and the table it summarises. */
export function Costs({ id, offer, say, ...table }: CostsProps) {
  return (
    <>
      <p className="lbl">{say('calc_cost', { amount: formatSoles(offer.totalCents - offer.principalCents) })}</p>
      <CostBar id={id} offer={offer} say={say} />
      <ResultsTable id={id} offer={offer} say={say} {...table} />
    </>
  );
}

/** The timeline of the loan, from payout to the last due date. */
export function LoanTimeline({ id, offer, say, terms }: DetailsProps & { readonly terms: readonly number[] }) {
  return (
    <>
      <LoanLine offer={offer} say={say} />
      {offer.schedule ? (
        <Schedule id={id} schedule={offer.schedule} say={say} />
      ) : (
        <p className="note">
          <Icon name="calendar" />
          {say('calc_rollover', { days: listed(terms, say('calc_or')) })}
        </p>
      )}
    </>
  );
}

/** [7, 14, 30] → `7, 14 o 30`. */
function listed(terms: readonly number[], or: string): string {
  return [terms.slice(0, -1).join(', '), terms.at(-1)].filter(Boolean).join(` ${or} `);
}
