import { INFORMATION_ITEMS } from '#api/application-information.ts';
import { getMissingInformation } from '#api/endpoints/applications/get-missing-information.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { INFORMATION_TEXTS } from '../information-texts.ts';
import { type InformationItem, readItems } from '../store/information-store.ts';
import { withApplication } from '../with-application.ts';

/** The newest request: what is asked now, and what of it was answered. */
export function getMissingInformationRoute(context: ApplicationContext): Route<typeof getMissingInformation> {
  return {
    endpoint: getMissingInformation,
    answer: ({ client }) =>
      withApplication(context, client.personId, async ({ application, trx, personId }) => {
        if (!application) return notFound();
        const { language } = await trx
          .selectFrom('person')
          .select('language')
          .where('id', '=', personId)
          .executeTakeFirstOrThrow();
        const items = await readItems(trx, application.id);
        const body = lastRequest(items).map((item) => ({
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

/** What was asked together last; earlier requests are history. */
function lastRequest(items: readonly InformationItem[]): InformationItem[] {
  const last = items.at(-1)?.askedAt.getTime();
  return items.filter(({ askedAt }) => askedAt.getTime() === last);
}
