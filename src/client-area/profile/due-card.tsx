import type { LateLoanBody } from '#api/endpoints/arrangements/get-late-loan.ts';
import type { PayoffQuoteBody } from '#api/endpoints/payments/get-payoff-quote.ts';
import type { LoanBody } from '#api/loan-body.ts';
import type { PaymentBody } from '#api/payment.ts';
import { HowItIs } from '#client-area/explain/how-it-is.tsx';
import { dueTerms, outstandingTerms, termsOnWire } from '#client-area/explain/loan-terms.ts';
import { weekdayDate } from '#client-area/loan-parts/date-text.ts';
import { comingValues, solesText } from '#client-area/loan-parts/money-text.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Locale } from '#i18n/locale.ts';
import { type CalendarDate, daysBetween } from '#loan/calendar.ts';
import { fromSoles, subtract } from '#loan/money.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Money } from '#ui/money/money.tsx';
import { nextOf, overdueOf } from './next-payment.ts';
import { PayLink } from './pay-link.tsx';
import { isLate } from './profile.store.ts';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly loan: LoanBody;
  readonly quote: PayoffQuoteBody;
  readonly onItsWay: PaymentBody | undefined;
  readonly hasPaid?: boolean | undefined;
  readonly late: LateLoanBody | undefined;
  readonly isStale: boolean;
  readonly reload: () => void;
  readonly locale: Locale;
}

/** While more days than these are left nobody is pressed to pay: the first twenty days of a loan of thirty. */
const QUIET_DAYS = 10;

/** The amount due, its date, and the way to pay. */
export function DueCard({ loan, quote, onItsWay, hasPaid = false, late, isStale, reload, locale, say }: Props) {
  // While the bank processes a payment no other can be made; a transfer under review does not prevent others.
  const isNothing = loan.totalOutstanding <= 0;
  const canPay = !isStale && !isNothing && (!onItsWay || onItsWay.status === 'IN_REVIEW');
  const { title, amount, date } = nextOf(loan);
  const isEarly =
    loan.status === 'PERFORMING' &&
    date !== null &&
    daysBetween(quote.date as CalendarDate, date as CalendarDate) > QUIET_DAYS;
  return (
    <section className={isLate(loan) ? 'card overdue stack' : 'card edge stack'} aria-labelledby="profile-due">
      {/* The pattern is not for bad news. */}
      {!isLate(loan) && <div className="weave" aria-hidden="true" />}
      <div className="apart">
        <h2 className="h3" id="profile-due">
          {say(title, { count: overdueOf(loan).length })}
        </h2>
        {/* Days and sums of today are not those of a day before. */}
        {!isStale && <Urgency loan={loan} today={quote.date} date={date} say={say} />}
      </div>
      <div className="due-figures">
        <div>
          <p>
            <Money amount={solesText(amount)} size="xl" />
          </p>
          {date && <p className="mute">{whenOf(loan, date, quote.date, locale, say)}</p>}
        </div>
        {/* Stale figures cannot be paid: the payment screen loads them again. */}
        {canPay && (
          <PayLink
            loanNumber={loan.number}
            look={onItsWay || isEarly ? 'btn line' : 'btn big'}
            label={isEarly ? say('profile_pay') : payLabel(loan, quote, amount, say)}
            hasSheet={hasPaid && !onItsWay}
            reload={reload}
            say={say}
          />
        )}
      </div>
      {!isStale && <OfToday loan={loan} quote={quote} late={late} canPay={canPay} say={say} />}
      <Details loan={loan} say={say} />
      {totalOf(loan, quote, amount, say)}
      {!isStale && (
        <HowItIs
          sums={sumsOf({ loan, quote, title: say(title, { count: overdueOf(loan).length }), amount, say })}
          say={say}
        />
      )}
    </section>
  );
}

type OfTodayProps = Pick<Props, 'loan' | 'quote' | 'late' | 'say'> & { readonly canPay: boolean };

/** The sums that are another day's tomorrow. */
function OfToday({ loan, quote, late, canPay, say }: OfTodayProps) {
  const isSingle = loan.status === 'PERFORMING' && loan.productType === 'SINGLE_PAY';
  return (
    <>
      {canPay && isSingle && quote.savings > 0 && (
        <p>{say('profile_saves_today', { amount: solesText(quote.total), savings: solesText(quote.savings) })}</p>
      )}
      {loan.totalOutstanding <= 0 && quote.topUpComing && (
        <p>{say('top_up_coming', comingValues(quote.topUpComing))}</p>
      )}
      {late && <LateSums late={late} say={say} />}
    </>
  );
}

interface Sums extends Pick<Props, 'loan' | 'quote' | 'say'> {
  readonly title: string;
  readonly amount: number;
}

