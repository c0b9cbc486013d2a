/* Safe in the browser. */

/** Characters, and the strength score from 0 to 4. */
export const strengthRules = {
  staff: { length: 12, score: 3 },
  customer: { length: 8, score: 2 },
} as const

/** Keys of zxcvbn, and of the texts in `login.json`. */
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

/** Keys of zxcvbn, and of the texts in `login.json`. */
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
