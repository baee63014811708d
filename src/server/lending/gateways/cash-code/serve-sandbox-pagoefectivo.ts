import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { toSoles } from '#loan/money.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { CURRENCY, readAmount, readPart, readWord } from '../provider-values.ts';
import { FaultPlan, withFaults } from '../sandbox/faults.ts';
import { faultControls, planFault, readForm, readObject, sandboxPage, sandboxTable } from '../sandbox/sandbox-page.ts';
import { hashString, type PagoEfectivoSettings } from './pagoefectivo.ts';
import { readInstant, writeInstant } from './pagoefectivo-time.ts';
import { type SandboxCode, SandboxPagoEfectivoRecords, type SandboxRecordsOptions } from './sandbox-pagoefectivo.ts';

const PATH = '/sandbox/pagoefectivo';
const OPERATIONS = ['authorise', 'create', 'search'] as const;
const TOKEN_LIFE_MS = 3_600_000;
const MAX_DELAY_S = 600;
const MAX_COPIES = 5;

export interface SandboxPagoEfectivoOptions extends Omit<SandboxRecordsOptions, 'secretKey'> {
  readonly settings: Omit<PagoEfectivoSettings, 'apiUrl'>;
}

/**
 * PagoEfectivo as our adapter sees it, and a payment page: on time or late, once or twice, the requested amount or
 * another. Its messages to our webhook are signed like the real ones, and can be duplicated, delayed, held and released
 * in the other order, or forged.
 */
export function sandboxPagoEfectivo({ settings, ...options }: SandboxPagoEfectivoOptions): Hono {
  const app = new Hono();
  const records = new SandboxPagoEfectivoRecords({ ...options, secretKey: settings.secretKey });
  const plan = new FaultPlan();
  serveApi(app, { settings, records, plan, now: options.now });
  servePages(app, records, plan, options.now);
  serveTill(app, records);
  return app;
}

function serveApi(
  app: Hono,
  parts: {
    readonly settings: SandboxPagoEfectivoOptions['settings'];
    readonly records: SandboxPagoEfectivoRecords;
    readonly plan: FaultPlan;
    readonly now: () => number;
  },
): void {
  const { settings, records, plan, now } = parts;
  app.post(`${PATH}/v1/authorizations`, (c) =>
    withFaults(c, plan, 'authorise', async () => {
      const { accessKey, idService, dateRequest, hashString: hash } = await readObject(c);
      const isOurs = accessKey === settings.accessKey && idService === settings.serviceId;
      if (!isOurs || hash !== hashString(settings, String(dateRequest))) return problem(c, '111', 'hashString');
      const data = {
        token: records.issueToken(),
        codeService: settings.serviceId,
        tokenStart: writeInstant(now()),
        tokenExpires: writeInstant(now() + TOKEN_LIFE_MS),
      };
      return c.json({ code: 100, message: 'Solicitud exitosa.', data }, 201);
    }),
  );
  const operation = (name: (typeof OPERATIONS)[number], work: (c: Context) => Promise<Response>) => {
    return (c: Context): Response | Promise<Response> => {
      const token = c.req.header('authorization')?.replace(/^Bearer /, '') ?? '';
      if (!records.isToken(token)) return c.json({ code: '401', message: 'No autorizado.' }, 401);
      return withFaults(c, plan, name, () => work(c));
    };
  };
  app.post(
    `${PATH}/v1/cips`,
    operation('create', async (c) => createCode(c, records, now())),
  );
  app.post(
    `${PATH}/v1/cips/search`,
    operation('search', async (c) => {
      const { data } = await readObject(c);
      const asked = Array.isArray(data) ? data.map((each) => Number(readPart(each)['cip'])) : [];
      const found = asked.flatMap((cip) => records.find(cip) ?? []).map((code) => stateOf(code, now()));
      return c.json({ code: 100, message: 'Consulta exitosa.', data: found });
    }),
  );
}

async function createCode(c: Context, records: SandboxPagoEfectivoRecords, now: number): Promise<Response> {
  const body = await readObject(c);
  const amountCents = readAmount(body['amount']);
  const expiry = readInstant(body['dateExpiry']);
  const reference = readWord(body['transactionCode']);
  if (amountCents === undefined || body['currency'] !== CURRENCY) return problem(c, '112', 'amount');
  if (!expiry || expiry.at <= now) return problem(c, '113', 'dateExpiry');
  if (reference === undefined) return problem(c, '114', 'transactionCode');
  if (!String(body['userEmail']).includes('@')) return problem(c, '115', 'userEmail');
  const concept = readWord(body['paymentConcept']) ?? '';
  const code = records.issueCode({ reference, amountCents, expiresAt: expiry.at, concept });
  const data = {
    cip: code.cip,
    currency: CURRENCY,
    amount: toSoles(amountCents),
    transactionCode: reference,
    dateExpiry: writeInstant(expiry.at),
    cipUrl: `${new URL(c.req.url).origin}${PATH}/cips/${code.cip}`,
  };
  return c.json({ code: 100, message: 'Solicitud exitosa.', data }, 201);
}

