import { formatSoles } from '#i18n/format.ts';
import { speaker } from '#i18n/translate.ts';
import { type Thread, Threads } from '#ui/chart/threads.tsx';
import type { CalculatorStore } from './calculator.store.ts';
import { CostBar } from './parts/cost-bar.tsx';
import { Icon } from './parts/icon.tsx';
import { LoanLine } from './parts/loan-line.tsx';
import { ResultsTable } from './parts/results-table.tsx';
import { Schedule } from './parts/schedule.tsx';
import type { CalculatorTextKey } from './texts.ts';

const COST_THREADS: readonly Thread[] = ['interest', 'fees', 'vat'];

export interface DetailsProps {
  readonly $calculator: CalculatorStore;
  /** Prefix of the ids inside, the same on the server and in the browser. */
  readonly id: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly hideRepayDate: boolean;
}

/** The textures of the pictures in both parts; beside them, because the parts are not always laid out. */
export function CostThreads({ id }: Pick<DetailsProps, 'id'>) {
  return <Threads id={id} of={COST_THREADS} />;
}

/** What the loan costs and why: a bar and the table it summarises. Without hooks, like the card (decision 126). */
export function Costs({ $calculator, id, texts, hideRepayDate }: DetailsProps) {
  const say = speaker<CalculatorTextKey>(texts);
  const { offer, product } = $calculator.get();
  return (
    <>
      <p className="lbl">{say('calc_cost', { amount: formatSoles(offer.totalCents - offer.principalCents) })}</p>
      <CostBar id={id} offer={offer} say={say} />
      <ResultsTable
        id={id}
        offer={offer}
        igvPercent={product.pricing.igvPercent}
        hideRepayDate={hideRepayDate}
        say={say}
      />
    </>
  );
}

/** The timeline of the loan, from payout to the last due date. */
export function LoanTimeline({ $calculator, id, texts }: DetailsProps) {
  const say = speaker<CalculatorTextKey>(texts);
  const { offer, published, selection, fixedType } = $calculator.get();
  return (
    <>
      <LoanLine offer={offer} say={say} />
      {offer.schedule ? (
        <Schedule id={id} schedule={offer.schedule} say={say} />
      ) : (
        <p className="note">
          <Icon name="calendar" />
          {say('calc_rollover', { days: listed(published.singlePayProduct.termOptions, say('calc_or')) })}
        </p>
      )}
      {/* Fields for a form that is submitted before the script has loaded. */}
      <input type="hidden" name="productId" value={selection.productId} />
      {fixedType && <input type="hidden" name="productType" value={selection.productType} />}
    </>
  );
}

/** [7, 14, 30] → `7, 14 o 30`. */
function listed(terms: readonly number[], or: string): string {
  return [terms.slice(0, -1).join(', '), terms.at(-1)].filter(Boolean).join(` ${or} `);
}
