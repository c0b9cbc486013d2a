/** Adds a space between Chinese characters and digits, which Intl omits: `4 分钟前`. */
export const spaced = (text: string): string =>
  text.replace(/(?<=\d)(?=\p{Script=Han})|(?<=\p{Script=Han})(?=\d)/gu, ' ')