/** Presents a code as PagoEfectivo's own search does: what has not happened is dated 1900. */
function stateOf({ cip, reference, amountCents, createdAt, expiresAt, payments }: SandboxCode, now: number) {
  const paid = payments.at(-1);
  const unpaid =
    expiresAt > now ? { status: 22, statusName: 'Pendiente de pago' } : { status: 21, statusName: 'Expirado' };
  return {
    cip,
    transactionCode: reference,
    amount: toSoles(paid?.amountCents ?? amountCents),
    currency: CURRENCY,
    ...(paid ? { status: 23, statusName: 'Pagado' } : unpaid),
    dateCreation: writeInstant(createdAt),
    dateExpiry: writeInstant(expiresAt),
    datePayment: paid ? writeInstant(paid.paidAt) : NEVER,
    dateRemoval: NEVER,
  };
}

const NEVER = '1900-01-01T00:00:00-05:00';

function problem(c: Context, code: string, field: string): Response {
  return c.json(
    { code: '111', message: 'Solicitud con datos inválidos.', data: [{ code, message: 'Inválido', field }] },
    400,
  );
}

function servePages(app: Hono, records: SandboxPagoEfectivoRecords, plan: FaultPlan, now: () => number): void {
  app.get(PATH, (c) => {
    const codes = records
      .list()
      .map(({ cip, amountCents, expiresAt, payments, concept }) => [
        html`<a href="${PATH}/cips/${cip}">${cip}</a>`,
        `S/ ${toSoles(amountCents).toFixed(2)}`,
        concept,
        payments.length > 0 ? `paid ${payments.length} times` : expiresAt > now() ? 'waiting' : 'expired',
      ]);
    const messages = records.sent().map(({ cip, outcomes }) => html`<li>About ${cip}: ${outcomes.join(', ')}</li>`);
    const main = html`${sandboxTable(['CIP', 'Amount', 'For', 'State'], codes)}
<h2>Messages</h2>
<p>${records.held().length} held back.</p>
<form method="post" action="${PATH}/release">
  <button name="order" value="oldest-first">Release them</button>
  <button name="order" value="newest-first">Release them, the newest first</button>
</form>
<ul>
  ${messages}
</ul>
${faultControls(PATH, OPERATIONS, plan)}
<form method="post" action="${PATH}/forget-tokens">
  <button>Let every access token end</button>
</form>`;
    return sandboxPage(c, 'PagoEfectivo', main);
  });
  app.post(`${PATH}/release`, async (c) => {
    await records.release((await readForm(c))['order'] === 'newest-first' ? 'newest-first' : 'oldest-first');
    return c.redirect(PATH, 303);
  });
  app.post(`${PATH}/faults`, async (c) => {
    await planFault(c, OPERATIONS, plan);
    return c.redirect(PATH, 303);
  });
  app.post(`${PATH}/forget-tokens`, (c) => {
    records.forgetTokens();
    return c.redirect(PATH, 303);
  });
}

function serveTill(app: Hono, records: SandboxPagoEfectivoRecords): void {
  app.get(`${PATH}/cips/:cip`, (c) => {
    const code = records.find(Number(c.req.param('cip')));
    if (!code) return c.notFound();
    const { cip, amountCents, expiresAt, concept, payments } = code;
    const main = html`<dl>
      <dt>For</dt>
      <dd>${concept}</dd>
      <dt>Amount</dt>
      <dd>S/ ${toSoles(amountCents).toFixed(2)}</dd>
      <dt>Ends</dt>
      <dd>${writeInstant(expiresAt)}</dd>
      <dt>Paid</dt>
      <dd>${payments.length === 0 ? 'not yet' : payments.map(({ amountCents: paid }) => `S/ ${toSoles(paid).toFixed(2)}`).join(', ')}</dd>
    </dl>
<form method="post" action="${PATH}/cips/${cip}/pay">
<label>Amount in soles<input name="amount" inputmode="decimal" value="${toSoles(amountCents).toFixed(2)}"></label>
<label>The message<select name="message">
  <option value="send">is sent</option>
  <option value="hold">is held back</option>
  <option value="lose">is lost</option>
  <option value="forge">has a wrong signature</option>
</select>
</label>
<label>How many times<input name="copies" type="number" min="1" max="${MAX_COPIES}" value="1"></label>
<label>After seconds<input name="delay" type="number" min="0" max="${MAX_DELAY_S}" value="0"></label>
<button>Pay</button>
</form>
<p>A code can be paid after its end, and twice: both happen at real tills.</p>
<p><a href="${PATH}">All codes</a></p>`;
    return sandboxPage(c, `CIP ${cip}`, main);
  });
  app.post(`${PATH}/cips/:cip/pay`, async (c) => {
    const code = records.find(Number(c.req.param('cip')));
    const form = await readForm(c);
    const amountCents = readAmount(Number(form['amount'] ?? (code && toSoles(code.amountCents))));
    if (!code || amountCents === undefined) return c.text('No such code, or no amount.', 400);
    const notice = records.pay(code, amountCents);
    const send = async (): Promise<void> => {
      const copies = Math.min(MAX_COPIES, Math.max(1, Number(form['copies']) || 1));
      const signature = form['message'] === 'forge' ? '0'.repeat(64) : undefined;
      for (let copy = 0; copy < copies; copy += 1) await records.deliver(notice, signature);
    };
    const delayMs = Math.min(MAX_DELAY_S, Number(form['delay']) || 0) * 1000;
    if (form['message'] === 'hold') records.hold(notice);
    else if (form['message'] === 'lose') notice.outcomes.push('lost');
    else if (delayMs > 0) setTimeout(() => void send().catch(() => notice.outcomes.push('lost')), delayMs).unref();
    else await send();
    return redirectWithin(c, `${PATH}/cips/${code.cip}`, 303);
  });
}
