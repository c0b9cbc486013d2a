/**
 * Marks a point between a step outside the database and a step in it. Tests kill the process there (CRASH_AT names the
 * point) to verify that the jobs repair the state. Does nothing otherwise.
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
