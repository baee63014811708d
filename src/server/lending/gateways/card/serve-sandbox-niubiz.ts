import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { toSoles } from '#loan/money.ts';
import { CURRENCY, readAmount, readPart, readWord } from '../provider-values.ts';
import { applyFault, FaultPlan, withFaults } from '../sandbox/faults.ts';
import { faultControls, planFault, readObject, sandboxPage, sandboxTable } from '../sandbox/sandbox-page.ts';
import type { NiubizSettings } from './niubiz-card.ts';
import { CARD_BEHAVIOURS, type CardBehaviour, SandboxNiubizRecords, type SandboxPurchase } from './sandbox-niubiz.ts';

const PATH = '/sandbox/niubiz';
const OPERATIONS = ['security', 'session', 'authorise', 'query', 'reverse', 'refund'] as const;
const TILL = `${PATH}/checkout`;

/**
 * Stands in for the script of the form: instead of a form it opens the sandbox's payment page. It supports both uses of
 * the real one, `VisanetCheckout.configure(…).open()` and a `<script data-…>` that puts a button into its form. It
 * creates no HTML and evaluates no text, as our content security policy requires.
 */
const CHECKOUT_SCRIPT = `(() => {
  const NAMES = ['sessiontoken', 'merchantid', 'purchasenumber', 'amount', 'expirationminutes', 'timeouturl', 'action'];
  let settings = {};
  const open = () => {
    const query = new URLSearchParams();
    for (const name of NAMES) if (settings[name] !== undefined) query.set(name, String(settings[name]));
    location.assign('${TILL}?' + query);
  };
  window.VisanetCheckout = { configure(given) { settings = { ...given }; }, open };
  const script = document.currentScript;
  const form = script && script.closest('form');
  if (!form || !script.dataset.sessiontoken) return;
  settings = { ...script.dataset, action: form.action };
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Niubiz (sandbox)';
  button.addEventListener('click', open);
  script.after(button);
})();
`;

export interface SandboxNiubizOptions {
  /** The credentials of our adapter; others are refused. */
  readonly settings: Pick<NiubizSettings, 'merchantId' | 'user' | 'password'>;
  readonly now: () => number;
  /** `YYYY-MM-DD`, also when the sandbox's business date was moved: its day's close settles what was paid. */
  readonly businessDate: () => string;
  /** Delay of a late answer; eight seconds by default. */
  readonly lateMs?: number;
}

/**
 * Serves Niubiz as our adapter sees it, and a payment page with a button for every outcome of a bank. It never asks
 * for a card. `/sandbox/niubiz` lists what happened and plans the next faults.
 */
export function sandboxNiubiz({ settings, now, businessDate, lateMs }: SandboxNiubizOptions): Hono {
  const app = new Hono();
  const records = new SandboxNiubizRecords(now, businessDate);
  const plan = new FaultPlan(lateMs);
  serveApi(app, settings, records, plan);
  serveTill(app, records);
  app.post(`${PATH}/faults`, async (c) => {
    await planFault(c, OPERATIONS, plan);
    return c.redirect(PATH, 303);
  });
  app.post(`${PATH}/forget-tokens`, (c) => {
    records.forgetAccessTokens();
    return c.redirect(PATH, 303);
  });
  app.get(PATH, (c) => overview(c, records, plan));
  return app;
}

function serveApi(
  app: Hono,
  { merchantId, user, password }: SandboxNiubizOptions['settings'],
  records: SandboxNiubizRecords,
  plan: FaultPlan,
): void {
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  app.post(`${PATH}/api.security/v1/security`, (c) =>
    withFaults(c, plan, 'security', () =>
      c.req.header('authorization') === basic
        ? c.text(records.issueAccessToken(), 201)
        : c.text('Unauthorized access', 401),
    ),
  );
  const operation = (name: (typeof OPERATIONS)[number], work: (c: Context) => Response | Promise<Response>) => {
    return (c: Context): Response | Promise<Response> => {
      if (!records.isAccessToken(c.req.header('authorization'))) return c.json({ message: 'Unauthorized' }, 401);
      return withFaults(c, plan, name, () => work(c));
    };
  };
  app.post(
    `${PATH}/api.ecommerce/v2/ecommerce/token/session/${merchantId}`,
    operation('session', async (c) => {
      const amountCents = readAmount((await readObject(c))['amount']);
      if (amountCents === undefined) return refusal(c, 'amount not valid');
      return c.json({ sessionKey: records.openSession(amountCents), expirationTime: records.sessionEnd() });
    }),
  );
  app.post(
    `${PATH}/api.authorization/v3/authorization/ecommerce/${merchantId}`,
    operation('authorise', async (c) => {
      const outcome = records.authorise(await readObject(c));
      const answer = outcome.kind === 'known' ? answerOf(c, outcome.purchase) : refusal(c, outcome.message);
      return outcome.fault ? applyFault(c, plan, outcome.fault, answer) : answer;
    }),
  );
  app.get(
    `${PATH}/api.authorization/v3/retrieve/purchase/${merchantId}/:purchaseNumber`,
    operation('query', (c) => {
      const purchase = records.find(c.req.param('purchaseNumber') ?? '');
      return purchase ? c.json(approval(purchase)) : refusal(c, 'purchaseNumber not found');
    }),
  );
  app.post(
    `${PATH}/api.authorization/v3/reverse/ecommerce/${merchantId}`,
    operation('reverse', async (c) => {
      const order = readPart((await readObject(c))['order']);
      const purchase = records.reverse(readWord(order['purchaseNumber']) ?? '');
      if (!purchase) return refusal(c, 'there is nothing to reverse');
      if (purchase === 'in-deposit') {
        return c.json({ errorCode: 400, errorMessage: 'In a deposit', data: { ACTION_CODE: '476' } }, 400);
      }
      return c.json({ ...approval(purchase), dataMap: { ACTION_CODE: '400', STATUS: 'Voided' } });
    }),
  );
  serveRefunds(app, merchantId, records, operation);
}

