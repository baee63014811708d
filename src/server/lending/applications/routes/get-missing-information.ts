import { INFORMATION_ITEMS } from '#api/application-information.ts';
import { getMissingInformation } from '#api/endpoints/applications/get-missing-information.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { INFORMATION_TEXTS } from '../information-texts.ts';
import { returnedLoanOf } from '../named-account.ts';
import { type InformationItem, readItems } from '../store/information-store.ts';
import { withApplication } from '../with-application.ts';

/** The newest request: what is asked now, and what of it was answered. */
export function getMissingInformationRoute(context: ApplicationContext): Route<typeof getMissingInformation> {
  return {
    endpoint: getMissingInformation,
    answer: ({ client }) =>
      withApplication(context, client.personId, async (held) => {
        const { application, trx, personId } = held;
        const returned = await returnedLoanOf(held);
        if (!application && !returned) return notFound();
        const { language } = await trx
          .selectFrom('person')
          .select('language')
          .where('id', '=', personId)
          .executeTakeFirstOrThrow();
        const items = returned ? [accountFor(returned)] : lastRequest(await readItems(trx, application?.id ?? ''));
        const body = items.map((item) => ({
          itemId: item.id,
          code: item.code,
          kind: INFORMATION_ITEMS[item.code].kind,
          title: INFORMATION_TEXTS[language][item.code].title,
          why: item.note ?? INFORMATION_TEXTS[language][item.code].why,
          acceptedTypes: [...INFORMATION_ITEMS[item.code].acceptedTypes],
          done: item.answeredAt !== undefined,
        }));
        return { kind: 'ok', body, headers: {} };
      }),
  };
}

function accountFor(id: string) {
  return { id, code: 'bank_account', note: undefined, answeredAt: undefined } as const;
}

/** What was asked together last; earlier requests are history. */
function lastRequest(items: readonly InformationItem[]): InformationItem[] {
  const last = items.at(-1)?.askedAt.getTime();
  return items.filter(({ askedAt }) => askedAt.getTime() === last);
}
