import texts from '#shared/conversations/transfer-announcements.json' with { type: 'json' };

const byLanguage = new Map(Object.entries(texts));

/** What a human hears before a customer is passed on to them. @param locale BCP 47 */
export function announcementFor(locale: string): { text: string; locale: string } {
  const [language = ''] = locale.split('-');
  const text = byLanguage.get(language);
  return text === undefined ? { text: texts.en, locale: 'en-US' } : { text, locale };
}
