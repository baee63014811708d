import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { CHECK_KINDS, type CheckKind } from '#loan/requirements.ts';
import { drawNumber } from '#server/kit/uuid.ts';
import { readWord } from '../provider-values.ts';
import { FaultPlan, withFaults } from '../sandbox/faults.ts';
import { faultControls, planFault, readForm, readObject, sandboxPage, sandboxTable } from '../sandbox/sandbox-page.ts';

const PATH = '/sandbox/checks';
/** Answers that it can give to each question; the first is what it says unless told. */
const SAYINGS: Readonly<Record<CheckKind, readonly string[]>> = {
  identity: ['MATCH', 'MISMATCH', 'NOT_FOUND'],
  'account-holder': ['MATCH', 'MISMATCH', 'NOT_FOUND'],
  bureau: ['REPORT 0', 'REPORT 1', 'REPORT 2', 'REPORT 3', 'REPORT 4', 'NOT_FOUND'],
};

interface Given {
  readonly kind: CheckKind;
  readonly documentNumber: string;
  readonly said: string;
  readonly reference: string;
}

/** A register of people, accounts and debts that says what its page tells it to, once for each question. */
export function sandboxChecks({ token }: { readonly token: string }): Hono {
  const app = new Hono();
  const given = new Map<string, Given>();
  const plan = new FaultPlan();
  const saying = Object.fromEntries(CHECK_KINDS.map((kind) => [kind, SAYINGS[kind][0]])) as Record<CheckKind, string>;

  app.post(`${PATH}/checks/:kind`, async (c): Promise<Response> => {
    if (c.req.header('authorization') !== `Bearer ${token}`) return c.json({ message: 'Unauthorized' }, 401);
    const kind = CHECK_KINDS.find((known) => known === c.req.param('kind'));
    const key = readWord(c.req.header('idempotency-key'));
    if (!kind || key === undefined) return c.json({ message: 'no such question' }, 404);
    return withFaults(c, plan, kind, async () => {
      const documentNumber = readWord((await readObject(c))['documentNumber']);
      if (documentNumber === undefined) return c.json({ message: 'documentNumber is missing' }, 400);
      const reference = `C${String(drawNumber(0, 10 ** 10)).padStart(10, '0')}`;
      const answer = given.get(key) ?? { kind, documentNumber, said: saying[kind], reference };
      given.set(key, answer);
      return c.json({ key, reference: answer.reference, ...wordsOf(answer.said) });
    });
  });
  app.post(`${PATH}/faults`, async (c) => {
    await planFault(c, CHECK_KINDS, plan);
    return c.redirect(PATH, 303);
  });
  app.post(`${PATH}/saying`, async (c) => {
    const form = await readForm(c);
    for (const kind of CHECK_KINDS) saying[kind] = SAYINGS[kind].find((said) => said === form[kind]) ?? saying[kind];
    return c.redirect(PATH, 303);
  });
  app.get(PATH, (c) => overview(c, { given: [...given.values()].reverse(), plan, saying }));
  return app;
}

/** `REPORT 2`: a report with category 2. */
function wordsOf(said: string) {
  const [outcome = '', category] = said.split(' ');
  return category === undefined ? { outcome } : { outcome, category: Number(category) };
}

function overview(
  c: Context,
  {
    given,
    plan,
    saying,
  }: {
    readonly given: readonly Given[];
    readonly plan: FaultPlan;
    readonly saying: Readonly<Record<CheckKind, string>>;
  },
) {
  const choices = CHECK_KINDS.map(
    (kind) =>
      html`<form method="post" action="${PATH}/saying">
        <strong>${kind}</strong>
        ${SAYINGS[kind].map((said) => html`<button name="${kind}" value="${said}">${said === saying[kind] ? '✓ ' : ''}${said}</button>`)}
      </form>`,
  );
  const rows = given.map(({ kind, documentNumber, said, reference }) => [reference, kind, documentNumber, said]);
  const main = html`<p>What it answers from now on.</p>
    ${choices}
    ${sandboxTable(['Reference', 'Question', 'Document', 'Answer'], rows)}
    ${faultControls(PATH, CHECK_KINDS, plan)}`;
  return sandboxPage(c, 'Checks', main);
}
