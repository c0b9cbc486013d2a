/* The requirements of a password, and the messages about it. Safe in the browser. */

/**
 * The requirements for a new password by the kind of the user: the minimum number of characters, and the minimum
 * strength score from 0 to 4.
 */
export const strengthRules = {
  staff: { length: 12, score: 3 },
  customer: { length: 8, score: 2 },
} as const

/** Weaknesses of a password: keys of zxcvbn, and of the texts in `login.json`. */
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

/** Suggestions for a stronger password: keys of zxcvbn, and of the texts in `login.json`. */
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
