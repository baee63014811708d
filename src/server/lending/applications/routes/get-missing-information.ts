import { INFORMATION_ITEMS } from '#api/application-information.ts';
import { getMissingInformation } from '#api/endpoints/applications/get-missing-information.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
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
    answer: ({ client, request }) =>
      withApplication(context, client.personId, async (held) => {
        const { application, trx, personId } = held;
        const returned = await returnedLoanOf(held);
        if (!application && !returned) return notFound();
        const person = trx.selectFrom('person').select('language').where('id', '=', personId);
        const texts = INFORMATION_TEXTS[preferredLocale(request, (await person.executeTakeFirstOrThrow()).language)];
        const items = returned ? [accountFor(returned)] : lastRequest(await readItems(trx, application?.id ?? ''));
        const body = items.map((item) => ({
          itemId: item.id,
          code: item.code,
          kind: INFORMATION_ITEMS[item.code].kind,
          title: texts[item.code].title,
          why: item.note ?? texts[item.code].why,
          acceptedTypes: [...INFORMATION_ITEMS[item.code].acceptedTypes],
          done: item.answeredAt !== undefined,
        }));
        return { kind: 'ok', body, headers: { Vary: 'Accept-Language' } };
      }),
  };
}

function accountFor(id: string) {
  return { id, code: 'bank_account', note: undefined, answeredAt: undefined } as const;
}

/** The items of the last request; earlier requests are history. */
function lastRequest(items: readonly InformationItem[]): InformationItem[] {
  const last = items.at(-1)?.askedAt.getTime();
  return items.filter(({ askedAt }) => askedAt.getTime() === last);
}
