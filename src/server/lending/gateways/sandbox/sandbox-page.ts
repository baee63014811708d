import type { Context } from 'hono';
import { html } from 'hono/html';
import { readForm as readSentForm } from '#server/kit/form-body.ts';
import { type Html, htmlPage } from '#server/kit/html-page.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { readJsonBody } from '#server/kit/request-body.ts';
import { readPart } from '../provider-values.ts';
import { FAULTS, type FaultPlan } from './faults.ts';

const STYLE_PATH = '/sandbox/style.css';
const MAX_FORM_BYTES = 16 * 1024;
/** Style of every page of the sandbox. */
export const SANDBOX_STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.6rem .5rem;border-bottom:1px solid #8886;vertical-align:top}td{overflow-wrap:anywhere}
pre{white-space:pre-wrap;font:inherit;border:1px solid #8886;border-radius:12px;padding:1rem}a{display:inline-block;padding:.4rem 0}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{font-weight:650}dd{margin:0;overflow-wrap:anywhere}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.5rem 0}label{display:grid}
button,select,input{font:inherit;min-height:2.75rem;padding:.4rem .8rem;border:1px solid #8888;border-radius:8px}input[type=checkbox]{min-height:1.5rem}
@media(max-width:40rem){thead{display:none}tr{display:block;padding:.5rem 0;border-bottom:1px solid #8886}td{display:block;border:0;padding:.1rem 0}}`;

/**
 * Writes a page of the sandbox: without scripts, with forms to ourselves.
 * @param postsTo one further origin that a form of the page may be sent to
 */
export function sandboxPage(c: Context, title: string, main: Html, postsTo = ''): Response | Promise<Response> {
  const page = htmlPage({
    title: `${title} | Sandbox`,
    head: html`<link rel="stylesheet" href="${STYLE_PATH}">`,
    body: html`<main>
      <h1>${title}</h1>
      ${main}
    </main>`,
  });
  return c.html(page, 200, {
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; form-action 'self'${postsTo && ` ${postsTo}`}; frame-ancestors 'none'; base-uri 'none'`,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
  });
}

/** The sandboxes' style sheet and the page that lists them. */
export function serveSandboxIndex(
  app: HttpApp,
  sandboxes: readonly { readonly path: string; readonly name: string }[],
): void {
  app.get(STYLE_PATH, (c) => c.body(SANDBOX_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/sandbox', (c) =>
    sandboxPage(
      c,
      'Sandbox',
      html`<p>Stand-ins for the providers of a lender. No money moves here, and nothing leaves this machine.</p>
        <ul>
          ${sandboxes.map(({ path, name }) => html`<li><a href="${path}">${name}</a></li>`)}
        </ul>`,
    ),
  );
}

type Cell = Html | string | number;

/** A table of what a stand-in has, a cell for each of the heads in every row. */
export function sandboxTable(heads: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
    </tbody>
  </table>`;
}

/** The form that plans the next fault. */
export function faultControls(path: string, operations: readonly string[], plan: FaultPlan): Html {
  const planned = plan.list();
  return html`<h2>What goes wrong next</h2><form method="post" action="${path}/faults">
<label>Operation<select name="operation">${operations.map((name) => html`<option>${name}</option>`)}</select></label>
<label>Answer<select name="fault">${FAULTS.map((name) => html`<option>${name}</option>`)}</select></label>
<label>The work itself<select name="done">
  <option value="yes">is done, the answer is lost</option>
  <option value="no">is not done</option>
</select>
</label>
<button>Plan it</button></form>${
    planned.length > 0
      ? html`<ul>
        ${planned.map(({ operation, planned: { fault, done } }) => html`<li>${operation}: ${fault}, ${done ? 'done' : 'not done'}</li>`)}
      </ul>`
      : html`<p>Nothing is planned: every answer is honest.</p>`
  }`;
}

/** Reads the form above into the plan. */
export async function planFault(c: Context, operations: readonly string[], plan: FaultPlan): Promise<void> {
  const form = await readForm(c);
  const operation = operations.find((name) => name === form['operation']);
  const fault = FAULTS.find((name) => name === form['fault']);
  if (operation && fault) plan.add(operation, { fault, done: form['done'] !== 'no' });
}

/** The text fields of a form; files and repeated names are not used here. */
export async function readForm(c: Context): Promise<Readonly<Record<string, string>>> {
  const form = await readSentForm(c.req.raw, MAX_FORM_BYTES);
  if (typeof form === 'string') return {};
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(fields);
}

/** Reads the JSON object that a client of a stand-in sent; empty when it did not send one. */
export async function readObject(c: Context): Promise<Readonly<Record<string, unknown>>> {
  const sent = await readJsonBody(c.req.raw);
  return sent.kind === 'json' ? readPart(sent.value) : {};
}
