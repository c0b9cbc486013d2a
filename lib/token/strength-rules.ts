/* What a password must have, and what a judgment says. Runs in the browser too. */

/** The least number of characters, and the least score from 0 to 4, by the kind of the user. */
export const strengthRules = {
  staff: { length: 12, score: 3 },
  customer: { length: 8, score: 2 },
} as const

/** What is wrong with a password: keys of zxcvbn, and of the texts in `login.json`. */
export const strengthWarnings = [
  'straightRow',
  'keyPattern',
  'simpleRepeat',
  'extendedRepeat',
  'sequences',
  'recentYears',
  'dates',
  'topTen',
  'topHundred',
  'common',
  'similarToCommon',
  'wordByItself',
  'namesByThemselves',
  'commonNames',
  'userInputs',
] as const

/** What would make it stronger. */
export const strengthSuggestions = [
  'l33t',
  'reverseWords',
  'allUppercase',
  'capitalization',
  'dates',
  'recentYears',
  'associatedYears',
  'sequences',
  'repeated',
  'longerKeyboardPattern',
  'anotherWord',
  'useWords',
  'noNeed',
] as const
