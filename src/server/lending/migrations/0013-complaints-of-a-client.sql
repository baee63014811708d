-- By which a signed-in client finds the sheets with their document: a blind index, like the one of people. Rows of before
-- have none, because the book lets nobody rewrite them; they are found by the loan they name.
alter table complaint add column document_index text;
create index complaint_of_document on complaint (document_index);
