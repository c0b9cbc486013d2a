/** `4分钟前`, as Intl formats it, becomes `4 分钟前`. */
export const spaced = (text: string): string =>
  text.replace(/(?<=\d)(?=\p{Script=Han})|(?<=\p{Script=Han})(?=\d)/gu, ' ')
