import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import type { Payments } from '../payments/payments.ts';
import { aColleague } from '../staff/colleagues.ts';

/** The part of an answer that a caller learns. */
export async function said(answer: Response): Promise<{ readonly status: number; readonly body: unknown }> {
  return { status: answer.status, body: await answer.json() };
}

type Post = (path: string, body?: object) => Promise<Response>;

/** A colleague who has signed in before anything is led. */
export async function signedIn({ app, db }: Pick<Payments, 'app' | 'db'>, name: string): Promise<Post> {
  const { headers } = await aColleague(db, name);
  return async (path, body = {}) =>
    app.request(`${STAFF_PATH}/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
}

/** A command of one colleague, which another one gives too where it takes two accounts. */
export async function byColleagues(payments: Payments, path: string, body: object = {}) {
  const [ana, luis] = [await signedIn(payments, 'Ana'), await signedIn(payments, 'Luis')];
  return async () => {
    const first = await said(await ana(path, body));
    return first.status === 202 ? said(await luis(path, body)) : first;
  };
}

/** A command that always takes two accounts, of which one has given it. */
export async function asSecond(payments: Payments, path: string, body: object = {}) {
  const [ana, luis] = [await signedIn(payments, 'Ana'), await signedIn(payments, 'Luis')];
  await ana(path, body);
  return async () => said(await luis(path, body));
}
