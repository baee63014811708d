import type { LoanBody } from '#api/loan-body.ts';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { dueTerms } from '#client-area/explain/loan-terms.ts';
import { screenHref } from '#client-area/router.ts';
import { formatDate, formatSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import type { KeyValue } from '#ui/figures/key-values.tsx';
import type { CalculatorScreenProps } from './state-props.ts';
import type { CalculatorScreenTextKey } from './texts.ts';

type Say = CalculatorScreenProps['say'];
interface LinkProps {
  readonly say: Say;
}

/** Where the loan is paid. */
export function payHref({ number }: LoanBody): string {
  return screenHref('profile-components-payment-repay-loan', { loan: number });
}

/** What the loan asks for by its next payment, and how it comes about. */
export function owedFact(loan: LoanBody, name: CalculatorScreenTextKey, say: Say): KeyValue {
  return {
    name: say(name),
    value: <ExplainedSum terms={dueTerms(loan)} totalCents={fromSoles(loan.totalDue)} say={say} />,
  };
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
