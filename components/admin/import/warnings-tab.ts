/** The tab of lines with warnings. Each line is also in the tab of its result. */
export const warningsTab = 'warnings'
