import { EDITED_TEXTS_FILE, TEXT_SOURCE } from './edits.ts';
import type { Parameters } from './parameters.ts';
import { type Answer, onePage, type Question } from './question.ts';
import { notFound, RefusedRequest } from './refusals.ts';
import { presentLink } from './resolve.ts';
import type { Datasource, DatasourceEntry } from './space.ts';

/** `GET /links`: every story and folder in short form. */
export const answerLinks: Answer = (c, question) => {
  const { parameters } = question;
  const start = parameters.get('starts_with')?.replace(/^\/+/, '') ?? '';
  const parent = parameters.get('with_parent');
  const uuids = parameters.list('by_uuid');
  const found = question.content.stories.filter(
    (story) =>
      story.full_slug.startsWith(start) &&
      (parent === undefined || String(story.parent_id) === parent) &&
      (uuids === undefined || uuids.includes(story.uuid)),
  );
  const page = onePage(c, found, parameters);
  return c.json({
    links: Object.fromEntries(page.map((story) => [story.uuid, presentLink(story, withDates(parameters))])),
  });
};

/** `GET /links/:uuid` */
export const answerLink: Answer = (c, question) => {
  const story = question.content.stories.find(({ uuid }) => uuid === c.req.param('uuid'));
  if (!story) throw notFound();
  return c.json({ link: presentLink(story, withDates(question.parameters)) });
};

function withDates(parameters: Parameters): boolean {
  return parameters.get('include_dates') === '1';
}

/** `GET /datasources` */
export const answerDatasources: Answer = (c, question) => {
  const { parameters, space } = question;
  const search = parameters.get('search')?.toLowerCase() ?? '';
  const ids = parameters.list('by_ids');
  const found = datasourcesOf(question).filter(
    ({ id, name }) => name.toLowerCase().includes(search) && (ids === undefined || ids.includes(String(id))),
  );
  return c.json({ datasources: onePage(c, found, parameters).map(presentDatasource), cv: space.version() });
};

/** `GET /datasources/:id|:slug` */
export const answerDatasource: Answer = (c, question) => {
  const asked = c.req.param('id');
  const found = datasourcesOf(question).find(({ id, slug }) => String(id) === asked || slug === asked);
  if (!found) throw notFound();
  return c.json({ datasource: presentDatasource(found), cv: question.space.version() });
};

/** `GET /datasource_entries`: of one datasource, or of all. */
export const answerEntries: Answer = (c, question) => {
  const { parameters, space } = question;
  const asked = parameters.get('datasource');
  const dimension = parameters.get('dimension');
  const entries = datasourcesOf(question)
    .filter(({ id, slug }) => asked === undefined || slug === asked || String(id) === asked)
    .flatMap((datasource) => datasource.entries);
  const page = onePage(c, entries, parameters).map((entry) => presentEntry(entry, dimension));
  return c.json({ datasource_entries: page, cv: space.version() });
};

/** Texts that cannot be read must not look like an empty set. */
function datasourcesOf({ content }: Question): readonly Datasource[] {
  const problem = content.problems.find(({ file }) => file === EDITED_TEXTS_FILE || file === TEXT_SOURCE);
  if (problem) throw new RefusedRequest(500, { error: problem.message });
  return content.datasources;
}

function presentDatasource({ id, name, slug, dimensions }: Datasource): unknown {
  return { id, name, slug, dimensions: dimensions.map((dimension) => ({ ...dimension, datasource_id: id })) };
}

function presentEntry({ id, name, value, dimension_values }: DatasourceEntry, dimension: string | undefined): unknown {
  const isTranslated = dimension !== undefined && Object.hasOwn(dimension_values, dimension);
  return { id, name, value, dimension_value: isTranslated ? dimension_values[dimension] || null : null };
}
