import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { readOpenLoan } from '#server/lending/loans/store/loan-store.ts';
import { lockLoanUpToToday } from '#server/lending/loans/with-loan.ts';
import { lockPerson } from '#server/lending/people/contact-change.ts';
import { doOnce } from '#server/lending/people/idempotent-call.ts';
import { type IdentityContext, originOf } from '#server/lending/people/people-context.ts';
import { knownDeviceOf } from '#server/lending/people/visitor.ts';
import { signTopUp as sign } from '../sign-top-up.ts';
import type { AddendumContext } from '../top-up-addendum.ts';
import { notAvailable, presentTopUp } from '../top-up-pricing.ts';

export function signTopUpRoute(context: AddendumContext & IdentityContext): Route<typeof signTopUp> {
  return {
    endpoint: signTopUp,
    async answer({ client, body, request, context: c }) {
      const parameters = await context.parameters.inForce();
      const { personId } = client;
      const from = { request, origin: originOf(context, c), deviceId: knownDeviceOf(request) };
      const open = await readOpenLoan(context.db.kysely, personId);
      if (!open) return notAvailable('no-active-loan');
      return context.db.kysely.transaction().execute(async (trx) => {
        // The signed paper is stored: the person comes before the loan.
        await lockPerson(trx, context, personId);
        const locked = await lockLoanUpToToday(trx, context, { id: open.id, personId });
        if (!locked) return notAvailable('no-active-loan');
        return doOnce(locked, { endpoint: signTopUp, request, client, body }, async () => {
          const signed = await sign(locked, context, parameters, { client, body, ...from });
          if (signed.kind === 'refused') return signed;
          const topUp = presentTopUp(locked, signed.request, 'DISBURSING', parameters);
          return { topUp, nextScreen: { name: 'application-topup-completed' as const } };
        });
      });
    },
  };
}