function serveRefunds(
  app: Hono,
  merchantId: string,
  records: SandboxNiubizRecords,
  operation: (name: 'refund', work: (c: Context) => Promise<Response>) => (c: Context) => Response | Promise<Response>,
): void {
  app.post(
    `${PATH}/api.refund/v1/refund/${merchantId}/:transactionId`,
    operation('refund', async (c) => {
      const number = records.refund(c.req.param('transactionId') ?? '', await readObject(c));
      if (number === undefined) {
        return c.json({ errorCode: 0, errorMessage: 'OK', data: { CODERROR: '110', DSCERROR: 'No procede' } });
      }
      return c.json({
        errorCode: 0,
        errorMessage: 'OK',
        data: { CODERROR: '100', DSCERROR: 'SIN ERROR', CODIGODEVOLUCION: number },
      });
    }),
  );
}

function answerOf(c: Context, purchase: SandboxPurchase): Response {
  if (purchase.actionCode === '000') return c.json(approval(purchase));
  const data = { ...approval(purchase).dataMap, STATUS: 'Not Authorized' };
  return c.json({ errorCode: 400, errorMessage: 'Not Authorized', data }, 400);
}

function approval({ purchaseNumber, amountCents, actionCode, authorisationCode, transactionId }: SandboxPurchase) {
  return {
    order: {
      purchaseNumber,
      amount: toSoles(amountCents),
      authorizedAmount: toSoles(amountCents),
      currency: CURRENCY,
      authorizationCode: authorisationCode,
      actionCode,
      transactionId,
    },
    dataMap: {
      ACTION_CODE: actionCode,
      STATUS: 'Authorized',
      CARD: '455103******8136',
      BRAND: 'visa',
      ECI: '07',
      TRANSACTION_ID: transactionId,
    },
  };
}

function refusal(c: Context, errorMessage: string): Response {
  return c.json({ errorCode: 400, errorMessage, data: {} }, 400);
}

function serveTill(app: Hono, records: SandboxNiubizRecords): void {
  app.get(`${PATH}/checkout.js`, (c) =>
    c.body(CHECKOUT_SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' }),
  );
  app.get(TILL, (c) => {
    const { sessiontoken = '', purchasenumber = '', action = '', timeouturl = '/' } = c.req.query();
    const amountCents = records.sessionAmount(sessiontoken);
    const target = URL.canParse(action, c.req.url) ? new URL(action, c.req.url) : undefined;
    if (amountCents === undefined || !target || !/^https?:$/.test(target.protocol)) {
      return sandboxPage(c, 'Niubiz', html`<p>There is no such session, or no address to return to.</p>`);
    }
    const offers = (Object.keys(CARD_BEHAVIOURS) as CardBehaviour[]).map(
      (behaviour) =>
        html`<form method="post" action="${target.href}">
          <input type="hidden" name="transactionToken" value="${records.issueTransactionToken(sessiontoken, behaviour)}">
          <input type="hidden" name="channel" value="web">
          <button data-behaviour="${behaviour}">${CARD_BEHAVIOURS[behaviour].label}</button>
        </form>`,
    );
    const back = /^https?:$/.test(protocolOf(timeouturl, c.req.url)) ? timeouturl : '/';
    const main = html`<p>
        Purchase ${purchasenumber}, <strong>S/ ${toSoles(amountCents).toFixed(2)}</strong>. No card is asked for: choose what
        the bank does. Going back and choosing again sends a second order with the same number.
      </p>
      ${offers}
      <p><a href="${back}">Let the time run out</a></p>`;
    return sandboxPage(c, 'Niubiz', main, target.origin);
  });
}

function protocolOf(url: string, base: string): string {
  return URL.canParse(url, base) ? new URL(url, base).protocol : '';
}

function overview(c: Context, records: SandboxNiubizRecords, plan: FaultPlan): Response | Promise<Response> {
  const rows = records
    .list()
    .map(({ purchaseNumber, askedCents, amountCents, actionCode, transactionId, reversed, refundedAs }) => [
      purchaseNumber,
      `S/ ${toSoles(askedCents).toFixed(2)}`,
      actionCode === '000' ? `S/ ${toSoles(amountCents).toFixed(2)}` : 'nothing',
      reversed ? 'reversed' : refundedAs ? `refund ${refundedAs}` : actionCode,
      transactionId,
    ]);
  const main = html`${sandboxTable(['Purchase', 'Asked', 'Taken', 'Code', 'Transaction'], rows)}
  ${faultControls(PATH, OPERATIONS, plan)}
  <form method="post" action="${PATH}/forget-tokens">
    <button>Let every access token end</button>
  </form>`;
  return sandboxPage(c, 'Niubiz', main);
}
