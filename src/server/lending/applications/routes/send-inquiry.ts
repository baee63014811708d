import { type InquiryRequest, sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { marketingQuery } from '#api/marketing-params.ts';
import { statusOfStage } from '#loan/application.ts';
import { checkInquiry, type Product, type ProductSettings } from '#loan/product.ts';
import { callerOf } from '#server/kit/caller.ts';
import { invalidFields, type Refusal, refused, tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { doOnce } from '#server/lending/people/idempotent-call.ts';
import { takeFromBucket } from '#server/lending/people/store/throttle-store.ts';
import { knownDeviceOf } from '#server/lending/people/visitor.ts';
import { type ApplicationContext, INQUIRY_LIMIT } from '../application-context.ts';
import { closedProduct } from '../application-refusals.ts';
import { inquire } from '../inquire.ts';
import { stateOf } from '../read-profile-state.ts';
import { lockApplication } from '../with-application.ts';

/** A loan sequence whose limits are the product's own: those of a client who has paid a loan. */
const WHOLE_PRODUCT = 2;

export function sendInquiryRoute(context: ApplicationContext): Route<typeof sendInquiry> {
  return {
    endpoint: sendInquiry,
    async answer({ body, request, client, context: c }) {
      const call = { scope: 'inquiry', key: client.personId, limit: INQUIRY_LIMIT } as const;
      const allowed = await takeFromBucket(context.db.kysely, call, context.clock.now());
      if (allowed.kind === 'limited') return tooManyRequests(allowed.retryAfterSeconds);
      const parameters = await context.parameters.inForce();
      const { pricing } = parameters;
      if (pricing.kind === 'refused') return refused(409, pricing.code, pricing.message);
      const asked = readInquiry(pricing.settings[WHOLE_PRODUCT], body);
      if ('kind' in asked) return asked;
      return context.db.kysely.transaction().execute(async (trx) => {
        const held = await lockApplication(trx, context, client.personId);
        return doOnce({ trx, now: context.clock.now() }, { endpoint: sendInquiry, request, client, body }, async () => {
          const made = await inquire(context, held, {
            ...asked,
            trust: parameters.policies().trust,
            asked: parameters.policies().requirements.rows,
            marketing: keptParams(body),
            device: body.deviceData ?? {},
            deviceId: knownDeviceOf(request),
            caller: callerOf(c, context.trustedProxies),
          });
          if ('kind' in made) return made;
          const { id, reference, stage, version, productType, productId, amount, term } = made.application;
          const { nextScreen } = await stateOf(trx, client.personId, made.application, held.now);
          return {
            applicationId: id,
            reference,
            status: statusOfStage(stage),
            stage,
            version,
            nextScreen,
            selection: { productType, productId, amount, term },
            adjusted: [...made.adjusted],
          };
        });
      });
    },
  };
}

type Asked = { readonly product: Product; readonly amount: number; readonly term: number };

function readInquiry(settings: ProductSettings, body: InquiryRequest): Asked | Refusal {
  const [inquiry, products] =
    'singlePayInquiry' in body
      ? [body.singlePayInquiry, [settings.singlePayProduct]]
      : [body.installmentInquiry, settings.installmentProducts];
  const { amount, term, productId } = inquiry;
  const product = products.find((candidate) => candidate.productId === productId);
  if (!product) return invalidFields([{ field: 'productId', code: 'unknown' }]);
  const closed = closedProduct(product);
  if (closed) return closed;
  const fieldErrors = checkInquiry(product, amount, term);
  return fieldErrors.length > 0 ? invalidFields(fieldErrors) : { product, amount, term };
}

/** Keeps the parameters that the cookie's allow-list allows, because a link may carry secrets that must not be kept. */
function keptParams({ webQueryParams = {} }: InquiryRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(marketingQuery(new URLSearchParams(webQueryParams).toString())));
}
