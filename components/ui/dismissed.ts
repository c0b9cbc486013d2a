/** The user has canceled an action: nothing was done, and there is nothing to report. */
export class Dismissed extends Error {
  override name = 'Dismissed'
}
