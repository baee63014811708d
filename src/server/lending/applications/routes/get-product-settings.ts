import { createHash } from 'node:crypto';
import { fromProductSettings, fromTariff } from '#api/convert.ts';
import { getProductSettings, type ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import type { ProductSettings } from '#loan/product.ts';
import { askedAbove } from '#loan/requirements.ts';
import { refused } from '#server/kit/errors.ts';
import type { Answer, Route } from '#server/kit/serve-endpoint.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { PolicyError } from '#server/lending/parameters/policies.ts';
import { settingsOfClient, signedInPerson } from '../personal-settings.ts';
import { type PublicOfferContext, publicOfferLimit } from '../public-offer.ts';

type Settings = Answer<never>;
type Beside = Pick<ProductSettingsBody, 'tariff' | 'askedAbove' | 'dataOfficer' | 'capOf'>;

/**
 * Products, bounds and prices of today; for a client who is signed in and asks for a repeat client's, their own. Nobody
 * else is a repeat client, so without a session it is a first loan's (design §8). Caches may keep the answer but must ask
 * again: it changes at midnight in Lima and with any parameter, and the question costs a 304 without a body.
 */
export function getProductSettingsRoute(context: PublicOfferContext): Route<typeof getProductSettings> {
  const written = new WeakMap<ProductSettings, { readonly json: string; readonly etag: string }>();

  function write(settings: ProductSettings, beside: Beside): { readonly json: string; readonly etag: string } {
    const known = written.get(settings);
    if (known) return known;
    const json = JSON.stringify({ ...fromProductSettings(settings), ...beside });
    const fresh = { json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` };
    written.set(settings, fresh);
    return fresh;
  }

  return {
    endpoint: getProductSettings,
    limit: publicOfferLimit(context),
    async answer({ query, request }): Promise<Settings> {
      const parameters = await context.parameters.inForce();
      const { pricing } = parameters;
      if (pricing.kind === 'refused') {
        const { businessDate, version: parameterVersion } = parameters;
        const { dataOfficer } = besideOf(parameters);
        const details = { businessDate, parameterVersion, ...(dataOfficer && { dataOfficer }) };
        return { ...refused(409, pricing.code, pricing.message), details };
      }
      const personId = query.sequence === '2' ? await signedInPerson(context, request) : undefined;
      const settings =
        personId === undefined ? pricing.settings[1] : await settingsOfClient(context, personId, parameters, pricing);
      const capOf = pricing.capCarriedForwardFrom;
      const { json, etag } = write(settings, { ...besideOf(parameters), ...(capOf !== undefined && { capOf }) });
      const scope = personId === undefined ? 'public' : 'private';
      const headers = { ETag: etag, 'Cache-Control': `${scope}, no-cache`, Vary: 'Authorization' };
      return holds(request.headers.get('if-none-match'), etag)
        ? { kind: 'not-modified', headers }
        : { kind: 'json', json, headers };
    },
  };
}

/**
 * The cost of being late, the amounts above which more is asked, and the data officer; empty while the policies have a flaw, because a
 * flaw must not stop the prices.
 */
function besideOf(parameters: ParametersInForce): Beside {
  try {
    const { loan, extensionFees, requirements, dataOfficer } = parameters.policies();
    const { changedMyMindDays, extension, late } = loan;
    const sold = [...extensionFees].filter(([days]) => extension.termOptions.includes(days));
    const referees = askedAbove(requirements.rows, (row) => row.referees > 0);
    const pictures = askedAbove(requirements.rows, ({ papers }) => papers.includes('identity-pictures'));
    return {
      tariff: fromTariff({ changedMyMindDays, moratoryPercent: late.moratoryPercent, extensionFees: new Map(sold) }),
      ...(dataOfficer && { dataOfficer }),
      askedAbove: { ...(referees !== undefined && { referees }), ...(pictures !== undefined && { pictures }) },
    };
  } catch (error) {
    if (error instanceof PolicyError) return {};
    throw error;
  }
}

/** Tells whether the caller already holds this version (RFC 9110, weak comparison). */
function holds(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((candidate) => ['*', etag].includes(candidate.trim().replace(/^W\//, '')));
}
