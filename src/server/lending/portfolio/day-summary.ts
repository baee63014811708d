import { formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { APPLICATION_STAGE } from '#i18n/staff-codes/applications.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { fromSoles } from '#loan/money.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { momentInLima, timeOfDay } from '#server/lending/messages/lima-time.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { readOverview } from './business-at-a-glance.ts';
import { pageOfWaiting } from './waiting-list.ts';

/** To whom the letter about each day goes, and where its links lead. */
export interface DaySummary {
  readonly to: readonly string[];
  /** The address at which colleagues reach the desk, without a slash at its end. */
  readonly deskUrl: string;
  readonly vault: Vault;
}

/** Raised with every change of the text, so that the log of sent messages identifies the wording. */
const VERSION = 1;

type Overview = NonNullable<Awaited<ReturnType<typeof readOverview>>>;

/**
 * Queues the letter about a day that has just been written, once for each address. It must not say anything about a
 * person, because a mailbox is read by others.
 */
export async function enqueueSummary(
  trx: Trx,
  { to, deskUrl, vault }: DaySummary,
  { date, now }: { readonly date: CalendarDate; readonly now: number },
): Promise<void> {
  const overview = await readOverview(trx, date);
  if (!overview || to.length === 0) return;
  const body = bodyOf(overview, { deskUrl, late: await countLate(trx, now) });
  const subject = `El negocio al ${formatDate(date)}`;
  for (const recipient of to) {
    const letter = { template: 'day-summary', templateVersion: VERSION, consentBasis: 'staff', recipient };
    await enqueueSealedMessage(trx, vault, { ...letter, subject, body }, now);
  }
}

/** Counts what waits for a person beyond its last day, now. */
async function countLate(db: Db, now: number): Promise<number> {
  const { date, minute } = momentInLima(now);
  const isLate = (dueBy: string) => dueBy < (dueBy.length > date.length ? `${date} ${timeOfDay(minute)}` : date);
  let [late, cursor] = [0, undefined as string | undefined];
  do {
    const { rows, next } = await pageOfWaiting(db, { now, roles: [] }, { cursor, limit: 500 });
    late += rows.filter(({ dueBy }) => dueBy !== null && isLate(dueBy)).length;
    cursor = next;
  } while (cursor !== undefined);
  return late;
}

function bodyOf(
  { date, balances, movements, applications }: Overview,
  { deskUrl, late }: { readonly deskUrl: string; readonly late: number },
): string {
  const [end] = balances;
  if (!end) throw new Error(`the day ${date} has no balances`);
  const soles = (amount: number) => formatSoles(fromSoles(amount));
  const share = (text: string) => formatPercent(Number(text));
  const moved = (of: 'disbursed' | 'collected' | 'fellDue') => {
    const [day = 0, month = 0, before = 0] = movements.map((movement) => movement[of]);
    return `${soles(day)} en el día; ${soles(month)} en el mes; ${soles(before)} en el mes anterior, hasta el mismo día`;
  };
  const steps = applications.filter(({ standing }) => standing > 0);
  const standing = steps.map(({ stage, standing: many }) => `${APPLICATION_STAGE[stage][0]} ${many}`);
  const open = steps.reduce((sum, { standing: many }) => sum + many, 0);
  return `Así cerró el ${formatDate(date)}:

Por cobrar: ${soles(end.outstanding)}
Préstamos vigentes: ${end.loans}, de ellos en mora ${end.lateLoans}
Capital con mora: ${share(end.par1)}
Capital con más de 30 días de mora: ${share(end.par30)}
Capital con más de 60 días de mora: ${share(end.par60)}
Capital con más de 90 días de mora: ${share(end.par90)}
Desembolsado: ${moved('disbursed')}
Cobrado: ${moved('collected')}
Vencía: ${moved('fellDue')}
Solicitudes en curso: ${open}${standing.length > 0 ? ` (${standing.join(', ')})` : ''}
Dinero sin identificar: ${soles(end.unapplied)}
Pendientes con el plazo vencido, al escribir esto: ${late}

Lo que espera: ${deskUrl}/desk/
Cobrado y vencido por semana: ${deskUrl}/desk/books/weeks
Solicitudes por paso: ${deskUrl}/desk/books/funnel
Dinero sin identificar: ${deskUrl}/desk/payments/unapplied`;
}
