/** The tab of the lines with warnings. The tab of their result has these lines too. */
export const warningsTab = 'warnings'
