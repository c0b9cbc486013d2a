/** The language of the merchant's texts, for `lang` attributes. The language of the page may be another one. */
export const shopLanguage = 'zh-CN'
