import type { Context } from 'hono';
import * as z from 'zod';
import { oneLine } from '#api/field-rules/text.ts';
import { fromSoles } from '#loan/money.ts';
import { refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { flagsOfThing, openFlagsOf } from '#server/lending/fraud/fraud-flag-store.ts';
import { markIndexOf } from '#server/lending/fraud/person-mark-store.ts';
import { readLoan, readLoanEvents } from '#server/lending/loans/store/loan-store.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { act, read, type StaffRoute } from '#server/lending/staff/act.ts';
import { requireSecondApprovalIfNeeded, secondNeeded } from '#server/lending/staff/approvals.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import { originateByOperator, termsOfOrder } from '../originate-by-operator.ts';

export const STAFF_LOANS_PATH = '/api/v1/staff/loans';

const originateBody = z.strictObject({
  personId: z.uuid(),
  productId: z.int().positive(),
  amount: z.int().positive(),
  term: z.int().positive(),
  bankId: z.string().regex(/^\d{3}$/),
  cci: z.string().regex(/^\d{20}$/),
  holder: z.string().overwrite(oneLine).min(1).max(120),
});

type StaffLoansContext = Pick<LendingContext, 'db' | 'clock' | 'vault' | 'parameters'>;

/** Loans that operators originate and look at. */
export function staffLoanRoutes(services: StaffLoansContext): readonly StaffRoute[] {
  return [
    act({
      name: 'loan originate',
      path: STAFF_LOANS_PATH,
      may: ['underwriter'],
      second: 'sometimes',
      body: originateBody,
      answer: (c, { body }) => originate(c, services, body),
    }),
    read({
      name: 'loan show',
      path: `${STAFF_LOANS_PATH}/:number`,
      may: ['support', 'underwriter', 'collections', 'finance', 'compliance'],
      params: z.object({ number: z.string() }),
      answer: (c, { params }) => show(c, services, params.number),
    }),
  ];
}

async function originate(
  c: Context,
  services: StaffLoansContext,
  body: z.output<typeof originateBody>,
): Promise<Response> {
  const { personId, amount } = body;
  const parameters = await services.parameters.inForce();
  const priced = await termsOfOrder(services, parameters, body);
  if (priced.kind === 'refused') return answerRefusal(c, priced);
  const flags = await flagsOn(services, body);
  const asked = {
    action: 'loan.originate',
    subject: `person:${personId}`,
    // Two have to know of the same flags, and ask anew when there is another.
    request: flags.length === 0 ? body : [body, flags.map(({ id }) => id)],
    about: { personId, amount, productId: body.productId, ...(flags.length > 0 && { flags: flags.length }) },
    needsSecond: fromSoles(amount) > parameters.policies().fourEyesAboveCents || flags.length > 0,
  };
  const made = await requireSecondApprovalIfNeeded(services, c, asked, (approve) =>
    originateByOperator(services, body, { operator: operatorName(c), flags, approve }),
  );
  if (made.kind === 'second-needed') return secondNeeded(c, made);
  return made.kind === 'refused' ? answerRefusal(c, made) : c.json({ loanId: made.loanId, number: made.number }, 201);
}

/** The flags of fraud that the client or the account lies under: then no one person lends (decision 0146). */
async function flagsOn(
  { db, vault }: StaffLoansContext,
  { personId, cci }: { readonly personId: string; readonly cci: string },
): Promise<readonly { readonly id: string }[]> {
  const mark = markIndexOf(vault, { kind: 'cci', value: cci });
  const flags = [
    ...(await flagsOfThing(db.kysely, { kind: 'cci', mark })),
    ...(await openFlagsOf(db.kysely, personId)),
  ];
  return [...new Set(flags.map(({ id }) => id))].sort().map((id) => ({ id }));
}

/** What is stored of a loan: its terms, facts and history. No personal data but the person's id. */
async function show(c: Context, { db }: StaffLoansContext, number: string): Promise<Response> {
  const stored = await readLoan(db.kysely, { number });
  if (!stored) return answerRefusal(c, refused(404, 'not_found', 'There is nothing here.'));
  const history = await readLoanEvents(db.kysely, stored.id);
  return c.json({
    ...stored,
    history: history.map(({ event, from_status, to_status, business_date, cause, ref }) => ({
      event,
      from: from_status,
      to: to_status,
      businessDate: business_date,
      cause,
      ref,
    })),
  });
}
