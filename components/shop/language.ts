/** Of what the merchant writes, whatever the language of the page around it; for screen readers and hyphenation. */
export const shopLanguage = 'zh-CN'
