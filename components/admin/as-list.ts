/** How names are listed: with a comma in English, with 、 in Chinese, and without a word before the last. */
export const asList = { type: 'conjunction', style: 'narrow' } as const
