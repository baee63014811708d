import { getExtensionOptions } from '#api/endpoints/arrangements/get-extension-options.ts';
import type { ExtensionRefusal } from '#loan/extension.ts';
import { toSoles } from '#loan/money.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { readOpenLoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { extensionsToday, type RequestedExtension, requestedExtensions } from '../extend-loan.ts';
import { presentExtension } from '../present-extension.ts';

const REASONS = {
  'not-a-single-payment': 'not_a_single_payment',
  'loan-not-active': 'loan_not_active',
  'on-a-plan': 'on_a_plan',
  'too-late': 'too_late',
  'top-up-in-progress': 'top_up_in_progress',
  'too-many-extensions': 'too_many_extensions',
  'too-long': 'too_long',
  'parameter-missing': 'parameter_missing',
} as const satisfies Record<Exclude<ExtensionRefusal, 'term-not-offered'> | 'parameter-missing', string>;

export function getExtensionOptionsRoute(services: ArrangementContext): Route<typeof getExtensionOptions> {
  return {
    endpoint: getExtensionOptions,
    async answer({ client }) {
      const snapshot = await readOpenLoanSnapshot(services, client.personId);
      if (!snapshot) {
        return {
          kind: 'ok',
          body: { eligible: false, reason: 'no_active_loan', options: [], latest: null },
          headers: {},
        };
      }
      const parameters = await services.parameters.inForce();
      const requested = await requestedExtensions(services.db.kysely, snapshot);
      const answers = extensionsToday(snapshot, requested, parameters);
      const options = answers.flatMap((answer) =>
        answer.kind === 'offered' ? [presentExtension(answer.offer, snapshot.day.date)] : [],
      );
      // Some terms may be too long where a shorter one is not: one that can be had is enough.
      const eligible = options.length > 0;
      const body = {
        eligible,
        reason: eligible ? null : reasonOf(answers),
        options,
        latest: requested[0] ? presentLatest(requested[0]) : null,
      };
      return { kind: 'ok', body, headers: {} };
    },
  };
}

function reasonOf(answers: ReturnType<typeof extensionsToday>) {
  const [first] = answers.flatMap((answer) => (answer.kind === 'refused' ? [answer.reason] : []));
  return first === undefined || first === 'term-not-offered' ? 'loan_not_active' : REASONS[first];
}

function presentLatest({ extension, outcome }: RequestedExtension) {
  const { id, termDays, priceCents, quote } = extension;
  const { status, missingCents, newDueDate = quote.price.newDueDate } = outcome;
  return {
    quoteId: id,
    status,
    term: termDays,
    price: toSoles(priceCents),
    newDueDate,
    missing: missingCents === undefined ? null : toSoles(missingCents),
  };
}
