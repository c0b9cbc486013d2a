/**
 * Marks a point between a step outside the database and a step in the database. If a test has set CRASH_AT to the name
 * of the point, kills the process there; the test then verifies that the jobs repair the state. Otherwise does nothing.
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
