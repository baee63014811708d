import * as z from 'zod';
import type { HttpApp } from '#server/kit/http.ts';
import type { Act } from '#server/lending/staff/act.ts';
import { PROPOSED } from '#server/lending/staff/answer.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import { STAFF_ROUTES } from './staff-routes.ts';

/**
 * Holds each answer of the operator API to its description, whichever test asks: no field more, no field less, no code
 * without words.
 */
export function holdingAnswers<App extends Pick<HttpApp, 'request'>>(app: App): App {
  const request = app.request.bind(app);
  app.request = async (input, init, ...more) => {
    const answer = await request(input, init, ...more);
    const { pathname } = new URL(String(input), 'http://localhost');
    const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '');
    if (pathname.startsWith(`${STAFF_PATH}/`) && answer.ok && isJson && init?.method !== 'HEAD') {
      await holdAnswer(init?.method ?? 'GET', pathname, answer.clone());
    }
    return answer;
  };
  return app;
}

async function holdAnswer(method: string, path: string, answer: Response): Promise<void> {
  const route = routeOf(method, path);
  if (typeof route?.answers !== 'object') return;
  const described = answer.status === 202 && route.second ? z.union([PROPOSED, route.answers]) : route.answers;
  const read = z.safeParse(described, await answer.json());
  if (!read.success) throw new Error(`${route.name} answers otherwise than it says: ${z.prettifyError(read.error)}`);
}

/** The act of a call: of several whose path fits, the one that names most of it. */
function routeOf(method: string, path: string): Act | undefined {
  const parts = path.split('/');
  const fitting = STAFF_ROUTES.filter((route) => {
    const own = route.path.split('/');
    const fits = own.every((part, place) => part.startsWith(':') || part === parts[place]);
    return route.method === method && own.length === parts.length && fits;
  });
  const namesOf = ({ path: own }: Act) => own.split(':').length;
  return fitting.sort((one, other) => namesOf(one) - namesOf(other))[0];
}
