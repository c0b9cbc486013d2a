/** The language of the texts that the merchant writes, for `lang` attributes. The page may be in another language. */
export const shopLanguage = 'zh-CN'
