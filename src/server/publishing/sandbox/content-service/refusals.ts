/** An error response: status and body as in the real service (platform 1.6). */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: 400 | 401 | 404 | 422 | 429 | 500;
  readonly body: { readonly error: string } | readonly [string];
  constructor(status: RefusedRequest['status'], body: RefusedRequest['body']) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

export function unauthorized(): RefusedRequest {
  return new RefusedRequest(401, { error: 'Unauthorized' });
}

/** The service returns an array only here. */
export function notFound(): RefusedRequest {
  return new RefusedRequest(404, ['This record could not be found']);
}
