import { Fragment } from 'react';
import { useSite } from './site.ts';

/** The ways to a person, as links within a sentence. */
export function Contacts() {
  const { contacts } = useSite();
  return contacts.map(({ text, href }, index) => (
    <Fragment key={href}>
      {index > 0 && ', '}
      <a href={href}>{text}</a>
    </Fragment>
  ));
}
