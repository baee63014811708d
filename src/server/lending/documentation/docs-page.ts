import { html } from 'hono/html';
import { BIND_COOKIE } from '#api/access.ts';
import { FIELD_CODES } from '#api/field-codes.ts';
import { type Html, htmlPage } from '#server/kit/html-page.ts';
import { FIELD_CODE_MEANINGS } from './general-errors.ts';
import type { JsonSchema, OpenApiDocument, Operation, ResponseObject } from './openapi.ts';

export const STYLE_PATH = '/api/docs/style.css';

/** The API as one readable page, written on the server from the OpenAPI document: no script, no third party. */
export function renderDocsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const { title, description } = document.info;
  const links = operations.map(({ method, path, operation: { operationId } }) => {
    return html`<li><a href="#${operationId}">${method} ${path}</a></li>`;
  });
  const body = html`<header>
      <h1>${title}</h1>
      <p>${description}</p>
      <p>
        The same as a document for programs: <a href="/api/v1/openapi.json">OpenAPI ${document.openapi}</a>.
        The examples below run as they are once the address is set:
      </p>
      ${code('MANAY=http://localhost:4321')}
      <p>
        Protected calls need the two halves of a session as <code>$TOKEN</code> and <code>$BIND</code>:
        in the sandbox, <code>npm run lender -- session issue</code> prints them.
      </p>
    </header>
    <nav aria-label="Calls">
      <ul>
        ${links}
        <li><a href="#errors">Errors</a></li>
      </ul>
    </nav>
    <main>
      ${operations.map(renderOperation)}
      ${renderErrors(document.components.schemas.Error)}
    </main>`;
  return String(htmlPage({ title, head: html`<link rel="stylesheet" href="${STYLE_PATH}">`, body }));
}

interface Shown {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function renderOperation({ path, method, operation }: Shown): Html {
  const { operationId, summary, responses, requestBody } = operation;
  const [status, done] = Object.entries(responses).find(([code]) => code.startsWith('2')) as [string, ResponseObject];
  const body = requestBody?.content['application/json'];
  const ok = done.content?.['application/json'];
  const examples = Object.values(ok?.examples ?? {}).map(({ summary: title, value }) => {
    const shown = code(JSON.stringify(value, null, 2));
    return html`<details><summary>Example: ${title}</summary>${shown}</details>`;
  });
  const noFields = done.content ? `A file: ${Object.keys(done.content)[0]}.` : 'Without a body.';
  const asked = queryFields(operation);
  const parameters = asked.length > 0 ? html`<h3>Parameters</h3>${fieldList(asked)}` : '';
  const sent = body ? html`<h3>Body</h3>${fieldList(fieldsOf(body.schema))}` : '';
  return html`<section id="${operationId}" aria-labelledby="${operationId}-title">
    <h2 id="${operationId}-title">
      <span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>
    </h2>
    <p>${summary}</p>
    <p>${operation.description}</p>${parameters}${sent}
    <h3>Try it</h3>
    ${code(curl(method, path, operation))}
    <h3>Answer ${status}</h3>
    ${ok ? fieldList(fieldsOf(ok.schema)) : html`<p>${noFields}</p>`}${examples}
    <h3>Errors</h3>
    ${errorTable(responses)}
  </section>`;
}

function curl(method: string, path: string, { parameters, requestBody, security }: Operation): string {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined);
  const query = new URLSearchParams(inQuery.map(({ name, example }) => [name, String(example)])).toString();
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((address, { name, example }) => address.replace(`{${name}}`, String(example)), path);
  const address = `"$MANAY${filled}${query && `?${query}`}"`;
  const [example] = Object.values(requestBody?.content['application/json'].examples ?? {});
  const sent = requestBody ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(example?.value)}'`] : [];
  // With a body curl posts by itself.
  const verb = method === (requestBody ? 'POST' : 'GET') ? [] : [`-X ${method}`];
  const session = security.length > 0 ? [`-H "Authorization: Bearer $TOKEN"`, `-b "${BIND_COOKIE}=$BIND"`] : [];
  return [`curl -s ${address}`, ...verb, ...session, ...sent].join(' \\\n  ');
}

interface FieldRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly note: string;
}

function queryFields({ parameters }: Operation): FieldRow[] {
  return parameters.map(({ name, required, schema, description }) => ({
    name,
    required,
    type: typeName(schema),
    note: description,
  }));
}

/**
 * Lists every field below a schema, nested ones with dots, those of a list with `[]`. A shape that was shown before is
 * referred to, not repeated.
 */
function fieldsOf(schema: JsonSchema, prefix = '', shown = new Map<string, string>()): FieldRow[] {
  if (schema.anyOf) return alternativesOf(schema.anyOf, prefix);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}${field.type === 'array' ? '[]' : ''}`;
    const inner = field.type === 'array' ? (field.items ?? {}) : field;
    const shape = inner.properties && JSON.stringify(inner.properties);
    const before = shape && shown.get(shape);
    if (shape && !before) shown.set(shape, path);
    const note = [field.description, before && `The same fields as ${before}.`].filter(Boolean).join(' ');
    const row = { name: path, required: schema.required?.includes(name) ?? false, type: typeName(field), note };
    return before ? [row] : [row, ...fieldsOf(inner, `${path}.`, shown)];
  });
}

/** One of several shapes: no field of theirs is always needed. */
function alternativesOf(options: readonly JsonSchema[], prefix: string): FieldRow[] {
  return options.flatMap((option) =>
    fieldsOf(option, prefix).map((row) =>
      row.name.slice(prefix.length).includes('.') ? row : { ...row, required: false },
    ),
  );
}

function typeName(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.type === 'array') return `list of ${typeName(schema.items ?? {})}`;
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(' or ');
  if (schema.pattern?.includes('\\d{4}-')) return 'date';
  const types = typeof schema.type === 'object' ? schema.type : [schema.type ?? 'any'];
  return types.map((type) => (type === 'string' ? (schema.format ?? type) : type)).join(' or ');
}

function fieldList(rows: readonly FieldRow[]): Html {
  const entries = rows.map(({ name, type, required, note }) => {
    const [, path = '', own = name] = /^(.*\.)([^.]+)$/.exec(name) ?? [];
    const need = required ? '' : html` <span class="optional">optional</span>`;
    return html`<div>
      <dt><code><span class="path">${path}</span>${own}</code> <span class="type">${type}</span>${need}</dt>
      <dd>${note}</dd>
    </div>`;
  });
  return html`<dl>${entries}</dl>`;
}

function errorTable(responses: Operation['responses']): Html {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([status, { content }]) =>
      Object.values(content?.['application/json']?.examples ?? {}).map(({ summary, value }) => {
        const { message } = (value as { error: { message: string } }).error;
        return html`<tr><th scope="row">${status}</th><td><code>${summary}</code></td><td>${message}</td></tr>`;
      }),
    );
  return table('Errors of this call', ['Status', 'Code', 'When'], rows);
}

function renderErrors(schema: JsonSchema): Html {
  const codes = FIELD_CODES.map(
    (each) => html`<tr><th scope="row"><code>${each}</code></th><td>${FIELD_CODE_MEANINGS[each]}</td></tr>`,
  );
  return html`<section id="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    <p>Any status of 400 and above carries this body, and nothing else.</p>
    ${fieldList(fieldsOf(schema))}
    <h3>Field codes</h3>
    ${table('Codes of field errors', ['Code', 'Meaning'], codes)}
  </section>`;
}

function table(caption: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="table" tabindex="0">
    <table>
      <caption>${caption}</caption>
      <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}

function code(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}
