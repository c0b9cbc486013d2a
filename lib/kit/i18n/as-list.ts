/** With a comma in English, with 、 in Chinese, and without a word before the last name. */
export const asList = { type: 'conjunction', style: 'narrow' } as const
