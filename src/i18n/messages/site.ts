import type { Messages } from '../locale.ts';

/** The words of every page: header, footer, consent, calculator pages and content blocks. */
export const SITE = {
  // header, footer, frame
  share_picture: {
    es: 'Préstamos con las cuentas claras.',
    en: 'Loans that add up.',
  },
  skip_to_content: { es: 'Ir al contenido', en: 'Skip to content' },
  header_back: { es: 'REGRESAR', en: 'BACK' },
  header_client: { es: '¿YA ERES CLIENTE?', en: 'ALREADY A CLIENT?' },
  header_menu_open: { es: 'Abrir menú', en: 'Open menu' },
  header_menu_close: { es: 'Cerrar menú', en: 'Close menu' },
  header_main_navigation: { es: 'Principal', en: 'Main' },
  footer_more: { es: 'Más', en: 'More' },
  header_menu: { es: 'Menú', en: 'Menu' },
  header_other_language: { es: 'English', en: 'Español' },
  error_code: { es: 'Error {code}', en: 'Error {code}' },
  error_not_found: { es: 'No encontramos esta página', en: 'This page could not be found' },
  error_server: { es: 'Algo falló de nuestro lado', en: 'Something went wrong on our side' },
  error_server_text: {
    es: 'No se perdió nada de lo que ya enviaste. Vuelve a intentarlo en unos minutos.',
    en: 'Nothing you have already sent is lost. Try again in a few minutes.',
  },
  error_home: { es: 'Volver al inicio', en: 'Go back to home' },
  offline_title: { es: 'No hay conexión', en: 'There is no connection' },
  offline_text: {
    es: 'Esta página necesita internet. Nada de lo que ya enviaste se pierde.',
    en: 'This page needs the internet. Nothing you have already sent is lost.',
  },
  offline_loan: { es: 'Ver lo último que viste de tu préstamo', en: 'See what you last saw of your loan' },
  offline_call: { es: 'Llamar al {phone}', en: 'Call {phone}' },
  maintenance_tag: { es: 'Mantenimiento', en: 'Maintenance' },
  maintenance_always: { es: 'Atendemos las 24 horas, todos los días', en: 'We are available 24/7' },

  // what every page has on top of its content
  interface_progress: { es: 'Cargando', en: 'Loading' },
  interface_close: { es: 'Cerrar este mensaje', en: 'Close this message' },
  interface_chunk_failed: {
    es: 'Una parte de la página no cargó: ábrela de nuevo.',
    en: 'A part of this page did not load: open it again.',
  },

  // the question before the tag managers
  consent_title: { es: '¿Podemos medir cómo se usa este sitio?', en: 'May we measure how this site is used?' },
  consent_text: {
    es: 'Con tu permiso cargamos dos contenedores de Google Tag Manager para contar visitas y mejorar las páginas. Nunca en tu área de cliente. Si dices que no, todo funciona igual.',
    en: 'With your permission we load two Google Tag Manager containers to count visits and improve the pages. Never in your client area. If you say no, everything works the same.',
  },
  consent_yes: { es: 'Sí, acepto', en: 'Yes, I agree' },
  consent_no: { es: 'No, gracias', en: 'No, thank you' },
  consent_settings: { es: 'Qué cookies usamos', en: 'Which cookies we use' },
  consent_failed: {
    es: 'No pudimos guardar tu respuesta. Revisa tu conexión y vuelve a intentarlo.',
    en: 'We could not save your answer. Check your connection and try again.',
  },
  consent_open: { es: 'Preferencias de cookies', en: 'Cookie preferences' },

  // the facts a visitor should know within five seconds
  lend_most: { es: 'Préstamos hasta {max}', en: 'Loans up to {max}' },
  lend_when: { es: 'Si aprobamos, normalmente en 1 día hábil', en: 'If approved, normally in 1 business day' },
  lend_speed: {
    es: 'Si aprobamos y firmas, te llega normalmente el mismo día hábil. Si decide una persona, la respuesta puede tardar un día hábil.',
    en: 'Once approved and signed, it normally reaches you the same business day. If a person decides, the answer can take a business day.',
  },
  lend_registry: { es: 'Registro SBS', en: 'SBS register' },
  lend_check: { es: 'compruébalo', en: 'check it' },

  // calculator pages
  calculators_title: { es: 'Compara los dos préstamos', en: 'Compare the two loans' },
  calculators_lead: {
    es: 'El mismo monto en un solo pago o en cuotas: compara cuánto devuelves y hasta cuándo.',
    en: 'The same amount in one payment or in instalments: compare how much you pay back and until when.',
  },
  calculators_same: { es: '{amount}, de las dos formas', en: '{amount}, both ways' },
  calculators_other: { es: '¿Dudas entre los dos?', en: 'Cannot decide between the two?' },
  calculator_title: { es: 'Calcula tu préstamo', en: 'Calculate your loan' },
  calculator_lead: {
    es: 'Ves el total, las fechas y la TCEA antes de darnos un solo dato.',
    en: 'See the total, the dates and the TCEA before you tell us a thing.',
  },
  calculator_seo_title: {
    es: 'Calculadora de préstamos en línea: cuota, total y TCEA',
    en: 'Online loan calculator: instalment, total and TCEA',
  },
  calculator_description: {
    es: 'Calcula tu préstamo en línea en Perú: mueve el monto y el plazo y mira la cuota, el total, las fechas y la TCEA, sin dar un solo dato.',
    en: 'Calculate your online loan in Peru: move amount and term and see the instalment, the total, the dates and the TCEA, without telling us a thing.',
  },
  calculator_questions: { es: 'Lo que más se pregunta', en: 'What is asked most' },

  // the table of cookies
  cookie_session: {
    es: 'Tu sesión: mientras están, sabemos que eres tú. Se borran cuando cierras sesión.',
    en: 'Your session: as long as they are there, we know it is you. They are deleted when you log out.',
  },
  cookie_device: {
    es: 'Reconoce el navegador en el que ya confirmaste un código, para no pedírtelo cada vez que entras.',
    en: 'Recognises the browser in which you have confirmed a code, so that you are not asked for one at every sign-in.',
  },
  cookie_passkey: {
    es: 'Une a este navegador la llave de acceso con la que entras.',
    en: 'Ties the passkey that you sign in with to this browser.',
  },
  cookie_visitor: {
    es: 'Un número al azar para tu equipo. Que un mismo equipo pida préstamos para muchas personas es señal de fraude.',
    en: 'A random number for your device. One device used to apply for loans for many people is a sign of fraud.',
  },
  cookie_marketing: {
    es: 'Por qué enlace o anuncio llegaste: el nombre de la campaña y el número que Google o Facebook le dan a tu clic. Se envía con tu solicitud.',
    en: 'Which link or advertisement brought you here: the name of the campaign, and the number that Google or Facebook gives your click. It is sent with your application.',
  },
  cookie_selection: {
    es: 'Lo que elegiste en la calculadora, para que no empieces de nuevo.',
    en: 'What you chose in the calculator, so that you do not have to start again.',
  },
  cookie_complaint: {
    es: 'Abre la página de tu reclamo sin que vuelvas a escribir su código y su clave.',
    en: 'Opens the page of your complaint without your having to type its code and key again.',
  },
  cookie_link: {
    es: 'Guarda el enlace de un correo nuestro desde que lo abres hasta que presionas su botón.',
    en: 'Remembers the link from one of our e-mails from the moment you open it until you press its button.',
  },
  cookie_consent: {
    es: 'Si nos dejas contar visitas con una herramienta de otra empresa.',
    en: 'Whether you let us count visits with another company’s tool.',
  },
  cookie_staff: {
    es: 'Solo para quien trabaja en este sitio: el editor, los borradores y la entrada durante un mantenimiento.',
    en: 'Only for people who work on this site: the editor, the drafts and the way in during maintenance.',
  },
  cookie_lasts_year: { es: 'Dura hasta un año.', en: 'Lasts up to a year.' },
  cookie_lasts_days: { es: 'Dura hasta {count} días.', en: 'Lasts up to {count} days.' },
  cookie_lasts_hours: { es: 'Dura hasta {count} horas.', en: 'Lasts up to {count} hours.' },
  cookie_lasts_minutes: { es: 'Dura hasta {count} minutos.', en: 'Lasts up to {count} minutes.' },
  stored_title: { es: 'Qué más guarda tu navegador', en: 'What else your browser keeps' },
  stored_name: {
    es: 'Tu primer nombre, para saludarte. Se borra cuando cierras sesión o vemos que ya terminó.',
    en: 'Your first name, to greet you. It is deleted when you log out, or when we see that your session has ended.',
  },
  stored_client: {
    es: 'Si quien entró aquí ya terminó de pagar un préstamo, para llevarte a entrar y no a registrarte. Sigue ahí si la sesión vence sola; se borra cuando cierras sesión.',
    en: 'Whether the person who signed in here has paid off a loan, so that you are taken to sign in rather than to register. It stays when a session ends by itself, and is deleted when you log out.',
  },
  stored_seen: {
    es: 'Lo último que viste de tu préstamo, tus códigos de pago y los documentos que abriste, cifrado, para abrirlo sin conexión. Se borra cuando cierras sesión, cuando vemos que ya terminó o entra otra persona; a los 30 días ya no se muestra. Guarda también, para lo mismo, páginas sin datos tuyos.',
    en: 'What you last saw of your loan, your payment codes and the documents you opened, encrypted, to open it without a connection. It is deleted when you log out, when we see that your session has ended, or when somebody else signs in; after 30 days it is no longer shown. Pages without data of yours are kept for the same purpose.',
  },
  stored_device: {
    es: 'El último día en que nos dijo qué equipo usas, para no repetirlo. Queda hasta que lo borres.',
    en: 'The last day on which it told us what device you use, so that it does not tell us again. It stays until you delete it.',
  },
  stored_payment: {
    es: 'Una marca del pago que empezaste, sin montos, para que no se haga dos veces. Sirve media hora; queda hasta que el pago termina o empiezas otro.',
    en: 'A marker for the payment you have started, without amounts, so that it is not made twice. It works for half an hour, and stays until the payment ends or you start another.',
  },
  stored_step: {
    es: 'Lo que escribes al registrarte (nunca tu contraseña), y el paso en que esperas un código (al registrarte, entrar, firmar, o cambiar tu contraseña o tu celular) con lo que hace falta para seguir: si tu celular recarga la página, sigues donde estabas. Sirve media hora como máximo y se borra al cerrar la pestaña.',
    en: 'What you type when you register (never your password), and the step at which you wait for a code (when you register, sign in, sign, or change your password or your mobile) with what is needed to continue: if your phone reloads the page, you carry on where you were. It works for half an hour at most, and is deleted when you close the tab.',
  },
  stored_reload: {
    es: 'Que la página ya se recargó sola una vez, para que no lo repita. Se borra al cerrar la pestaña.',
    en: 'That the page has reloaded by itself once, so that it does not do it again. It is deleted when you close the tab.',
  },
  stored_staff: {
    es: 'Solo para quien edita este sitio: qué partes dejó abiertas. Se borra al cerrar la pestaña.',
    en: 'Only for people who edit this site: which parts they left open. It is deleted when they close the tab.',
  },

  // content blocks
  hero_carousel: { es: 'carrusel', en: 'carousel' },
  hero_messages: { es: 'Mensajes', en: 'Messages' },
  hero_message_of: { es: 'Mensaje {number} de {total}: {title}', en: 'Message {number} of {total}: {title}' },
  hero_previous: { es: 'Mensaje anterior', en: 'Previous message' },
  hero_next: { es: 'Mensaje siguiente', en: 'Next message' },
  faq_topics: { es: 'Temas', en: 'Topics' },
  copy: { es: 'Copiar', en: 'Copy' },
  copied: { es: 'Copiado', en: 'Copied' },
  bank_holder: { es: 'A nombre de {holder}, RUC {ruc}.', en: 'In the name of {holder}, RUC {ruc}.' },
  bank_accounts: { es: 'Cuentas bancarias en soles', en: 'Bank accounts in soles' },
  bank_name: { es: 'Banco', en: 'Bank' },
  bank_account: { es: 'Cuenta corriente', en: 'Current account' },
  bank_cci: { es: 'CCI', en: 'CCI' },
  bank_copy_account: { es: 'Copiar cuenta {bank}', en: 'Copy account {bank}' },
  bank_copy_cci: { es: 'Copiar CCI {bank}', en: 'Copy CCI {bank}' },
  contacts_whatsapp: { es: 'WhatsApp', en: 'WhatsApp' },
  contacts_call: { es: 'Llámanos', en: 'Call us' },
  contacts_write: { es: 'Escríbenos', en: 'Write to us' },
  textual_back: { es: 'Volver', en: 'Back' },
  textual_updated: { es: 'Vigente desde el {date}', en: 'In force since {date}' },
  term_days: { es: '{count} días', en: '{count} days' },
  term_months: { es: '{count} meses', en: '{count} months' },
  product_single_pay: { es: 'Un solo pago', en: 'Single payment' },
  product_installment: { es: 'En cuotas', en: 'Instalments' },
  product_installment_range: {
    es: 'En cuotas, de {first} a {last} meses',
    en: 'Instalments, {first} to {last} months',
  },
  product_closed: {
    es: 'Por ahora no ofrecemos este préstamo.',
    en: 'We are not offering this loan right now.',
  },
  figure_unavailable: { es: '(no disponible hoy)', en: '(not available today)' },
  compare_title: {
    es: 'Lo que te cuesta un préstamo de {amount} a {term}',
    en: 'What a loan of {amount} for {term} costs you',
  },
  compare_early_days: { es: 'Pagas antes, el día {count}', en: 'You pay early, on day {count}' },
  compare_early_months: {
    es: 'Pagas todo lo que falta con la cuota {count}',
    en: 'You pay off everything with instalment {count}',
  },
  compare_on_time: { es: 'Pagas a tiempo', en: 'You pay on time' },
  compare_late_days: { es: 'Pagas {count} días tarde', en: 'You pay {count} days late' },
  compare_late_months: {
    es: 'Pagas la primera cuota {count} días tarde',
    en: 'You pay the first instalment {count} days late',
  },
  compare_extended: { es: 'Extiendes {count} días', en: 'You extend by {count} days' },
  compare_base: { es: 'Lo que dice la calculadora', en: 'What the calculator says' },
  compare_less: { es: '{amount} menos que a tiempo', en: '{amount} less than on time' },
  compare_more: { es: '{amount} más que a tiempo', en: '{amount} more than on time' },
  compare_note: {
    es: 'Interés, mora, comisiones e IGV de un primer préstamo que recibes el {date}, con los precios de ese día.',
    en: 'Interest, late interest, fees and IGV on a first loan paid out on {date}, at that day’s prices.',
  },
  outcomes_title: {
    es: 'Lo que pagas en total si pagas antes, si te atrasas o si extiendes',
    en: 'What you pay in total if you pay early, are late or extend',
  },
  example_total: { es: 'Total a pagar', en: 'Total to repay' },
  example_lines: { es: 'De qué se compone', en: 'What it is made of' },
  example_due: { es: 'Vencimiento', en: 'Due date' },
  example_last_due: { es: 'Último vencimiento', en: 'Last due date' },
  example_tcea: { es: 'TCEA con IGV', en: 'TCEA incl. IGV' },
  example_tcea_excl: { es: 'TCEA sin IGV', en: 'TCEA without IGV' },
  example_installment: { es: 'Primera cuota', en: 'First instalment' },
  example_kind: { es: 'Tipo de préstamo', en: 'Type of loan' },
  example_amount: { es: 'Monto que recibes', en: 'Amount you receive' },
  example_term: { es: 'Plazo', en: 'Term' },
  example_paid_out: { es: 'Desembolso', en: 'Paid out on' },
  example_tea: { es: 'TEA', en: 'TEA' },
  rates_amount: { es: 'Primer préstamo', en: 'First loan' },
  rates_range: { es: '{first} a {last}', en: '{first} to {last}' },
  rates_terms_days: { es: '{terms} días', en: '{terms} days' },
  rates_terms_months: { es: '{first} a {last} meses', en: '{first} to {last} months' },
  rates_flat: { es: 'una vez por préstamo', en: 'once per loan' },
  rates_per_installment: { es: 'con cada cuota', en: 'with each instalment' },
  rates_spread: { es: 'una vez, repartida en las cuotas', en: 'once, spread over the instalments' },
  rates_tcea: { es: 'TCEA con IGV de {amount} a {term}', en: 'TCEA incl. IGV of {amount} for {term}' },
  rates_moratory: { es: 'Interés moratorio, TEA', en: 'Late interest, TEA' },
  rates_moratory_note: {
    es: 'solo si te atrasas, además del interés; sin IGV',
    en: 'only if you are late, on top of the interest; no IGV',
  },
  rates_extension: { es: 'Extender {days} días', en: 'Extending by {days} days' },
  rates_extension_note: {
    es: 'comisión, además del interés de esos días',
    en: 'fee, on top of the interest of those days',
  },
  rates_note: {
    es: 'Al interés y a las comisiones se les suma el IGV de {igv}. Al {date}, la tasa máxima que permite la ley es una TEA de {cap}.',
    en: 'IGV of {igv} is added to interest and fees. On {date} the highest rate the law allows is a TEA of {cap}.',
  },
  rates_cap_carried: {
    es: 'Sitio de prueba: esta tasa máxima es la que se publicó para fechas hasta el {date}, porque la de hoy no está cargada.',
    en: 'Test site: this highest rate was published for dates until {date}, because the one of today is not loaded.',
  },
  foot_cap_carried: {
    es: 'Prueba: tasa máxima legal hasta el {date}.',
    en: 'Test site: legal maximum until {date}.',
  },
} satisfies Messages;
