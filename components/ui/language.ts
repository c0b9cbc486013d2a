/** The language of the merchant's texts, which may differ from the page's; for screen readers and hyphenation. */
export const shopLanguage = 'zh-CN'
