import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { readBytes } from '#server/kit/request-body.ts';
import { xmlElement, xmlTextAt } from '#server/kit/xml.ts';
import { applyFault, FaultPlan } from '../sandbox/faults.ts';
import { faultControls, planFault, readForm, sandboxPage, sandboxTable } from '../sandbox/sandbox-page.ts';
import { SandboxSunatRecords, TAX_BEHAVIOURS, type TaxBehaviour } from './sandbox-sunat.ts';
import { type Credentials, OPERATIONS, readCall, type SoapCall, writeAnswer, writeFault } from './sunat-soap.ts';

const PATH = '/sandbox/sunat';
const MAX_CALL_BYTES = 10_000_000;
const DAY_MS = 86_400_000;
const MAX_TIMES = 100;
const BEHAVIOURS = Object.keys(TAX_BEHAVIOURS) as TaxBehaviour[];
const SHOWN = 100;

export interface SandboxSunatOptions {
  /** The credentials of our adapter; others are refused. */
  readonly credentials: Credentials;
  readonly now: () => number;
  /** Delay of a late answer; eight seconds by default. */
  readonly lateMs?: number;
}

/**
 * The tax authority’s service as our adapter sees it: it checks what is sent, answers with a signed CDR, and forgets
 * everything when the process ends. Its page shows what arrived and has a button for what goes wrong.
 */
export function sandboxSunat({ credentials, now, lateMs }: SandboxSunatOptions): Hono {
  const app = new Hono();
  const records = new SandboxSunatRecords(now);
  const plan = new FaultPlan(lateMs);
  for (const service of ['billService', 'billConsultService']) {
    app.post(`${PATH}/${service}`, (c) => answerCall(c, { credentials, records, plan }));
  }
  app.get(PATH, (c) => overview(c, records, plan));
  app.post(`${PATH}/next`, async (c) => {
    const form = await readForm(c);
    const behaviour = BEHAVIOURS.find((name) => name === form['behaviour']);
    const times = Math.min(MAX_TIMES, Math.max(1, Number(form['times']) || 1));
    if (behaviour) records.plan(behaviour, times);
    return c.redirect(PATH, 303);
  });
  app.post(`${PATH}/down`, async (c) => {
    records.goDown((await readForm(c))['up'] === 'yes' ? 0 : DAY_MS);
    return c.redirect(PATH, 303);
  });
  app.post(`${PATH}/answer-now`, (c) => {
    records.answerNow();
    return c.redirect(PATH, 303);
  });
  app.post(`${PATH}/faults`, async (c) => {
    await planFault(c, OPERATIONS, plan);
    return c.redirect(PATH, 303);
  });
  return app;
}

interface Parts {
  readonly credentials: Credentials;
  readonly records: SandboxSunatRecords;
  readonly plan: FaultPlan;
}

async function answerCall(c: Context, { credentials, records, plan }: Parts): Promise<Response> {
  const silence = () => c.html('<!doctype html><title>503</title><h1>Service unavailable</h1>', 503);
  if (records.isDown) return silence();
  const bytes = await readBytes(c.req.raw, MAX_CALL_BYTES);
  const call = bytes === 'too-large' ? undefined : readCall(bytes);
  if (!call) return soap(c, writeFault('0306', 'No se puede leer (parsear) el archivo XML'), 500);
  if (call.user !== credentials.user || call.password !== credentials.password) {
    return soap(c, writeFault('0102', 'Usuario o contrasena incorrectos'), 500);
  }
  const work = () => perform(call, records);
  const planned = plan.take(call.operation);
  const said = planned && !planned.done ? '' : work();
  if (said === undefined) return silence();
  const honest = soap(c, said, said.includes('<soap-env:Fault>') ? 500 : 200);
  return planned ? applyFault(c, plan, planned.fault, honest) : honest;
}

function soap(c: Context, text: string, status: 200 | 500): Response {
  return c.body(text, status, { 'Content-Type': 'text/xml; charset=utf-8' });
}

/** The answer as text; undefined: none comes. */
function perform({ operation, fields }: SoapCall, records: SandboxSunatRecords): string | undefined {
  const at = (name: string) => xmlTextAt(fields, name) ?? '';
  if (operation === 'getStatus') return statusOf('getStatus', 'status', records.answerTo(at('ticket')));
  if (operation === 'getStatusCdr') {
    const parts = ['rucComprobante', 'tipoComprobante', 'serieComprobante', 'numeroComprobante'].map(at);
    return statusOf('getStatusCdr', 'statusCdr', records.answerTo(parts.join('-')));
  }
  const fileName = at('fileName');
  if (fileName.includes('-RC-') !== (operation === 'sendSummary')) {
    return writeFault('0152', 'No se puede enviar por este método un archivo de resumen');
  }
  const reply = records.receive(fileName, Buffer.from(at('contentFile'), 'base64'));
  if (reply.kind === 'silence') return undefined;
  if (reply.kind === 'fault') return writeFault(reply.fault.code, reply.fault.words);
  return operation === 'sendSummary'
    ? writeAnswer('sendSummary', [xmlElement('ticket', reply.received.ticket)])
    : writeAnswer('sendBill', [xmlElement('applicationResponse', base64(reply.received.cdrZip()))]);
}

function statusOf(
  operation: 'getStatus' | 'getStatusCdr',
  name: string,
  found: Uint8Array | 'later' | undefined,
): string {
  const [code, words] =
    found === undefined
      ? operation === 'getStatus'
        ? ['0127', 'El ticket no existe']
        : ['0011', 'El comprobante de pago electrónico no existe']
      : found === 'later'
        ? ['98', 'En proceso']
        : operation === 'getStatus'
          ? ['0', 'Procesado']
          : ['0004', 'La constancia existe'];
  const content = typeof found === 'object' ? [xmlElement('content', base64(found))] : [];
  const status = [...content, xmlElement('statusCode', code), xmlElement('statusMessage', words)];
  return writeAnswer(operation, [xmlElement(name, status)]);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function overview(c: Context, records: SandboxSunatRecords, plan: FaultPlan): Response | Promise<Response> {
  const rows = records
    .list()
    .slice(0, SHOWN)
    .map(({ name, said, digest }) => [name, said, digest]);
  const options = BEHAVIOURS.map((name) => html`<option value="${name}">${TAX_BEHAVIOURS[name]}</option>`);
  const planned = records.planned.map((name) => html`<li>${TAX_BEHAVIOURS[name]}</li>`);
  const state = records.isDown ? 'It is down: nobody gets an answer.' : 'It is up.';
  const main = html`<h2>What becomes of the next documents</h2><form method="post" action="${PATH}/next">
<label>Outcome<select name="behaviour">${options}</select></label>
<label>For how many<input name="times" type="number" min="1" max="${MAX_TIMES}" value="1"></label><button>Plan it</button></form>
<ul>${planned}</ul><form method="post" action="${PATH}/answer-now"><button>Give every late answer now</button></form>
<h2>The service</h2>
<p>${state}</p>
<form method="post" action="${PATH}/down">
  <button>Down for a day</button>
  <button name="up" value="yes">Up again</button>
</form>
${faultControls(PATH, OPERATIONS, plan)}
<h2>What arrived</h2>
${sandboxTable(['File', 'Answer', 'Hash'], rows)}`;
  return sandboxPage(c, 'SUNAT: tax documents', main);
}
