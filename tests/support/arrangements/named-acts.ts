import type { Endpoint } from '#api/endpoint.ts';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { getTopUp } from '#api/endpoints/arrangements/get-top-up.ts';
import { requestExtension } from '#api/endpoints/arrangements/request-extension.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import type { SigningPurpose } from '#api/signing.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { hashOf } from '#server/kit/secret.ts';
import { actToSign, subjectOf } from '#server/lending/arrangements/act-to-sign.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import type { Borrower } from '../people/borrower.ts';

const SIGNED = new Map<string, SigningPurpose>([
  [confirmPaymentPlan.path, 'confirm-plan'],
  [activateFlexPay.path, 'activate-flex'],
  [requestExtension.path, 'extend'],
  [signTopUp.path, 'top-up'],
] satisfies [Endpoint['path'], SigningPurpose][]);

/**
 * Names the act of each proof: those that `proveAgain` gives a session were sent for nothing in particular. Before a
 * call that signs they become the proof of that very call, as the code of a client is; codes that were sent stay what
 * they are.
 */
export function namingActs<App extends Pick<HttpApp, 'request'>>(app: App, services: ArrangementContext): App {
  const request = app.request.bind(app);
  app.request = async (input, init, ...more) => {
    const purpose = SIGNED.get(new URL(String(input), 'http://localhost').pathname);
    if (purpose !== undefined && init?.method === 'POST') await nameAct(services, purpose, init);
    const isTopUp = purpose === 'top-up' && init?.method === 'POST';
    return request(input, isTopUp ? await namingPapers(request, init) : init, ...more);
  };
  return app;
}

/** By session: a second signature reads them no second time. */
const lastShown = new Map<string, readonly { readonly sha256: string }[]>();

/** As the screen does: the papers that stand to be signed, unless a test names others. */
async function namingPapers(request: HttpApp['request'], init: RequestInit): Promise<RequestInit> {
  const body: Readonly<Record<string, unknown>> = JSON.parse(String(init.body || '{}'));
  if (body['documents'] !== undefined) return init;
  const headers = new Headers(init.headers);
  headers.delete('idempotency-key');
  const shown = await request(getTopUp.path, { headers });
  const { documents = [] } = (await shown.json()) as { readonly documents?: readonly { readonly sha256: string }[] };
  const token = headers.get('authorization') ?? '';
  if (documents.length > 0)
    lastShown.set(
      token,
      documents.map(({ sha256 }) => ({ sha256 })),
    );
  return { ...init, body: JSON.stringify({ ...body, documents: lastShown.get(token) ?? [] }) };
}

async function nameAct(services: ArrangementContext, purpose: SigningPurpose, init: RequestInit): Promise<void> {
  const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
  const { kysely } = services.db;
  const proofs = await kysely
    .selectFrom('session')
    .innerJoin('session_grant', 'session_grant.session_id', 'session.id')
    .innerJoin('challenge', 'challenge.id', 'session_grant.challenge_id')
    .select(['challenge.id', 'session.person_id'])
    .where('session.token_hash', '=', hashOf(token))
    .where('session_grant.purpose', '=', purpose)
    .where('challenge.method', '=', 'password')
    .execute();
  for (const { id, person_id: personId } of proofs) {
    const act: Readonly<Record<string, unknown>> = JSON.parse(String(init.body || '{}'));
    const subject = (await actToSign(services)(personId, purpose, act))?.subject ?? subjectOfQuote(act);
    await kysely.updateTable('challenge').set({ subject }).where('id', '=', id).execute();
  }
}

/**
 * Names the proof of flex pay as a code that was sent is named, for the terms as they stand: what changes between code
 * and act is another act, whichever call is named otherwise when it begins.
 */
export async function asCodeForFlexPay(
  services: ArrangementContext,
  { sessionId, personId }: Pick<Borrower, 'sessionId' | 'personId'>,
): Promise<void> {
  const subject = (await actToSign(services)(personId, 'activate-flex', {}))?.subject ?? null;
  await services.db.kysely
    .updateTable('challenge')
    .set(({ ref }) => ({
      ...{ subject, method: 'otp', channel: 'SMS', code_hash: 'never typed' },
      code_expires_at: ref('expires_at'),
    }))
    .where('session_id', '=', sessionId)
    .where('purpose', '=', 'activate-flex')
    .execute();
}

/** A quote that has expired since the code for it was sent. */
function subjectOfQuote({ quoteId }: Readonly<Record<string, unknown>>): string | null {
  return typeof quoteId === 'string' ? subjectOf('extend', quoteId) : null;
}
