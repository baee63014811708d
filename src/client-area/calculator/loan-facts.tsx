import type { LoanBody } from '#api/loan-body.ts';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { dueTerms, outstandingTerms } from '#client-area/explain/loan-terms.ts';
import { screenHref } from '#client-area/router.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import type { KeyValue } from '#ui/figures/key-values.tsx';
import type { CalculatorScreenProps } from './state-props.ts';
import type { CalculatorScreenTextKey } from './texts.ts';

type Say = CalculatorScreenProps['say'];
interface LinkProps {
  readonly say: Say;
}

/** Links to the screen where the loan is paid. */
export function payHref({ number }: LoanBody): string {
  return screenHref('profile-components-payment-repay-loan', { loan: number });
}

/** States what the loan's next payment asks for, with its calculation. */
export function owedFact(loan: LoanBody, name: CalculatorScreenTextKey, say: Say): KeyValue {
  return {
    name: say(name),
    value: <ExplainedSum terms={dueTerms(loan)} totalCents={fromSoles(loan.totalDue)} say={say} />,
  };
}

/** States everything the loan still asks for, with its calculation. */
export function outstandingFact(loan: LoanBody, say: Say): KeyValue {
  const totalCents = fromSoles(loan.totalOutstanding);
  return {
    name: say('client_calc_flex_left'),
    value: <ExplainedSum terms={outstandingTerms(loan)} totalCents={totalCents} say={say} />,
  };
}

/** States how much of a plan or flex pay comes next, and when. */
export function nextFact(
  loan: LoanBody,
  name: CalculatorScreenTextKey,
  next: { readonly amount: number; readonly date: string } | null | undefined,
  say: Say,
): KeyValue[] {
  if (!next) return [];
  const totalCents = fromSoles(next.amount);
  const words = say('client_calc_flex_by', { amount: formatSoles(totalCents), date: formatDate(next.date) });
  const value = (
    <ExplainedSum terms={dueTerms(loan)} totalCents={totalCents} say={say}>
      {words}
    </ExplainedSum>
  );
  return [{ name: say(name), value }];
}

export function dateFact(date: string | null, name: CalculatorScreenTextKey, say: Say): KeyValue[] {
  return date ? [{ name: say(name), value: formatDate(date) }] : [];
}

/** The one filled button of a state. */
export function PayLink({
  loan,
  say,
  hasAmount = false,
}: LinkProps & { readonly loan: LoanBody; readonly hasAmount?: boolean }) {
  return (
    <a className="btn" href={payHref(loan)}>
      {hasAmount
        ? say('client_calc_pay_amount', { amount: formatSoles(fromSoles(loan.totalDue)) })
        : say('client_calc_pay')}
    </a>
  );
}

export function MyLoanLink({ say, isMain = false }: LinkProps & { readonly isMain?: boolean }) {
  return (
    <a className={isMain ? 'btn line' : 'btn quiet'} href={screenHref('profile')}>
      {say('client_calc_my_loan')}
    </a>
  );
}
