import type { LoanTerms } from '#loan/loan.ts';
import { loanTerms } from '#loan/loan-terms.ts';
import { pricedForClient } from '#loan/personal-settings.ts';
import { checkInquiry } from '#loan/product.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { decideDespite } from '#server/lending/fraud/flag-hold.ts';
import { flagsOfThing, openFlagsOf } from '#server/lending/fraud/fraud-flag-store.ts';
import { markIndexOf, rememberMark } from '#server/lending/fraud/person-mark-store.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import type { Destination } from '#server/lending/payouts/queue-disbursement.ts';
import { recordStaffAccess } from '#server/lending/people/store/access-log-store.ts';
import { type Approve, changedSince, recordDone } from '#server/lending/staff/approvals.ts';
import { closedProduct } from './application-refusals.ts';
import { originateLoan } from './originate-loan.ts';
import { readPaidLevel } from './personal-settings.ts';

interface OrderedLoan extends Destination {
  readonly personId: string;
  readonly productId: number;
  /** Whole soles, and days or months. */
  readonly amount: number;
  readonly term: number;
}

type Made = { readonly kind: 'originated'; readonly loanId: string; readonly number: string } | Refusal;

/**
 * The terms of today for what is asked, or why nobody gets it: at the price that any offer has for this client, within the
 * bounds of the whole product, for an operator who originates has checked the rest.
 */
export async function termsOfOrder(
  services: Pick<LendingContext, 'db' | 'clock'>,
  parameters: ParametersInForce,
  { personId, productId, amount, term }: Pick<OrderedLoan, 'personId' | 'productId' | 'amount' | 'term'>,
): Promise<{ readonly kind: 'priced'; readonly terms: LoanTerms } | Refusal> {
  const { pricing } = parameters;
  if (pricing.kind === 'refused') return refused(409, pricing.code, pricing.message);
  const level = await readPaidLevel(services, personId, parameters);
  const product = pricedForClient(pricing.settings, productId, level);
  if (!product) return invalidFields([{ field: 'productId', code: 'unknown' }]);
  const closed = closedProduct(product);
  if (closed) return closed;
  const wrong = checkInquiry(product, amount, term);
  if (wrong.length > 0) return invalidFields(wrong);
  return { kind: 'priced', terms: loanTerms(product, amount, term, parameters.policies().loan) };
}

/** A flag that was not there when it was asked who has to agree: that must be asked again. */
export const FLAGGED_MEANWHILE = changedSince();

/** The flags of fraud that the client or the account lies under: then no one person lends (decision 0146). */
export async function flagsOnOrder(
  db: Db,
  vault: Vault,
  { personId, cci }: { readonly personId: string; readonly cci: string },
): Promise<readonly { readonly id: string }[]> {
  const mark = markIndexOf(vault, { kind: 'cci', value: cci });
  const flags = [...(await flagsOfThing(db, { kind: 'cci', mark })), ...(await openFlagsOf(db, personId))];
  return [...new Set(flags.map(({ id }) => id))].sort().map((id) => ({ id }));
}

/**
 * A loan through the real tables: priced as any offer to the client of today, signed by nobody but the operator, paid out
 * as any.
 * @param by.flags those that two operators knew of
 * @param by.approve another account has asked for the same
 */
export async function originateByOperator(
  services: Pick<LendingContext, 'db' | 'clock' | 'vault' | 'parameters'>,
  { personId, productId, amount, term, ...destination }: OrderedLoan,
  {
    operator,
    flags,
    approve,
  }: {
    readonly operator: string;
    readonly flags: readonly { readonly id: string }[];
    readonly approve?: Approve | undefined;
  },
): Promise<Made> {
  const priced = await termsOfOrder(services, await services.parameters.inForce(), {
    personId,
    productId,
    amount,
    term,
  });
  if (priced.kind === 'refused') return priced;
  const { terms } = priced;
  const { db, clock, vault } = services;
  const actor = `operator:${operator}`;
  return db.kysely.transaction().execute(async (trx): Promise<Made> => {
    await trx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
    const found = await flagsOnOrder(trx, vault, { personId, cci: destination.cci });
    if (found.some(({ id }) => !flags.some((known) => known.id === id))) return FLAGGED_MEANWHILE;
    const context = { clock, sealDestination: sealDestinations(vault) };
    const originated = await originateLoan(trx, context, { personId, terms, destination });
    if (originated.kind === 'refused') {
      return originated.reason === 'active-loan'
        ? refused(409, 'active_loan', 'This person has a loan that is not paid.')
        : invalidFields([{ field: 'personId', code: 'unknown' }]);
    }
    await rememberMark(trx, vault, personId, { kind: 'cci', value: destination.cci }, clock.now());
    await decideDespite(trx, personId, flags, { by: actor, now: clock.now() });
    await recordStaffAccess(trx, { personId, kind: 'LOAN_MADE', at: clock.now(), operator });
    const subject = `loan:${originated.number}`;
    const after = { personId, productId, amount, term };
    await recordDone(trx, { actor, action: 'loan.originate', subject, after, at: clock.now() }, approve);
    return originated;
  });
}
