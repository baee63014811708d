import type { Context } from 'hono';
import type { Clock } from '#server/kit/clock.ts';
import { siteCookie } from '#server/kit/cookies.ts';
import type { Database } from '#server/kit/db.ts';
import { refused } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { isPass, issuePass, PASS_COOKIE, PASS_SECONDS } from '#server/kit/maintenance.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { noteSecurity } from '#server/kit/security-event.ts';
import type { Tables } from '#server/kit/tables.ts';
import { act, type StaffAct } from './act.ts';
import { answer, count, text } from './answer.ts';
import { recordAudit } from './audit-store.ts';
import { operatorName, STAFF_PATH } from './staff-route.ts';

const STAFF_MAINTENANCE_PASSES_PATH = `${STAFF_PATH}/maintenance-passes`;
/** Open during maintenance: it leads staff in. */
export const MAINTENANCE_PASS_PATH = '/api/v1/maintenance-pass';

interface PassContext {
  readonly db: Database<Tables>;
  readonly clock: Clock;
  readonly siteUrl: string;
  readonly operatorToken?: string | undefined;
}

/** A link that leads staff in while the product is closed. */
export function maintenancePassAct(): StaffAct<PassContext> {
  return act({
    name: 'maintenance pass',
    answers: answer({ url: text('Enlace', 'Link'), seconds: count('Vence en segundos', 'Ends in seconds') }),
    path: STAFF_MAINTENANCE_PASSES_PATH,
    may: ['support', 'admin'],
    needs: 'operator-token',
    answer: (c, _, context) => issue(c, context),
  });
}

async function issue(c: Context, { db, clock, siteUrl, operatorToken = '' }: PassContext): Promise<Response> {
  const at = clock.now();
  const actor = `operator:${operatorName(c)}`;
  await db.kysely
    .transaction()
    .execute((trx) => recordAudit(trx, { actor, action: 'maintenance.pass', subject: 'maintenance', at }));
  const pass = issuePass(operatorToken, at);
  return c.json({ url: `${siteUrl}${MAINTENANCE_PASS_PATH}/${pass}`, seconds: PASS_SECONDS }, 201);
}

/**
 * Serves the maintenance pass: `npm run lender -- maintenance pass` asks for a link; opened in a browser, the link
 * leaves a cookie there with which the closed product answers.
 */
export function serveMaintenancePass(app: HttpApp, { clock }: Pick<PassContext, 'clock'>, operatorToken: string): void {
  app.get(`${MAINTENANCE_PASS_PATH}/:pass`, (c) => {
    const pass = c.req.param('pass');
    c.header('Cache-Control', 'no-store');
    if (!isPass(operatorToken, pass, clock.now())) {
      noteSecurity(c, { what: 'maintenance-pass', factor: 'link' });
      return answerRefusal(c, refused(410, 'link_over', 'npm run lender -- maintenance pass makes another.'));
    }
    c.header('Set-Cookie', siteCookie(PASS_COOKIE, pass));
    return redirectWithin(c, '/', 303);
  });
}
