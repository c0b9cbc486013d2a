/**
 * Marks a point between a step outside the database and a step in the database. Tests set CRASH_AT to the name of a
 * point to kill the process there, and then verify that the jobs repair the state. Otherwise does nothing.
 */
export function checkpoint(
  name:
    | 'attempt opened'
    | 'prepaid'
    | 'callback verified'
    | 'callback applied'
    | 'payment queried'
    | 'payment closed'
    | 'refund requested'
    | 'shipping reported'
    | 'file prepared'
    | 'file half stored'
    | 'file stored'
    | 'file written'
    | 'file deleted'
    | 'file removed'
    | 'record imported'
    | 'import slice',
): void {
  if (process.env.CRASH_AT === name) process.kill(process.pid, 'SIGKILL')
}
