import type { Messages } from '#i18n/locale.ts';

/**
 * Every word of the editor's own pages, in both languages (decision 84). They stand here and not with the texts of the
 * site: those are content, which editors change and which goes to a content service.
 */
export const EDITOR_TEXTS = {
  // Every page
  skip: { es: 'Ir al contenido', en: 'Skip to content' },
  product: { es: 'editor', en: 'editor' },
  navigation: { es: 'Editor', en: 'Editor' },
  stories: { es: 'Historias', en: 'Stories' },
  texts: { es: 'Textos', en: 'Texts' },
  public_site: { es: 'Sitio público', en: 'Public site' },
  sign_out: { es: 'Salir', en: 'Sign out' },
  not_found: { es: 'No se encuentra', en: 'Not found' },
  nothing_here: { es: 'Aquí no hay nada', en: 'There is nothing here' },
  all_stories: { es: 'Todas las historias', en: 'All stories' },
  never: { es: 'nunca', en: 'never' },
  former_addresses: {
    es: 'Direcciones anteriores que llevan aquí, también en inglés:',
    en: 'Former addresses that lead here, also in English:',
  },
  until_date: { es: 'hasta el {date}', en: 'until {date}' },

  // Signing in, and forms that could not be taken
  sign_in: { es: 'Ingresar', en: 'Sign in' },
  sign_in_title: { es: 'Ingresa para editar', en: 'Sign in to edit' },
  sign_in_how: {
    es: 'Abre el enlace que mostró npm start, o pega el operatorToken de run.json, en la carpeta de datos.',
    en: 'Open the link that npm start printed, or paste the operatorToken of run.json in the data directory.',
  },
  sign_in_roles: {
    es: 'Aquí no hay cuentas: quien ingresa puede cambiarlo todo. Las personas, sus roles y sus permisos son de Storyblok.',
    en: 'There are no accounts here: whoever signs in may change everything. People, their roles and rights are Storyblok’s.',
  },
  sign_in_wrong: {
    es: 'Esto no abre nada. El enlace sirve una vez; el token cambia con cada inicio.',
    en: 'This opens nothing. A link from the start works once; the token is another after every start.',
  },
  sign_in_kept: {
    es: 'Tu sesión terminó. Lo que escribiste sigue en esta página: ingresa aquí y envíalo otra vez.',
    en: 'Your session has ended. What you typed is kept in this page: sign in here, and send it again.',
  },
  signed_in: { es: 'Ya ingresaste', en: 'Signed in' },
  signed_in_kept: {
    es: 'Ya ingresaste. Lo que escribiste antes sigue en esta página: envíalo otra vez.',
    en: 'You are signed in. What you typed before is kept in this page: send it again.',
  },
  token: { es: 'Token', en: 'Token' },
  too_many_tries: { es: 'Demasiados intentos', en: 'Too many tries' },
  too_many_tries_wait: {
    es: 'Espera {seconds} segundos y prueba otra vez.',
    en: 'Wait {seconds} seconds, then try again.',
  },
  form_old: { es: 'Este formulario es antiguo', en: 'This form is too old' },
  form_old_again: {
    es: 'Vuelve, carga la página otra vez y repite lo que hiciste. No se cambió nada.',
    en: 'Go back, load the page again and repeat what you did. Nothing was changed.',
  },
  form_old_kept: {
    es: 'Volviste a ingresar después de abrirlo. Todavía no se cambió nada. Lo que escribiste sigue en esta página.',
    en: 'You have signed in again since you opened it. Nothing was changed yet. What you typed is kept in this page.',
  },
  form_large: { es: 'Este formulario es demasiado grande', en: 'This form is too large' },
  form_large_kept: {
    es: 'Una historia tiene como máximo 2 MiB, y esta tiene más. No se cambió nada. Lo que escribiste sigue en esta página: acorta lo más largo.',
    en: 'A story has at most 2 MiB, and this one has more. Nothing was changed. What you typed is kept in this page: shorten what is longest.',
  },
  form_huge: {
    es: 'Llegaron más de 8 MiB, y una historia tiene como máximo 2 MiB. No se cambió nada. Vuelve con el botón de tu navegador: casi siempre guarda lo que escribiste en el formulario. Acorta lo más largo (muchas veces es una imagen pegada dentro de un texto: las imágenes se suben en Storyblok) y guarda otra vez.',
    en: 'More than 8 MiB arrived, and a story has at most 2 MiB. Nothing was changed. Go back with your browser’s button: it nearly always keeps what you typed in the form. Shorten what is longest (often a picture pasted into a text: pictures are uploaded in Storyblok) and save again.',
  },
  form_not_sent: {
    es: 'No se envió: el formulario pasa de 2 MiB. Acorta lo más largo y guarda otra vez; lo que escribiste sigue aquí.',
    en: 'Not sent: the form has more than 2 MiB. Shorten what is longest and save again; what you typed is still here.',
  },
  long_text: { es: 'Un texto de {count} caracteres', en: 'A text of {count} characters' },
  send_again: { es: 'Enviar otra vez', en: 'Send it again' },
  send_again_publish: { es: 'Enviar otra vez y publicar', en: 'Send it again and publish' },
  not_accepted: { es: 'No se aceptó', en: 'Not accepted' },

  // The list of stories
  list_lead: {
    es: 'Cambia un texto, guárdalo como borrador las veces que quieras y publícalo cuando esté listo. Antes de eso los visitantes no ven nada.',
    en: 'Change a text, save it as a draft as often as you like, and publish it when it is ready. Visitors see nothing before that.',
  },
  list_storyblok: {
    es: 'Las historias nuevas, sus direcciones, las imágenes, la aprobación por pasos, las publicaciones con fecha y los roles son de Storyblok. Aquí se cambian los textos y bloques de las historias que ya existen.',
    en: 'New stories, their addresses, pictures, approval in steps, publishing at a time and roles are Storyblok’s. Here you change the texts and blocks of stories that exist.',
  },
  broken_files: { es: 'Archivos que no se pueden leer', en: 'Files that cannot be read' },
  pages: { es: 'Páginas', en: 'Pages' },
  settings: { es: 'Ajustes', en: 'Settings' },
  why: { es: '¿Por qué?', en: 'Why?' },
  draft_ahead: { es: 'Borrador con cambios', en: 'Draft ahead' },

  // States
  state_draft: { es: 'No es público', en: 'Not public' },
  state_live: { es: 'En vivo', en: 'Live' },
  state_publishing: { es: 'Publicando', en: 'Publishing' },
  'state_held-back': { es: 'Retenido', en: 'Held back' },
  state_paused: { es: 'En pausa', en: 'Paused' },
  state_failed: { es: 'Falló', en: 'Failed' },
  means_draft: { es: 'Los visitantes no lo ven.', en: 'Visitors do not see it.' },
  means_live: { es: 'Los visitantes lo ven.', en: 'Visitors see it.' },
  means_publishing: {
    es: 'Enviado al publicador. Espera tres segundos de calma; luego arma, revisa y publica.',
    en: 'Sent to the publisher. It waits three quiet seconds, then builds, checks and releases.',
  },
  'means_held-back': {
    es: 'Los visitantes siguen con la última versión buena de esta historia, y tu borrador está guardado. Hay que corregir:',
    en: 'Visitors keep the last good version of this story, and your draft is kept. This has to be mended:',
  },
  means_paused: {
    es: 'Un operador regresó el sitio a una versión anterior y puso en pausa las publicaciones. Lo que publicaste saldrá en vivo cuando se reanuden (npm run release -- resume); hasta entonces los visitantes ven la versión anterior.',
    en: 'An operator has rolled the site back and paused publishing. What you published goes live when publishing goes on (npm run release -- resume); until then visitors see the older release.',
  },
  means_failed: {
    es: 'Los visitantes siguen con lo que veían antes, y tu borrador está guardado.',
    en: 'Visitors keep what they saw before, and your draft is kept.',
  },
  kept_linked: {
    es: 'Se retiró, pero estas historias tienen enlaces hacia ella: {names}. Los visitantes la ven hasta que ninguna lleve a ella.',
    en: 'It was taken off, but these stories link to it: {names}. Visitors see it until none leads to it.',
  },

  // A story
  versions: { es: 'Versiones anteriores', en: 'Earlier versions' },
  preview: { es: 'Vista previa', en: 'Preview' },
  preview_draft: { es: 'Vista previa del borrador', en: 'Preview of the draft' },
  save: { es: 'Guardar borrador', en: 'Save draft' },
  publish: { es: 'Publicar', en: 'Publish' },
  publish_storyblok: {
    es: 'Publicar a una hora fija o pedir aprobación antes se hace en Storyblok.',
    en: 'Publishing at a set time, or asking for approval first, is done in Storyblok.',
  },
  published_at: { es: 'publicado {when}', en: 'published {when}' },
  draft_is_ahead: {
    es: 'El borrador tiene cambios sin publicar',
    en: 'The draft is ahead of what was published',
  },
  language: { es: 'Idioma', en: 'Language' },
  spanish: { es: 'Español', en: 'Spanish' },
  english: { es: 'Inglés', en: 'English' },
  removed: { es: 'El bloque ya no está en el borrador.', en: 'The block is removed from the draft.' },
  bring_back: { es: 'Recuperarlo', en: 'Bring it back' },
  public_page: { es: 'Página pública', en: 'Public page' },
  saved: { es: 'Borrador guardado.', en: 'Draft saved.' },
  saved_merged: {
    es: 'Borrador guardado, junto con lo que otra persona guardó mientras tanto.',
    en: 'Draft saved, together with what somebody else saved meanwhile.',
  },
  saved_ahead: { es: 'Los visitantes todavía no lo ven.', en: 'Visitors do not see it yet.' },
  saved_same: { es: 'Es igual a lo publicado.', en: 'It is the same as what is published.' },
  saved_broken: {
    es: 'El borrador está guardado; los visitantes siguen con lo que veían. Corrige estos campos antes de publicar.',
    en: 'The draft is saved; visitors keep what they see. These fields have to be mended before it can be published.',
  },
  not_saved: {
    es: 'Todavía no se guardó nada: hay campos que no se entienden. Lo que escribiste sigue aquí.',
    en: 'Nothing is saved yet: some fields cannot be read. What you typed is still here.',
  },
  cannot_publish: { es: 'Así no se puede publicar todavía', en: 'This cannot be published yet' },
  not_json: { es: 'esto ya no es JSON ({detail})', en: 'this is not JSON any more ({detail})' },
  kind_of_block: { es: 'Tipo de bloque', en: 'Kind of block' },
  add_block: { es: 'Agregar bloque', en: 'Add block' },
  add_one: { es: 'Agregar: {name}', en: 'Add: {name}' },
  up: { es: 'Subir', en: 'Move up' },
  down: { es: 'Bajar', en: 'Move down' },
  copy: { es: 'Copiar', en: 'Copy' },
  remove: { es: 'Quitar', en: 'Remove' },
  take_off: { es: 'Retirar esta historia del sitio público', en: 'Take this story off the public site' },
  take_off_means: {
    es: 'Los visitantes ya no la encontrarán. El borrador se queda aquí y se puede publicar otra vez.',
    en: 'Visitors no longer find it. The draft stays here and can be published again.',
  },
  unpublish: { es: 'Despublicar', en: 'Unpublish' },
  needed_story: {
    es: 'Sin «{name}» no hay sitio: no se puede retirar.',
    en: 'There is no site without “{name}”: it cannot be taken off.',
  },
  linked_story: {
    es: 'Se queda: los visitantes llegan a ella por enlaces en {names}. Publica primero esas historias sin el enlace y luego retírala.',
    en: 'It stays: visitors come to it by links in {names}. Publish these without the link first, then take it off.',
  },
  and_more: { es: '{names} y {count} más', en: '{names} and {count} more' },

  // Fields
  required: { es: 'obligatorio', en: 'required' },
  blank_spanish: { es: 'Texto en español', en: 'Spanish text' },
  markup_paragraph: { es: 'Línea vacía: párrafo nuevo', en: 'Blank line: new paragraph' },
  markup_heading: { es: 'título', en: 'heading' },
  markup_item: { es: 'punto de lista', en: 'item' },
  markup_bold: { es: 'negrita', en: 'bold' },
  markup_words: { es: 'palabras', en: 'words' },
  link_example: { es: '/tarifas, https://… o mailto:…', en: '/tarifas, https://… or mailto:…' },
  new_tab: { es: 'Abre en otra pestaña', en: 'Opens in a new tab' },
  picture_address: { es: 'Dirección de la imagen', en: 'Address of the picture' },
  picture_storyblok: {
    es: 'Las imágenes se suben en Storyblok; aquí va la dirección de una que ya está.',
    en: 'Pictures are uploaded in Storyblok; here goes the address of one that is there.',
  },
  picture_alt: { es: 'Qué muestra, para quien no la ve', en: 'What it shows, for people who do not see it' },

  // The page of a publish
  publishing_title: { es: 'Publicando: {name}', en: 'Publishing: {name}' },
  published_title: { es: 'Publicado: {name}', en: 'Published: {name}' },
  unpublished_title: { es: 'Todavía no está en vivo: {name}', en: 'Not live yet: {name}' },
  taking_off_title: { es: 'Retirando: {name}', en: 'Taking off: {name}' },
  taken_off_title: { es: 'Retirado: {name}', en: 'Taken off: {name}' },
  still_on_title: { es: 'Todavía no se retiró: {name}', en: 'Not taken off yet: {name}' },
  back_to_story: { es: 'Volver a la historia', en: 'Back to the story' },
  live_after: { es: '{seconds} s después de tu clic', en: '{seconds} s after you pressed the button' },
  story_gone: { es: 'la historia ya no está', en: 'the story is gone' },
  every_page: { es: 'todas las páginas que la muestran', en: 'every page that shows it' },
  still_there: { es: 'Sigue ahí', en: 'Still there' },
  publisher_said: { es: 'Lo que dijo el publicador:', en: 'What the publisher said:' },

  // Two people
  conflict_title: { es: 'Dos personas cambiaron {name}', en: 'Two people changed {name}' },
  conflict_lead: {
    es: 'Todavía no se guardó nada de lo tuyo. Todo lo que cambió solo una de las dos personas se conserva; aquí ambas cambiaron lo mismo. Elige qué queda.',
    en: 'Nothing of yours is saved yet. Everything that only one of you changed is kept from both; here both changed the same. Choose what stays.',
  },
  conflict_save: { es: 'Guardar con lo que elegí', en: 'Save with what I chose' },
  conflict_publish: { es: 'Publicar con lo que elegí', en: 'Publish with what I chose' },
  mine: { es: 'Lo que escribiste', en: 'What you wrote' },
  theirs: { es: 'Lo que se guardó mientras tanto', en: 'What was saved meanwhile' },
  not_there: { es: '(no está)', en: '(not there)' },
  blank: { es: '(vacío)', en: '(blank)' },
  blocks_gone: { es: 'Hay bloques de {name} que ya no están', en: 'Blocks of {name} are gone' },
  blocks_gone_words: {
    es: 'Todavía no se guardó nada de lo tuyo. La historia cambió tanto desde que abriste el formulario que ya no se puede comparar, y estos textos son de bloques que otra persona quitó. Copia de aquí lo que quieras conservar.',
    en: 'Nothing of yours is saved yet. The story has changed so much since you opened the form that it cannot be compared any more, and these texts are of blocks that somebody has removed. Copy from here what you want to keep.',
  },
  left_text: { es: 'Texto {number}', en: 'Text {number}' },
  save_rest: { es: 'Guardar lo demás', en: 'Save the rest' },
  story_lost: {
    es: 'Esta historia ya no está, o su archivo no se puede leer. No se guardó nada; lo que había en el formulario sigue aquí para copiarlo.',
    en: 'This story is gone, or its file cannot be read. Nothing was saved; what was in the form is kept here, to be copied.',
  },

  // Earlier versions
  versions_title: { es: 'Versiones anteriores de {name}', en: 'Earlier versions of {name}' },
  versions_lead: {
    es: 'Se guardan los últimos veinte borradores. Cada uno se compara con el borrador antes de cambiar algo.',
    en: 'The last twenty drafts are kept. Each is compared with the draft before anything changes.',
  },
  version_published: { es: 'Lo publicado ({when})', en: 'What is published ({when})' },
  version_saved: { es: 'Guardado {when}', en: 'Saved {when}' },
  compare_published: { es: '{name}: lo publicado y el borrador', en: '{name}: what is published, and the draft' },
  compare_earlier: {
    es: '{name}: una versión anterior y el borrador',
    en: '{name}: an earlier version, and the draft',
  },
  in_version: { es: 'En esa versión', en: 'In that version' },
  in_draft: { es: 'En el borrador', en: 'In the draft' },
  same_draft: { es: 'El borrador es igual.', en: 'The draft is the same.' },
  go_back_means: {
    es: 'El borrador de ahora queda entre las versiones. Los visitantes no ven nada de esto hasta que publiques.',
    en: 'The draft of now stays among the versions. Visitors see nothing of it before you publish.',
  },
  go_back: { es: 'Volver a esa versión', en: 'Go back to that version' },
  all_versions: { es: 'Todas las versiones', en: 'All versions' },

  // The texts around the stories
  texts_lead: {
    es: 'Las palabras alrededor de las historias: botones, campos, avisos, errores. Un texto no tiene borrador: al guardarlo va al sitio. Vacío, vuelve al de origen.',
    en: 'The words around the stories: buttons, fields, notices, errors. A text has no draft: saved, it goes to the site. Left blank, it is the original again.',
  },
  texts_new: {
    es: 'Los textos nuevos los declara quien programa; aquí se cambian los que hay.',
    en: 'New texts are declared by developers; here you change those that exist.',
  },
  texts_search: { es: 'Buscar en clave, español e inglés', en: 'Search keys, Spanish and English' },
  search: { es: 'Buscar', en: 'Search' },
  set_all: { es: 'Todos', en: 'All' },
  set_general: { es: 'General', en: 'General' },
  'set_my-loans': { es: 'Mis préstamos', en: 'My loans' },
  set_application: { es: 'Solicitud', en: 'Application' },
  texts_found: { es: 'Textos: {count}', en: 'Texts: {count}' },
  texts_page: { es: 'Página {page} de {pages}', en: 'Page {page} of {pages}' },
  earlier: { es: 'Anteriores', en: 'Previous' },
  later: { es: 'Siguientes', en: 'Next' },
  texts_save: { es: 'Guardar y publicar', en: 'Save and publish' },
  texts_saved: { es: 'Cambios guardados: {count}.', en: 'Changes saved: {count}.' },
  texts_unsaved: {
    es: 'Todavía no se guardó nada. Lo que escribiste sigue aquí.',
    en: 'Nothing is saved yet. What you typed is still here.',
  },
  texts_conflict: {
    es: 'Mientras tanto otra persona guardó: «{words}». Si guardas otra vez, queda lo tuyo.',
    en: 'Meanwhile somebody else saved: “{words}”. Saved again, yours stays.',
  },
  texts_figure: {
    es: 'nombra {name}, que este texto no recibe; recibe: {known}',
    en: 'it names {name}, which this text is not given; it is given: {known}',
  },
  texts_no_figure: { es: 'ninguna cifra', en: 'no figure' },
  texts_changed: { es: 'cambiado; de origen: «{words}»', en: 'changed; originally: “{words}”' },
  texts_none: { es: 'Nada coincide con esa búsqueda.', en: 'Nothing matches that search.' },
  check_again: { es: 'Actualizar el estado', en: 'Look again' },
} as const satisfies Messages;

export type EditorTextKey = keyof typeof EDITOR_TEXTS;
