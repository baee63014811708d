import type { LoanBody } from '#api/loan-body.ts';
import type { ProfileTextKey } from './texts.ts';

/** The next payment: title, amount and date, for any state of the loan. */
interface Next {
  readonly title: ProfileTextKey;
  readonly amount: number;
  readonly date: string | null;
}

export function nextOf(loan: LoanBody): Next {
  const { status, plan, flex, totalDue, nextPaymentDate } = loan;
  switch (status) {
    case 'PAYMENT_PLAN':
      return { title: 'profile_due_plan', amount: plan?.next?.amount ?? totalDue, date: plan?.next?.date ?? null };
    case 'FLEX':
      return {
        title: 'profile_due_flex',
        amount: flex?.nextMinimum?.amount ?? totalDue,
        date: flex?.nextMinimum?.date ?? null,
      };
    case 'PAST_DUE':
    case 'DEFAULTED': {
      const title = overdueOf(loan).length > 1 ? 'profile_due_late_count' : 'profile_due_late';
      return { title, amount: totalDue, date: nextPaymentDate };
    }
    default: {
      const title = loan.productType === 'SINGLE_PAY' ? 'profile_due_single' : 'profile_due_instalment';
      return { title, amount: totalDue, date: nextPaymentDate };
    }
  }
}

/** The instalments whose last day to pay in time has passed. */
export function overdueOf({ schedule }: LoanBody): LoanBody['schedule'] {
  return schedule.filter(({ daysLate }) => daysLate > 0);
}
