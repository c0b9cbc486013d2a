/** The user has changed their mind on the way to an action: nothing was done, and there is nothing to report. */
export class Dismissed extends Error {
  override name = 'Dismissed'
}
