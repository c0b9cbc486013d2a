/**
 * The options of `format.list` for names: separated by commas in English and by 、 in Chinese, without a word before the
 * last name.
 */
export const asList = { type: 'conjunction', style: 'narrow' } as const
