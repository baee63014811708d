import { type Checkpoint, flexCheckpoints, nextCheckpoint, planCheckpoints } from './arrangement.ts';
import { type CalendarDate, daysBetween } from './calendar.ts';
import { daysPastDue, effectiveDueDate, overdueGroups } from './lateness.ts';
import type { Standing } from './loan.ts';
import { type Cents, subtract, sum } from './money.ts';
import { unpaidOfGroup } from './obligation.ts';
import { payoffCents } from './payoff.ts';

/** Days relative to the due date on which a client is reminded (domain 2.16). */
export const REMINDER_DAYS = [-5, -2, 0, 1, 3, 7, 15, 30] as const;
export type ReminderDay = (typeof REMINDER_DAYS)[number];

export type Reminder =
  | {
      readonly kind: 'payment';
      readonly day: ReminderDay;
      readonly dueDate: CalendarDate;
      /** The last day on which the payment is on time. */
      readonly lastDay: CalendarDate;
      /** Everything due, with late charges. */
      readonly amountCents: Cents;
    }
  /** A plan or flex pay that will end without a payment. */
  | {
      readonly kind: 'arrangement';
      readonly arrangement: 'plan' | 'flex';
      readonly id: string;
      readonly dueDate: CalendarDate;
      readonly endsOn: CalendarDate;
      readonly amountCents: Cents;
    };

/**
 * Finds the reminder due on the standing's date: the last one whose day has come. If each is sent once per due date and
 * day, it is correct also after days without a run. Undefined when nothing is owed, when only small change is owed, and
 * while a plan or flex pay is kept (domain 2.16). While something is late only that is mentioned. EX1, due on Saturday
 * 14/02/2026: day −5 from 09/02, day −2 from 12/02, day 0 from 14/02; the first late day is Tuesday 17/02, which is day
 * 3.
 */
export function reminderOn(standing: Standing): Reminder | undefined {
  if (standing.paidOn || standing.writtenOff) return undefined;
  const { plan, flex } = standing;
  if (plan && !plan.endedOn) {
    if (plan.status !== 'AT_RISK') return undefined;
    return atRisk(standing, 'plan', plan.id, plan.terms.totalCents, planCheckpoints(plan, standing.calendar));
  }
  if (flex && !flex.endedOn) {
    if (flex.status !== 'AT_RISK') return undefined;
    return atRisk(standing, 'flex', flex.id, flex.terms.balanceCents, flexCheckpoints(flex));
  }
  return lateReminder(standing) ?? earlyReminder(standing);
}

function atRisk(
  standing: Standing,
  arrangement: 'plan' | 'flex',
  id: string,
  agreedCents: Cents,
  checkpoints: readonly Checkpoint[],
): Reminder | undefined {
  const paidCents = subtract(agreedCents, payoffCents(standing));
  const next = nextCheckpoint(checkpoints, paidCents, standing.terms.policy.late);
  if (!next) return undefined;
  const { dueDate, endsOn, requiredCents } = next;
  return { kind: 'arrangement', arrangement, id, dueDate, endsOn, amountCents: subtract(requiredCents, paidCents) };
}

function lateReminder({ groups, date, terms, calendar }: Standing): Reminder | undefined {
  const { late } = terms.policy;
  const overdue = overdueGroups(groups, { date, calendar }, late);
  const [oldest] = overdue;
  const day = REMINDER_DAYS.findLast((each) => each > 0 && each <= daysPastDue(groups, { date, calendar }, late));
  if (!oldest || day === undefined) return undefined;
  const lastDay = effectiveDueDate(oldest.dueDate, calendar);
  return { kind: 'payment', day, dueDate: oldest.dueDate, lastDay, amountCents: sum(...overdue.map(unpaidOfGroup)) };
}

function earlyReminder(standing: Standing): Reminder | undefined {
  const next = nextDue(standing);
  if (!next) return undefined;
  const day = REMINDER_DAYS.findLast((each) => each <= 0 && each <= daysBetween(next.dueDate, standing.date));
  if (day === undefined) return undefined;
  return { kind: 'payment', day, ...next, lastDay: effectiveDueDate(next.dueDate, standing.calendar) };
}

/** Finds the first due date by which more than small change is due, credit deducted. */
function nextDue({ groups, creditCents, terms }: Standing) {
  for (const dueDate of new Set(groups.map((group) => group.dueDate))) {
    const due = groups.filter((group) => group.dueDate <= dueDate);
    const amountCents = subtract(sum(...due.map(unpaidOfGroup)), creditCents);
    if (amountCents > terms.policy.late.toleranceCents) return { dueDate, amountCents };
  }
  return undefined;
}
