import { createHash } from 'node:crypto';
import { isSameOperation } from '#api/field-rules/operation-number.ts';
import type { Fetch } from '#server/kit/outgoing.ts';
import { createAccessToken, type IssuedToken } from '../access-token.ts';
import { NoAnswer } from '../no-answer.ts';
import { jsonObject, type ProviderAnswer, providerUrl, queryProvider } from '../provider-http.ts';
import { CURRENCY, readAmount, readPart, readWord, whyNoAmount, writeAmount } from '../provider-values.ts';
import type { CashCodeGateway, CashCodeOrder, CodeState, IssuedCode } from './cash-code-gateway.ts';
import { readNotice } from './pagoefectivo-notice.ts';
import { readInstant, writeInstant } from './pagoefectivo-time.ts';

export interface PagoEfectivoSettings {
  /** `https://services.pagoefectivo.pe`. */
  readonly apiUrl: string;
  readonly serviceId: string;
  readonly accessKey: string;
  /** Signs our token requests and the provider's messages. */
  readonly secretKey: string;
  /** Origins of the provider's pages about codes, besides the API's own: clients must not be led anywhere else. */
  readonly codeOrigins?: readonly string[];
}

export interface PagoEfectivoOptions {
  readonly settings: PagoEfectivoSettings;
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const OK = '100';
/** Used when a token does not state its expiry. */
const TOKEN_LIFE_MS = 5 * 60_000;

/**
 * Connects PagoEfectivo: a code (CIP) that agents, banks' apps and Yape take (domain 2.11.1). ../README.md lists what
 * public documents show and what has still to be confirmed.
 */
export function pagoEfectivo({ settings, fetch, now, timeoutMs = TIMEOUT_MS }: PagoEfectivoOptions): CashCodeGateway {
  const token = createAccessToken(() => issueToken({ settings, fetch, now, timeoutMs }), now);
  const post = (what: string, path: string, body: unknown): Promise<ProviderAnswer> =>
    token.use(what, (accessToken) =>
      queryProvider(fetch, {
        what,
        url: providerUrl(settings.apiUrl, path),
        method: 'POST',
        headers: { Authorization: `Bearer ${accessToken}`, 'Accept-Language': 'es-PE', Origin: 'web' },
        body,
        timeoutMs,
      }),
    );
  return {
    async createCode(order) {
      const what = 'PagoEfectivo code';
      return readIssued(what, await post(what, '/v1/cips', codeRequest(order, settings)), order, settings);
    },
    async find(code) {
      const what = 'PagoEfectivo search';
      return readState(what, await post(what, '/v1/cips/search', { data: [{ cip: numbered(code) }] }), code);
    },
    readNotice: (body, signature) => readNotice(body, signature, settings.secretKey),
  };
}

async function issueToken({ settings, fetch, now, timeoutMs }: Required<PagoEfectivoOptions>): Promise<IssuedToken> {
  const what = 'PagoEfectivo authorisation';
  const dateRequest = writeInstant(now());
  const answer = await queryProvider(fetch, {
    what,
    url: providerUrl(settings.apiUrl, '/v1/authorizations'),
    method: 'POST',
    body: {
      accessKey: settings.accessKey,
      idService: settings.serviceId,
      dateRequest,
      hashString: hashString(settings, dateRequest),
    },
    timeoutMs,
  });
  const body = jsonObject(what, answer);
  const data = readPart(body['data']);
  const token = readWord(data['token'], 8192);
  if (answer.status >= 300 || token === undefined) {
    throw new NoAnswer(`${what}: status ${answer.status} without a token`);
  }
  return { token, expiresAt: readInstant(data['tokenExpires'])?.at ?? now() + TOKEN_LIFE_MS };
}

/** SHA-256 of service, access key, secret key and date, with dots between. */
export function hashString(
  { serviceId, accessKey, secretKey }: Omit<PagoEfectivoSettings, 'apiUrl'>,
  dateRequest: string,
): string {
  return createHash('sha256').update(`${serviceId}.${accessKey}.${secretKey}.${dateRequest}`).digest('hex');
}

function codeRequest(
  { reference, amountCents, expiresAt, concept, payer }: CashCodeOrder,
  { serviceId }: PagoEfectivoSettings,
) {
  return {
    currency: CURRENCY,
    amount: writeAmount(amountCents),
    transactionCode: reference,
    dateExpiry: writeInstant(expiresAt),
    paymentConcept: concept,
    userEmail: payer.email,
    userName: payer.firstName,
    userLastName: payer.lastName,
    userCountry: 'PERU',
    userDocumentType: payer.documentType,
    userDocumentNumber: payer.documentNumber,
    userCodeCountry: '+51',
    userPhone: payer.phone.replace(/^\+51/, ''),
    serviceId: Number(serviceId),
  };
}

function readIssued(
  what: string,
  answer: ProviderAnswer,
  order: CashCodeOrder,
  { apiUrl, codeOrigins = [] }: PagoEfectivoSettings,
): IssuedCode {
  const body = jsonObject(what, answer);
  const code = readWord(body['code']);
  if (answer.status >= 400 || code !== OK) {
    const problem = readPart(Array.isArray(body['data']) ? body['data'][0] : body['data']);
    return {
      kind: 'refused',
      code: readWord(problem['code']) ?? code ?? String(answer.status),
      field: readWord(problem['field']),
    };
  }
  const data = readPart(body['data']);
  const cip = readWord(data['cip'], 30);
  const codeUrl = readWord(data['cipUrl'], 500);
  const isOurs =
    readWord(data['transactionCode']) === order.reference && readAmount(data['amount']) === order.amountCents;
  // A code for another amount would charge the client another sum than the one shown.
  const origin = codeUrl !== undefined && URL.canParse(codeUrl) ? new URL(codeUrl).origin : undefined;
  const isTheirs = origin !== undefined && [new URL(apiUrl).origin, ...codeOrigins].includes(origin);
  if (!isOurs || cip === undefined || codeUrl === undefined || !isTheirs) {
    throw new NoAnswer(`${what}: a code that is not whole, or not for this order`);
  }
  return { kind: 'issued', code: cip, codeUrl, expiresAt: readInstant(data['dateExpiry'])?.at ?? order.expiresAt };
}

/** A code is a number on the wire; ours came from the provider. */
function numbered(code: string): number {
  if (/^\d{1,15}$/.test(code)) return Number(code);
  throw new RangeError(`not a code: ${code}`);
}

/** The states of a code, by number and by name; «Cancelado» is an older word for paid. */
const STATES: ReadonlyMap<string, CodeState['kind']> = new Map(
  Object.entries<CodeState['kind']>({
    21: 'expired',
    22: 'pending',
    23: 'paid',
    25: 'cancelled',
  }),
);
const NAMES: ReadonlyMap<string, CodeState['kind']> = new Map(
  Object.entries<CodeState['kind']>({
    expirado: 'expired',
    vencido: 'expired',
    generado: 'pending',
    pendiente: 'pending',
    'pendiente de pago': 'pending',
    pagado: 'paid',
    cancelado: 'paid',
    eliminado: 'cancelled',
  }),
);

/** Undefined when number and name are unknown, or contradict each other. */
function stateOf(status: string | undefined, name: string | undefined): CodeState['kind'] | undefined {
  const [byNumber, byName] = [STATES.get(status ?? ''), NAMES.get((name ?? '').toLowerCase())];
  return byNumber !== undefined && byName !== undefined && byNumber !== byName ? undefined : (byNumber ?? byName);
}

function readState(what: string, answer: ProviderAnswer, code: string): CodeState {
  const body = jsonObject(what, answer);
  if (answer.status === 404) return { kind: 'not-found' };
  // Its own example has another code than the one of success elsewhere: the status and the codes found say it.
  if (answer.status >= 300 || !Array.isArray(body['data'])) {
    throw new NoAnswer(`${what}: status ${answer.status}, code ${readWord(body['code']) ?? 'none'}`);
  }
  const found = body['data'].map(readPart).find((each) => isSameOperation(readWord(each['cip'], 30) ?? '', code));
  if (!found) return { kind: 'not-found' };
  const kind = stateOf(readWord(found['status']), readWord(found['statusName']));
  const amountCents = readAmount(found['amount']);
  if (kind === undefined || (kind === 'paid' && found['currency'] !== CURRENCY)) {
    throw new NoAnswer(`${what}: a state that cannot be read`);
  }
  if (kind !== 'paid') return { kind };
  if (amountCents === undefined) throw new NoAnswer(`${what}: it was paid, and ${whyNoAmount(found['amount'])}`);
  const paid = readInstant(found['datePayment']);
  return { kind, code, amountCents, paidAt: paid?.at, valueDate: paid?.date };
}
