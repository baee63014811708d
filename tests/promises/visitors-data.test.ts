import { expect } from 'vitest';
import { makeVisitorDataRequest } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { answerRequest } from '#tests/support/privacy/data-requests.ts';
import { aVisitorRequest } from '#tests/support/privacy/visitor-requests.ts';
import { promise } from './promise.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

promise(
  'Una persona la revisa y te respondemos a este correo a más tardar el {due}.',
  { file: 'src/server/lending/people/messages/account-change-emails.ts', tags: 'promise-data-of-a-client' },
  async () => {
    const body = aVisitorRequest();
    const { id, dueDate } = acceptedBody(await callEndpoint(lending, makeVisitorDataRequest, { body }));
    const letters = () => messagesTo(lending, body.email);
    const [day, month, year] = [dueDate.slice(8), dueDate.slice(5, 7), dueDate.slice(0, 4)];
    expect((await letters()).at(-1)?.body).toContain(`a más tardar el ${day}/${month}/${year}`);
    // Nobody but a person answers, and what they write comes to the same mailbox.
    expect(await letters()).toHaveLength(1);
    await answerRequest(lending, id, 'DONE');
    expect((await letters()).at(-1)?.body).toContain('Aquí tiene la respuesta a su solicitud.');
  },
);