/** The sums that explain themselves, as they are today. */
function sumsOf({ loan, quote, title, amount, say }: Sums): Parameters<typeof HowItIs>[0]['sums'] {
  return [
    { name: title, terms: dueTerms(loan), totalCents: fromSoles(amount) },
    { name: say('profile_total'), terms: outstandingTerms(loan), totalCents: fromSoles(loan.totalOutstanding) },
    { name: say('profile_payoff'), terms: termsOnWire(quote.terms), totalCents: fromSoles(quote.total) },
    {
      name: say('profile_saved'),
      terms: termsOnWire(quote.savingsTerms),
      totalCents: fromSoles(quote.savings),
      isSaved: true,
    },
  ];
}

/**
 * Labels the button with what the next page asks for today, because before the only due date of a loan less is owed
 * than on it.
 */
function payLabel(loan: LoanBody, quote: PayoffQuoteBody, amount: number, say: Props['say']): string {
  if (loan.status === 'PERFORMING' && loan.productType === 'SINGLE_PAY') {
    return say('profile_pay_today', { amount: solesText(quote.total) });
  }
  return amount > 0 ? say('profile_pay_amount', { amount: solesText(amount) }) : say('profile_pay');
}

/** States all that is owed, where it is more than the next payment. */
function totalOf(
  { totalOutstanding, maturityDate, status }: LoanBody,
  quote: PayoffQuoteBody,
  next: number,
  say: Props['say'],
) {
  if (totalOutstanding <= 0 || totalOutstanding === next) return null;
  const amount = solesText(totalOutstanding);
  const isOverdue = status === 'PAST_DUE' || status === 'DEFAULTED';
  return (
    // Late, a phone has it where the sums are explained.
    <p className={isOverdue ? 'desk' : undefined}>
      {maturityDate && maturityDate > quote.date && status === 'PERFORMING'
        ? say('profile_total_until', { amount, date: formatDate(maturityDate) })
        : say('profile_total_of', { amount })}
    </p>
  );
}

interface UrgencyProps extends Pick<Props, 'say' | 'loan'> {
  readonly today: string;
  readonly date: string | null;
}

/** The days that are left, or the days overdue. */
function Urgency({ loan, today, date, say }: UrgencyProps) {
  if (isLate(loan)) {
    const { daysPastDue: count } = loan;
    return (
      <span className="tag due">
        <Icon name="alert" />
        {count === 1 ? say('profile_day_late') : say('profile_days_late', { count })}
      </span>
    );
  }
  const isAtRisk = loan.plan?.status === 'AT_RISK' || loan.flex?.status === 'AT_RISK';
  if (isAtRisk) {
    return (
      <span className="tag due">
        <Icon name="alert" />
        {say('profile_at_risk')}
      </span>
    );
  }
  if (!date) return null;
  const days = daysBetween(today as CalendarDate, date as CalendarDate);
  const text =
    days > 1
      ? say('profile_due_days', { count: days })
      : say(days === 1 ? 'profile_due_tomorrow' : days === 0 ? 'profile_due_today' : 'profile_due_grace');
  return (
    <span className={days > 7 ? 'tag' : 'tag soon'}>
      <Icon name="clock" />
      {text}
    </span>
  );
}

function whenOf(loan: LoanBody, date: string, today: string, locale: Locale, say: Props['say']): string {
  const when = say(date < today ? 'profile_due_was_on' : 'profile_due_on', { date: weekdayDate(date, locale) });
  if (loan.productType === 'SINGLE_PAY' || loan.plan?.next || loan.status === 'FLEX') return when;
  const next = loan.schedule.find(({ unpaid }) => unpaid > 0);
  if (!next) return when;
  // Of several overdue ones the title says how many; the date is that of the oldest.
  if (overdueOf(loan).length > 1) return say('profile_due_oldest', { when });
  return `${say('profile_instalment_of', { number: next.number, count: loan.schedule.length })} · ${when}`;
}

/** The part of the debt that the delay has added. */
function LateSums({ late: { due, added, tomorrow }, say }: Pick<Props, 'say'> & { readonly late: LateLoanBody }) {
  const without = subtract(fromSoles(due), fromSoles(added));
  const sums = [
    { name: say('late_without'), amount: formatSoles(without) },
    { name: say('late_added'), amount: solesText(added) },
    { name: say('late_tomorrow'), amount: solesText(tomorrow) },
  ];
  return (
    <dl className="split three">
      {sums.map(({ name, amount }) => (
        <div key={name}>
          <dt className="small mute">{name}</dt>
          <dd>
            <Money amount={amount} size="l" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Details({ loan, say }: Pick<Props, 'loan' | 'say'>) {
  const { moratoryDue, plan, flex, status } = loan;
  return (
    <>
      {moratoryDue > 0 && <p className="small desk">{say('profile_moratory', { amount: solesText(moratoryDue) })}</p>}
      {status === 'PAYMENT_PLAN' && plan?.status === 'AT_RISK' && (
        <p className="small">{say('profile_plan_at_risk')}</p>
      )}
      {status === 'FLEX' && flex?.status === 'AT_RISK' && <p className="small">{say('profile_flex_at_risk')}</p>}
      {status === 'FLEX' && flex && (
        <p className="small">
          {say('profile_flex_least', { amount: solesText(flex.minPayment), date: formatDate(flex.finalDate) })}
        </p>
      )}
    </>
  );
}
