/** Of the texts that the merchant writes, for `lang`. The page may be in another language. */
export const shopLanguage = 'zh-CN'
